// Numerical composition of privacy losses, rounded up but for the estimate of rounding errors: each part's law of losses on a grid, rounded so that δ is overstated
// ("connect the dots", Doroshenko et al. 2022), convolved by Fourier transforms. Before the transform each law is tilted by e^{θℓ}, so
// that the errors of the transform are small beside the δ that is asked for; what they may amount to is added, as are the tails that
// do not fit. The same grid as dpzoo/mechanisms/accounting/numerical.py, which lets dp-accounting convolve.
//
// dpzoo.composedLosses(parts, {delta} or {epsilon}, points)   an upper bound of the other one; null where a part has no law of losses
// dpzoo.gaussianDelta(mu, epsilon)   the δ of N(0, 1) against N(μ, 1), rounded up
(() => {
  const root = typeof window === "undefined" ? globalThis : window;
  const dpzoo = (root.dpzoo = root.dpzoo || {});
  const { exp, expm1, log, log1p, max, min, sqrt, floor, ceil, abs, cos, sin, PI } = Math;
  const FINENESS = 60; // points of the grid for the standard deviation of one part's loss
  const MOST_CELLS = 2 ** 21;
  const NOISE = 1e-11;

  // The normal law

  let cdf = null;
  const normal = (x) => (cdf ||= dpzoo.compiled({ call: "normal_cdf", arguments: [{ name: "x" }] }))({ x });
  const density = (x) => exp(-(x * x) / 2) / sqrt(2 * PI);

  // Φ(-x)/φ(x) for x ≥ 0
  function mills(x) {
    if (x < 30) return normal(-x) / density(x);
    const y = 1 / (x * x);
    return (1 - y * (1 - 3 * y * (1 - 5 * y * (1 - 7 * y * (1 - 9 * y))))) / x;
  }

  // Φ(μ/2 - ε/μ) - e^ε Φ(-μ/2 - ε/μ), the map of Gaussian DP to approximate DP in its record; its second term is φ(ε/μ - μ/2) times a ratio
  function gaussianDelta(mu, epsilon) {
    if (mu === 0) return 0;
    const [a, b] = [epsilon / mu - mu / 2, epsilon / mu + mu / 2];
    const [first, second] = a > 0 ? [density(a) * mills(a), density(a) * mills(b)] : [normal(-a), density(a) * mills(b)];
    return min(1, max(0, first - second) + 1e-14 * first);
  }

  // Fourier transform in place, of 2^k points

  const TABLES = new Map();

  function transform(re, im) {
    const n = re.length;
    if (!TABLES.has(n)) TABLES.set(n, [Float64Array.from({ length: n / 2 }, (_, k) => cos((2 * PI * k) / n)), Float64Array.from({ length: n / 2 }, (_, k) => -sin((2 * PI * k) / n))]);
    const [wr, wi] = TABLES.get(n);
    for (let i = 1, j = 0; i < n; i++) {
      let bit = n >> 1;
      for (; j & bit; bit >>= 1) j ^= bit;
      j ^= bit;
      if (i < j) {
        let t = re[i];
        re[i] = re[j];
        re[j] = t;
        t = im[i];
        im[i] = im[j];
        im[j] = t;
      }
    }
    for (let half = 1; half < n; half *= 2) {
      const step = n / (2 * half);
      for (let start = 0; start < n; start += 2 * half) {
        for (let k = 0, w = 0; k < half; k++, w += step) {
          const [a, b] = [start + k, start + k + half];
          const x = re[b] * wr[w] - im[b] * wi[w];
          const y = re[b] * wi[w] + im[b] * wr[w];
          re[b] = re[a] - x;
          im[b] = im[a] - y;
          re[a] += x;
          im[a] += y;
        }
      }
    }
  }

  // (x + iy)^n by squaring
  function powered(x, y, n) {
    if (n === 1) return [x, y];
    let [a, b] = [1, 0];
    for (let left = n; ; [x, y] = [x * x - y * y, 2 * x * y]) {
      if (left % 2) [a, b] = [a * x - b * y, a * y + b * x];
      left = floor(left / 2);
      if (!left) return [a, b];
    }
  }

  // Laws on the grid of width h: {first, mass, leak}, the loss at index j being (first + j)·h

  // masses p and q of each cell under both laws, split between its ends so that both are kept
  function ofCells(h, first, count, cell, leak) {
    const mass = new Float64Array(count + 1);
    const width = -expm1(-h);
    for (let j = 0; j < count; j++) {
      const low = (first + j) * h;
      const [p, q] = cell(low, low + h);
      if (!(p > 0)) continue;
      const upper = min(p, max(0, (p - q * exp(low)) / width));
      mass[j + 1] += upper;
      mass[j] += p - upper;
    }
    return { first, mass, leak };
  }

  function ofRows(h, { rows, leak }) {
    const finest = rows.filter(([p]) => p > 0).map(([, loss]) => loss);
    const first = floor(min(0, ...ends(finest)) / h) - 1;
    const last = ceil(max(0, ...ends(finest)) / h) + 1;
    const mass = new Float64Array(last - first + 1);
    const width = -expm1(-h);
    for (const [p, loss] of rows) {
      if (!(p > 0)) continue;
      const place = floor(loss / h);
      const share = min(1, max(0, -expm1(place * h - loss) / width));
      mass[place + 1 - first] += p * share;
      mass[place - first] += p * (1 - share);
    }
    return { first, mass, leak };
  }

  const ends = (numbers) => numbers.reduce(([a, b], x) => [min(a, x), max(b, x)], [Infinity, -Infinity]);

  // mass of N(0, 1) between two points; in narrow cells by Gauss's rule, whose relative error is below rounding
  const NODE = sqrt(0.6);
  function between(a, b) {
    const half = (b - a) / 2;
    if (half > 0.02) return a > 0 ? normal(-a) - normal(-b) : normal(b) - normal(a);
    const middle = (a + b) / 2;
    return (half * (5 * density(middle - NODE * half) + 8 * density(middle) + 5 * density(middle + NODE * half))) / 9;
  }

  // (1 - q) N(0, 1) + q N(μ, 1) against its mirror: the point with a loss, the loss at a point, and δ
  function placeOf(mu, q, t) {
    const double = log1p(-q) - log(q) + (mu * mu) / 2 + abs(t) / 2 + log(-expm1(-abs(t)));
    return (Math.sign(t) * (abs(t) / 2 + (double > 30 ? double : Math.asinh(exp(double) / 2)))) / mu;
  }
  const lossAt = (mu, q, y) => log1p(q * expm1(min(mu * y - (mu * mu) / 2, 700))) - log1p(q * expm1(-mu * y - (mu * mu) / 2));
  function replacedDelta({ scale, rate: q }, epsilon) {
    const [mu, y] = [1 / scale, placeOf(1 / scale, q, epsilon)];
    const first = (1 - q) * normal(-y) + q * normal(mu - y);
    return min(1, max(0, first - exp(min(epsilon, 700)) * ((1 - q) * normal(-y) + q * normal(-mu - y))) + 1e-13 * first);
  }

  function ofReplaced(h, mu, q, reach) {
    const end = ceil(lossAt(mu, q, mu + reach) / h) + 1;
    const cell = (low, high) => {
      const [a, b] = [placeOf(mu, q, low), placeOf(mu, q, high)];
      const none = (1 - q) * between(a, b);
      return [none + q * between(a - mu, b - mu), none + q * between(a + mu, b + mu)];
    };
    const law = ofCells(h, -end, 2 * end, cell, normal(-reach));
    law.mass[0] += normal(-reach);
    return [law, law];
  }

  // noise on a Poisson sample of rate q: L = ln(1 - q + q e^ℓ) with the record, -L without it
  function ofNoise(h, { kind, scale, rate: q, replaced }, reach) {
    const mu = 1 / scale;
    if (replaced) return ofReplaced(h, mu, q, reach);
    const inner = (t) => (q === 1 ? t : expm1(t) / q > -1 ? log1p(expm1(t) / q) : -Infinity);
    const outer = (loss) => (q === 1 ? loss : loss > 700 ? loss + log(q) : log1p(q * expm1(loss)));
    // masses of the inner loss in a cell: with the record, without it
    const normalCell = (a, b) => {
      const [x, y] = [a / mu + mu / 2, b / mu + mu / 2];
      return [between(x - mu, y - mu), between(x, y)];
    };
    const laplaceCell = (low, high) => {
      const [a, b] = [max(low, -mu), min(high, mu)];
      const inside = b > a ? 0.5 * -expm1((a - b) / 2) : 0;
      const [top, bottom] = [low < mu && mu <= high, low < -mu && -mu <= high];
      return [inside * exp((b - mu) / 2) + (top ? 0.5 : 0) + (bottom ? 0.5 * exp(-mu) : 0), inside * exp((-mu - a) / 2) + (top ? 0.5 * exp(-mu) : 0) + (bottom ? 0.5 : 0)];
    };
    const cellOf = kind === "gaussian" ? normalCell : laplaceCell;
    const both = (low, high) => {
      const [p, q0] = cellOf(inner(low), inner(high));
      return [q * p + (1 - q) * q0, q0];
    };
    const top = kind === "gaussian" ? (mu * mu) / 2 + reach * mu : mu;
    // without sampling the smallest loss is that of the mirrored tail; with it, ln(1 - q) is near
    const bottom = kind === "gaussian" ? (mu * mu) / 2 - reach * mu - (q === 1 ? 0 : mu * mu) : -mu;
    const [first, last] = [floor(outer(bottom) / h) - 1, ceil(outer(top) / h) + 1];
    const beyond = kind === "gaussian" ? normal(-reach) : 0;
    const removed = ofCells(h, first, last - first, both, beyond);
    if (kind === "gaussian") removed.mass[0] += beyond; // what is below the grid is put at its end
    if (q === 1) return [removed, removed];
    const mirrored = (low, high) => both(-high, -low).reverse();
    const added = ofCells(h, -last, last - first, mirrored, 0);
    if (kind === "gaussian") {
      added.leak = normal(-reach);
      added.mass[0] += normal(-reach);
    }
    return [removed, added];
  }

  // from δ(ε ≥ 0) in both orders; below 0 by δ(-ε) = 1 - e^{-ε}(1 - δ(ε)), on the hull of 500 points
  function ofProfile(h, profile, reach) {
    const top = max(1, ceil(reach / h));
    const step = max(1, floor(top / 500));
    const right = [];
    let least = 1;
    for (let i = 0; i < top + step; i += step) right.push([i, (least = min(least, profile(i * h)))]);
    const left = right.slice(1).map(([i, d]) => [-i, -expm1(-i * h) + exp(-i * h) * d]);
    const hull = [];
    for (const point of [...left.reverse(), ...right]) {
      const x = exp(point[0] * h);
      while (hull.length > 1) {
        const [[, a, fa], [, b, fb]] = hull.slice(-2);
        if ((fb - fa) * (x - b) < (point[1] - fb) * (b - a)) break;
        hull.pop();
      }
      hull.push([point[0], x, point[1]]);
    }
    // δ(e^ε) is linear between the corners, so that the law has its losses there
    const [first, last] = [hull[0][0], hull[hull.length - 1][0]];
    const mass = new Float64Array(last - first + 1);
    let before = -1;
    hull.forEach(([place, x, d], i) => {
      const next = hull[i + 1];
      const after = next ? min(0, (next[2] - d) / (next[1] - x)) : 0;
      mass[place - first] += max(0, after - before) * x;
      before = after;
    });
    const leak = max(0, hull[hull.length - 1][2]);
    return { first, mass, leak };
  }

  // How wide a part's losses are: [mean, standard deviation, largest]

  function spread(part) {
    if (part.noise && part.noise.kind === "gaussian") {
      const [mu, q] = [1 / part.noise.scale, part.noise.rate];
      const top = log1p(q * expm1(min(600, (mu * mu) / 2 + 12 * mu)));
      const scale = q === 1 ? mu : min(top, q * sqrt(expm1(min(600, mu * mu))));
      const both = part.noise.replaced ? 2 : 1;
      return [q === 1 ? (mu * mu) / 2 : min((scale * scale) / 2, top) * both, max(scale * both, 1e-9), top * both];
    }
    if (part.noise) {
      const top = log1p(part.noise.rate * expm1(min(600, 1 / part.noise.scale)));
      return [min(top, (top * top) / 2), top, top];
    }
    if (part.profile) {
      const reach = (delta) => {
        let top = 1e-6;
        while (part.profile(top) > delta && top < 600) top *= 1.5;
        return top;
      };
      const top = part.pure ?? reach(1e-17);
      return [min(top, top * top), min(top, reach(1e-2)), top];
    }
    const pairs = part.discrete || part.pairs;
    if (!pairs) return null;
    const moments = pairs.map(({ rows }) => {
      let [mean, square, top] = [0, 0, 0];
      for (const [p, loss] of rows) [mean, square, top] = [mean + p * loss, square + p * loss * loss, p > 1e-25 ? max(top, abs(loss)) : top];
      return [mean, sqrt(max(0, square - mean * mean)), top];
    });
    return [0, 1, 2].map((i) => max(moments[0][i], moments[1][i]));
  }

  function onGrid(part, h, reach) {
    if (part.noise) return ofNoise(h, part.noise, reach);
    if (part.profile) {
      const made = ofProfile(h, part.profile, min(spread(part)[2], 100));
      return [made, made];
    }
    const [removed, added] = part.discrete || part.pairs;
    const first = ofRows(h, removed);
    return [first, added === removed ? first : ofRows(h, added)];
  }

  // Composition

  function composedLosses(parts, wanted, points = 2 ** 18) {
    const square = parts.reduce((sum, [p, n]) => sum + (p.gaussian === null ? 0 : n * p.gaussian ** 2), 0);
    const all = parts.filter(([p]) => p.gaussian === null);
    if (square) all.push([{ noise: { kind: "gaussian", scale: 1 / sqrt(square), rate: 1 } }, 1]);
    const spreads = all.map(([p]) => spread(p));
    if (spreads.some((s) => !s)) return null;
    const times = all.reduce((sum, [, n]) => sum + n, 0);
    // so far into the tails that what is cut off does not show in δ
    const depth = "delta" in wanted ? wanted.delta : 1e-12;
    const reach = min(37, sqrt(2 * log((1e9 * times) / max(depth, 1e-280))));
    const deviation = sqrt(all.reduce((sum, [, n], i) => sum + n * spreads[i][1] ** 2, 0));
    const widest = max(...spreads.map((s) => s[2]));
    let h = max(min(...spreads.filter((s) => s[1] > 0).map((s) => s[1] / FINENESS), 5e-5), (2 * reach * deviation) / points, widest / points, 1e-7);
    for (let tries = 0; tries < 12; tries++, h *= 2) {
      if (widest / h > MOST_CELLS) continue;
      const laws = all.map(([p]) => onGrid(p, h, reach));
      const sides = laws.every(([a, b]) => a === b) ? [0] : [0, 1];
      const ends = sides.map((side) => oneSide(laws.map((law, i) => [law[side], all[i][1]]), h, wanted, points));
      if (ends.every((x) => x !== null)) return max(...ends);
    }
    return null;
  }

  // the sum of e^{θℓ} of a law, as a logarithm, with the tilted mean and variance
  function tilted({ first, mass }, h, theta) {
    const [last, sign] = [mass.length - 1, theta >= 0 ? 1 : -1];
    const start = sign > 0 ? last : 0;
    let [total, mean, square] = [0, 0, 0];
    for (let i = 0; i <= last; i++) {
      const m = mass[start - sign * i];
      if (m === 0) continue;
      const w = m * exp(-abs(theta) * h * i);
      total += w;
      mean += w * i;
      square += w * i * i;
    }
    mean /= total;
    return [log(total) + theta * h * (first + start), h * (first + start - sign * mean), h * h * max(0, square / total - mean * mean)];
  }

  // the same logarithm, quickly: its relative error of 1e-10 does not matter in bounds of tails, and any θ will do
  function cumulantOf({ first, mass }, h, theta) {
    const step = exp(-abs(theta) * h);
    let [total, w] = [0, 1];
    if (theta >= 0) for (let j = mass.length - 1; j >= 0 && w > 0; j--, w *= step) total += mass[j] * w;
    else for (let j = 0; j < mass.length && w > 0; j++, w *= step) total += mass[j] * w;
    return log(total) + theta * h * (theta >= 0 ? first + mass.length - 1 : first);
  }

  function oneSide(laws, h, wanted, points) {
    const cumulant = (theta) => laws.reduce((sum, [law, n]) => sum + n * cumulantOf(law, h, theta), 0);
    const leak = -expm1(laws.reduce((sum, [{ leak: one }, n]) => sum + n * log1p(-one), 0));
    const asked = "delta" in wanted ? wanted.delta : null;
    if (asked !== null && leak >= asked) return Infinity;
    // 1 - e^{-x} ≤ e^{θx} θ^θ/(1 + θ)^{1 + θ}, with which the sum K of all bounds δ as Rényi DP does
    const share = (t) => t * log(t) - (1 + t) * log1p(t);
    const theta = bestTilt(cumulant, asked === null ? (t, k) => k + share(t) - t * wanted.epsilon : (t, k) => (k + share(t) - log(asked - leak)) / t);
    let [weight, mean, variance] = [0, 0, 0];
    const single = laws.map(([law, n]) => {
      const [k, m, v] = tilted(law, h, theta);
      [weight, mean, variance] = [weight + n * k, mean + n * m, variance + n * v];
      return k;
    });
    const lowest = laws.reduce((sum, [{ first }, n]) => sum + n * first, 0);
    const highest = laws.reduce((sum, [{ first, mass }, n]) => sum + n * (first + mass.length - 1), 0);
    // how much of the tilted law lies beyond a distance from its mean, at most (Chernoff)
    const deviation = sqrt(variance) + h;
    const rates = [1, 2, 4, 6, 8, 11].map((z) => z / deviation);
    const bounds = [1, -1].map((sign) => rates.map((r) => [r, cumulant(theta + sign * r) - weight - sign * r * mean]));
    const tail = (side, distance) => exp(min(0, ...bounds[side].map(([r, k]) => k - r * distance)));
    let width = 9 * deviation;
    while (tail(0, width) > 1e-16 && mean + width < highest * h) width *= 1.15;
    let below = 9 * deviation;
    while (tail(1, below) > 1e-10 && mean - below > lowest * h) below *= 1.15;
    const from = max(lowest, floor((mean - below) / h));
    const to = min(highest, ceil((mean + width) / h));
    let n = 2;
    while (n < to - from + 2) n *= 2;
    if (n > 2 * points) return null;

    // transforms, powers and back
    let [re, im] = [null, null];
    laws.forEach(([{ first, mass }, many], i) => {
      const [x, y] = [new Float64Array(n), new Float64Array(n)];
      for (let j = 0; j < mass.length; j++) if (mass[j]) x[j % n] += mass[j] * exp(theta * h * (first + j) - single[i]);
      transform(x, y);
      // of a real sequence the second half mirrors the first
      for (let k = 0; k <= n / 2; k++) {
        let [a, b] = powered(x[k], y[k], many);
        if (re) [a, b] = [re[k] * a - im[k] * b, re[k] * b + im[k] * a];
        [x[k], y[k]] = [a, b];
        if (k > 0 && k < n / 2) [x[n - k], y[n - k]] = [a, -b];
      }
      [re, im] = [x, y];
    });
    for (let k = 0; k < n; k++) im[k] = -im[k];
    transform(re, im);

    // δ from above, with what the transforms, the float sums and the lost tail may amount to
    const times = laws.reduce((sum, [, many]) => sum + many, 0);
    const noise = NOISE + 1e-14 * times;
    const at = (place) => exp(weight - theta * place * h);
    const shift = (((from - lowest) % n) + n) % n;
    const massAt = (place) => (max(0, re[(shift + place - from) % n]) / n) * at(place) * (1 + 1e-12);
    const top = from + n - 1;
    const lost = top >= highest ? 0 : tail(0, top * h - mean) * at(top);
    const margin = (place) => leak + noise * at(place) + lost;
    const target = max(from - 1, asked === null ? floor(wanted.epsilon / h) : 0);
    // D = Σ p (1 - e^{ε - ℓ}) and B = Σ p e^{ε - ℓ} over the losses above ε
    let [d, b] = [0, 0];
    const [keep, lose] = [exp(-h), -expm1(-h)];
    for (let place = top; place > target; place--) {
      const above = b + massAt(place);
      d += above * lose;
      b = above * keep;
      const found = d + margin(place - 1);
      if (asked !== null && found > asked) return max(0, ((place - 1) * h + log1p((found - asked) / b)) * (1 + 1e-10));
    }
    if (asked !== null) return max(0, target * h);
    // between two points of the grid δ falls by the share of B
    return min(1, max(0, d - expm1(wanted.epsilon - target * h) * b) + margin(target) * (1 + 1e-12));
  }

  // the least value of a function of θ > 0 and K(θ) with one valley, by the golden section over ln θ
  function bestTilt(cumulant, value) {
    const golden = (sqrt(5) - 1) / 2;
    const f = (u) => value(exp(u), cumulant(exp(u)));
    let [a, b] = [log(1e-5), log(3e4)];
    let [c, d] = [b - golden * (b - a), a + golden * (b - a)];
    let [fc, fd] = [f(c), f(d)];
    for (let k = 0; k < 16; k++) {
      if (fc < fd) {
        [b, d, fd] = [d, c, fc];
        c = b - golden * (b - a);
        fc = f(c);
      } else {
        [a, c, fc] = [c, d, fd];
        d = a + golden * (b - a);
        fd = f(d);
      }
    }
    return exp(fc < fd ? c : d);
  }

  Object.assign(dpzoo, { composedLosses, gaussianDelta, replacedDelta });
})();
