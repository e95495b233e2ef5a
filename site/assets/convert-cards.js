// One answer of the calculator: the parameter, the best possible one beside it, the formula and its way.
//
// dpzoo.answerCard(source, {found, wanted, fix})   a card; where `found` has no path yet, the best possible value alone
(() => {
  const dpzoo = window.dpzoo;
  const el = (...a) => dpzoo.element(...a);

  const shown = (p, value) => `${dpzoo.symbolText(p)} = ${dpzoo.format(value, { round: p.sign > 0 ? "up" : "down" })}`;

  function card(source, { found, wanted, fix }) {
    const target = dpzoo.maps.notions[found.notion];
    const parameters = dpzoo.parametersOf(found.notion);
    const others = parameters.filter((p) => p.name in fix).map((p) => shown(p, fix[p.name]));
    const symbols = Object.fromEntries(dpzoo.parametersOf(source.notion).map((p) => [p.name, p.symbol]));
    for (const p of parameters) if (!(p.name in symbols)) symbols[p.name] = p.symbol;
    const head = el("p", { class: "dz-given-head" }, el("a", { href: `notions/${found.notion}.html` }, target.name), el("strong", {}, shown(wanted, found.values[wanted.name])), others.length ? el("span", { class: "dz-small" }, `at ${others.join(", ")}`) : null);
    if (!found.path) return el("article", { class: "dz-given", "data-notion": found.notion, "data-first": "" }, head, el("p", { class: "dz-small" }, "The best possible value. The recorded formula is on its way …"));
    const numbers = { ...source.values, ...found.chosen };
    const equations = dpzoo.solved(found, wanted);
    const chosen = Object.entries(found.chosen).filter(([name]) => !(name in fix) && equations.some(([, t]) => dpzoo.expressionNames(t).has(name)));
    const words = found.conditions.map((c) => dpzoo.maps.words[c] || c);
    return el(
      "article", { class: "dz-given", "data-notion": found.notion },
      head,
      words.length ? null : bestPossible(source, found, wanted, fix),
      words.length ? el("p", { class: "dz-small" }, "Provided that ", ...dpzoo.typeset(words.join(", and ")), ".") : null,
      el("details", {}, el("summary", {}, `formula and ${found.path.length === 1 ? "source" : `way of ${found.path.length} claims`}`),
        ...equations.map(([symbol, t]) => el("p", { class: "dz-formula" }, dpzoo.equation(symbol, t, symbols))),
        ...equations.map(([symbol, t]) => el("p", { class: "dz-formula" }, "with the numbers: ", dpzoo.equation(symbol, t, symbols, numbers))),
        chosen.length ? el("p", { class: "dz-small" }, "Found numerically; the bound holds there: ", ...chosen.flatMap(([name, value], i) => [i ? ", " : "", dpzoo.equation(name, { number: String(value) }, symbols)])) : null,
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
    const loss = recorded < 2 * best.value ? `${dpzoo.format((100 * (recorded - best.value)) / best.value, { digits: 2, round: "up" })} % more` : `${dpzoo.format(recorded / best.value, { round: "up" })} times as much`;
    const none = recorded <= best.value * (1 + 1e-9) ? "No better bound exists." : "No bound is better by more than a millionth of it.";
    const said = reached ? none : `Best possible: ${shown(wanted, value)}. The recorded formula asks for ${loss}.`;
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

  dpzoo.answerCard = card;
})();
