// The calculator: the guarantee in the address and the form, what it gives, what it means. Formulas come from exported trees.
(() => {
  const dpzoo = window.dpzoo;
  const el = (...a) => dpzoo.element(...a);
  const SHARED = { delta: "1e-6", alpha: "2", group: "2" };
  const START = { notion: "zero-concentrated-dp", values: { xi: "0", rho: "0.5" } };
  const ORDINARY = { xi: "0", rho: "0.5", mu: "1", epsilon: "1", delta: "1e-6", alpha: "2", omega: "8", gamma: "1e-6" };
  // which parameter of a notion is asked for, where several could be
  const ASKED = ["epsilon", "rho", "mu", "tau", "gamma", "delta"];
  const LEADING = 12;

  let run = 0; // the calculation under way; a newer one takes over

  function start() {
    const page = document.getElementById("dz-convert");
    if (!page) return;
    const data = JSON.parse(document.getElementById("dz-convert-data").textContent);
    const form = page.querySelector("form");
    const find = (name) => page.querySelector(`[data-${name}]`);

    function ordinary(notion) {
      return Object.fromEntries(dpzoo.parametersOf(notion).map((p) => [p.name, ORDINARY[p.name] || "1"]));
    }

    function load() {
      const query = new URLSearchParams(location.search);
      const asked = query.get("from");
      const known = asked && dpzoo.parametersOf(asked).length > 0;
      const notion = known ? asked : START.notion;
      form.from.value = notion;
      find("unknown").textContent = asked && !known ? `“${asked}” is no notion that numbers describe; choose one from the list. Here is an example instead.` : "";
      const values = notion === START.notion ? { ...ordinary(notion), ...START.values } : ordinary(notion);
      for (const name of Object.keys(values)) if (query.has(name)) values[name] = query.get(name);
      for (const name of Object.keys(SHARED)) form[name].value = query.get(`at-${name}`) || SHARED[name];
      fields(notion, values);
      calculate();
    }

    function fields(notion, values) {
      find("own").replaceChildren(...dpzoo.parameterFields(notion, values, changed));
    }

    const ownValues = () =>
      Object.fromEntries([...find("own").querySelectorAll("input")].map((i) => [i.dataset.parameter, i.value]));

    function remember(push) {
      const query = new URLSearchParams({ from: form.from.value, ...ownValues() });
      for (const [name, usual] of Object.entries(SHARED)) if (form[name].value !== usual) query.set(`at-${name}`, form[name].value);
      const address = `${location.pathname}?${query}${location.hash}`;
      if (push) history.pushState(null, "", address);
      else history.replaceState(null, "", address);
    }

    let waiting = 0;
    function changed() {
      clearTimeout(waiting);
      waiting = setTimeout(() => {
        remember(false);
        calculate();
      }, 150);
    }

    form.from.addEventListener("change", () => {
      find("unknown").textContent = "";
      fields(form.from.value, ordinary(form.from.value));
      remember(true);
      calculate();
    });
    for (const name of Object.keys(SHARED)) form[name].addEventListener("input", changed);
    form.addEventListener("submit", (event) => event.preventDefault());
    window.addEventListener("popstate", load);

    // what the reader typed, as numbers; a sentence instead where something is none
    function read() {
      const notion = form.from.value;
      const values = {};
      let problem = "";
      const note = (input, bad) => input.setAttribute("aria-invalid", String(Boolean(bad)));
      for (const input of find("own").querySelectorAll("input")) {
        values[input.dataset.parameter] = dpzoo.readNumber(input.value);
        const bad = Number.isNaN(values[input.dataset.parameter]);
        note(input, bad);
        if (bad) problem ||= `“${input.value}” is no number; write 0.5, 1e-6, 10^-6 or 1/2.`;
      }
      const shared = {};
      const ranges = { delta: [(x) => x >= 0 && x <= 1, "δ lies between 0 and 1"], alpha: [(x) => x >= 1, "the order α is at least 1"], group: [(x) => x >= 1 && x % 1 === 0, "a group is a whole number of people, at least 1"] };
      for (const name of Object.keys(SHARED)) {
        shared[name] = dpzoo.readNumber(form[name].value);
        const bad = !ranges[name][0](shared[name]);
        note(form[name], bad);
        if (bad) problem ||= `${form[name].value || "Nothing"} does not do here: ${ranges[name][1]}.`;
      }
      if (!problem) {
        try {
          dpzoo.checkValues(notion, values);
        } catch (error) {
          if (error.name !== "GuaranteeError") throw error;
          problem = `${error.message}.`;
        }
      }
      return { source: { notion, values }, shared, problem };
    }

    function question(target, shared, source) {
      const parameters = dpzoo.parametersOf(target);
      const wanted = ASKED.map((n) => parameters.find((p) => p.name === n && p.sign > 0)).find(Boolean) || parameters[parameters.length - 1];
      const usual = { delta: shared.delta, delta_a: shared.delta, delta_p: shared.delta, gamma: shared.delta, alpha: shared.alpha, omega: shared.alpha, c: shared.group, xi: 0 };
      const fix = {};
      for (const p of parameters) if (p !== wanted) fix[p.name] = usual[p.name] ?? source.values[p.name] ?? 1;
      return { wanted, fix };
    }

    function calculate() {
      const mine = ++run;
      const { source, shared, problem } = read();
      find("problem").textContent = problem;
      find("results").hidden = Boolean(problem);
      page.dataset.state = "working";
      if (problem) {
        page.dataset.state = "done";
        return;
      }
      const rank = new Map(data.first.map((id, i) => [id, i]));
      const targets = dpzoo.reachable(source.notion).filter((t) => dpzoo.parametersOf(t).length);
      targets.sort((a, b) => (rank.get(a) ?? 999) - (rank.get(b) ?? 999));
      meaning(source, shared);
      const plain = [];
      const conditional = [];
      const loop = (from) => {
        if (mine !== run) return;
        const until = performance.now() + 40;
        let i = from;
        while (i < targets.length && performance.now() < until) {
          const { wanted, fix } = question(targets[i], shared, source);
          for (const found of attempt(source, targets[i], fix)) {
            (found.conditions.length ? conditional : plain).push({ found, wanted, fix });
            if (!found.conditions.length) break;
          }
          i += 1;
        }
        if (i < targets.length) {
          find("progress").textContent = `${i} of ${targets.length} definitions tried …`;
          setTimeout(() => loop(i), 0);
          return;
        }
        show(source, plain, conditional);
        page.dataset.state = "done";
      };
      loop(0);
    }

    function attempt(source, target, fix) {
      try {
        return dpzoo.convert(source, target, fix);
      } catch (error) {
        if (error.name === "GuaranteeError" || error.name === "EvaluationError") return [];
        throw error;
      }
    }

    function show(source, plain, conditional) {
      const count = plain.length === 1 ? "1 definition follows" : `${plain.length} definitions follow`;
      find("progress").textContent = plain.length
        ? `${count} with these numbers, without further conditions.`
        : "No recorded way leads from here to another definition with these numbers.";
      const list = el("div", { class: "dz-gives" }, ...plain.slice(0, LEADING).map((row) => card(source, row)));
      const more = plain.slice(LEADING);
      const parts = [list];
      if (more.length) parts.push(el("details", { "data-rest": "" }, el("summary", {}, `${more.length} more`), el("div", { class: "dz-gives" }, ...more.map((r) => card(source, r)))));
      if (conditional.length) {
        parts.push(el("h3", {}, "Only under conditions"));
        parts.push(el("details", { "data-rest": "" }, el("summary", {}, `${conditional.length} answers that need more than the numbers`), el("div", { class: "dz-gives" }, ...conditional.map((r) => card(source, r)))));
      }
      find("list").replaceChildren(...parts);
    }

    const shown = (p, value) => `${dpzoo.symbolText(p)} = ${dpzoo.format(value, { round: p.sign > 0 ? "up" : "down" })}`;

    function card(source, { found, wanted, fix }) {
      const target = dpzoo.maps.notions[found.notion];
      const parameters = dpzoo.parametersOf(found.notion);
      const others = parameters.filter((p) => p.name in fix).map((p) => shown(p, fix[p.name]));
      const symbols = Object.fromEntries(dpzoo.parametersOf(source.notion).map((p) => [p.name, p.symbol]));
      for (const p of parameters) if (!(p.name in symbols)) symbols[p.name] = p.symbol;
      const numbers = { ...source.values, ...found.chosen };
      const equations = dpzoo.solved(found, wanted);
      const chosen = Object.entries(found.chosen).filter(([name]) => !(name in fix) && equations.some(([, t]) => dpzoo.expressionNames(t).has(name)));
      const words = found.conditions.map((c) => dpzoo.maps.words[c] || c);
      return el(
        "article", { class: "dz-given", "data-notion": found.notion },
        el("p", { class: "dz-given-head" }, el("a", { href: `notions/${found.notion}.html` }, target.name), el("strong", {}, shown(wanted, found.values[wanted.name])), others.length ? el("span", { class: "dz-small" }, `at ${others.join(", ")}`) : null),
        words.length ? null : bestPossible(source, found, wanted, fix),
        words.length ? el("p", { class: "dz-small" }, "Provided that ", ...dpzoo.typeset(words.join(", and ")), ".") : null,
        el("details", {}, el("summary", {}, `formula and ${found.path.length === 1 ? "source" : `way of ${found.path.length} claims`}`),
          ...equations.map(([symbol, t]) => el("p", { class: "dz-formula" }, dpzoo.equation(symbol, t, symbols))),
          ...equations.map(([symbol, t]) => el("p", { class: "dz-formula" }, "with the numbers: ", dpzoo.equation(symbol, t, symbols, numbers))),
          chosen.length ? el("p", { class: "dz-small" }, "Chosen so that the bound is smallest: ", ...chosen.flatMap(([name, value], i) => [i ? ", " : "", dpzoo.equation(name, { number: String(value) }, symbols)])) : null,
          el("ol", {}, ...dpzoo.wayOf(found)),
          el("p", { class: "dz-small" }, el("a", { href: `compare.html?a=${source.notion}&b=${found.notion}` }, "compare the two"))),
      );
    }

    // The best possible value, how far the recorded one is from it, and the pair that attains it

    function bestPossible(source, found, wanted, fix) {
      const best = dpzoo.optimum(source, found.notion, fix);
      const recorded = found.values[wanted.name];
      if (!best || best.parameter !== wanted.name || !Number.isFinite(best.value) || !(best.value <= recorded * (1 + 1e-9))) return null;
      const value = best.value * (1 + 1e-12);
      const reached = recorded <= best.value * (1 + 1e-6);
      const loss = recorded < 2 * best.value ? `${dpzoo.format((100 * (recorded - best.value)) / best.value, { digits: 2 })} % more` : `${dpzoo.format(recorded / best.value)} times as much`;
      const said = reached ? "No better bound exists." : `Best possible: ${shown(wanted, value)}. The recorded formula asks for ${loss}.`;
      const share = recorded > 0 ? Math.max(0.02, Math.min(1, best.value / recorded)) : 1;
      const bar = reached ? null : el("div", { class: "dz-reach", role: "img", "aria-label": `from the best possible ${shown(wanted, value)} to the recorded ${shown(wanted, recorded)}` }, el("span", { style: `width: ${100 * share}%` }));
      return el("div", { class: "dz-best", "data-best": String(best.value) }, el("p", { class: "dz-small" }, said), bar, best.pair ? attained(best.pair) : null);
    }

    function attained([p, pRest, q, qRest]) {
      const row = (name, x, y) => el("tr", {}, el("th", { scope: "row" }, name), ...[x, y].map((v) => el("td", {}, dpzoo.format(v, { digits: 6 }))));
      return el(
        "details", {}, el("summary", {}, "a mechanism that shows it"),
        el("table", { class: "dz-pair" }, el("thead", {}, el("tr", {}, el("td", {}), el("th", { scope: "col" }, "output 1"), el("th", { scope: "col" }, "output 2"))), el("tbody", {}, row("on one dataset", p, pRest), row("on its neighbour", q, qRest))),
        el("p", { class: "dz-small" }, "It has your guarantee and, up to rounding, needs as much."),
      );
    }

    // What it means

    function meaning(source, shared) {
      const own = data.own[source.notion] || null;
      const known = dpzoo.promise(source, data.meanings, own);
      const belief = known && known.belief(shared.delta);
      if (!belief || belief.epsilon === Infinity || belief.delta >= 1) {
        find("meaning").replaceChildren(el("p", {}, belief ? "With these numbers nothing is promised." : "No recorded way leads from here to ε-DP or (ε, δ)-DP, so that no bound for one person is known here. The notion's page says what it promises."));
        return;
      }
      const { epsilon, delta } = belief;
      const prior = el("input", { type: "range", min: "1", max: "99", value: find("prior") ? find("prior").value : "50", "data-prior": "", "aria-label": "What the attacker believed before, in percent" });
      const alarm = el("input", { type: "range", min: "1", max: "50", value: find("alarm") ? find("alarm").value : "5", "data-alarm": "", "aria-label": "False alarms that the attacker accepts, in percent" });
      const text = el("div", { "data-sentences": "" });
      const write = () => {
        const lines = own ? ownLines(own, known, belief, Number(prior.value) / 100, Number(alarm.value) / 100) : recordLines(known, belief, Number(prior.value) / 100, Number(alarm.value) / 100);
        text.replaceChildren(...lines.map((l) => el("p", {}, l)));
      };
      prior.addEventListener("input", write);
      alarm.addEventListener("input", write);
      write();
      const alarms = own && own.oneSided ? null : el("label", { class: "dz-field" }, el("span", {}, "False alarms"), alarm);
      find("meaning").replaceChildren(
        ...(own ? ownIntroduction(own, epsilon, delta) : [recordIntroduction(epsilon, delta)]),
        el("div", { class: "dz-fields" }, el("label", { class: "dz-field" }, el("span", {}, "Believed before"), prior), alarms),
        text,
        el("p", {}, el("a", { href: own && own.oneSided ? "meaning.html" : further(source, epsilon, delta) }, "More about what this means"), ": tests, people who resemble each other, attacks."),
      );
    }

    const percent = (x, round) => `${dpzoo.format(100 * x, { digits: x > 0.999 ? 8 : 3, round })} %`;
    const outcome = ({ failure }) => (failure ? `, but for results that come with a probability of at most ${dpzoo.format(failure, { digits: 2, round: "up" })} on either side.` : ", whatever the result is.");

    function recordIntroduction(epsilon, delta) {
      const claim = delta ? `(ε, δ)-DP with ε = ${dpzoo.format(epsilon, { round: "up" })} and δ = ${dpzoo.format(delta)}` : `ε-DP with ε = ${dpzoo.format(epsilon, { round: "up" })}`;
      return el("p", {}, `Your guarantee gives ${claim}, among others; the bounds on guesses and tests use all that it gives. “Your record” is what the definition lets change between neighbouring datasets. The attacker knows all other records, or holds them independent of yours.`);
    }

    const tested = (known, alarm, what) => {
      const equal = percent(1 - known.ceiling(0.5), "down");
      return `raises a false alarm in ${percent(alarm)} of the cases misses ${what}in at least ${percent(1 - known.power(alarm), "down")} of the cases. A test with as many misses as false alarms has at least ${equal} of each.`;
    };

    function recordLines(known, belief, prior, alarm) {
      return [
        `Somebody who held it ${percent(prior)} likely that your record was used holds it between ${percent(belief.lower(prior), "down")} and ${percent(belief.upper(prior), "up")} likely after seeing the result${outcome(belief)}`,
        `Whoever must guess whether your record was used is right with probability at most ${percent(known.ceiling(prior), "up")}; without the result it is ${percent(Math.max(prior, 1 - prior))}.`,
        `The best test that ${tested(known, alarm, "your record ")}`,
      ];
    }

    // notions with neighbours of their own: no conversion, which would change the neighbours and pay for it

    function ownIntroduction(own, epsilon, delta) {
      const numbers = `ε = ${dpzoo.format(epsilon, { round: "up" })}${delta ? ` and δ = ${dpzoo.format(delta)}` : ""}`;
      const attacker = own.knowsAll ? " The attacker knows all else, or holds it independent of what differs." : "";
      return [
        el("p", {}, `Your guarantee holds as it stands, with ${numbers}, between two neighbours of its own.${attacker}${own.note ? ` ${own.note}` : ""}`),
        el("p", { "data-neighbours": "" }, `How two neighbours differ: ${own.neighbours}.`),
      ];
    }

    function ownLines(own, known, belief, prior, alarm) {
      const most = percent(belief.upper(prior), "up");
      if (own.oneSided) return [`Somebody who held the secret ${percent(prior)} likely holds it at most ${most} likely after seeing the result, whatever the result is.`];
      return [
        `Somebody who held one of two neighbours ${percent(prior)} likely to be the true one holds it between ${percent(belief.lower(prior), "down")} and ${most} likely after seeing the result${outcome(belief)}`,
        `Whoever must guess which of the two is the true one is right with probability at most ${percent(known.ceiling(prior), "up")}; without the result it is ${percent(Math.max(prior, 1 - prior))}.`,
        `The best test of one against the other that ${tested(known, alarm, "")}`,
      ];
    }

    // the page on meaning with these numbers, where its dials reach them
    function further({ notion, values }, epsilon, delta) {
      if (notion === "zero-concentrated-dp" && values.xi === 0 && values.rho >= 0.0001 && values.rho <= 20) return `meaning.html#kind=concentrated&rho=${values.rho}`;
      if (notion === "gaussian-dp" && values.mu >= 0.01 && values.mu <= 10) return `meaning.html#kind=gaussian&mu=${values.mu}`;
      const fits = epsilon >= 0.01 && epsilon <= 20 && (!delta || (delta >= 1e-12 && delta <= 0.1));
      if (!fits) return "meaning.html";
      const state = new URLSearchParams({ kind: delta ? "approximate" : "pure", epsilon: dpzoo.format(epsilon, { digits: 6, round: "up" }), ...(delta ? { delta: String(delta) } : {}) });
      return `meaning.html#${state}`;
    }

    load();
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
