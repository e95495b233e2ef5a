// Moment problems in floats: the best binary pair, where the dual inequality shows that no pair of more outputs is worse; the twin of
// dpzoo/optimal/programme.py and dual.py (theory, T2) beside optimal.js.
//
// dpzoo.kernel.moment(parts, here, goal)   ln of the largest E_Q g(X), g being X^β - 1 (or X ln X) of a goal {order} and |X - 1|^k of a
//   goal {k}, over the pairs of a source with the boundary `here`: [value, losses]; null where that does not follow
(() => {
  const { kernel } = globalThis.dpzoo;
  const { abs, exp, expm1, log, log1p, max, min, sign } = Math;
  const TOLERANCE = 3e-11; // of the dual inequality, beside the goal
  const ROUNDING = 1e-13; // beside the sizes of its terms
  const COST = 1e-10; // of what holds the inequality up where losses are large
  const SAME = 1e-11; // of logarithms of means
  const FAR = 120;

  // Functions of the loss L, X = e^L: ln of the absolute value, the sign, and the derivative divided by the function

  // e^x - 1 - x, which is positive: ln of it
  function logBend(x) {
    if (abs(x) > 0.5) return x > 30 ? x + log1p(-(1 + x) * exp(-x)) : log(expm1(x) - x);
    let [term, sum] = [0.5, 0.5];
    for (let i = 3; i < 18; i += 1) sum += term *= x / i;
    return 2 * log(abs(x)) + log(sum);
  }
  const logRise = (x) => (x > 30 ? x + log1p(-exp(-x)) : log(abs(expm1(x))));
  const logAdd = (x, y) => max(x, y) + log1p(exp(-abs(x - y)));
  const one = { at: () => [0, 1, 0] };
  const excess = { at: (l) => [logRise(l), sign(l), 1 / -expm1(-l)] };

  // Powers and logarithms less what is linear in X, so that they vanish with their slopes at X = 1 and nothing cancels where losses are small

  const bent = (size, logSlope) => ({
    at(l) {
      const found = size(l);
      const [slope, s] = logSlope(l);
      return [found, 1, s * exp(slope - found)];
    },
  });
  const powerOf = (c) =>
    bent(
      (l) => (c > 1 ? l + logAdd(logBend((c - 1) * l), log(c - 1) + logBend(-l)) : logAdd(logBend(c * l), log(-c) + logBend(l))),
      (l) => [log(abs(c)) + logRise((c - 1) * l) + l, sign(l)],
    );
  const entropy = bent((l) => l + logBend(-l), (l) => [log(abs(l)) + l, sign(l)]);
  const minusLoss = bent(logBend, (l) => [logRise(l), sign(l)]);
  const deviation = (k, shift) => ({ at: (l) => [k * log(abs(expm1(l))) + shift * l, 1, shift + k / -expm1(-l)] });

  function shapes(part, order) {
    if (part.kind === "power") return [deviation(part.k, 0), deviation(part.k, 1 - part.k)];
    return order === 1 ? [entropy, minusLoss] : [powerOf(order), powerOf(1 - order)];
  }
  const goalShape = ({ order, k }) => (k ? deviation(k, 0) : order === 1 ? entropy : powerOf(order));

  // ln of the goal's mean
  function value({ order, k }, a, b) {
    if (!k) return order === 1 ? log(kernel.renyi(a, b, 0)) : logRise((order - 1) * kernel.renyi(a, b, order - 1));
    const gap = log(-expm1(-a));
    const [x, y] = [(k - 1) * (a + gap), (k - 1) * log(-expm1(-b))];
    return log(kernel.masses(a, b)[0]) + gap + logAdd(x, y);
  }

  // multipliers of `columns` such that their sum and the goal agree in value (and slope) at the places, each row divided by the goal's size
  function multipliers(columns, goal, rows) {
    const m = rows.map(({ l, slope }) => {
      const [size, s, rate] = goal.at(l);
      const scaled = columns.map(({ at }) => {
        const [mine, t, r] = at(l);
        return t * exp(mine - size) * (slope ? r : 1);
      });
      return [...scaled, s * (slope ? rate : 1)];
    });
    const n = columns.length;
    const scales = columns.map((_, k) => max(...m.map((row) => abs(row[k]))));
    for (const row of m) for (let k = 0; k < n; k += 1) row[k] /= scales[k];
    for (let k = 0; k < n; k += 1) {
      let at = k;
      for (let i = k + 1; i < n; i += 1) if (abs(m[i][k]) > abs(m[at][k])) at = i;
      if (!(abs(m[at][k]) > 0)) return null;
      [m[k], m[at]] = [m[at], m[k]];
      for (let i = 0; i < n; i += 1) {
        if (i === k) continue;
        const f = m[i][k] / m[k][k];
        for (let j = k; j <= n; j += 1) m[i][j] -= f * m[k][j];
      }
    }
    return m.map((row, k) => row[n] / row[k] / scales[k]);
  }

  // whether Σ λ f ≥ g for all losses up to `end`, but for what a higher order holds up at little cost
  function dominates(columns, lambda, goal, { a, b, end, reach, bound, best }) {
    const top = min(end, FAR + 2 * a);
    const places = [];
    for (let i = -400; i <= 600; i += 1) places.push(a * (i / 200) - b * (1 - i / 200)); // around both outputs
    for (let i = 1; i <= 300; i += 1) places.push(-b * 1.05 ** i, a * 1.05 ** i, -b * 0.95 ** i, a * 0.95 ** i);
    const missed = [];
    for (const l of places) {
      if (!(l <= top) || !(l >= -min(end, 600)) || l === 0) continue;
      const [size, s] = goal.at(l);
      let [sum, whole] = [-s, 1];
      columns.forEach(({ at }, k) => {
        const [mine, t] = at(l);
        const term = lambda[k] * t * exp(min(mine - size, 650));
        sum += term;
        whole += abs(term);
      });
      if (sum >= -TOLERANCE - ROUNDING * whole) continue;
      if (!(l > a)) return false;
      missed.push([l, size + log(-sum)]);
    }
    if (!missed.length) return true;
    const degree = goal.at(top)[2];
    return [1.1, 1.25, 1.5, 2, 3, 5, 8, 16, 40].map((x) => x * degree).some((gamma) => {
      if (gamma > reach || end < Infinity) return false;
      const weight = max(...missed.map(([l, size]) => size - gamma * l));
      return weight + bound(gamma) <= best + log(COST);
    });
  }

  function moment(parts, here, goal) {
    const { u, end } = here;
    if (!parts.every((x) => (x.kind === "orders" && x.low >= 1) || x.kind === "power" || (x.kind === "line" && !x.delta))) return null;
    const shape = goalShape(goal);
    const known = new Map();
    const small = (t) => {
      if (!known.has(t)) known.set(t, here.small(t));
      return known.get(t);
    };
    const at = (t) => (small(t) < 1e-250 ? -Infinity : value(goal, t, small(t)));
    const top = min(end, u + FAR);
    const place = (x) => min(end, u + (top - u) * x * x);
    let found = 0;
    const heights = kernel.steps(0, 1, 60).map((x) => at(place(x)));
    heights.forEach((h, i) => {
      if (h > heights[found]) found = i;
    });
    let [low, high] = [max(found - 1, 0) / 60, min(found + 1, 60) / 60];
    const golden = (Math.sqrt(5) - 1) / 2;
    for (let i = 0; i < 80 && high - low > 1e-9; i += 1) {
      const [x, y] = [high - golden * (high - low), low + golden * (high - low)];
      if (at(place(x)) > at(place(y))) high = y;
      else low = x;
    }
    const tried = [u, place((low + high) / 2), ...(Number.isFinite(end) ? [end] : [])];
    const best = max(...tried.map(at));
    const a = tried.filter((t) => at(t) >= best - SAME).find((t) => decided(parts, here, shape, [t, small(t)], best));
    return a === undefined ? null : [best, [a, small(a)]];
  }

  // whether the dual inequality that touches the goal at these losses holds
  function decided(parts, here, shape, [a, b], best) {
    const { u, end } = here;
    const kink = a === u;
    const [, order, part] = kink ? [0, here.order, here.part] : here.binding(a);
    if (part.kind === "line") return false;
    const [direct, reverse] = shapes(part, order);
    const base = [one, excess, direct];
    const rows = [{ l: a }, { l: -b }, { l: -b, slope: true }, { l: a, slope: true }];
    const columns = kink ? [...base, reverse] : base;
    const lambda = multipliers(columns, shape, rows.slice(0, columns.length));
    if (!lambda || !lambda.slice(2).every((x) => x >= 0)) return false;
    const families = parts.filter((x) => x.kind === "orders" && x.low < x.high);
    const bound = (gamma) => min(Infinity, ...families.filter((x) => gamma <= x.high).map((x) => (gamma - 1) * (x.xi + x.rho * gamma)));
    const reach = max(0, ...families.map((x) => x.high));
    return dominates(columns, lambda, shape, { a, b, end, reach, bound, best });
  }

  Object.assign(kernel, { moment });
})();
