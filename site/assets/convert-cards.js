// One answer of the calculator: the parameter, the best possible one beside it, the formula and its way.
//
// dpzoo.answerCard(source, {found, wanted, fix})   a card; where `found` has no path yet, the best possible value alone; `found.alone`
//   is the answer of dpzoo.optimum where there will be none
// dpzoo.convertCommand(source, target, fix)   what to run for the same answer in the shell
// dpzoo.atFixed(target, fix)   at which values of the target's other parameters
// dpzoo.certainBest(best)   its value, a little larger by what rounding may have taken away; a largest order a little smaller
(() => {
  const dpzoo = window.dpzoo;
  const el = (...a) => dpzoo.element(...a);

  const shown = (p, value) => `${dpzoo.symbolText(p)} = ${dpzoo.format(value, { round: p.sign > 0 ? "up" : "down" })}`;

  function atFixed(target, fix) {
    const others = dpzoo.parametersOf(target).filter((p) => p.name in fix).map((p) => shown(p, fix[p.name]));
    return others.length ? ` at ${others.join(", ")}` : "";
  }

  // rounding errors of the kernel included; a whole order is one that was tried, and a closed form that comes out as a short decimal is taken for it
  function certain({ parameter, value, numeric }) {
    if (["alpha", "omega", "k"].includes(parameter)) return Number.isInteger(value) ? value : value * (1 - 1e-8);
    return !numeric && value === Number(value.toPrecision(8)) ? value : value * (1 + (numeric ? 1e-8 : 1e-12));
  }

  function card(whole, { found, wanted, fix }) {
    const source = found.from || whole;
    const target = dpzoo.maps.notions[found.notion];
    const parameters = dpzoo.parametersOf(found.notion);
    const symbols = Object.fromEntries(dpzoo.parametersOf(source.notion).map((p) => [p.name, p.symbol]));
    for (const p of parameters) if (!(p.name in symbols)) symbols[p.name] = p.symbol;
    const head = el("p", { class: "dz-given-head" }, el("a", { href: `notions/${found.notion}.html` }, target.name), el("strong", {}, shown(wanted, found.values[wanted.name])), atFixed(found.notion, fix) ? el("span", { class: "dz-small" }, atFixed(found.notion, fix).trim()) : null);
    if (!found.path) return el("article", { class: "dz-given", "data-notion": found.notion, "data-first": "" }, head, el("p", { class: "dz-small" }, found.alone ? "The best possible value; no recorded formula leads there with these numbers." : "The best possible value. The recorded formula is on its way …"), found.alone ? attained(found.alone, found.notion) : null);
    const numbers = { ...source.values, ...found.chosen };
    const equations = dpzoo.solved(found, wanted);
    const chosen = Object.entries(found.chosen).filter(([name]) => !(name in fix) && equations.some(([, t]) => dpzoo.expressionNames(t).has(name)));
    const words = found.conditions.map((c) => dpzoo.maps.words[c] || c);
    return el(
      "article", { class: "dz-given", "data-notion": found.notion },
      head,
      words.length ? null : bestPossible(whole, found, wanted, fix),
      words.length ? el("p", { class: "dz-small" }, "Provided that ", ...dpzoo.typeset(words.join(", and ")), ".") : null,
      !found.path.length ? null : el("details", {}, el("summary", {}, `formula and ${found.path.length === 1 ? "source" : `way of ${found.path.length} claims`}`),
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
    if (!best && dpzoo.bounding(source.notion) && dpzoo.bounding(found.notion)) return el("p", { class: "dz-small" }, "The best possible value takes a longer computation: ", el("code", {}, command(source, found.notion, fix)));
    if (!best || best.parameter !== wanted.name || !Number.isFinite(best.value) || !(best.value <= recorded * (1 + 1e-9))) return null;
    const value = certain(best);
    const reached = recorded <= best.value * (1 + 1e-6);
    const loss = best.value === 0 ? "more than nothing" : recorded < 2 * best.value ? `${dpzoo.format((100 * (recorded - best.value)) / best.value, { digits: 2, round: "up" })} % more` : `${dpzoo.format(recorded / best.value, { round: "up" })} times as much`;
    const none = recorded <= best.value * (1 + 1e-9) ? "No better bound exists." : "No bound is better by more than a millionth of it.";
    const five = dpzoo.format(value, { digits: 5, round: "up" });
    const how = best.numeric ? ", found by a scan" : "";
    const said = reached && !best.numeric ? none : `Best possible${how}: ${dpzoo.symbolText(wanted)} = ${five === dpzoo.format(recorded, { digits: 5, round: "up" }) && !reached ? dpzoo.format(value, { digits: 8, round: "up" }) : five}. ${reached ? "The recorded formula reaches it." : `The recorded formula asks for ${loss}.`}`;
    const share = recorded > 0 ? Math.max(0.02, Math.min(1, best.value / recorded)) : 1;
    const bar = reached ? null : el("div", { class: "dz-reach", role: "img", "aria-label": `from the best possible ${shown(wanted, value)} to the recorded ${shown(wanted, recorded)}` }, el("span", { style: `width: ${100 * share}%` }));
    return el("div", { class: "dz-best", "data-best": String(best.value) }, el("p", { class: "dz-small" }, said), bar, attained(best, found.notion));
  }

  // what to run for what the page does not compute
  function command(source, target, fix) {
    const written = ({ notion, values }) => `${notion}(${Object.entries(values).map(([n, x]) => `${n}=${x === Infinity ? "inf" : x}`).join(", ")})`;
    const given = [source, ...(source.also || [])].map(written).join(" and ");
    return `dpzoo convert '${given}' ${target}${Object.entries(fix).map(([n, x]) => ` --fix ${n}=${x === Infinity ? "inf" : x}`).join("")}`;
  }

  const LIMITS = ["probabilistic-dp", "relaxed-dp"]; // losses must exceed ε

  // a probability close to 1 by what is missing
  function share(v, others) {
    const rest = others.reduce((sum, x) => sum + x, 0);
    return v > 0.9999 && rest ? `1 − ${dpzoo.format(rest, { digits: 6 })}` : dpzoo.format(v, { digits: 6 });
  }

  function attained({ pair }, target) {
    if (!pair) return null;
    const row = (name, xs) => el("tr", {}, el("th", { scope: "row" }, name), ...xs.map((v, i) => el("td", {}, share(v, xs.filter((_, k) => k !== i)))));
    return el(
      "details", {}, el("summary", {}, `${LIMITS.includes(target) ? "approached" : "attained"} by this 2 × ${pair.p.length} table`),
      el("section", { class: "dz-scroll", tabindex: "0", "aria-label": "The table" }, el("table", { class: "dz-table-of-pair" }, el("thead", {}, el("tr", {}, el("td", {}), ...pair.p.map((_, i) => el("th", { scope: "col" }, `output ${i + 1}`)))), el("tbody", {}, row("on one dataset", pair.p), row("on its neighbour", pair.q)))),
      el("p", { class: "dz-small" }, "It has your guarantee and, up to rounding, needs as much."),
    );
  }

  Object.assign(dpzoo, { answerCard: card, atFixed, certainBest: certain, convertCommand: command });
})();
