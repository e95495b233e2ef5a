// Relaxed DP (ε, δ_a, δ_p) as a source, in floats: the twin of dpzoo/optimal/relaxing.py and of relaxed_to_loss in losses.py
// (theory, T10 and T18) beside optimal.js.
//
// dpzoo.kernel.relaxed([epsilon, delta_a, delta_p])   {massOf(ε), lossOf(δ)} of probabilistic DP, {delta_a, delta_p, epsilon} of
//   relaxed DP by the other two parameters
(() => {
  const { kernel } = globalThis.dpzoo;
  const { abs, exp, expm1, log, log1p, max, min } = Math;
  const ROUNDING = 1e-14;
  const FAR = 140; // a loss beyond which only what is disclosed counts
  const LEAST = 690;

  function massOf([epsilon, a, b], x) {
    if (x === 0) return 1;
    const whole = min(1, (expm1(epsilon) + a + b) / (exp(epsilon) - exp(-x)));
    return x > epsilon || (!a && x >= epsilon) ? min(whole, b + (a ? a / -expm1(epsilon - x) : 0)) : whole;
  }
  function lossOf([epsilon, a, b], d) {
    if (d >= 1) return 0;
    if (d < b) return Infinity;
    const first = !a ? epsilon : d - b > a ? epsilon - log1p(-a / (d - b)) : Infinity;
    const ratio = exp(epsilon) - (expm1(epsilon) + a + b) / d;
    return max(0, min(first, ratio > 0 ? -log(ratio) : Infinity));
  }

  // the largest value of a goal over the vertices of a polyhedron {x: c·x ≤ d}
  function highest(goal, rows) {
    const n = rows[0][0].length;
    let best = -Infinity;
    const choose = (chosen, from) => {
      if (chosen.length < n) {
        for (let i = from; i < rows.length; i += 1) choose([...chosen, rows[i]], i + 1);
        return;
      }
      const place = solved(chosen);
      const inside = ([c, d]) => c.reduce((sum, x, i) => sum + x * place[i], -d) <= ROUNDING * c.reduce((sum, x, i) => sum + abs(x * place[i]), abs(d));
      if (place && rows.every((row) => chosen.includes(row) || inside(row))) best = max(best, goal(place));
    };
    choose([], 0);
    return best;
  }

  // by elimination, bounds on one number first, which then lose no digits; null if there is no single solution
  function solved(rows) {
    const size = ([c]) => c.filter((x) => x !== 0).length;
    const m = [...rows].sort((x, y) => size(x) - size(y)).map(([c, d]) => [...c, d]);
    const n = m.length;
    const columns = [];
    for (const row of m) {
      const k = row.slice(0, n).reduce((top, x, i) => (abs(x) > abs(row[top]) ? i : top), 0);
      if (row[k] === 0) return null;
      columns.push(k);
      for (const other of m) {
        if (other === row || other[k] === 0) continue;
        const factor = other[k] / row[k];
        for (let j = 0; j <= n; j += 1) other[j] = j === k ? 0 : other[j] - factor * row[j];
      }
    }
    const place = [];
    m.forEach((row, i) => (place[columns[i]] = row[n] / row[columns[i]]));
    return place;
  }

  // The largest excess at the loss x outside of a set of probability `aside`. α is what the source sets aside, β what it does not, both
  // of larger loss; z = e^ε Q(β) - β + δ_a ≥ 0 takes the place of Q, so that no digits are lost
  function excess([epsilon, a, b], x, aside) {
    const t = exp(epsilon);
    const ratio = exp(x - epsilon);
    const fall = -expm1(x - epsilon);
    const free = -(a + b) - expm1(epsilon); // Q ≥ free + e^ε P of all outputs of large loss, for the reverse order
    const reverse = -t * free - a;
    const steep = expm1(2 * epsilon);
    // α + β - e^x Q(β), by the smaller ones of equal terms
    const left = (alpha, beta, z) => {
      const q = ratio * (beta - a + z);
      return alpha + (abs(q) < abs(fall * beta) + ratio * abs(a - z) ? beta - q : fall * beta + ratio * (a - z));
    };
    let best = highest(([beta, z]) => left(0, beta, z), [[[-1, 0], -aside], [[0, -1], 0], [[-1, -1], -a], [[steep, -1], reverse], [[1, 0], 1]]);
    if (b > aside && b > 0) {
      const rows = [[[-1, 0, 0], -aside], [[1, 0, 0], b], [[0, -1, 0], -aside], [[0, 0, -1], 0], [[0, -1, -1], -a], [[t * t, steep, -1], reverse], [[1, 1, 0], 1]];
      best = max(best, b, highest(([alpha, beta, z]) => left(alpha, beta, z), rows));
    }
    const top = min(b, aside);
    if (top > 0) {
      const wide = expm1(epsilon + x);
      const rows = [[[-1, 0, 1], 0], [[0, -1, 1], 0], [[0, -fall, 1], ratio * a], [[wide, wide, 2], -t * ratio * free], [[1, 0, 0], top], [[0, 1, 0], aside], [[-1, -1, 0], -aside]];
      best = max(best, highest(([, , v]) => v, rows));
    }
    return max(0, best);
  }

  // where a condition that holds at `low` and not at `high` ends
  function last(needed, low, high) {
    for (let i = 0; i < 100; i += 1) {
      const middle = (low + high) / 2;
      if (needed(middle)) low = middle;
      else high = middle;
    }
    return high;
  }

  const relaxed = (triple) => {
    const beyond = (x, aside, slack) => excess(triple, x, aside) > slack * (1 + ROUNDING);
    return {
      massOf: (x) => massOf(triple, x),
      lossOf: (d) => lossOf(triple, d),
      delta_a: ({ epsilon, delta_p: aside }) => (aside >= 1 ? 0 : excess(triple, epsilon, aside)),
      delta_p({ epsilon, delta_a: slack }) {
        if (slack >= 1 || !beyond(epsilon, 0, slack)) return 0;
        return exp(last((x) => beyond(epsilon, exp(x), slack), -LEAST, 0));
      },
      epsilon({ delta_a: slack, delta_p: aside }) {
        if (slack >= 1 || aside >= 1 || !beyond(0, aside, slack)) return 0;
        return beyond(FAR, aside, slack) ? Infinity : last((x) => beyond(x, aside, slack), 0, FAR);
      },
    };
  };

  Object.assign(kernel, { relaxed });
})();
