// Conversions of guarantees in the browser: what dpzoo/relations/{ways,attempts,optimizing,conversion}.py do, over the exported maps.
// The maps are data (assets/data/maps.js) and are evaluated by assets/expressions.js; no formula stands here.
//
// window.dpzoo.convert({notion, values}, target, fix)   the best without conditions first, as `dpzoo convert` lists them:
//   [{values, path, formulas, chosen, conditions, steps}]; throws an Error with one sentence where there is no answer
// window.dpzoo.least({notion, values}, target, measure, constants)   [the least value of a measure (a tree) of the target's
//   parameters over all ways without conditions, the conversion]; null where no way leads there
// window.dpzoo.reachable(notion)                        the ids of the notions that some way of claims leads to
// window.dpzoo.checkValues(notion, values)              throws where a value is outside its domain
(() => {
  const root = typeof window === "undefined" ? globalThis : window;
  const dpzoo = (root.dpzoo = root.dpzoo || {});

  const MAX_STEPS = 4;
  const MAX_FREE = 60;
  const REFINED = 5;
  const NEAREST = 1e-6;
  const MAX_INTEGERS = 64;
  const COARSE = { 1: 25, 2: 9, 3: 5 };
  const FEWEST = 4;
  const ROUNDS = 12;
  const HALVINGS = 14;
  const GOLDEN = (3 - Math.sqrt(5)) / 2;
  const [FIRST, FINEST, AT_A_WALL] = [1e-2, 3e-8, 3e-6];
  const WARM = 0.02;
  const FLAT = 1e-15; // what differs by less, relatively, is a plateau
  const BEFORE_ITSELF = 2;
  const NUDGES = [-52, -50, -47, -44, -40, -36, -32];

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
    for (const [start, end, claim, map, free, needed, named, chooses, tight] of readings) {
      const reading = {
        end,
        claim,
        back: start !== claim.split("/")[0],
        map: new Map(Object.entries(map).map(([n, t]) => [n, trees[t]])),
        free: new Map(Object.entries(free).map(([n, c]) => [n, constraints[c]])),
        needed: needed.map((c) => constraints[c]),
        named,
        chooses: Boolean(chooses),
        tight: (values) => tight === 1 || (Array.isArray(tight) && [...namesOf(constraints[tight[0]])].every((n) => n in values) && dpzoo.holds(constraints[tight[0]], values)),
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

  // a variable between bounds, on a scale that is logarithmic towards 0, both bounds and infinity
  function axisOf([low, high], integer = false) {
    let ends;
    if (integer) {
      const first = Math.ceil(low);
      ends = [0, Math.min(MAX_INTEGERS - 1, Math.floor(high) - first)];
    } else {
      const size = high === Infinity ? 1 : (high - low) / 2;
      const down = low === 0 ? -690 : Math.log((NEAREST * Math.abs(low)) / size);
      const up = high === Infinity ? 34.5 : high === 0 ? 36 : -Math.log((NEAREST * Math.abs(high)) / size);
      ends = [Math.asinh(down), Math.asinh(up)];
    }
    const half = (high - low) / 2;
    const at = (position) => {
      if (integer) return Math.ceil(low) + Math.round(position);
      const u = Math.sinh(position);
      if (high === Infinity) return low + Math.exp(u);
      return u <= 0 ? low + half * Math.exp(u) : high - half * Math.exp(-u);
    };
    const grid = (points) => {
      const [first, last] = ends;
      if (!integer) return Array.from({ length: points }, (_, k) => first + ((last - first) * k) / (points - 1));
      const step = Math.max(1, Math.ceil((last - first) / points));
      return Array.from({ length: Math.floor(last / step) + 1 }, (_, k) => k * step);
    };
    // the u of a value strictly between the bounds
    const place = (value) => {
      if (high === Infinity) return Math.log(value - low);
      return value - low <= half ? Math.log((value - low) / half) : -Math.log((high - value) / half);
    };
    return { low, high, integer, ends, at, grid, place, empty: integer ? low === Infinity || !(ends[0] <= ends[1]) : !(low < high) };
  }

  // a minimisation begun: the best position of a coarse grid, its value, and how far apart the grid's positions are
  function begin(objective, ranges, whole, walls = false) {
    const names = [...ranges.keys()];
    const axes = names.map((n) => axisOf(ranges.get(n), whole.has(n)));
    if (axes.some((axis) => axis.empty)) return { objective, names: [], axes: [], value: Infinity, positions: [], steps: [] };
    const grids = axes.map((axis) => axis.grid(COARSE[names.length] || FEWEST));
    const steps = grids.map((g) => (g.length > 1 ? g[1] - g[0] : 1));
    const values = grids.map((g, i) => g.map((t) => axes[i].at(t)));
    let value = Infinity;
    let where = names.map(() => 0);
    const indices = names.map(() => 0);
    const trial = {};
    const visit = (depth) => {
      if (depth < names.length) {
        for (let i = 0; i < grids[depth].length; i++) {
          indices[depth] = i;
          trial[names[depth]] = values[depth][i];
          visit(depth + 1);
        }
        return;
      }
      const found = objective({ ...trial });
      if (found < value) [value, where] = [found, [...indices]];
    };
    visit(0);
    const search = { objective, names, axes, value, positions: where.map((k, i) => grids[i][k]), steps };
    return walls && value < Infinity ? atTheWall(search) : search;
  }

  // the same from a better point next to where the objective becomes infinite, a condition holding with equality, if there is one
  function atTheWall(search) {
    const { objective, axes, steps } = search;
    let { value } = search;
    const at = [...search.positions];
    const value_at = (i, position) => objective(pointAt(search, at.map((t, j) => (j === i ? position : t))));
    axes.forEach((axis, i) => {
      for (const side of [-1, 1]) {
        let near = at[i];
        let far = Math.min(Math.max(near + side * steps[i], axis.ends[0]), axis.ends[1]);
        if (axis.integer || far === near || value_at(i, far) < Infinity) continue;
        for (let k = 0; k < HALVINGS; k++) {
          const middle = (near + far) / 2;
          const found = value_at(i, middle);
          if (found === Infinity) {
            far = middle;
            continue;
          }
          near = middle;
          if (found < value) [value, at[i]] = [found, middle];
        }
      }
    });
    return { ...search, value, positions: at };
  }

  const pointAt = ({ names, axes }, positions) => Object.fromEntries(names.map((n, i) => [n, axes[i].at(positions[i])]));

  // the least value found from a begun search, and where; infinity where the coarse grid found nothing; a search that does not
  // come near `limit` (a value that is known already) ends early
  function refined(search, limit = Infinity) {
    const { objective, names, axes } = search;
    let { value } = search;
    let at = [...search.positions];
    if (value === Infinity || !names.length) return [value, pointAt(search, at)];
    const inside = (i, position) => Math.min(Math.max(position, axes[i].ends[0]), axes[i].ends[1]);
    const value_at = (positions) => objective(pointAt(search, positions));
    const alongLine = (direction, reach) => line((distance) => value_at(at.map((t, i) => inside(i, t + distance * direction[i]))), value, reach, fine);
    let fine = names.length === 1 ? FINEST : FIRST;
    let reach = [...search.steps];
    for (let round = 0; round < ROUNDS; round++) {
      const before = value;
      const start = [...at];
      axes.forEach((axis, i) => {
        if (axis.integer) {
          const [first, last] = axis.ends;
          let best = [value, at[i]];
          for (let p = Math.max(first, Math.trunc(at[i] - reach[i])); p <= Math.min(last, Math.trunc(at[i] + reach[i])); p++) {
            const found = value_at(at.map((t, j) => (j === i ? p : t)));
            if (found < best[0] || (found === best[0] && p < best[1])) best = [found, p];
          }
          [value, at[i]] = best;
          return;
        }
        const [found, distance] = alongLine(at.map((_, j) => (j === i ? 1 : 0)), reach[i]);
        value = found;
        at[i] = inside(i, at[i] + distance);
      });
      const moved = at.map((t, i) => (axes[i].integer ? 0 : t - start[i]));
      if (moved.filter((m) => m !== 0).length > 1) {
        const [found, distance] = alongLine(moved, 1); // along a narrow valley single steps are short
        value = found;
        at = at.map((t, i) => inside(i, t + distance * moved[i]));
      }
      reach = reach.map((r, i) => Math.max(Math.min(r, 4 * Math.abs(at[i] - start[i])), 1e-3));
      const gain = before - value;
      if (names.length === 1 || value - limit > 4 * gain || (fine === FINEST && gain <= 1e-12 * Math.abs(value))) break;
      fine = gain > 1e-9 * Math.abs(value) ? Math.max(fine / 10, FINEST) : FINEST;
    }
    return [value, pointAt(search, at)];
  }

  // the least value near 0 (where it is `value`), and its position, by Brent's method; infinities are walls
  function line(f, value, reach, fine) {
    let x = 0;
    let [a, b] = [-reach, reach];
    let [fa, fb] = [f(a), f(b)];
    for (let k = 0; k < 40; k++) {
      if (fa < value) {
        [b, fb, x, value] = [x, value, a, fa];
        a -= reach;
        fa = f(a);
      } else if (fb < value) {
        [a, fa, x, value] = [x, value, b, fb];
        b += reach;
        fb = f(b);
      } else break;
    }
    if (Math.max(fa, fb) - value <= FLAT * Math.abs(value)) return [value, x]; // a plateau
    let [w, v, fw, fv] = [x, x, value, value];
    let step = 0;
    let earlier = 0;
    for (let k = 0; k < 80; k++) {
      const middle = (a + b) / 2;
      // near a wall the least value is at the edge, which has to be met; at a smooth minimum digits of the position are lost
      const tolerance = (fa === Infinity || fb === Infinity ? fine * AT_A_WALL : fine) * (Math.abs(x) + reach);
      if (Math.abs(x - middle) <= 2 * tolerance - (b - a) / 2) break;
      const parabolic = Math.abs(earlier) > tolerance ? vertex(x, value, w, fw, v, fv) : NaN;
      if (Math.abs(parabolic) < Math.abs(earlier) / 2 && a < x + parabolic && x + parabolic < b) {
        [earlier, step] = [step, parabolic];
        if (Math.min(x + step - a, b - x - step) < 2 * tolerance) step = tolerance * (middle >= x ? 1 : -1);
      } else {
        earlier = (x >= middle ? a : b) - x;
        step = GOLDEN * earlier;
      }
      const u = x + (Math.abs(step) >= tolerance ? step : tolerance * (step < 0 ? -1 : 1));
      const fu = f(u);
      if (fu <= value) {
        if (u >= x) [a, fa] = [x, value];
        else [b, fb] = [x, value];
        [v, fv, w, fw, x, value] = [w, fw, x, value, u, fu];
        continue;
      }
      if (u < x) [a, fa] = [u, fu];
      else [b, fb] = [u, fu];
      if (fu <= fw || w === x) [v, fv, w, fw] = [w, fw, u, fu];
      else if (fu <= fv || v === x || v === w) [v, fv] = [u, fu];
    }
    return [value, x];
  }

  // how far from x the parabola through three points is least; NaN if there is none
  function vertex(x, fx, w, fw, v, fv) {
    if (!Number.isFinite(fw) || !Number.isFinite(fv)) return NaN;
    const r = (x - w) * (fx - fv);
    const q = (x - v) * (fx - fw);
    const p = (x - v) * q - (x - w) * r;
    return q === r ? NaN : -p / (2 * (q - r));
  }

  // the first value of an axis from below (from above if `falling`) at which the gap is at most 0; null if none is found;
  // `near` is a value to begin at; what is not exact is admissible, too, and within a thousandth
  function firstAdmissible(gap, axis, falling, near = null, exact = true) {
    if (axis.empty) return null;
    if (axis.integer) {
      const positions = axis.grid(MAX_INTEGERS);
      if (falling) positions.reverse();
      const found = positions.find((t) => gap(axis.at(t)) <= 0);
      return found === undefined ? null : axis.at(found);
    }
    const at = (u) => axis.at(Math.asinh(u));
    const [first, last] = (falling ? [axis.ends[1], axis.ends[0]] : axis.ends).map(Math.sinh);
    const bracket = (near === null ? null : around(gap, at, first, last, axis.place(near))) || scanned(gap, at, first, last);
    if (!bracket) return null;
    let [miss, missed, hit, met] = bracket;
    let side = 0;
    for (let k = 0; k < 200; k++) {
      if (Math.abs(hit - miss) <= (exact ? 1e-14 : 1e-3) * Math.max(1, Math.abs(hit))) break;
      let u = (hit + miss) / 2;
      if (Number.isFinite(missed) && Number.isFinite(met) && met < 0) {
        u = (miss * met - hit * missed) / (met - missed);
        if (!(Math.min(hit, miss) < u && u < Math.max(hit, miss))) u = (hit + miss) / 2;
      }
      if (u === hit || u === miss) break;
      const g = gap(at(u));
      if (g <= 0) {
        [hit, met] = [u, g];
        if (side === 1) missed /= 2;
        side = 1;
        if (g === 0) break;
      } else {
        [miss, missed] = [u, g];
        if (side === -1) met /= 2;
        side = -1;
      }
    }
    return at(hit);
  }

  // the end of the axis that misses and the other, or places of a coarse scan; the first place twice if it is admissible
  function scanned(gap, at, first, last) {
    const start = gap(at(first));
    if (start <= 0) return [first, start, first, start];
    const end = gap(at(last));
    if (end <= 0) return [first, start, last, end];
    const [low, high] = [Math.asinh(first), Math.asinh(last)];
    let [miss, missed] = [first, start];
    for (let k = 1; k < 12; k++) {
      const u = Math.sinh(low + ((high - low) * k) / 12);
      const g = gap(at(u));
      if (g <= 0) return [miss, missed, u, g];
      [miss, missed] = [u, g];
    }
    return null;
  }

  // a place that misses and one that does not, found by growing steps from `near`; null where the axis ends before
  function around(gap, at, first, last, near) {
    let u = near;
    let g = gap(at(near));
    const towards = Math.sign(g <= 0 ? first - last : last - first);
    for (let step = WARM; ; step *= 4) {
      const other = u + towards * step;
      if (!(Math.min(first, last) < other && other < Math.max(first, last))) return null;
      const reached = gap(at(other));
      if (reached <= 0 !== g <= 0) return g <= 0 ? [other, reached, u, g] : [u, g, other, reached];
      [u, g] = [other, reached];
    }
  }

  // Ways

  // the parameters reached at a point, raised into their domain where that only weakens; null where there are none
  function valuesAt(label, point) {
    try {
      for (const c of label.free.values()) if (!dpzoo.holds(c, point)) return null;
      for (const c of label.needed) if (!dpzoo.holds(c, point)) return null;
      const values = {};
      for (const [n, tree] of label.formulas) {
        values[n] = dpzoo.compiled(tree)(point);
        if (Number.isNaN(values[n])) return null;
      }
      return intoDomain(label.notion, values);
    } catch (error) {
      if (error.name === "EvaluationError") return null;
      throw error;
    }
  }

  // values outside the domain, raised to zero where they are negative amounts; null where that does not help
  function intoDomain(notion, values) {
    const mended = { ...values };
    for (const p of data().records.get(notion).parameters) {
      if (!(p.name in mended) || ![...p.domainNames].every((n) => n in mended)) continue;
      if (dpzoo.holds(p.domain, mended)) {
        if (p.integer && Number.isFinite(mended[p.name]) && mended[p.name] % 1 !== 0) return null;
        continue;
      }
      if (p.sign < 0 || !(mended[p.name] < 0)) return null;
      mended[p.name] = 0;
      if (!dpzoo.holds(p.domain, mended)) return null;
    }
    return mended;
  }

  function unused(name, taken) {
    if (!taken.has(name)) return name;
    for (let k = 1; ; k++) if (!taken.has(`${name}_${k}`)) return `${name}_${k}`;
  }

  // what keeps the parameters reached on the way within their domain: a claim says nothing about values outside
  function insideOf(label) {
    if (!label.path.length) return [];
    const open = data().records.get(label.notion).parameters.filter((p) => {
      const tree = label.formulas.get(p.name);
      return tree && !("name" in tree) && !("number" in tree);
    });
    return open.map((p) => substituteIn(p.domain, label.formulas));
  }

  function extend(label, reading, source) {
    const taken = new Set([...label.formulas.keys(), ...label.free.keys(), ...Object.keys(source.values)]);
    for (const tree of label.formulas.values()) dpzoo.expressionNames(tree, taken);
    const renamed = new Map([...reading.free.keys()].map((name) => [name, { name: unused(name, taken) }]));
    const inside = new Map([...label.formulas, ...renamed]);
    const formulas = new Map([...reading.map].map(([n, tree]) => [n, substitute(tree, inside)]));
    // what a claim needs is said of its subject first
    const theirs = reading.back ? new Map([...inside, ...formulas]) : new Map([...formulas, ...inside]);
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
      needed: [...label.needed, ...insideOf(label), ...reading.needed.map((c) => substituteIn(c, theirs))],
      conditions,
      whole,
    };
  }

  const atMost = (parameter, value, allowed) => parameter.sign * value <= parameter.sign * allowed;

  // whether no way to the same notion was at least as good; ways with free parameters are only counted
  function worth(label, source, front, count) {
    if (label.free.size) {
      count.set(label.notion, (count.get(label.notion) || 0) + 1);
      return count.get(label.notion) <= MAX_FREE;
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
        const visited = new Set([source.notion, ...label.path.map((r) => r.end)]);
        for (const reading of data().outgoing.get(label.notion) || []) {
          const far = hopeful.has(reading.end) ? hopeful.get(reading.end) : MAX_STEPS + 1;
          if (far > MAX_STEPS - steps) continue;
          // a way visits no notion twice; only a claim from a notion to itself, which weakens a guarantee, may begin or end it
          const itself = reading.end === label.notion && label.path.length <= BEFORE_ITSELF && (!label.path.length || reading.end === target);
          if (visited.has(reading.end) && !itself && !(reading.end === target && source.notion === target && label.notion !== target)) continue;
          if (label.path.some((r) => r.claim === reading.claim)) continue;
          if (label.path.length && label.notion === target && !itself) continue;
          if (reading.end !== target && reading.chooses) continue; // a choice that is made on the way is lost at the end
          const longer = extend(label, reading, source);
          if (!longer) continue;
          if (!worth(longer, source, front, count)) {
            // it leads nowhere, but can say why
            if (reading.end === target && !longer.free.size && !valuesAt(longer, source.values)) found.push(longer);
            continue;
          }
          const texts = [...longer.formulas].map(([n, tree]) => `${n} ${dpzoo.expressionText(tree)}`).sort();
          const limits = [...longer.free.values()].map((c) => dpzoo.constraintText(c)).sort();
          const form = [reading.end, ...texts, "|", ...limits, "|", ...longer.conditions].join("\n");
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

  // one way with numbers (dpzoo/relations/attempts.py): `bound` is what other ways give already
  function attempt(label, source, fix, wanted, measure = null, bound = Infinity) {
    const { parameters } = data().records.get(label.notion);
    const parameter = new Map(parameters.map((p) => [p.name, p]));
    const chosen = {};
    for (const [name, value] of Object.entries(fix)) {
      const tree = label.formulas.get(name);
      if ("name" in tree && label.free.has(tree.name) && !(tree.name in chosen)) chosen[tree.name] = value;
    }
    const known = { ...source.values, ...chosen };
    const ranges = new Map();
    for (const [n, c] of label.free) if (!(n in chosen)) ranges.set(n, rangeOf(n, c, known));
    const solved = solvable(label, fix, wanted, ranges, known);
    const axis = solved ? axisOf(ranges.get(solved)) : null;
    ranges.delete(solved);

    const gapOf = (values) => {
      let gap = -Infinity;
      for (const [n, allowed] of Object.entries(fix)) {
        if (values[n] !== allowed) gap = Math.max(gap, parameter.get(n).sign * values[n] - parameter.get(n).sign * allowed);
      }
      return gap === -Infinity ? 0 : gap;
    };
    const badness = (values) => {
      if (!measure) return wanted ? wanted.sign * values[wanted.name] : 0;
      try {
        const value = dpzoo.compiled(measure.tree)({ ...measure.constants, ...values });
        return Number.isNaN(value) ? Infinity : value;
      } catch (error) {
        if (error.name === "EvaluationError") return Infinity;
        throw error;
      }
    };
    const shares = solved && ranges.size && Number.isFinite(bound) ? [1 / 2, 0, -1 / 3] : [];
    let last = null;
    let exact = !ranges.size;
    let hopeless = shares.map((share) => wanted.sign * (bound + Math.abs(bound) * share));
    const solve = (point) => {
      const gap = (value) => {
        const values = valuesAt(label, { ...known, ...point, [solved]: value });
        return values ? gapOf(values) : Infinity;
      };
      const [best, worst] = wanted.sign > 0 ? [axis.low, axis.high] : [axis.high, axis.low];
      if (hopeless.length) {
        if (wanted.sign * hopeless[0] <= wanted.sign * best) return null;
        if (hopeless.filter((value) => wanted.sign * value < wanted.sign * worst).every((value) => gap(value) > 0)) return null;
      }
      if (gap(best) <= 0) return best; // a bound that may be attained is not a point of the axis
      const found = firstAdmissible(gap, axis, wanted.sign < 0, last, exact);
      if (found !== null && axis.low < found && found < axis.high) last = found;
      return found;
    };
    const objective = (point) => {
      if (solved) {
        const value = solve(point);
        return value === null ? Infinity : wanted.sign * value;
      }
      const values = valuesAt(label, { ...known, ...point });
      return !values || gapOf(values) > 0 ? Infinity : badness(values);
    };
    const search = begin(objective, ranges, label.whole, !solved);
    hopeless = [];
    exact = true;

    // what the way gives at the point beyond rounding; null where a condition or a fixed parameter may be missed
    const certified = (point) => {
      const at = { ...known, ...point };
      try {
        for (const c of [...label.free.values(), ...label.needed]) if (!dpzoo.certain(c, at)) return null;
        const values = {};
        for (const [n, tree] of label.formulas) {
          const [low, high] = dpzoo.enclosure(tree, at);
          values[n] = parameter.get(n).sign > 0 ? high : low;
        }
        const mended = intoDomain(label.notion, values);
        if (!mended || gapOf(mended) > 0) return null;
        Object.assign(mended, fix);
        const value = measure ? dpzoo.enclosure(measure.tree, { ...measure.constants, ...mended })[1] : badness(mended);
        return { values: mended, measure: value, chosen: { ...chosen, ...point } };
      } catch (error) {
        if (error.name === "EvaluationError") return null;
        throw error;
      }
    };
    // the best point, certified there or close to it; null if there is none
    const reached = (limit) => {
      const [value, found] = refined(search, limit);
      if (value === Infinity) return null;
      const point = { ...found };
      if (solved) {
        point[solved] = solve(found);
        if (point[solved] === null) return null;
      }
      const first = certified(point);
      if (first) return first;
      for (const power of NUDGES) {
        for (const name of solved ? [solved] : Object.keys(point)) {
          for (const sign of solved ? [wanted.sign] : [1, -1]) {
            const near = certified({ ...point, [name]: point[name] + sign * 2 ** power * Math.max(Math.abs(point[name]), 1e-300) });
            if (near) return near;
          }
        }
      }
      return null;
    };
    return { label, search, reached };
  }

  // the free variable that is what is wanted, if it is tied to others
  function solvable(label, fix, wanted, ranges, known) {
    const tree = wanted ? label.formulas.get(wanted.name) : {};
    const name = "name" in tree ? tree.name : null;
    if (!name || !ranges.has(name) || label.whole.has(name)) return null;
    const own = [...namesOf(label.free.get(name))].filter((n) => !(n in known)).length > 1;
    const tied = own ||
      Object.keys(fix).some((n) => dpzoo.expressionNames(label.formulas.get(n)).has(name)) ||
      [...label.free].some(([n, c]) => n !== name && namesOf(c).has(name)) ||
      label.needed.some((c) => namesOf(c).has(name));
    return tied || ranges.size === 1 ? name : null;
  }

  // the ways with their numbers, those with the fewest free parameters first: what they give bounds the others
  function attempts(source, target, fix, wanted, measure = null) {
    const ways = labels(source, target).filter((label) => !measure || !label.conditions.length);
    const long = (label) => (label.path.length > 1 ? 1 : 0);
    const order = (a, b) => long(a) - long(b) || a.free.size - b.free.size || a.path.length - b.path.length;
    const found = [];
    const reached = []; // under which conditions the best value so far was found
    let settled = false; // a direct claim is recorded as tight at these values: no longer way is better
    for (const label of [...ways].sort(order)) {
      if (settled && long(label) && !label.conditions.length) continue;
      const under = reached.filter(([conditions]) => conditions.every((c) => label.conditions.includes(c)));
      const bound = Math.min(...under.map(([, value]) => value)); // Infinity where there is none
      const made = attempt(label, source, fix, wanted, measure, bound);
      found.push(made);
      if (made.search.value === Infinity) continue;
      reached.push([label.conditions, made.search.value]);
      if (label.conditions.length) continue;
      settled ||= label.path.length === 1 && label.path[0].tight(source.values);
    }
    return found;
  }

  function finished({ label, reached }, limit = Infinity) {
    const found = reached(limit);
    if (!found) return null;
    return {
      notion: label.notion,
      values: found.values,
      measure: found.measure,
      path: label.path.map((r) => r.claim),
      back: label.path.map((r) => r.back),
      formulas: Object.fromEntries(label.formulas),
      chosen: found.chosen,
      conditions: label.conditions,
    };
  }

  // for each set of conditions those that the coarse search found best, the ones with the fewest free parameters first
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
    const axes = (a) => a.search.axes.length;
    return [...groups.values()].flatMap((group) => [...group].sort((a, b) => axes(a) - axes(b)));
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
    if (!record) refuse("this notion has a parameter that is a function, or none, so numbers alone do not convert it");
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
      refuse(`fix all but one of ${open.map(symbolText).join(", ")} of ${record.short}; otherwise there is no single best value`);
    }
    const wanted = open[0] || null;
    const ways = attempts(source, target, fix, wanted);
    const best = new Map();
    for (const a of promising(ways)) {
      const key = a.label.conditions.join("\n");
      const found = finished(a, best.has(key) && wanted ? wanted.sign * best.get(key).values[wanted.name] : Infinity);
      if (!found) continue;
      if (!best.has(key) || better(found, best.get(key), wanted)) best.set(key, found);
    }
    if (!best.size && ways.length) refuse(`no recorded way reaches ${record.short} with these values; fix a weaker one`);
    const plain = best.get("");
    best.delete("");
    const rest = [...best.values()].filter((c) => !plain || better(c, plain, wanted));
    rest.sort((a, b) => a.conditions.length - b.conditions.length || (a.conditions.join("\n") < b.conditions.join("\n") ? -1 : 1));
    return plain ? [plain, ...rest] : rest;
  }

  function least(source, target, tree, constants = {}) {
    checkValues(source.notion, source.values);
    let best = null;
    for (const a of promising(attempts(source, target, {}, null, { tree, constants }))) {
      const found = finished(a, best ? best.measure : Infinity);
      if (found && (!best || found.measure < best.measure)) best = found;
    }
    return best && [best.measure, best];
  }

  // many of the target's levels that the direct claims give, for a picture: where nothing is optimised
  function sweep(source, target, points = 25) {
    const found = [];
    for (const label of labels(source, target).filter((l) => l.path.length <= 1 && !l.conditions.length)) {
      const axes = [...label.free].map(([n, c]) => [n, axisOf(rangeOf(n, c, source.values), label.whole.has(n))]);
      if (axes.length > 2 || axes.some(([, axis]) => axis.empty)) continue;
      const visit = (depth, point) => {
        if (depth < axes.length) {
          for (const t of axes[depth][1].grid(points)) visit(depth + 1, { ...point, [axes[depth][0]]: axes[depth][1].at(t) });
          return;
        }
        const values = valuesAt(label, { ...source.values, ...point });
        if (values) found.push(values);
      };
      visit(0, {});
    }
    return found;
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

  Object.assign(dpzoo, { convert, least, sweep, reachable, checkValues, parametersOf, symbolText, substituteTree: substitute });
})();
