// Mean-concentrated DP in floats, as a target and as a source: the twin of dpzoo/optimal/losses.py and of `_from_mean` in targets.py
// (theory, T14 and T22) beside optimal.js.
//
// dpzoo.kernel.spreadOf(parts)   the least τ of a source of Rényi divergences and largest losses, or of a Gaussian curve; null where unknown
// dpzoo.kernel.ofMean({mu, tau}, target, free, fix)   an answer as optimal.js keeps it
(() => {
  const { kernel } = globalThis.dpzoo;
  const { abs, exp, expm1, log, max, min, sqrt, tanh, PI } = Math;
  const { highest, steps } = kernel;
  const ROUNDING = 1e-12;
  const NEAR = 2 ** -14;
  const FITS = 1e-11; // of a bound on the moments

  // τ² of the binary pair with losses a and -b in both orders (Kearns and Saul)
  const factor = (odds) => (abs(odds) < 1e-6 ? 0.25 : tanh(odds / 2) / (2 * odds));
  const spreadOfBinary = (a, b) => (a + b) * sqrt(max(factor(log(expm1(b) / -expm1(-a))), factor(log(-expm1(-b) / expm1(a)))));

  // among binary pairs: along the boundary, and with the largest loss that a pure bound allows
  function widest(parts) {
    const here = kernel.region(parts);
    if (!here) return null;
    const { u, end } = here;
    const width = (a, b) => (b < 1e-280 || a > 700 ? 0 : spreadOfBinary(a, b));
    const top = min(log(end / u), 40 * log(1.2));
    const along = kernel.highestAlong(here, (t) => width(t, here.small(t)), (x) => u * exp(top * x), 40);
    if (!Number.isFinite(end)) return along;
    const most = here.small(end);
    return max(along, highest((b) => width(end, b), steps(most / 30, most, 29)));
  }

  // what exponents s ≤ -1 may need at most, where D_1 ≤ `mean`
  function beyond(parts, mean) {
    const each = parts.map((x) => {
      const [xi, rho] = x.kind === "line" ? [x.epsilon, 0] : x.high === Infinity ? [x.xi, x.rho] : [NaN, NaN];
      if (Number.isNaN(xi)) return Infinity;
      const y = xi > 0 ? min(1, max(0, (xi - rho + mean) / (2 * xi))) : 0;
      return sqrt(max(2 * (xi * (y - y * y) + rho * (1 - y) + mean * y), 2 * rho, 2 * mean));
    });
    return min(...each);
  }

  // of N(μ, 1) against N(0, 1) with all below c merged, at exponents s and thresholds c
  function spreadOfGaussian(mu) {
    const density = (x) => exp(-(x * x) / 2) / sqrt(2 * PI);
    const tail = (x) => exp(kernel.logNormal(x));
    const square = (s, c) => {
      const [logP, logQ] = [kernel.logNormal(c - mu), kernel.logNormal(c)];
      const low = logP - logQ;
      const mean = exp(logP) * low + ((mu * mu) / 2) * tail(mu - c) + mu * density(c - mu);
      const moment = exp(logP + s * low) + exp(((s * (1 + s)) / 2) * mu * mu + kernel.logNormal((1 + s) * mu - c));
      const found = (2 / (s * s)) * (log(moment) - s * mean);
      return Number.isFinite(found) ? found : 0;
    };
    const most = (s) => highest((c) => square(s, c), steps(-3, 9 + mu, 36));
    return max(mu, sqrt(highest((x) => most(exp(x) / mu), steps(-7, 4, 22))));
  }

  function spreadOf(parts) {
    const [part] = parts;
    if (parts.length === 1 && part.kind === "gaussian") return spreadOfGaussian(part.mu);
    if (!parts.every((x) => x.kind === "orders" || (x.kind === "line" && !x.delta))) return null;
    const [found, mean] = [widest(parts), kernel.optimumOf(parts, 0, null, "kl-privacy", "epsilon", {})];
    if (found === null || !mean) return null;
    const value = parts.length === 1 ? max(found, sqrt(2 * part.rho)) : found;
    if (beyond(parts, mean[0]) <= value * (1 + 1e-10)) return value;
    const rho = kernel.optimumOf(parts, 0, null, "zero-concentrated-dp", "rho", { xi: 0 }); // D_t ≤ ρt and D_1 ≤ ρ may say more
    return rho && sqrt(2 * rho[0]) <= value * (1 + 1e-10) ? value : null;
  }

  const UNBOUNDED = ["epsilon-dp", "range-bounded-privacy", "truncated-codp-col16"];
  const ORDERED = ["renyi-dp", "bounded-concentrated-dp", "truncated-codp-bdrs18"];
  const TESTED = ["approximate-dp", "probabilistic-dp", "relaxed-dp", "f-dp", "gaussian-dp"];

  // a number as it is written: digits, and the power of ten that they are taken times
  function decimal(x) {
    const [digits, power] = x.toExponential().split("e");
    const [whole, rest = ""] = digits.split(".");
    return [BigInt(whole + rest), Number(power) - rest.length];
  }
  // whether τ²/2 ≤ x: the numbers that a person writes may be equal where their floats are not
  function halfAtMost(tau, x) {
    const difference = (tau * tau) / 2 - x;
    if (!(abs(difference) <= ROUNDING * x)) return difference < 0;
    const [[t, m], [y, n]] = [decimal(tau), decimal(x)];
    const shift = 2 * m - n;
    return t * t * 10n ** BigInt(max(shift, 0)) <= 2n * y * 10n ** BigInt(max(-shift, 0));
  }

  function ofMean({ mu, tau }, target, free, fix) {
    const half = (tau * tau) / 2;
    const mean = min(mu, half);
    const wide = halfAtMost(tau, mu);
    const of = (parts) => kernel.optimumOf(parts, 0, null, target, free, { ...fix, binary: true });
    if (target === "mean-concentrated-dp") {
      if (free === "mu") return [fix.tau < tau ? Infinity : mean, null];
      return [fix.mu < mu && !halfAtMost(tau, fix.mu) ? Infinity : tau, null];
    }
    if (UNBOUNDED.includes(target)) return [Infinity, null];
    if (target === "kl-privacy" || /kl$/.test(fix.f)) return [mean, null];
    if (target === "zero-concentrated-dp" || fix.omega === Infinity) return [free === "rho" ? half : halfAtMost(tau, fix.rho) ? 0 : Infinity, null];
    if (target === "total-variation-privacy" || fix.f === "total-variation") return of([kernel.single(1, mean)]);
    const ordered = ORDERED.includes(target) || fix.k === 2 || fix.f === "chi-square";
    if (ordered) return wide ? of([{ kind: "gaussian", mu: tau }]) : ofOrders(mu, tau, target, free, fix);
    return meeting(of([...(wide ? [] : [kernel.single(1, mu)]), kernel.family(0, half, Infinity)]), { mu, tau }, TESTED.includes(target));
  }

  // D_α ≤ μ + (α - 1)τ²/2, where some pair reaches that at the order that decides (T23)
  function ofOrders(mu, tau, target, free, fix) {
    const bound = (alpha) => mu + ((alpha - 1) * tau * tau) / 2;
    const needs = (alpha) => (free === "rho" ? (bound(alpha) - (fix.xi || 0)) / alpha : bound(alpha) - (fix.rho || 0) * alpha);
    const last = fix.omega ?? fix.alpha ?? 2;
    const order = target !== "renyi-dp" && fix.omega && needs(1) > needs(last) ? 1 : last;
    if (order > 1 && needs(order) > 0 && !reached(mu, tau, order - 1)) return null;
    const value = max(0, needs(order));
    return [fix.k ? sqrt(expm1(value)) : fix.f ? expm1(value) : value, null, false, true];
  }

  // the three outputs of a pair: P, Q and the losses, by falling loss
  function laws([rare, low, high, gap]) {
    const places = [high, 0, -gap];
    const weights = [exp(rare), 1, exp(low)];
    const whole = weights.reduce((x, y) => x + y, 0);
    const p = weights.map((x) => x / whole);
    const shift = log(p.reduce((sum, x, i) => sum + x * exp(-places[i]), 0));
    const loss = places.map((x) => x + shift);
    return { p, q: p.map((x, i) => x * exp(-loss[i])), loss };
  }

  // ln E e^{s(L - m)} and its derivative in s
  function moment(p, loss, s) {
    const mean = p.reduce((sum, x, i) => sum + x * loss[i], 0);
    const centred = loss.map((l) => l - mean);
    const terms = p.map((x, i) => x * exp(s * centred[i]));
    const total = terms.reduce((x, y) => x + y, 0);
    return [log(total), terms.reduce((sum, x, i) => sum + x * centred[i], 0) / total, mean];
  }

  // whether a pair of three outputs meets the bound on the moments at the exponent s and has the mean loss μ
  function reached(mu, tau, s) {
    const misses = (low) => ([rare, high, gap]) => {
      const { p, loss } = laws([rare, low, high, gap]);
      const [value, slope, mean] = moment(p, loss, s);
      return [(2 * value) / (s * s * tau * tau) - 1, slope / (s * tau * tau) - 1, mean / mu - 1];
    };
    return [0, -0.5, 0.5, -1, 1, -2, 2].some((low) => {
      const found = newton(misses(low), [(-s * s * tau * tau) / 2, s * tau * tau, 2 * sqrt(2 * mu)]);
      if (!found || !(found[1] > 0) || !(found[2] > 0)) return false;
      const { p, q, loss } = laws([found[0], low, found[1], found[2]]);
      const back = loss.map((l) => -l);
      const places = steps(log(1e-3 / tau), log(200 / tau), 600).flatMap((x) => [exp(x), -exp(x)]);
      places.push(...steps(0.9 * s, 1.1 * s, 40));
      const fits = (law, losses) => moment(law, losses, 1e-3 / tau)[2] <= mu * (1 + ROUNDING) && places.every((t) => !((2 * moment(law, losses, t)[0]) / (t * t * tau * tau) > 1 + FITS));
      return fits(p, loss) && fits(q, back);
    });
  }

  // three equations in three numbers; null where the search does not settle
  function newton(f, start) {
    let x = start;
    for (let i = 0; i < 60; i += 1) {
      const at = f(x);
      const size = max(...at.map(abs));
      if (!(size < 1e6)) return null;
      if (size < 1e-13) return x;
      const h = x.map((y) => 1e-6 * max(abs(y), 1e-3));
      const slopes = x.map((_, k) => f(x.map((y, j) => (j === k ? y + h[k] : y))).map((y, j) => (y - at[j]) / h[k]));
      const move = solved(slopes, at);
      if (!move.every(Number.isFinite)) return null;
      let share = 1;
      while (share > 1e-4 && !(max(...f(x.map((y, k) => y - share * move[k])).map(abs)) < size)) share /= 2;
      if (share <= 1e-4) return size < 1e-11 ? x : null;
      x = x.map((y, k) => y - share * move[k]);
    }
    return null;
  }

  // by Cramer's rule; the columns of a matrix and the right side
  const determinant = ([a, b, c]) => a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  const solved = (columns, right) => columns.map((_, k) => determinant(columns.map((c, j) => (j === k ? right : c))) / determinant(columns));

  // what follows from the mean loss and from zCDP, where the pair that needs it is mean-concentrated itself
  function meeting(found, { mu, tau }, tested) {
    if (!found || found[0] === 0 || found[0] === Infinity) return found;
    if (!found[1]) return null;
    const [a, b] = found[1];
    if (a === b) return spreadOfBinary(a, a) <= tau * (1 + ROUNDING) && a * tanh(a / 2) <= mu * (1 + ROUNDING) ? found : null;
    const around = [1 - NEAR, 1 + NEAR].flatMap((x) => [1 - NEAR, 1 + NEAR].map((y) => spreadOfBinary(a * x, b * y)));
    return tested && max(...around) <= tau ? found : null;
  }

  Object.assign(kernel, { spreadOf, ofMean });
})();
