// Conversions of guarantees in the browser: the search of dpzoo/relations/conversion.py and optimizing.py over the exported maps.
// The maps are data (assets/data/maps.js) and are evaluated by assets/expressions.js; no formula stands here.
//
// window.dpzoo.convert({notion, values}, target, fix)   the best without conditions first, as `dpzoo convert` lists them:
//   [{values, path, formulas, chosen, conditions, steps}]; throws an Error with one sentence where there is no answer
// window.dpzoo.reachable(notion)                        the ids of the notions that some way of claims leads to
// window.dpzoo.checkValues(notion, values)              throws where a value is outside its domain
(() => {
  const root = typeof window === "undefined" ? globalThis : window;
  const dpzoo = (root.dpzoo = root.dpzoo || {});

  const MAX_STEPS = 4;
  const MAX_LABELS = 60;
  const REFINED = 10;
  const TOLERANCE = 1e-9;
  const NEAREST = 1e-6;
  const MAX_INTEGERS = 64;
  const FINE = 8;
  const ZOOMS = 22;
  const ROUNDS = 5;
  const COARSE = Array.from({ length: 97 }, (_, i) => 10 ** ((i - 48) / 4));
  const stepOf = (dimension) => ({ 0: 1, 1: 1, 2: 6 })[dimension] || 16;

  let graph = null;

  function data() {
    if (graph) return graph;
    const { notions, readings, trees, constraints, excludes, entails } = dpzoo.maps;
    const records = new Map();
    for (const [id, notion] of Object.entries(notions)) {
      const parameters = Object.entries(notion.parameters).map(([name, [base, index, domain, weaker, integer]]) => ({
        name,
        symbol: [base, index],
        domain: constraints[domain],
        domainNames: namesOf(constraints[domain]),
        sign: weaker ? 1 : -1,
        integer: Boolean(integer),
      }));
      records.set(id, { id, name: notion.name, short: notion.short, parameters });
    }
    const outgoing = new Map();
    for (const [start, end, claim, map, free, needed, named, chooses] of readings) {
      const reading = {
        end,
        claim,
        map: new Map(Object.entries(map).map(([n, t]) => [n, trees[t]])),
        free: new Map(Object.entries(free).map(([n, c]) => [n, constraints[c]])),
        needed: needed.map((c) => constraints[c]),
        named,
        chooses: Boolean(chooses),
      };
      if (!outgoing.has(start)) outgoing.set(start, []);
      outgoing.get(start).push(reading);
    }
    graph = { records, outgoing, excludes, entails };
    return graph;
  }

  // Expressions

  function namesOf(constraint) {
    const found = new Set();
    for (const chain of constraint.all) for (const term of chain.terms) dpzoo.expressionNames(term, found);
    return found;
  }

  function substitute(tree, values) {
    if ("number" in tree) return tree;
    if ("name" in tree) return values.has(tree.name) ? values.get(tree.name) : tree;
    if ("negate" in tree) return { negate: substitute(tree.negate, values) };
    if ("call" in tree) return { call: tree.call, arguments: tree.arguments.map((a) => substitute(a, values)) };
    return { operator: tree.operator, left: substitute(tree.left, values), right: substitute(tree.right, values) };
  }

  const substituteIn = (constraint, values) => ({
    all: constraint.all.map((c) => ({ terms: c.terms.map((t) => substitute(t, values)), operators: c.operators })),
  });

  const union = (a, b) => [...new Set([...a, ...b])].sort();
  const within = (a, b) => a.every((x) => b.includes(x));

  function possible(conditions) {
    const { excludes, entails } = data();
    const all = new Set(conditions);
    for (const name of all) for (const other of entails[name] || []) all.add(other); // a set grows while it is walked
    return ![...all].some((name) => (excludes[name] || []).some((other) => all.has(other)));
  }

  // Minimising (dpzoo/relations/optimizing.py)

  function integers(low, high) {
    const first = Math.ceil(low);
    return Array.from({ length: MAX_INTEGERS }, (_, k) => first + k).filter((k) => k <= high);
  }

  function gridOf(low, high) {
    if (high === Infinity) return COARSE.filter((t) => low === 0 || t >= NEAREST * Math.abs(low)).map((t) => low + t);
    const width = high - low;
    const near = (t, bound) => t < 0.5 && (bound === 0 || width * t >= NEAREST * Math.abs(bound));
    const below = COARSE.filter((t) => near(t, low)).map((t) => low + width * t);
    const above = COARSE.filter((t) => near(t, high)).reverse().map((t) => high - width * t);
    return [...below, low + width / 2, ...above];
  }

  function begin(objective, ranges, whole) {
    const names = [...ranges.keys()];
    const grids = names.map((n) => (whole.has(n) ? integers(...ranges.get(n)) : gridOf(...ranges.get(n))));
    const step = stepOf(names.length);
    const thin = grids.map((g) => g.filter((_, i) => i % step === 0));
    let value = Infinity;
    let point = Object.fromEntries(names.map((n, i) => [n, grids[i][0]]));
    const visit = (depth, trial) => {
      if (depth < names.length) {
        for (const t of thin[depth]) visit(depth + 1, { ...trial, [names[depth]]: t });
        return;
      }
      const found = objective(trial);
      if (found < value) [value, point] = [found, trial];
    };
    visit(0, {});
    return { objective, names, grids, step, value, point };
  }

  function refined(search) {
    let { value, point } = search;
    if (value === Infinity) return point;
    for (let round = 0; round < (search.names.length === 1 ? 1 : ROUNDS); round++) {
      const reach = round === 0 ? search.step : 1; // first up to the neighbours that the coarse search has seen
      search.names.forEach((name, i) => {
        [point, value] = zoom(search.objective, point, value, name, search.grids[i], reach);
      });
    }
    return point;
  }

  function zoom(objective, start, startValue, name, grid, reach) {
    let point = start;
    let value = startValue;
    const below = grid.filter((t) => t < point[name]).slice(-reach);
    const above = grid.filter((t) => t > point[name]).slice(0, reach);
    let low = below.length ? below[0] : point[name];
    let high = above.length ? above[above.length - 1] : point[name];
    for (let i = 0; i < ZOOMS; i++) {
      if (high - low <= TOLERANCE * 1e-3 * Math.max(Math.abs(high), Math.abs(low), 1e-300)) break;
      let best = low;
      let bestValue = Infinity;
      for (let k = 0; k <= FINE; k++) {
        const t = low + ((high - low) * k) / FINE;
        const found = objective({ ...point, [name]: t });
        if (found < bestValue) [bestValue, best] = [found, t];
      }
      if (bestValue < value) {
        value = bestValue;
        point = { ...point, [name]: best };
      }
      const half = ((high - low) / FINE) * 1.5;
      const centre = point[name];
      [low, high] = [Math.max(low, centre - half), Math.min(high, centre + half)];
    }
    return [point, value];
  }

  // Ways

  // the parameters reached at a point, raised into their domain where that only weakens; null where there are none
  function valuesAt(label, point) {
    const values = {};
    try {
      for (const c of label.free.values()) if (!dpzoo.holds(c, point)) return null;
      for (const c of label.needed) if (!dpzoo.holds(c, point)) return null;
      for (const [n, tree] of label.formulas) values[n] = dpzoo.evaluate(tree, point);
    } catch (error) {
      if (error.name === "EvaluationError") return null;
      throw error;
    }
    for (const p of data().records.get(label.notion).parameters) {
      if (!(p.name in values) || ![...p.domainNames].every((n) => n in values)) continue;
      if (p.sign > 0 && values[p.name] < 0 && !dpzoo.holds(p.domain, values)) values[p.name] = 0;
      if (!dpzoo.holds(p.domain, values) || (p.integer && values[p.name] % 1 !== 0)) return null;
    }
    return values;
  }

  function extend(label, reading) {
    const number = label.path.length;
    const taken = new Set(label.free.keys());
    for (const tree of label.formulas.values()) dpzoo.expressionNames(tree, taken);
    const renamed = new Map();
    for (const name of reading.free.keys()) {
      let other = number || label.formulas.has(name) ? `${name}_${number}` : name;
      if (taken.has(other)) other += "_free";
      renamed.set(name, { name: other });
    }
    const inside = new Map([...label.formulas, ...renamed]);
    const formulas = new Map([...reading.map].map(([n, tree]) => [n, substitute(tree, inside)]));
    const theirs = new Map([...formulas, ...inside]);
    const conditions = union(label.conditions, reading.named);
    if (!possible(conditions)) return null;
    const free = new Map(label.free);
    for (const [n, c] of reading.free) free.set(renamed.get(n).name, substituteIn(c, inside));
    const own = new Set([...renamed.values()].map((v) => v.name));
    const whole = new Set(label.whole);
    for (const p of data().records.get(reading.end).parameters) {
      const tree = formulas.get(p.name);
      if (p.integer && tree && own.has(tree.name)) whole.add(tree.name);
    }
    return {
      notion: reading.end,
      formulas,
      path: [...label.path, reading],
      free,
      needed: [...label.needed, ...reading.needed.map((c) => substituteIn(c, theirs))],
      conditions,
      whole,
    };
  }

  const atMost = (parameter, value, allowed) => parameter.sign * value <= parameter.sign * allowed;

  // whether no way to the same notion was at least as good; ways with free parameters are only counted
  function worth(label, source, front, count) {
    if (label.free.size) {
      count.set(label.notion, (count.get(label.notion) || 0) + 1);
      return count.get(label.notion) <= MAX_LABELS;
    }
    const values = valuesAt(label, source.values);
    if (!values) return false;
    const { parameters } = data().records.get(label.notion);
    if (!front.has(label.notion)) front.set(label.notion, []);
    const known = front.get(label.notion);
    const beaten = ([c, v]) => within(c, label.conditions) && parameters.every((p) => atMost(p, v[p.name], values[p.name]));
    if (known.some(beaten)) return false;
    known.push([label.conditions, values]);
    return true;
  }

  function distancesTo(target) {
    const distance = new Map([[target, 0]]);
    for (let steps = 1; steps <= MAX_STEPS; steps++) {
      const next = [];
      for (const [start, readings] of data().outgoing) {
        if (!distance.has(start) && readings.some((r) => distance.get(r.end) === steps - 1)) next.push(start);
      }
      next.forEach((n) => distance.set(n, steps));
    }
    return distance;
  }

  const start = (notion) => ({
    notion,
    formulas: new Map(data().records.get(notion).parameters.map((p) => [p.name, { name: p.name }])),
    path: [],
    free: new Map(),
    needed: [],
    conditions: [],
    whole: new Set(),
  });

  // all ways to the target, by length; a way that another of the same notion and conditions beats is left out
  function labels(source, target) {
    const first = start(source.notion);
    const found = source.notion === target ? [first] : [];
    const front = new Map([[source.notion, [[[], { ...source.values }]]]]);
    const hopeful = distancesTo(target);
    const seen = new Set();
    let layer = [first];
    for (let steps = 1; steps <= MAX_STEPS; steps++) {
      const following = [];
      const count = new Map();
      for (const label of layer) {
        for (const reading of data().outgoing.get(label.notion) || []) {
          const far = hopeful.has(reading.end) ? hopeful.get(reading.end) : MAX_STEPS + 1;
          if (far > MAX_STEPS - steps || label.path.some((r) => r.claim === reading.claim)) continue;
          if (reading.end !== target && reading.chooses) continue; // a choice that is made on the way is lost at the end
          const longer = extend(label, reading);
          if (!longer) continue;
          if (!worth(longer, source, front, count)) {
            // it leads nowhere, but can say why
            if (reading.end === target && !longer.free.size && !valuesAt(longer, source.values)) found.push(longer);
            continue;
          }
          const texts = [...longer.formulas].map(([n, tree]) => `${n} ${dpzoo.expressionText(tree)}`).sort();
          const form = [reading.end, ...texts, "|", ...longer.conditions].join("\n");
          if (seen.has(form)) continue;
          seen.add(form);
          if (reading.end === target) found.push(longer);
          following.push(longer);
        }
      }
      layer = following;
    }
    return found;
  }

  // constant bounds of a free parameter, as far as its constraint states them
  function rangeOf(name, constraint, known) {
    let low = 0;
    let high = Infinity;
    for (const chain of constraint.all) {
      chain.operators.forEach((operator, i) => {
        if (!["<", "<=", ">", ">="].includes(operator)) return;
        const [left, right] = [chain.terms[i], chain.terms[i + 1]];
        const [smaller, larger] = operator.startsWith("<") ? [left, right] : [right, left];
        try {
          if (larger.name === name) low = Math.max(low, dpzoo.evaluate(smaller, known));
          else if (smaller.name === name) high = Math.min(high, dpzoo.evaluate(larger, known));
        } catch (error) {
          if (error.name !== "EvaluationError") throw error;
        }
      });
    }
    return [low, high];
  }

  function attempt(label, source, fix, wanted) {
    const { parameters } = data().records.get(label.notion);
    const chosen = {};
    for (const [name, value] of Object.entries(fix)) {
      const tree = label.formulas.get(name);
      if (tree && "name" in tree && label.free.has(tree.name)) chosen[tree.name] = value;
    }
    const known = { ...source.values, ...chosen };
    const ranges = new Map();
    for (const [n, c] of label.free) if (!(n in chosen)) ranges.set(n, rangeOf(n, c, known));
    const reached = (point) => {
      const values = valuesAt(label, { ...known, ...point });
      if (!values || !parameters.every((p) => !(p.name in fix) || atMost(p, values[p.name], fix[p.name]))) return null;
      return { ...values, ...fix };
    };
    const objective = (point) => {
      const values = reached(point);
      if (!values) return Infinity;
      return wanted ? wanted.sign * values[wanted.name] : 0;
    };
    return { label, chosen, reached, search: begin(objective, ranges, label.whole) };
  }

  function finished({ label, chosen, reached, search }) {
    const point = refined(search);
    const values = reached(point);
    if (!values) return null;
    return {
      notion: label.notion,
      values,
      path: label.path.map((r) => r.claim),
      formulas: Object.fromEntries(label.formulas),
      chosen: { ...chosen, ...point },
      conditions: label.conditions,
    };
  }

  function promising(attempts) {
    const groups = new Map();
    const order = (a, b) => {
      const [x, y] = [a.search.value, b.search.value];
      return x === y ? a.label.path.length - b.label.path.length : x < y ? -1 : 1;
    };
    for (const a of [...attempts].sort(order)) {
      const key = a.label.conditions.join("\n");
      if (!groups.has(key)) groups.set(key, []);
      const group = groups.get(key);
      if (a.search.value < Infinity && (group.length < REFINED || a.label.path.length <= 1)) group.push(a);
    }
    return [...groups.values()].flat();
  }

  // strictly better, or equal by a shorter path
  function better(one, other, wanted) {
    if (wanted) {
      const [a, b] = [one, other].map((c) => wanted.sign * c.values[wanted.name]);
      const close = a === b || Math.abs(a - b) <= Math.max(1e-12 * Math.max(Math.abs(a), Math.abs(b)), 1e-15);
      if (!close) return a < b;
    }
    return one.path.length < other.path.length && within(one.conditions, other.conditions);
  }

  function refuse(sentence) {
    const error = new Error(sentence);
    error.name = "GuaranteeError";
    throw error;
  }

  const symbolText = (p) => (p.symbol[1] ? `${p.symbol[0]}_${p.symbol[1]}` : p.symbol[0]);

  function checkValues(notion, values, complete = true) {
    const record = data().records.get(notion);
    if (!record) refuse("this notion has a parameter that is a function, or none, so that it cannot be converted by numbers");
    for (const p of record.parameters) {
      const given = p.name in values;
      if (!given || typeof values[p.name] !== "number" || Number.isNaN(values[p.name])) {
        if (complete || given) refuse(`${record.short} needs a number for ${symbolText(p)}`);
        continue;
      }
      if (![...p.domainNames].every((n) => n in values)) continue;
      if (!dpzoo.holds(p.domain, values)) {
        const domain = dpzoo.constraintText(p.domain, (n) => symbolText(record.parameters.find((q) => q.name === n) || { symbol: [n, ""] }));
        refuse(`${symbolText(p)} = ${dpzoo.format(values[p.name])} is outside the values of ${record.short}: ${domain}`);
      }
      if (p.integer && values[p.name] % 1 !== 0 && values[p.name] !== Infinity) {
        refuse(`${symbolText(p)} = ${dpzoo.format(values[p.name])} of ${record.short} is a whole number`);
      }
    }
    return record;
  }

  function convert(source, target, fix = {}) {
    checkValues(source.notion, source.values);
    const record = checkValues(target, fix, false);
    const open = record.parameters.filter((p) => !(p.name in fix));
    if (open.length > 1) {
      refuse(`fix all but one of ${open.map(symbolText).join(", ")} of ${record.short}; as it is, there is no single best value`);
    }
    const wanted = open[0] || null;
    const ways = labels(source, target);
    const best = new Map();
    for (const a of promising(ways.map((label) => attempt(label, source, fix, wanted)))) {
      const found = finished(a);
      if (!found) continue;
      const key = found.conditions.join("\n");
      if (!best.has(key) || better(found, best.get(key), wanted)) best.set(key, found);
    }
    if (!best.size && ways.length) refuse(`no recorded way reaches ${record.short} with these values; fix a weaker one`);
    const plain = best.get("");
    best.delete("");
    const rest = [...best.values()].filter((c) => !plain || better(c, plain, wanted));
    rest.sort((a, b) => a.conditions.length - b.conditions.length || (a.conditions.join("\n") < b.conditions.join("\n") ? -1 : 1));
    return plain ? [plain, ...rest] : rest;
  }

  function reachable(notion) {
    const found = new Set();
    let layer = new Set([notion]);
    for (let steps = 1; steps <= MAX_STEPS; steps++) {
      const next = new Set();
      for (const n of layer) for (const r of data().outgoing.get(n) || []) if (!found.has(r.end) && r.end !== notion) next.add(r.end);
      next.forEach((n) => found.add(n));
      layer = next;
    }
    return [...found];
  }

  const parametersOf = (notion) => (data().records.has(notion) ? data().records.get(notion).parameters : []);

  Object.assign(dpzoo, { convert, reachable, checkValues, parametersOf, symbolText, substituteTree: substitute });
})();
