// Charts that move and quantities that people set: shared by the pages on meaning and on pictures. The curves come from the
// expression trees that the page carries; nothing is drawn here that the package does not compute.
//
// window.dpzoo.formulas(id)        of the page's trees: name -> function of {name: value}
// window.dpzoo.plot(figure)        {line(name, f), band(name, lower, upper), mark(name, x, y), legend(name, text)}
// window.dpzoo.dials(form, change) calls change(values, wrong input or null); keeps the address in step and follows it
// window.dpzoo.chance, percent     probabilities as dpzoo/meaning/words.py writes them; side 1 rounds up, -1 down
(() => {
  const dpzoo = (window.dpzoo = window.dpzoo || {});
  const STEPS = 160;

  function formulas(id) {
    const trees = JSON.parse(document.getElementById(id).textContent);
    return Object.fromEntries(Object.entries(trees).map(([name, tree]) => [name, (values) => dpzoo.evaluate(tree, values)]));
  }

  function axis({ low, high, log, from, to }) {
    const [a, b] = log ? [Math.log(low), Math.log(high)] : [low, high];
    return {
      at: (share) => (log ? Math.exp(a + share * (b - a)) : a + share * (b - a)),
      place(value, slack = 0.2) {
        const share = log && value <= 0 ? -1 : ((log ? Math.log(value) : value) - a) / (b - a);
        return from + Math.min(1 + slack, Math.max(-slack, share)) * (to - from);
      },
    };
  }

  function plot(figure) {
    const frame = JSON.parse(figure.dataset.frame);
    const x = axis(frame.x);
    const y = axis(frame.y);

    function points(f) {
      const made = [];
      for (let step = 0; step <= STEPS; step++) {
        const value = x.at(step / STEPS);
        try {
          made.push(`${x.place(value).toFixed(1)} ${y.place(f(value)).toFixed(1)}`);
        } catch (error) {
          if (error.name !== "EvaluationError") throw error;
        }
      }
      return made;
    }

    return {
      line: (name, f) => figure.querySelector(`[data-line="${name}"]`).setAttribute("d", `M${points(f).join("L")}`),
      band(name, lower, upper) {
        const d = `M${[...points(upper), ...points(lower).reverse()].join("L")}Z`;
        figure.querySelector(`[data-band="${name}"]`).setAttribute("d", d);
      },
      mark(name, across, up) {
        const circle = figure.querySelector(`[data-mark="${name}"]`);
        circle.setAttribute("cx", x.place(across, 0).toFixed(1));
        circle.setAttribute("cy", y.place(up, 0).toFixed(1));
      },
      legend(name, text) {
        figure.querySelector(`[data-legend="${name}"] span`).textContent = text;
      },
    };
  }

  const SCALES = {
    linear: [(v) => v, (s) => s],
    log: [Math.log, Math.exp],
    logit: [(p) => Math.log(p / (1 - p)), (s) => 1 / (1 + Math.exp(-s))],
  };

  // one or several forms, which share one state
  function dials(form, change) {
    const forms = [form].flat();
    const within = (selector) => forms.flatMap((one) => [...one.querySelectorAll(selector)]);
    const all = within("[data-dial]").map((element) => {
      const [range, number] = element.querySelectorAll("input");
      const [low, high] = [Number(element.dataset.low), Number(element.dataset.high)];
      const [there, back] = SCALES[element.dataset.scale];
      const [a, b] = [there(low), there(high)];
      const short = (value) => Number(value.toPrecision(value > 0.99 && value < 1 ? 6 : 3));
      return {
        name: element.dataset.dial,
        range,
        number,
        start: number.value,
        value: () => Number(number.value),
        ok: () => number.value !== "" && number.checkValidity() && Number.isFinite(Number(number.value)),
        slide: () => (number.value = String(short(back(a + (Number(range.value) / 1000) * (b - a))))),
        follow() {
          range.value = String(Math.round((1000 * (there(Math.min(high, Math.max(low, Number(number.value)))) - a)) / (b - a)));
          range.setAttribute("aria-valuetext", number.value);
        },
      };
    });
    const choices = within("select");
    const starts = Object.fromEntries(choices.map((c) => [c.name, c.value]));

    function values() {
      const found = Object.fromEntries(all.map((d) => [d.name, d.value()]));
      for (const c of choices) found[c.name] = c.value;
      return found;
    }

    function check() {
      for (const d of all) {
        if (d.ok()) d.number.removeAttribute("aria-invalid");
        else d.number.setAttribute("aria-invalid", "true");
      }
      return all.find((d) => !d.ok() && !d.number.closest("[hidden]"));
    }

    function update(write) {
      const wrong = check();
      if (!wrong) for (const d of all) if (d.ok()) d.follow();
      change(values(), wrong ? wrong.number : null);
      if (!write || wrong) return;
      const state = new URLSearchParams();
      for (const d of all) if (d.number.value !== d.start) state.set(d.name, d.number.value);
      for (const c of choices) if (c.value !== starts[c.name]) state.set(c.name, c.value);
      const hash = state.toString();
      history.replaceState(history.state, "", hash ? `#${hash}` : location.pathname + location.search);
    }

    function read() {
      if (location.hash.length > 1 && !location.hash.includes("=")) return; // an anchor
      const state = new URLSearchParams(location.hash.slice(1));
      for (const d of all) {
        const given = state.get(d.name);
        d.number.value = given !== null && given.trim() !== "" && Number.isFinite(Number(given)) ? given : d.start;
      }
      for (const c of choices) {
        const given = state.get(c.name);
        c.value = [...c.options].some((o) => o.value === given) ? given : starts[c.name];
      }
    }

    for (const d of all) {
      d.range.addEventListener("input", () => {
        d.slide();
        update(true);
      });
      d.number.addEventListener("input", () => update(true));
    }
    for (const c of choices) c.addEventListener("change", () => update(true));
    for (const one of forms) one.addEventListener("submit", (event) => event.preventDefault());
    window.addEventListener("hashchange", () => {
      read();
      update(false);
    });
    read();
    update(false);
  }

  // Words: the same as dpzoo/meaning/words.py

  function rounded(x, digits, side) {
    const step = 10 ** -digits;
    let near = Math.round(x / step);
    if (side && Math.abs(x / step - near) > 1e-14 * Math.abs(near)) near = side > 0 ? Math.ceil(x / step) : Math.floor(x / step);
    return near * step;
  }

  function percent(p, side = 0) {
    const lacks = 100 * Math.min(p, 1 - p);
    if (lacks <= 0) return `${(100 * p).toFixed(0)}\u00a0%`;
    if (p < 1e-6) return `${dpzoo.format(100 * p, { digits: 2, round: ["down", "nearest", "up"][side + 1] })}\u00a0%`;
    const digits = lacks >= 10 ? 0 : 1 - Math.floor(Math.log10(lacks));
    // the smaller of the two is rounded, which is the more exact
    const value = p <= 0.5 ? rounded(100 * p, digits, side) : 100 - rounded(100 * (1 - p), digits, -side);
    const text = value.toFixed(digits);
    return `${digits ? text.replace(/0+$/, "").replace(/\.$/, "") : text}\u00a0%`;
  }

  function chance(p, side = 0) {
    if (p <= 1e-12) return p <= 0 ? "none at all" : "practically none";
    if (p >= 1 - 1e-12) return p >= 1 ? "certainty" : "practical certainty";
    return percent(p, side);
  }

  function believing(lower, upper) {
    if (upper >= 1 - 1e-12 && lower <= 1e-12) return "may be practically certain of it or of its opposite";
    const least = lower > 0 ? `at least ${chance(lower, -1)}` : "";
    if (upper >= 1 - 1e-12) return `may be practically certain of it${least && `, and gives it ${least}`}`;
    return `gives it at most ${chance(upper, 1)}${least && ` and ${least}`}`;
  }

  function guessing(best, alone) {
    const without = percent(alone);
    // the page's own numbers are rounded up by less than this
    if (best <= alone * (1 + 1e-9)) return `is right at most ${percent(alone, 1)} of the time, no more than without the output`;
    if (best - alone < 5e-4) return `is right ${without} of the time, and the output makes practically no difference`;
    if (best > 1 - 1e-6) return `may be right practically always; without the output it is ${without} of the time`;
    return `is right at most ${percent(best, 1)} of the time; without the output it is ${without}`;
  }

  Object.assign(dpzoo, { formulas, plot, dials, chance, percent, believing, guessing });
})();
