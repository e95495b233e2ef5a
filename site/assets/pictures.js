// The page of pictures: redraws its charts from the formulas that the page carries, at the values that a person sets.
(() => {
  function start() {
    const page = document.getElementById("dz-shapes");
    if (!page) return;
    const { formulas, plot, dials } = window.dpzoo;
    const f = formulas("dz-trees");
    const plots = Object.fromEntries([...document.querySelectorAll(".dz-plot")].map((figure) => [figure.id, plot(figure)]));

    const SHAPES = {
      dp: ["belief-lower", "belief-upper"],
      membership: [null, "belief-upper-membership"],
      adversarial: [null, "belief-upper-adversarial"],
      aposteriori: ["belief-lower-aposteriori", "belief-upper-aposteriori"],
    };

    function draw(v) {
      const epsilon = v.epsilon;
      for (const [id, [lower, upper]] of Object.entries(SHAPES)) {
        const least = (prior) => (lower ? f[lower]({ prior, epsilon }) : 0);
        plots[id].band("beliefs", least, (prior) => f[upper]({ prior, epsilon, delta: v.delta }));
      }
      const miss = (level, delta) => 1 - f.power({ level, epsilon: v.level_epsilon, delta });
      plots.errors.band("region", (x) => miss(x, v.level_delta), (x) => 1 - miss(1 - x, v.level_delta));
      plots.errors.line("pure", (x) => miss(x, 0));
      const { strength, mu } = v;
      plots.tradeoffs.line("response", (level) => 1 - f.power({ level, epsilon: strength, delta: 0 }));
      plots.tradeoffs.line("laplace", (level) => 1 - f["power-laplace"]({ level, epsilon: strength }));
      plots.tradeoffs.line("gaussian", (level) => 1 - f["power-gaussian"]({ level, mu }));
      plots.losses.line("response", (e) => f["delta-randomised-response"]({ strength, epsilon: e }));
      plots.losses.line("laplace", (e) => f["delta-laplace"]({ strength, epsilon: e }));
      plots.losses.line("gaussian", (e) => f["delta-gaussian"]({ mu, epsilon: e }));
    }

    const forms = ["dz-shapes", "dz-errors", "dz-mechanisms"].map((id) => document.getElementById(id));
    dials(forms, (v, wrong) => {
      if (!wrong) draw(v);
    });
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
