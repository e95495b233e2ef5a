// The best possible conversion in the browser, in floats: the twin of dpzoo/optimal/{binary,testing,response,odds}.py for what binary
// pairs and closed forms decide. Nothing is proved here: `dpzoo convert` gives the enclosure.
//
// window.dpzoo.optimum({notion, values}, target, fix)
//   {parameter, value, pair}: the least value of the one parameter that is not fixed (Infinity if no finite one exists), and the
//   output probabilities [p, 1 - p, q, 1 - q] of the pair that attains it or comes as close as wanted (null where none is shown);
//   null where the twin does not know the answer
(() => {
  const root = typeof window === "undefined" ? globalThis : window;
  const dpzoo = (root.dpzoo = root.dpzoo || {});
  const { abs, exp, expm1, log, log1p, max, min, sqrt, cosh, tanh } = Math;
  const FAR = 1e15;

  // Brent's method for a sign change
  function rootOf(f, a, b) {
    let [fa, fb] = [f(a), f(b)];
    if (fa === 0) return a;
    let [c, fc, d, e] = [a, fa, b - a, b - a];
    for (let i = 0; i < 200; i += 1) {
      if (fb > 0 === fc > 0) [c, fc, d, e] = [a, fa, b - a, b - a];
      if (abs(fc) < abs(fb)) [a, b, c, fa, fb, fc] = [b, c, b, fb, fc, fb];
      const tolerance = 4.5e-16 * abs(b);
      const half = (c - b) / 2;
      if (abs(half) <= tolerance || fb === 0) return b;
      if (abs(e) < tolerance || abs(fa) <= abs(fb)) [d, e] = [half, half];
      else {
        const s = fb / fa;
        let p, q;
        if (a === c) [p, q] = [2 * half * s, 1 - s];
        else {
          const [t, r] = [fa / fc, fb / fc];
          [p, q] = [s * (2 * half * t * (t - r) - (b - a) * (r - 1)), (t - 1) * (r - 1) * (s - 1)];
        }
        if (p > 0) q = -q;
        else p = -p;
        if (2 * p < min(3 * half * q - abs(tolerance * q), abs(e * q))) [e, d] = [d, p / q];
        else [d, e] = [half, half];
      }
      [a, fa] = [b, fb];
      b += abs(d) > tolerance ? d : tolerance * Math.sign(half);
      fb = f(b);
    }
    return b;
  }

  // p, 1-p, q, 1-q of the binary pair with losses a and -b
  function masses(a, b) {
    const scale = -1 / expm1(-(a + b));
    const [p, rest] = [-expm1(-b) * scale, -expm1(-a) * scale];
    return [p, exp(-b) * rest, exp(-a) * p, rest];
  }

  const logAdd = (x, y) => max(x, y) + log1p(exp(-abs(x - y)));

  function renyi(a, b, s) {
    const [p, rest, , q] = masses(a, b);
    if (s === 0) return p * a - rest * b;
    if (abs(s) * max(a, b) < 0.5) return log1p(p * expm1(s * a) + rest * expm1(-s * b)) / s;
    return logAdd(log(p) + s * a, log(q) - b - s * b) / s;
  }

  // the s in (0, last] at which s D_{1+s} exceeds s(ξ + ρ(1+s)) most; 0 if order 1 decides
  function worstOrder(a, b, xi, rho, last) {
    const [p, , , q] = masses(a, b);
    const width = a + b;
    const room = 1 - (8 * rho) / (width * width);
    if (room <= 0) return 0;
    const upper = 0.5 * (1 + sqrt(room));
    const odds = log(p) - log(q) + b;
    const start = upper < 1 ? max((log(upper) - log1p(-upper) - odds) / width, 0) : Infinity;
    const rise = (s) => width / (1 + exp(-(odds + s * width))) - b - xi - rho - 2 * rho * s;
    if (!Number.isFinite(start) || rise(start) <= 0) return last > start ? 0 : last;
    return min(rootOf(rise, start, max(a, start * rho) / rho), last);
  }

  // by how much a pair exceeds a constraint in its direct order, and the order that decides
  function excess(part, a, b) {
    if (part.kind === "line") return part.delta ? [a > part.epsilon ? -expm1(part.epsilon - a) * masses(a, b)[0] - part.delta : -part.delta, 1] : [a - part.epsilon, 1];
    if (part.kind === "range") return [a + b - part.eta, 1];
    if (part.kind === "orders") {
      if (part.low === part.high) return [renyi(a, b, part.low - 1) - part.xi, part.low];
      const mean = renyi(a, b, 0) - part.xi - part.rho;
      const s = worstOrder(a, b, part.xi, part.rho, part.high - 1);
      if (s <= 1e-9) return [mean, 1];
      const found = renyi(a, b, s) - part.xi - part.rho * (1 + s);
      return found >= mean ? [found, 1 + s] : [mean, 1];
    }
    const { k, epsilon } = part;
    const gap = log(masses(a, b)[0]) + log(-expm1(-a));
    const far = (k - 1) * (a + log(-expm1(-a)));
    return [gap + logAdd(far, (k - 1) * log(-expm1(-b))) - k * log(epsilon), 1];
  }

  // ln dp/dq along the boundary of one constraint
  function logSlope(part, order, a, b) {
    const w = a + b;
    if (part.kind === "line") return part.epsilon;
    if (part.kind === "range") return a - b;
    if (part.kind === "orders") {
      const s = order - 1;
      return a - log1p(s) + log(-expm1(-(1 + s) * w)) - log(s === 0 ? w : -expm1(-s * w) / s);
    }
    const { k } = part;
    const [u, v] = [a < 700 ? log(expm1(a)) : a, log(-expm1(-b))];
    const r = exp((k - 1) * (v - u));
    const [x, y] = [exp(-a), exp(-b)];
    return a + log(k - 1 + x + r * (k * y + 1 - y) * x) - log(k) - log1p(r);
  }

  // the boundary of the binary region where p + q ≤ 1, which is where a ≥ b
  function region(parts) {
    const end = min(Infinity, ...parts.filter((c) => c.kind === "line" && !c.delta).map((c) => c.epsilon));
    const last = min(FAR, ...parts.filter((c) => c.kind === "range").map((c) => c.eta * (1 - 1e-13)));
    const mixed = parts.filter((c) => !(c.kind === "line" && !c.delta));
    const worst = (some, a, b) => {
      let best = [-Infinity, 1, null];
      for (const part of some) {
        const [found, order] = excess(part, a, b);
        if (found > best[0]) best = [found, order, part];
      }
      return best;
    };
    const rest = (a, b) => (mixed.length ? worst(mixed, a, b)[0] : -1);
    let [low, high] = [0, 0];
    const outside = (v) => worst(parts, exp(v), exp(v))[0];
    while (outside(low) > 0) low -= 2;
    high = low;
    while (outside(high) <= 0) {
      high += 0.5;
      if (high > 11.5) return null;
    }
    const u = exp(rootOf(outside, low, high));
    function small(t) {
      if (t <= u || rest(t, u) <= 0) return u;
      let [lower, upper, step] = [log(u), log(u), 1];
      while (rest(t, exp(lower)) > 0) {
        if (lower <= -690) return exp(-690);
        upper = lower;
        lower = max(lower - step, -690);
        step *= 2;
      }
      return exp(rootOf((v) => rest(t, exp(v)), lower, upper));
    }
    function big(z) {
      let [lower, upper] = [u, u];
      while (rest(upper, z) <= 0) {
        [lower, upper] = [upper, 2 * upper];
        if (upper > FAR) return min(end, FAR);
      }
      return min(end, upper > lower ? rootOf((t) => rest(t, z), lower, upper) : u);
    }
    const slope = (t) => {
      const z = small(t);
      const [, order, part] = worst(mixed.length ? mixed : parts, t, z);
      return logSlope(part, order, t, z);
    };
    const next = (t) => {
      if (t >= last) throw new RangeError("beyond floating-point numbers");
      return min(t > 30 ? 1.5 * t : min(1.5 * t, t + 4), end, last);
    };
    // where a function of the losses that changes sign once along the side a ≥ b vanishes
    function where(f) {
      let [lower, upper] = [u, u];
      const sign = f(u, u) > 0;
      while (f(upper, small(upper)) > 0 === sign) {
        if (upper >= end) return [end, small(end)];
        [lower, upper] = [upper, next(upper)];
      }
      const t = upper > lower ? rootOf((v) => f(v, small(v)), lower, upper) : u;
      return [t, small(t)];
    }
    const [, order, part] = worst(parts, u, u);
    const kinkSlope = logSlope(part, order, u, u);
    function touching(price) {
      if (price <= kinkSlope) return [u, u];
      let [lower, upper] = [u, u];
      while (slope(upper) < price) {
        if (upper >= end) return [end, small(end)];
        [lower, upper] = [upper, next(upper)];
      }
      const t = rootOf((v) => slope(v) - price, lower, upper);
      return [t, small(t)];
    }
    return { end, u, order, part, kinkSlope, small, big, where, touching, slope };
  }

  const single = (order, epsilon) => (order === Infinity ? { kind: "line", epsilon, delta: 0 } : { kind: "orders", xi: epsilon, rho: 0, low: order, high: order });
  const family = (xi, rho, high) => (rho === 0 ? single(high, xi) : { kind: "orders", xi, rho, low: 1, high });

  const READ = {
    "epsilon-dp": (v) => [{ kind: "line", epsilon: v.epsilon, delta: 0 }],
    "approximate-dp": (v) => [{ kind: "line", epsilon: v.epsilon, delta: v.delta }],
    "total-variation-privacy": (v) => [{ kind: "line", epsilon: 0, delta: v.epsilon }],
    "renyi-dp": (v) => [single(v.alpha, v.epsilon)],
    "kl-privacy": (v) => [single(1, v.epsilon)],
    "zero-concentrated-dp": (v) => [family(v.xi || 0, v.rho, Infinity)],
    "bounded-concentrated-dp": (v) => [family(v.xi || 0, v.rho, v.omega)],
    "truncated-codp-bdrs18": (v) => [family(0, v.rho, v.omega)],
    "truncated-codp-col16": (v) => [{ kind: "line", epsilon: v.xi, delta: 0 }, family(0, v.tau, Infinity)],
    "fk-divergence-dp": (v) => (v.k === 1 ? [{ kind: "line", epsilon: 0, delta: v.epsilon / 2 }] : v.k === 2 ? [single(2, log1p(v.epsilon * v.epsilon))] : [{ kind: "power", k: v.k, epsilon: v.epsilon }]),
    "range-bounded-privacy": (v) => [{ kind: "range", eta: v.epsilon }],
  };

  const ofResponse = (u, beta) => (beta === 1 ? u * tanh(u / 2) : beta === Infinity ? u : (logAdd((beta - 0.5) * u, -(beta - 0.5) * u) - logAdd(u / 2, -u / 2)) / (beta - 1));

  function divergence(parts, region_, beta) {
    const [part] = parts;
    if (parts.length === 1 && part.kind === "line") return part.delta ? [Infinity, null] : [ofResponse(part.epsilon, beta), [part.epsilon, part.epsilon]];
    if (parts.length === 1 && part.kind === "range") {
      const { eta } = part;
      if (beta === Infinity) return [eta, null];
      const y = beta === 1 ? -expm1(-eta) / eta : ((beta - 1) * expm1(beta * eta)) / (beta * exp(eta) * expm1((beta - 1) * eta));
      const value = beta === 1 ? (eta / -expm1(-eta)) * (1 - y) + log(y) : log(y) + log(expm1(beta * eta) / (beta * expm1(eta))) / (beta - 1);
      return [value, [eta + log(y), -log(y)]];
    }
    const reach = max(...parts.map((c) => (c.kind === "orders" ? c.high : c.kind === "power" ? c.k : c.kind === "line" && c.delta ? 0 : Infinity)));
    if (reach < beta) return [Infinity, null];
    const { u, part: binding, order } = region_;
    if (binding.kind === "line" && !binding.delta) return [ofResponse(binding.epsilon, beta), [u, u]];
    if (binding.kind === "orders" && order >= max(1, beta)) return [ofResponse(u, beta), [u, u]];
    if (parts.length === 1 && part.kind === "orders" && part.low !== part.high && part.xi === 0 && beta < part.high) return [part.rho * beta, null];
    return null;
  }

  function answer(source, target, fix) {
    const parts = READ[source.notion](source.values);
    const [part] = parts;
    const alone = parts.length === 1 ? part.kind : "several";
    const found = (parameter, value, losses, flipped) => {
      let pair = losses && losses.every((x) => x > 0) ? masses(...losses) : null;
      if (pair && flipped) pair = [pair[3], pair[2], pair[1], pair[0]];
      return { parameter, value, pair };
    };
    const disclosing = alone === "line" && part.delta > 0;
    if (disclosing && part.delta >= 1) return null;
    const here = disclosing ? null : region(parts);
    if (!disclosing && !here) return null;
    const pureBound = () => min(Infinity, ...parts.map((c) => (c.kind === "line" && !c.delta ? c.epsilon : c.kind === "range" ? c.eta : Infinity)));
    const delta = (e) => {
      if (disclosing) return [e >= part.epsilon ? part.delta : part.delta + ((1 - part.delta) * (exp(part.epsilon) - exp(e))) / (1 + exp(part.epsilon)), null];
      if (e >= pureBound()) return [0, null];
      const [a, b] = here.touching(e);
      return [-masses(a, b)[0] * expm1(e - a), [a, b]];
    };
    switch (target) {
      case "epsilon-dp":
        return found("epsilon", disclosing ? Infinity : pureBound(), null);
      case "total-variation-privacy":
        return found("epsilon", ...delta(0));
      case "approximate-dp": {
        if ("epsilon" in fix) return found("delta", ...delta(fix.epsilon));
        const d = fix.delta;
        if (d >= 1) return found("epsilon", 0, null);
        if (disclosing) {
          if (d < part.delta) return found("epsilon", Infinity, null);
          return found("epsilon", max(0, log(exp(part.epsilon) - ((d - part.delta) * (1 + exp(part.epsilon))) / (1 - part.delta))) || 0, null);
        }
        if (d === 0) return found("epsilon", pureBound(), null);
        const { u } = here;
        if (d >= tanh(u / 2)) return found("epsilon", 0, null);
        const p = masses(u, u)[0];
        const slopeAt = (a, b) => (a === u ? here.kinkSlope : here.slope(a));
        const at = d >= -p * expm1(here.kinkSlope - u) ? [u, u] : here.where((a, b) => -masses(a, b)[0] * expm1(slopeAt(a, b) - a) - d);
        return found("epsilon", at[0] + log1p(-d / masses(...at)[0]), at);
      }
      case "probabilistic-dp": {
        if (disclosing) return null;
        const { u, end } = here;
        if ("epsilon" in fix) {
          const e = fix.epsilon;
          if (e === 0) return found("delta", 1, null);
          if (e >= pureBound()) return found("delta", 0, null);
          const mirrored = e < u;
          const losses = mirrored ? [here.big(e), e] : [e, here.small(e)];
          return found("delta", masses(...losses)[mirrored ? 3 : 0], losses, mirrored);
        }
        const d = fix.delta;
        if (d >= 1) return found("epsilon", 0, null);
        if (d === 0) return found("epsilon", pureBound(), null);
        if (Number.isFinite(end)) return null;
        const mirrored = d > masses(u, u)[0];
        const at = here.where((a, b) => masses(a, b)[mirrored ? 3 : 0] - d);
        return found("epsilon", at[mirrored ? 1 : 0], at, mirrored);
      }
      case "kl-privacy":
      case "renyi-dp": {
        const order = target === "kl-privacy" ? 1 : fix.alpha;
        const value = disclosing ? [Infinity, null] : order === Infinity ? [pureBound(), null] : divergence(parts, here, order);
        return value && found("epsilon", ...value);
      }
      case "zero-concentrated-dp": {
        if (fix.xi !== 0) return null;
        const bounded = parts.some((c) => c.kind !== "power" && !(c.kind === "line" && c.delta) && (c.kind !== "orders" || c.high === Infinity));
        const value = !bounded ? [Infinity, null] : divergence(parts, here, 1);
        return value && found("rho", ...value);
      }
      default:
        return null;
    }
  }

  dpzoo.optimum = (source, target, fix) => {
    if (!READ[source.notion] || Object.values(source.values).some((x) => !(x > 0) && x !== 0)) return null;
    if (Object.entries(source.values).some(([n, x]) => x === 0 && n !== "xi" && n !== "delta")) return null;
    try {
      const best = answer(source, target, fix);
      return best && !Number.isNaN(best.value) ? best : null;
    } catch (error) {
      if (error instanceof RangeError) return null;
      throw error;
    }
  };
})();
