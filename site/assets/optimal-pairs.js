// Guarantees of which one pair dominates all others, in floats: several lines (ε, δ), a Gaussian curve. The twin of
// dpzoo/optimal/{polygon,minima,trimming}.py (theory, T7 and T15) beside optimal.js.
//
// dpzoo.kernel.ofLines(lines, target, free, fix)   the answer for lines {epsilon, delta}, as optimal.js keeps it; null where unknown
// dpzoo.kernel.halfOfGaussian(mu, cut)   what is left of the Gaussian pair with losses cut off at ±cut; its `needs` of concentrated DP
// dpzoo.kernel.powerOfGaussian(mu, k)   (E_Q|X - 1|^k)^{1/k}
(() => {
  const { kernel } = globalThis.dpzoo;
  const { exp, expm1, log, log1p, max, min, sqrt, sinh, ceil, PI } = Math;
  const OVERFLOW = 600;

  // A symmetric pair by its outputs [p, loss] with loss ≥ 0; each stands for its mirror image as well, of probability p under Q

  // D_β, by terms that are all positive
  function divergence(outputs, beta) {
    const s = beta - 1;
    const longest = outputs.reduce((x, [, l]) => max(x, l), 0);
    if (longest === Infinity) return Infinity;
    if (s === 0) return outputs.reduce((sum, [p, l]) => sum - p * l * expm1(-l), 0);
    if (s * longest < OVERFLOW) return log1p(outputs.reduce((sum, [p, l]) => sum + p * (4 * sinh((s * l) / 2) ** 2 + expm1(-l) * expm1(-s * l)), 0)) / s;
    const terms = outputs.flatMap(([p, l]) => [log(p) + s * l, log(p) - (1 + s) * l]);
    const top = max(...terms);
    return (top + log(terms.reduce((sum, x) => sum + exp(x - top), 0))) / s;
  }

  // The Gaussian pair: nodes and weights of quadrature over the losses μv, v from 0 on

  const NODES = legendre(16);
  function legendre(n) {
    return Array.from({ length: n }, (_, i) => {
      let x = Math.cos((PI * (i + 0.75)) / (n + 0.5));
      let slope = 1;
      for (let step = 0; step < 20; step += 1) {
        let [before, value] = [1, x];
        for (let k = 2; k <= n; k += 1) [before, value] = [value, ((2 * k - 1) * x * value - (k - 1) * before) / k];
        slope = (n * (x * value - before)) / (x * x - 1);
        x -= value / slope;
      }
      return [x, 2 / ((1 - x * x) * slope * slope)];
    });
  }
  function integral(f, ends) {
    let sum = 0;
    for (let i = 1; i < ends.length; i += 1) {
      const [middle, half] = [(ends[i] + ends[i - 1]) / 2, (ends[i] - ends[i - 1]) / 2];
      for (const [x, w] of NODES) sum += half * w * f(middle + half * x);
    }
    return sum;
  }
  const density = (x) => exp(-(x * x) / 2) / sqrt(2 * PI);

  function halfOfGaussian(mu, cut) {
    const far = cut / mu;
    const panels = ceil(min(far, 40));
    const outputs = [];
    const reach = min(far, mu / 2 + 40);
    for (let i = 0; i < panels; i += 1) {
      const half = reach / panels / 2;
      for (const [x, w] of NODES) {
        const v = (2 * i + 1 + x) * half;
        outputs.push([half * w * density(v - mu / 2), mu * v]);
      }
    }
    outputs.push([exp(cut + kernel.logNormal(-far - mu / 2)), cut]);
    const whole = outputs.reduce((sum, [p, l]) => sum + p * (1 + exp(-l)), 0);
    const left = outputs.map(([p, l]) => [p / whole, l]).filter(([p]) => p > 0);
    const [logLeft, logCut] = [log(whole), cut + kernel.logNormal(-far - mu / 2)];
    // for orders at which quadrature loses its digits, by the normal law
    function high(beta) {
      const s = beta - 1;
      const [top, bottom] = [kernel.logNormal(far - mu / 2 - s * mu), kernel.logNormal(-far - mu / 2 - s * mu)];
      const terms = [(s * beta * mu * mu) / 2 + top + log1p(-exp(bottom - top)), logCut + s * cut, logCut - beta * cut];
      const most = max(...terms);
      return (most + log(terms.reduce((sum, x) => sum + exp(x - most), 0)) - logLeft) / s;
    }
    const D = (beta) => ((beta - 1) * mu > 2 ? high(beta) : divergence(left, beta));
    return { needs: (offset, slope, last) => kernel.overOrders(D, last, offset, slope) };
  }

  function powerOfGaussian(mu, k) {
    const peak = mu * (k - 0.5);
    if (k * mu * peak > OVERFLOW) throw new RangeError("beyond floating-point numbers");
    const near = Array.from({ length: 24 }, (_, i) => (i ? 2 ** (i - 23) : 0));
    const far = ceil(peak + 14);
    const steps = Array.from({ length: 2 * far }, (_, i) => 1 + (i + 1) / 2);
    const moment = integral((v) => {
      const x = mu * v;
      return (-expm1(-x)) ** k * (exp((k - 1) * x) + 1) * density(v - mu / 2);
    }, [...near, ...steps]);
    return moment ** (1 / k);
  }

  // The dominating pair of lines (T7)

  const SAME = 1e-14;

  // the lines that no other implies, up to rounding
  function needed(lines) {
    const sorted = [...lines].sort((x, y) => x.epsilon - y.epsilon || x.delta - y.delta);
    return sorted.filter((x, i) => !sorted.some((y, j) => j < i && y.delta <= x.delta * (1 + SAME)));
  }

  // outputs [p, loss] up to the test with p + q = 1, by falling loss
  function half(lines) {
    const rows = lines.map((x) => ({ ...x, price: exp(x.epsilon) }));
    let here = rows.reduce((x, y) => (y.delta < x.delta || (y.delta === x.delta && y.epsilon < x.epsilon) ? y : x));
    const outputs = here.delta ? [[here.delta, Infinity]] : [];
    for (let q = 0; ; ) {
      const end = (1 - here.delta) / (1 + here.price);
      let [next, at] = [null, end];
      for (const row of rows) {
        if (!(row.epsilon < here.epsilon)) continue;
        const where = (row.delta - here.delta) / (exp(row.epsilon) * expm1(here.epsilon - row.epsilon));
        if (where < at || (where === at && next && row.epsilon < next.epsilon)) [next, at] = [row, where];
      }
      if (at > q) outputs.push([here.price * (at - q), here.epsilon]);
      if (!next) return outputs;
      [here, q] = [next, at];
    }
  }

  // the tests at the corners from (0, 0) to (1, 1): p, q, 1 - p, 1 - q
  function corners(outputs) {
    const first = outputs.map(([p, l]) => [p, p * exp(-l)]);
    const all = [...first, ...first.map(([p, q]) => [q, p]).reverse()];
    const sums = (rows) => rows.reduce((found, row) => [...found, row.map((x, k) => x + found[found.length - 1][k])], [[0, 0]]);
    const [up, down] = [sums(all), sums([...all].reverse()).reverse()];
    return up.map((x, i) => [...x, ...down[i]]);
  }

  function pairwise(points, f) {
    for (let i = 1; i < points.length; i += 1) f(points[i - 1], points[i]);
  }

  // the tests of P-mass at least `aside`, as far as corners decide
  function beyond(points, aside) {
    const found = [];
    pairwise(points, ([p0, q0], [p1, q1]) => {
      if (p1 < aside) return;
      found.push([p1, q1]);
      if (p0 < aside && p0 < p1) found.push([aside, q0 + ((aside - p0) / (p1 - p0)) * (q1 - q0)]);
    });
    return found;
  }
  const excess = (p, q, e) => (q > 0 ? -p * expm1(min(e + log(q) - log(p), 700)) : p);

  function testing(points, pure) {
    const lossOver = (tests, slack) => tests.reduce((best, [p, q]) => (p > slack ? max(best, q > 0 ? log((p - slack) / q) : Infinity) : best), 0);
    const massAbove = (e) => {
      if (e === 0) return 1;
      let best = 0;
      pairwise(points, ([p0, q0], [p1, q1]) => {
        const [a, b] = [q0 - exp(-e) * p0, q1 - exp(-e) * p1];
        if (b <= 0) best = max(best, p1);
        else if (a <= 0) best = max(best, p0 + (-a / (b - a)) * (p1 - p0));
      });
      return best;
    };
    const lossAt = (d) => {
      let best = 0;
      pairwise(points, ([p0, q0], [p1, q1]) => {
        if (d > p1 || d < p0 || p0 === p1) return;
        const [p, q] = d === 0 ? [p1, q1] : [d, q0 + ((d - p0) / (p1 - p0)) * (q1 - q0)];
        best = max(best, q > 0 ? log(p / q) : Infinity);
      });
      return best;
    };
    return {
      delta: (e) => points.reduce((best, [p, q]) => (p > 0 ? max(best, excess(p, q, e)) : best), 0),
      epsilon: (d) => (d >= 1 ? 0 : d === 0 ? pure : lossOver(points, d)),
      massAbove: (e) => (pure <= e ? 0 : massAbove(e)),
      lossAt: (d) => (d >= 1 ? 0 : lossAt(d)),
      relaxed: {
        delta_a: ({ epsilon, delta_p: aside }) => (pure <= epsilon ? 0 : beyond(points, aside).reduce((best, [p, q]) => max(best, excess(p, q, epsilon)), 0)),
        delta_p({ epsilon, delta_a: slack }) {
          if (slack >= 1 || pure <= epsilon) return 0;
          if (slack === 0) return massAbove(epsilon);
          let best = 0;
          pairwise(points, ([p0, q0], [p1, q1]) => {
            const [a, b] = [p0 && excess(p0, q0, epsilon) - slack, excess(p1, q1, epsilon) - slack];
            if (b >= 0) best = p1;
            else if (a > 0) best = p0 + (a / (a - b)) * (p1 - p0);
          });
          return best;
        },
        epsilon({ delta_a: slack, delta_p: aside }) {
          if (slack >= 1 || aside >= 1) return 0;
          if (aside === 0) return slack === 0 ? pure : lossOver(points, slack);
          return slack === 0 ? lossAt(aside) : lossOver(beyond(points, aside), slack);
        },
      },
      powerAt(x) {
        let best = 0;
        pairwise(points, ([p0, q0], [p1, q1]) => {
          if (x < q0) return;
          best = q1 === q0 ? p1 : max(best, p0 + min((x - q0) / (q1 - q0), 1) * (p1 - p0));
        });
        return best;
      },
      gaussian: () => points.slice(1, -1).reduce((best, [p, q, noP, noQ]) => max(best, kernel.normalQuantile(p, noP) - kernel.normalQuantile(q, noQ)), 0),
    };
  }

  function ofLines(given, target, free, fix) {
    const lines = needed(given);
    const outputs = half(lines);
    const points = corners(outputs);
    const disclosed = outputs[0][1] === Infinity ? outputs[0][0] : 0;
    const pure = disclosed ? Infinity : min(...lines.map((x) => (x.delta ? Infinity : x.epsilon)));
    const test = testing(points, pure);
    const D = (beta) => (beta === Infinity ? pure : disclosed ? Infinity : divergence(outputs, beta));
    const generated = { kl: () => D(1), "reverse-kl": () => D(1), "total-variation": () => test.delta(0), "chi-square": () => expm1(D(2)), hellinger };
    function hellinger() {
      return 2 * outputs.reduce((sum, [p, l]) => sum + p * expm1(-l / 2) ** 2, 0);
    }
    function power(k) {
      if (k === 1) return 2 * test.delta(0);
      return disclosed ? Infinity : outputs.reduce((sum, [p, l]) => sum + p * (-expm1(-l)) ** k * (exp((k - 1) * l) + 1), 0) ** (1 / k);
    }
    function concentrated(last, of = outputs) {
      if (of === outputs && disclosed) return Infinity;
      const offset = free === "rho" ? fix.xi || 0 : undefined;
      const slope = free === "rho" ? undefined : fix.rho;
      if (offset !== undefined && of === outputs && pure <= offset) return 0;
      return kernel.overOrders((beta) => divergence(of, beta), last, offset, slope);
    }
    const scanned = (x) => [x, null, false, true];
    // what is left with losses cut off at the ε of δ (T15)
    const without = (cut) => {
      const kept = outputs.map(([p, l]) => (l > cut ? [p * exp(cut - min(l, OVERFLOW * 2)), cut] : [p, l])).filter(([p]) => p > 0);
      const whole = kept.reduce((sum, [p, l]) => sum + p * (1 + exp(-l)), 0);
      return kept.map(([p, l]) => [p / whole, l]);
    };
    function setAside() {
      if (fix.rho === 0) return [free === "delta" ? test.delta(fix.xi) : test.epsilon(fix.delta), null]; // (ξ, δ)-DP
      if (free === "delta") {
        const short = (x) => kernel.overOrders((beta) => divergence(without(x), beta), Infinity, fix.xi || 0) - fix.rho;
        const longest = outputs.reduce((x, [, l]) => (l < Infinity ? max(x, l) : x), 0);
        if (!(short(longest) > 0)) return [disclosed, null];
        let low = longest / 2;
        while (short(low) > 0) low /= 2;
        return scanned(test.delta(kernel.rootOf(short, low, longest)));
      }
      if (fix.delta >= 1) return [0, null];
      const cut = test.epsilon(fix.delta);
      if (cut === Infinity) return [Infinity, null];
      return cut === 0 ? [0, null] : scanned(concentrated(Infinity, without(cut)));
    }
    switch (target) {
      case "epsilon-dp":
        return [pure, null];
      case "range-bounded-privacy":
        return [2 * pure, null];
      case "total-variation-privacy":
        return [test.delta(0), null];
      case "approximate-dp":
        return [free === "delta" ? (pure <= fix.epsilon ? 0 : test.delta(fix.epsilon)) : test.epsilon(fix.delta), null];
      case "probabilistic-dp":
        return [free === "delta" ? test.massAbove(fix.epsilon) : test.lossAt(fix.delta), null];
      case "relaxed-dp":
        return [test.relaxed[free](fix), null];
      case "f-dp":
        return [test.powerAt(fix.x), null];
      case "gaussian-dp":
        return [disclosed ? Infinity : test.gaussian(), null];
      case "kl-privacy":
        return [D(1), null];
      case "renyi-dp":
        return [D(fix.alpha), null];
      case "fk-divergence-dp":
        return [power(fix.k), null];
      case "divergence-dp":
        return [generated[fix.f](), null];
      case "zero-concentrated-dp":
      case "bounded-concentrated-dp":
      case "truncated-codp-bdrs18":
        return scanned(concentrated(fix.omega ?? Infinity));
      case "truncated-codp-col16": {
        const tau = disclosed ? Infinity : kernel.overOrders(D, Infinity, 0);
        return scanned(free === "tau" ? (pure <= fix.xi ? tau : Infinity) : tau <= fix.tau ? pure : Infinity);
      }
      case "approximate-zero-concentrated-dp":
        return fix.delta === 0 ? scanned(concentrated(Infinity)) : setAside();
      case "mean-concentrated-dp":
        return disclosed ? [Infinity, null] : null;
      default:
        return null;
    }
  }

  Object.assign(kernel, { ofLines, halfOfGaussian, powerOfGaussian });
})();
