// What else the calculator shows of a guarantee: its curves, and what meets a target (ε, δ); from the worker.
//
// dpzoo.curvesIn(place, source, {own, trees, ask, current})       ε over δ, the Rényi divergence over its order, the errors of tests
// dpzoo.targetsIn(place, {epsilon, delta, alpha, times}, {names, ask, current})   the largest or smallest value of each landmark
// dpzoo.orderIn(place, source, {renyi, truncated, power}, {own, ask, current})   up to which orders divergences keep to these bounds; their
//   section is hidden where none are bounded
(() => {
  const dpzoo = window.dpzoo;
  const el = (...a) => dpzoo.element(...a);
  const DELTAS = Array.from({ length: 23 }, (_, i) => 10 ** (-1 - i / 2));
  const ORDERS = [1.1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 64];
  // closer together where the curve is steep: what is drawn between two of them lies above it
  const LEVELS = [0, 0.0005, 0.001, 0.002, 0.004, 0.007, 0.01, 0.015, 0.02, ...Array.from({ length: 40 }, (_, i) => (i + 1) / 40)];

  // in small pieces, so that a newer question does not wait long; null when there is one
  async function points(source, target, wanted, name, at, { ask, current }) {
    const found = [];
    for (let i = 0; i < at.length; i += 6) {
      found.push(...(await ask("curveOf", source, target, wanted, at.slice(i, i + 6).map((x) => ({ [name]: x })))));
      if (!current()) return null;
    }
    return found;
  }

  function lines(found, at) {
    const column = (i) => found.map((pair, k) => [at[k], pair[i]]).filter(([, y]) => y !== null && Number.isFinite(y));
    const [recorded, best] = [column(0), column(1)];
    const made = [];
    if (recorded.length > 1) made.push({ name: "recorded", style: "a", points: recorded });
    if (best.length > 1) made.push({ name: "best possible", style: "b", points: best });
    return made;
  }

  const most = (made) => Math.max(1e-6, ...made.flatMap((l) => l.points.map(([, y]) => y))) * 1.05;

  async function curvesIn(place, source, { own, trees, ask, current }) {
    const figures = [];
    place.replaceChildren();
    if (own && own.oneSided) return;
    // between neighbours of its own a guarantee has the curves of what it reads as
    const whose = own ? " Between two neighbours of its own." : "";
    const read = own ? { notion: own.reads, values: Object.fromEntries(Object.entries(own.takes).map(([name, mine]) => [name, source.values[mine]])) } : source;
    const profile = await points(read, "approximate-dp", "epsilon", "delta", DELTAS, { ask, current });
    if (!current()) return;
    const first = profile ? lines(profile, DELTAS) : [];
    if (first.length) figures.push(dpzoo.chart({ title: "ε over δ", says: `Which ε the guarantee gives at each δ: by the recorded formulas, and the least that any formula could give.${whose}`, x: { label: "δ", low: 1e-12, high: 0.1, log: true, round: "up" }, y: { label: "ε", low: 0, high: most(first), round: "up" }, lines: first }));
    place.replaceChildren(...figures);
    const curve = await points(read, "renyi-dp", "epsilon", "alpha", ORDERS, { ask, current });
    if (!current()) return;
    const second = curve ? lines(curve, ORDERS) : [];
    if (second.length) figures.push(dpzoo.chart({ title: "Rényi divergence over its order", says: `The ε of Rényi DP at each order α.${whose}`, x: { label: "α", low: 1.1, high: 64, log: true, text: (v, round) => dpzoo.format(v, { digits: 3, round }), round: "down" }, y: { label: "ε at order α", low: 0, high: most(second), round: "up" }, lines: second }));
    place.replaceChildren(...figures);
    const misses = await ask("tradeoffOf", source, trees, own, LEVELS);
    if (!current() || !misses) return;
    const share = (v) => `${dpzoo.format(100 * v, { digits: 3, round: "down" })} %`;
    figures.push(dpzoo.chart({ title: "The trade-off between errors", says: `How often any test misses at least, over how often it raises a false alarm. The diagonal is a guess.${whose}`, x: { label: "false alarms", low: 0, high: 1, text: share }, y: { label: "misses, at least", low: 0, high: 1, text: share }, lines: [{ name: "any test", style: "a", points: LEVELS.map((x, i) => [x, Math.max(0, misses[i])]) }, { name: "a guess", style: "plain", points: LEVELS.map((x) => [x, 1 - x]) }] }));
    place.replaceChildren(...figures);
  }

  // lists with one number that is asked for, and what it is called
  const asked = (alpha) => [
    ["gaussian(sigma=?)", "σ", "of Gaussian noise, for sensitivity 1", "mechanisms/gaussian-mechanism.html"],
    ["laplace(b=?)", "b", "of Laplace noise, for sensitivity 1", "mechanisms/laplace-mechanism.html"],
    ["zcdp(rho=?)", "ρ", "of zCDP", "notions/zero-concentrated-dp.html"],
    ["gdp(mu=?)", "μ", "of Gaussian DP", "notions/gaussian-dp.html"],
    [`rdp(${alpha}, ?)`, "ε", `of Rényi DP at order ${alpha}`, "notions/renyi-dp.html"],
    ["pure(?)", "ε", "of ε-DP", "notions/epsilon-dp.html"],
  ];

  async function targetsIn(place, { epsilon, delta, alpha, times }, { names, ask, current }) {
    const rows = asked(alpha === Infinity ? "inf" : alpha).map(([list, symbol, words, page]) => ({ list: times > 1 ? `${list}*${times}` : list, symbol, words, page, cell: el("td", { class: "dz-number" }, "…") }));
    const query = (list) => new URLSearchParams({ items: list, ask: "solve", delta: String(delta), epsilon: String(epsilon) });
    place.replaceChildren(
      el("section", { class: "dz-scroll dz-fit", tabindex: "0", "aria-label": "What meets the target" }, el("table", { class: "dz-plain dz-targets" },
        el("thead", {}, el("tr", {}, el("th", { scope: "col" }, times > 1 ? `Each of ${times} releases may have` : "A release may have"), el("th", { scope: "col", class: "dz-number" }, "value"), el("th", { scope: "col" }, "How"))),
        el("tbody", {}, ...rows.map((r) => el("tr", { "data-target": r.list }, el("th", { scope: "row" }, `${r.symbol} `, el("a", { href: r.page }, r.words)), r.cell, el("td", {}, el("a", { href: `budget.html?${query(r.list)}`, "aria-label": `how ${r.symbol} ${r.words} was found` }, "how"))))))),
    );
    for (const row of rows) {
      let said;
      try {
        const found = await ask("solvedFor", row.list, { delta, epsilon }, names);
        said = found.unbounded ? "any" : `${row.symbol === "σ" || row.symbol === "b" ? "≥" : "≤"} ${found.shown}`;
      } catch (error) {
        if (error.name !== "AccountingError") throw error;
        said = "none";
      }
      if (!current()) return;
      row.cell.replaceChildren(said);
    }
  }

  // orders of which the largest is asked for: what is bounded, and the field with the bound
  const ORDERED = [["renyi-dp", "epsilon", "Rényi DP", "renyi"], ["truncated-codp-bdrs18", "rho", "truncated concentrated DP", "truncated"], ["fk-divergence-dp", "epsilon", "fₖ-divergence DP", "power"]];

  async function orderIn(place, source, bounds, { own, ask, current }) {
    place.replaceChildren();
    place.parentElement.hidden = Boolean(own) || !dpzoo.bounding(source.notion);
    if (place.parentElement.hidden) return;
    const several = source.also.length > 0;
    const gives = several ? "Your guarantees together give" : "Your guarantee gives";
    const scanned = [];
    for (const [target, fixed, name, field] of ORDERED) {
      const value = bounds[field];
      if (!(value > 0 && value < Infinity)) continue;
      const best = await ask("optimum", source, target, { [fixed]: value });
      if (!current()) return;
      const [bound, order] = [true, false].map((is) => dpzoo.symbolText(dpzoo.parametersOf(target).find((p) => (p.name === fixed) === is)));
      const claim = `${name} with ${bound} = ${dpzoo.format(value, { digits: 6 })}`;
      const line = el("p", {});
      if (!best) line.append(`The largest order ${order} at which ${several ? "your guarantees give" : "your guarantee gives"} ${claim} takes a longer computation: `, el("code", {}, dpzoo.convertCommand(source, target, { [fixed]: value })));
      else if (best.value === Infinity) line.append(`${gives} ${claim} at every order ${order}.`);
      else if (best.value === 0) line.append(`${gives} ${claim} at no order: already ${target === "truncated-codp-bdrs18" ? "just above" : "at"} order 1 some mechanisms need more.`);
      else line.append(`${gives} ${claim} up to the largest order ${order} = ${dpzoo.format(dpzoo.certainBest(best), { digits: 5, round: "down" })}; at higher orders some mechanisms need more.`);
      place.append(line);
      if (best && best.numeric && best.value > 0) scanned.push(order);
    }
    if (scanned.length) place.append(el("p", { class: "dz-small", "data-scanned": "" }, `${scanned.join(", ")}: found by a scan in floating-point numbers, which proves nothing; dpzoo convert encloses the value between two bounds.`));
  }

  Object.assign(dpzoo, { curvesIn, targetsIn, orderIn });
})();
