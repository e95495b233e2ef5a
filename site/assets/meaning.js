// The page on what ε means: evaluates the formulas that the page carries at the values that a person sets.
(() => {
  function start() {
    const page = document.getElementById("dz-meaning");
    if (!page) return;
    const { formulas, plot, dials, chance, percent, believing, guessing, format } = window.dpzoo;
    const f = formulas("dz-trees");
    const trees = JSON.parse(document.getElementById("dz-trees").textContent);
    const plots = Object.fromEntries([...document.querySelectorAll(".dz-plot")].map((figure) => [figure.id, plot(figure)]));
    const say = (name, text) => {
      const place = document.querySelector(`[data-say="${name}"]`);
      if (place.textContent !== text) place.textContent = text;
    };
    const dial = (name) => document.querySelector(`[data-dial="${name}"]`);
    const small = (x) => format(x, { digits: 2, round: "up" });
    const LEVEL = 0.05;

    const SOURCES = {
      pure: (v) => ({ notion: "epsilon-dp", values: { epsilon: v.epsilon } }),
      approximate: (v) => ({ notion: "approximate-dp", values: { epsilon: v.epsilon, delta: v.delta } }),
      gaussian: (v) => ({ notion: "gaussian-dp", values: { mu: v.mu } }),
      concentrated: (v) => ({ notion: "zero-concentrated-dp", values: { xi: 0, rho: v.rho } }),
    };

    // Differencing attacks

    function twoQueries(v) {
      if (v.prior === 0.5) return f["two-queries"](v);
      const sure = Math.max(v.prior, 1 - v.prior);
      const odds = (threshold) => f["two-queries-odds"]({ ...v, threshold });
      let reach = 1 + (v.r * v.epsilon) / 2;
      while (reach < 1e6 && !(odds(-reach) < 0 && odds(reach) > 0)) reach *= 2;
      if (!(odds(-reach) < 0 && odds(reach) > 0)) return sure;
      let [low, high] = [-reach, reach];
      for (let step = 0; step < 80; step++) {
        const middle = (low + high) / 2;
        if (odds(middle) < 0) low = middle;
        else high = middle;
      }
      return Math.max(sure, f["two-queries-threshold"]({ ...v, threshold: (low + high) / 2 }));
    }

    function attackOf(v) {
      const r = v.query === "count" ? 1 : v.share;
      const n = Math.round(v.people);
      if (v.query === "average") {
        return {
          r,
          n,
          success: (epsilon) => f[`average-${v.known}-known`]({ epsilon, r, n }),
          largest: (target) => f[`average-${v.known}-known-epsilon`]({ target, r, n }),
        };
      }
      return {
        r,
        success: (epsilon, prior) => (v.known === "nothing" ? twoQueries({ epsilon, r, prior }) : f["one-query"]({ epsilon, r, prior })),
        largest: (target) => f[v.known === "nothing" ? "two-queries-epsilon" : "one-query-epsilon"]({ target, r }),
      };
    }

    const FORMS = ["dz-meaning", "dz-dependence", "dz-attack"].map((id) => document.getElementById(id));

    function guarantee(v) {
      const kept = { pure: ["epsilon"], approximate: ["epsilon", "delta"], gaussian: ["mu", "delta"], concentrated: ["rho", "delta"] }[v.kind];
      for (const name of ["delta", "mu", "rho"]) dial(name).hidden = !kept.includes(name);
      document.getElementById("dz-epsilon-hint").hidden = kept.includes("epsilon");
      const known = window.dpzoo.promise(SOURCES[v.kind](v), trees);
      const belief = known.belief(v.delta);
      const upper = belief.upper(v.prior);
      const lower = belief.lower(v.prior);
      const rare = belief.failure
        ? `, but for outputs that come with probability at most ${small(belief.failure)} on either side.`
        : ", whatever the output.";
      say(
        "belief",
        `An attacker who gives your secret a chance of ${chance(v.prior)} beforehand ${believing(lower, upper)} afterwards${rare}`,
      );
      say("ceiling", `Whoever guesses the secret ${guessing(known.ceiling(v.prior), Math.max(v.prior, 1 - v.prior))}.`);
      const power = known.power(LEVEL);
      const found = percent(power, 1);
      const guilty = found.startsWith("100") ? "may convict the guilty, practically always" : `convicts the guilty in at most ${found}`;
      say("test", `A test that accuses the innocent in ${percent(LEVEL)} of the cases ${guilty}.`);
      plots.beliefs.band("beliefs", belief.lower, belief.upper);
      plots.beliefs.mark("upper", v.prior, upper);
      plots.beliefs.mark("lower", v.prior, lower);
      plots.tests.line("power", known.curve);
      plots.tests.mark("power", LEVEL, power);
    }

    function dependence(v) {
      const seen = (correlation) => f["belief-correlated"]({ prior: v.prior, epsilon: v.epsilon, correlation });
      const alone = f["belief-upper"](v);
      const copies = f["belief-copies"]({ ...v, k: 2 });
      plots.dependence.line("seen", seen);
      plots.dependence.line("alone", () => alone);
      plots.dependence.line("copies", () => copies);
      plots.dependence.mark("seen", v.correlation, seen(v.correlation));
      say(
        "dependence",
        `At ε = ${format(v.epsilon)} and correlation ${format(v.correlation)}, a belief of ${chance(v.prior)} becomes ${chance(seen(v.correlation))} when both answer 1. ` +
          `The bound for one record is ${chance(alone, 1)}, that for two copies ${chance(copies, 1)}.`,
      );
    }

    function attack(v) {
      const average = v.query === "average";
      dial("share").hidden = v.query === "count";
      dial("people").hidden = !average;
      const nothing = document.querySelector('#dz-known option[value="nothing"]');
      nothing.disabled = average;
      const largestShare = (v.people - 1) / v.people;
      if (average && v.known === "nothing") {
        say("attack", "An attack on an average needs a true average: choose which one is known.");
        say("largest", "");
        return;
      }
      if (average && v.known === "whole" && v.share > largestShare) {
        say("attack", `No ${Math.round(v.people)} values of one range have a member that far from their average: your share is at most ${format(largestShare, { round: "down" })}.`);
        say("largest", "");
        return;
      }
      const made = attackOf(v);
      const prior = average ? 0.5 : v.prior;
      const success = made.success(v.epsilon, prior);
      const half = made.success(v.epsilon, 0.5);
      plots.success.line("chosen", (epsilon) => made.success(epsilon, 0.5));
      plots.success.mark("chosen", v.epsilon, half);
      const noisy = v.known === "nothing" ? "two noisy answers" : "one noisy answer and one true one";
      const own = average || prior === 0.5 ? "" : ` With the belief set above, ${chance(prior)}, it is ${percent(success)}: ${
        success > Math.max(prior, 1 - prior) ? "better than without the answers" : "no better than without the answers"}.`;
      say(
        "attack",
        `At ε = ${format(v.epsilon)}, with ${noisy}, an undecided attacker is right ${percent(half)} of the time. ` +
          (average ? "" : `No ε-DP mechanism allows more than ${percent(f.ceiling({ epsilon: v.epsilon, delta: 0, prior: 0.5 }), 1)}.`) + own,
      );
      const largest = made.r > 0 ? Math.max(0, made.largest(v.target)) : Infinity;
      say(
        "largest",
        `To keep an undecided attacker at ${percent(v.target, 1)}: ε at most ${format(largest, { round: "down" })} against this attack, ` +
          `${format(f["ceiling-epsilon"]({ target: v.target, delta: 0 }), { round: "down" })} against every one.`,
      );
    }

    const box = document.getElementById("dz-say");
    dials(FORMS, (v, wrong) => {
      box.toggleAttribute("data-wrong", Boolean(wrong));
      if (wrong) {
        say("belief", `${wrong.labels[0].textContent} takes a number from ${wrong.min} to ${wrong.max}.`);
        say("ceiling", "");
        say("test", "");
        return;
      }
      guarantee(v);
      dependence(v);
      attack(v);
    });
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
