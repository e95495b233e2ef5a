// The best possible conversion in the browser, in floats: the twin of dpzoo/optimal/{binary,testing,response,moments,orders}.py for
// what binary pairs and closed forms decide. Nothing is proved here: `dpzoo convert` gives the enclosure.
//
// window.dpzoo.optimum({notion, values, also}, target, fix)   `also`: further guarantees {notion, values} of the same mechanism
//   {parameter, value, pair, numeric}: the least value of the one parameter that is not fixed (Infinity if no finite one exists), of an
//   order α, ω or k the largest (Infinity if every order is allowed, 0 if not even order 1 is); the pair {p, q} of output
//   probabilities that attains it or comes as close as wanted (null where none is shown); whether the value rests on a scan;
//   null where the twin does not know the answer
//   The files optimal-….js beside this one know more answers, if they are loaded after it.
// window.dpzoo.bounding(notion)   whether `dpzoo convert` computes best possible values from and to the notion by numbers alone
(() => {
  const root = typeof window === "undefined" ? globalThis : window;
  const dpzoo = (root.dpzoo = root.dpzoo || {});
  const kernel = (dpzoo.kernel = dpzoo.kernel || {}); // what the other files of the twin share with this one
  const { abs, exp, expm1, log, log1p, max, min, sqrt, cosh, tanh } = Math;
  const FAR = 1e15;
  const EQUAL = 1e-30; // a loss that stands for none

  // Brent's method for a sign change
  function rootOf(f, a, b, near = 4.5e-16) {
    let [fa, fb] = [f(a), f(b)];
    if (fa === 0) return a;
    let [c, fc, d, e] = [a, fa, b - a, b - a];
    for (let i = 0; i < 200; i += 1) {
      if (fb > 0 === fc > 0) [c, fc, d, e] = [a, fa, b - a, b - a];
      if (abs(fc) < abs(fb)) [a, b, c, fa, fb, fc] = [b, c, b, fb, fc, fb];
      const tolerance = near * abs(b);
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

  const bend = (x) => (abs(x) < 1e-4 ? x * x * (0.5 + x / 6 + (x * x) / 24) : expm1(x) - x);

  function renyi(a, b, s) {
    const [p, rest, , q] = masses(a, b);
    const short = a + b < 1e-4;
    const mean = short ? a * b * (0.5 + (a - b) / 12 - (a * b) / 24) : p * a - rest * b;
    if (s === 0) return mean;
    if (short && abs(s) * max(a, b) < 0.5) return log1p(s * mean + p * bend(s * a) + rest * bend(-s * b)) / s;
    if (abs(s) * max(a, b) < 0.5) return log1p(p * expm1(s * a) + rest * expm1(-s * b)) / s;
    return logAdd(log(p) + s * a, log(q) - b - s * b) / s;
  }

  // The normal law: Φ(-x)/φ(x) for x ≥ 0, ln Φ, and its inverse where ln Φ ≤ -ln 2, by Newton's method on a concave function

  let normal = null;
  function mills(x) {
    normal ||= dpzoo.compiled({ call: "normal_cdf", arguments: [{ name: "x" }] });
    if (x < 30) return normal({ x: -x }) * exp((x * x) / 2) * sqrt(2 * Math.PI);
    const y = 1 / (x * x);
    return (1 - y * (1 - 3 * y * (1 - 5 * y * (1 - 7 * y * (1 - 9 * y))))) / x;
  }
  const logTail = (x) => log(mills(x)) - (x * x) / 2 - log(2 * Math.PI) / 2;
  const logNormal = (x) => (x <= 0 ? logTail(-x) : log1p(-exp(logTail(x))));
  function quantile(y) {
    let x = sqrt(-2 * y);
    for (let i = 0; i < 100; i += 1) {
      const step = (logTail(x) - y) * mills(x);
      x = max(0, x + step);
      if (abs(step) <= 1e-15 * x) break;
    }
    return -x;
  }
  function quantiles(a, b) {
    const [p, rest, , q] = masses(a, b);
    return [p < rest ? quantile(log(p)) : -quantile(log(q) - b), q > 0.5 ? quantile(log(p) - a) : -quantile(log(q))];
  }

  // the s in (0, last] at which s D_{1+s} exceeds s(ξ + ρ(1+s)) most; 0 if order 1 decides
  function worstOrder(a, b, xi, rho, last) {
    const [p, , , q] = masses(a, b);
    const width = a + b;
    const room = 1 - (8 * rho) / (width * width);
    if (room <= 0) return 0;
    const below = (4 * rho) / (width * width) / (1 + sqrt(room));
    const odds = log(p) - log(q) + b;
    const start = below > 0 ? max((log1p(-below) - log(below) - odds) / width, 0) : Infinity;
    const rise = (s) => width / (1 + exp(-(odds + s * width))) - b - xi - rho - 2 * rho * s;
    if (!Number.isFinite(start) || rise(start) <= 0) return last > start ? 0 : last;
    return min(rootOf(rise, start, max(a, start * rho) / rho), last);
  }

  // by how much a pair exceeds a constraint in its direct order, and the order that decides
  function excess(part, a, b) {
    if (part.kind === "line") return part.delta ? [a > part.epsilon ? (-expm1(part.epsilon - a) * masses(a, b)[0]) / part.delta - 1 : -1, 1] : [a - part.epsilon, 1];
    if (part.kind === "range") return [a + b - part.eta, 1];
    if (part.kind === "gaussian") {
      const [x, y] = quantiles(a, b);
      return [x - y - part.mu, 1];
    }
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
    if (part.kind === "gaussian") {
      const [x, y] = quantiles(a, b);
      return (y * y - x * x) / 2;
    }
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
      if (!best[2]) throw new RangeError("beyond floating-point numbers");
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
      if (t <= u) return u;
      if (parts.length === 1 && parts[0].kind === "gaussian") {
        const { mu } = parts[0];
        const z = rootOf((x) => logNormal(x + mu) - logNormal(x) - t, -(t / mu + mu / 2), -mu / 2);
        return logNormal(-z) - logNormal(-z - mu);
      }
      if (rest(t, u) <= 0) return u;
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
    const binding = (t) => worst(mixed.length ? mixed : parts, t, small(t));
    return { parts, end, u, order, part, kinkSlope, small, big, where, touching, slope, binding };
  }

  // What tests decide, after a part c of either side is set aside or disclosed (theory, T5, T9, T10, T19): each answer is
  // [value, losses of a binary pair, whether that pair is mirrored]

  function testing(here, c) {
    const { parts, end, u } = here;
    const longest = min(end, ...parts.filter((x) => x.kind === "range").map((x) => x.eta));
    const discloses = min(1, ...parts.map((x) => (x.kind === "line" ? x.delta : x.kind === "orders" && x.high < 1 ? -expm1((-x.xi * (1 - x.high)) / x.high) : 0)));
    const left = (d) => (c ? (d - c) / (1 - c) : d);
    const price = (e, loss) => exp(min(e - loss, 700));
    const certain = [1, null];
    const corner = () => masses(end, here.small(end));
    const onRay = (p) => [end, -log1p((p * expm1(-end)) / (1 - p * exp(-end)))];
    // boundary points by one of their masses: p and q to one side of randomised response, 1 - q and 1 - p to the other
    function at(i, mass) {
      const kink = masses(u, u)[i];
      const far = Number.isFinite(end) ? corner() : null;
      if (mass <= kink) return [far && far[i] >= mass ? onRay(i ? mass * exp(end) : mass) : here.where((a, b) => masses(a, b)[i] - mass), false];
      if (far && far[2 - i] >= 1 - mass) return [onRay(i ? 1 - mass : (1 - mass) * exp(end)), true];
      return [here.where((a, b) => masses(a, b)[3 - i] - mass), true];
    }
    // the same beyond the largest loss, where a pure bound's ray is the boundary
    function along(f) {
      const [a, b] = here.where(f);
      return a >= end && f(a, b) > 0 === f(u, u) > 0 ? [end, rootOf((z) => f(end, z), b * 1e-15, b)] : [a, b];
    }
    const missing = (losses, flipped) => masses(...losses)[flipped ? 1 : 2];
    function delta(e) {
      if (e >= longest) return [c, null];
      const [a, b] = here.touching(e);
      if (b < 1e-290) throw new RangeError("beyond floating-point numbers");
      return [c - (1 - c) * masses(a, b)[0] * expm1(e - a), [a, b]];
    }
    function epsilonOfRest(d) {
      if (d === 0) return [longest, null];
      if (d <= discloses * (1 - 1e-15)) return [Infinity, null];
      if (parts.some((x) => x.high < 1) && d < discloses * (1 + 1e-5)) throw new RangeError("floats hardly tell it from what may be disclosed");
      if (d >= tanh(u / 2)) return [0, null];
      const slopeAt = (a) => (a === u ? here.kinkSlope : here.slope(a));
      const point = d >= -masses(u, u)[0] * expm1(here.kinkSlope - u) ? [u, u] : here.where((a, b) => -masses(a, b)[0] * expm1(slopeAt(a) - a) - d);
      return [max(0, point[0] + log1p(-d / masses(...point)[0])), point];
    }
    function epsilon(d) {
      if (d >= 1) return [0, null];
      return d < c ? [Infinity, null] : epsilonOfRest(left(d));
    }
    function massAbove(e, slack = 0) {
      const share = (c - slack) / (1 - c);
      if (e === 0) return certain;
      if (e >= longest && share === 0) return [0, null];
      if (-expm1(-e) <= discloses * (1 - 1e-12) || expm1(min(e, 700)) <= share) return certain;
      const p = masses(u, u)[0];
      let [losses, flipped] = [null, false];
      if (p * price(e, u) <= p + share) {
        losses = share ? along((a, b) => (price(e, b) - 1) * masses(a, b)[3] - share) : [here.big(e), e];
        flipped = true;
      } else if (!share) losses = [max(e, u), here.small(max(e, u))];
      else if (e > end && corner()[0] * (price(e, end) - 1) >= share) losses = onRay(share / (price(e, end) - 1));
      else losses = here.where((a, b) => masses(a, b)[0] * expm1(min(e - a, 700)) - share);
      return [c + (1 - c) * masses(...losses)[flipped ? 3 : 0], losses, flipped];
    }
    function lossAt(d, slack = 0) {
      if (d >= 1) return [0, null];
      const rest = left(d);
      if (rest < 0) return [Infinity, null];
      if (rest === 0) return [c ? Infinity : longest, null];
      if (rest <= discloses * (1 - 1e-15)) return [Infinity, null];
      const [losses, flipped] = at(0, rest);
      return [max(0, losses[flipped ? 1 : 0] + log1p((c - slack) / (1 - c) / rest)), losses, flipped];
    }
    function powerAt(x) {
      const alarm = x / (1 - c);
      if (alarm >= 1) return certain;
      if (alarm === 0) return [c + (1 - c) * discloses, null];
      const [losses, flipped] = at(2, alarm);
      const binding = losses[0] < end ? here.binding(losses[0])[2] : null;
      const odds = binding && binding.kind === "range" ? binding.eta : null; // the smaller loss loses digits there
      return [c + (1 - c) * (odds === null ? masses(...losses)[flipped ? 3 : 0] : 1 / (1 + (exp(-odds) * (1 - alarm)) / alarm)), losses, flipped];
    }
    function excessAfter(e, aside) {
      const plain = delta(e);
      if (aside === 0 || plain[0] >= aside || (!c && e >= longest)) return plain;
      const rest = left(aside);
      if (rest <= 0 || (e < end && masses(...here.touching(e))[0] >= rest)) return plain;
      if (aside >= 1) return [0, null];
      const [losses, flipped] = at(0, rest);
      return [max(0, aside - exp(e) * (1 - c) * missing(losses, flipped)), losses, flipped];
    }
    function lossAfter(slack, aside) {
      const plain = epsilonOfRest(slack);
      if (aside <= max(slack, plain[0] === Infinity ? discloses : 0)) return plain;
      if (plain[1] && masses(...plain[1])[0] >= aside) return plain;
      const [losses, flipped] = at(0, aside);
      return [max(0, losses[flipped ? 1 : 0] + log1p(-slack / aside)), losses, flipped];
    }
    function massBeyond(e, d) {
      if (e >= longest) return [0, null];
      if (1 - (1 - d) * exp(-e) <= discloses * (1 - 1e-12)) return certain;
      const best = here.touching(e);
      const excess_ = (a, b) => -masses(a, b)[0] * expm1(min(e - a, 700));
      if (excess_(...best) <= d) return [0, null];
      if (excess_(u, u) >= d) {
        const losses = along((a, b) => -masses(a, b)[3] * expm1(min(e - b, 700)) - d);
        return [masses(...losses)[3], losses, true];
      }
      const t = rootOf((v) => excess_(v, here.small(v)) - d, u, best[0]);
      return [masses(t, here.small(t))[0], [t, here.small(t)], false];
    }
    // relaxed DP by its free parameter
    const relaxed = {
      delta_a: (f) => excessAfter(f.epsilon, f.delta_p),
      epsilon({ delta_a: slack, delta_p: aside }) {
        if (slack >= 1 || aside >= 1) return [0, null];
        if (aside === 0) return epsilon(slack);
        if (slack === 0) return lossAt(aside);
        if (c > slack) return aside > c ? lossAt(aside, slack) : [Infinity, null];
        return lossAfter(left(slack), max(0, left(aside)));
      },
      delta_p({ epsilon: e, delta_a: slack }) {
        if (slack === 0 || c >= slack) return massAbove(e, slack);
        const [rest, ...pair] = massBeyond(e, left(slack));
        return rest > 0 ? [c + (1 - c) * rest, ...pair] : [0, null];
      },
    };
    return { longest, delta, epsilon, massAbove, lossAt, powerAt, relaxed };
  }

  const single = (order, epsilon) => (order === Infinity ? { kind: "line", epsilon, delta: 0 } : { kind: "orders", xi: epsilon, rho: 0, low: order, high: order });
  const family = (xi, rho, high) => (rho === 0 || high === 1 ? single(high, xi + (rho && rho * high)) : { kind: "orders", xi, rho, low: 1, high });

  // no less than x + y
  const sum = (x, y) => (x + y - max(x, y) < min(x, y) ? (x + y) * (1 + Number.EPSILON) : x + y);
  const line = (epsilon, delta) => [{ kind: "line", epsilon: delta && !epsilon ? EQUAL : epsilon, delta }];
  const power = (k, epsilon) => (k === 1 ? line(0, epsilon / 2) : k === 2 ? [single(2, log1p(epsilon * epsilon))] : [{ kind: "power", k, epsilon }]);
  // each segment y = h - s·x of a piecewise linear trade-off curve is the line p ≤ 1 - h + s·q, in both orders
  function curve(points) {
    const found = [];
    for (let i = 1; i < points.length; i += 1) {
      const [[x0, y0], [x1, y1]] = [points[i - 1], points[i]];
      const slope = (y0 - y1) / (x1 - x0);
      const height = 1 - y0 - slope * x0;
      if (slope > 0) found.push(...(slope >= 1 ? line(log(slope), max(0, height)) : line(-log(slope), max(0, 1 - (1 - height) / slope))));
    }
    return found;
  }
  const GENERATED = {
    kl: (e) => [single(1, e)],
    "reverse-kl": (e) => [single(1, e)],
    "total-variation": (e) => line(0, e),
    "chi-square": (e) => [single(2, log1p(e))],
    hellinger: (e) => (e >= 2 ? [] : [single(0.5, -2 * log1p(-e / 2))]),
  };
  const READ = {
    "epsilon-dp": (v) => line(v.epsilon, 0),
    "approximate-dp": (v) => (v.profile ? v.profile.flatMap(([e, d]) => line(e, d)) : line(v.epsilon, v.delta)),
    "probabilistic-dp": (v) => line(v.epsilon, v.delta),
    "relaxed-dp": (v) => line(v.epsilon, sum(v.delta_a, v.delta_p)),
    "total-variation-privacy": (v) => line(0, v.epsilon),
    "renyi-dp": (v) => [single(v.alpha, v.epsilon)],
    "kl-privacy": (v) => [single(1, v.epsilon)],
    "zero-concentrated-dp": (v) => [family(v.xi || 0, v.rho, Infinity)],
    "approximate-zero-concentrated-dp": (v) => [family(v.xi || 0, v.rho, Infinity)],
    "bounded-concentrated-dp": (v) => [family(v.xi || 0, v.rho, v.omega)],
    "truncated-codp-bdrs18": (v) => [family(0, v.rho, v.omega)],
    "truncated-codp-col16": (v) => [...line(v.xi, 0), family(0, v.tau, Infinity)],
    "fk-divergence-dp": (v) => power(v.k, v.epsilon),
    "divergence-dp": (v) => GENERATED[v.f](v.epsilon),
    "gaussian-dp": (v) => [{ kind: "gaussian", mu: v.mu }],
    "f-dp": (v) => curve(v.f),
    "range-bounded-privacy": (v) => [{ kind: "range", eta: v.epsilon }],
  };
  const PARAMETERS = {
    "epsilon-dp": "epsilon", "approximate-dp": "epsilon delta", "probabilistic-dp": "epsilon delta", "relaxed-dp": "epsilon delta_a delta_p",
    "total-variation-privacy": "epsilon", "kl-privacy": "epsilon", "renyi-dp": "alpha epsilon", "zero-concentrated-dp": "xi rho",
    "approximate-zero-concentrated-dp": "xi rho delta", "bounded-concentrated-dp": "xi rho omega", "truncated-codp-bdrs18": "rho omega",
    "truncated-codp-col16": "xi tau", "mean-concentrated-dp": "mu tau", "fk-divergence-dp": "k epsilon", "divergence-dp": "f epsilon",
    "gaussian-dp": "mu", "range-bounded-privacy": "epsilon", "f-dp": "x power",
  };

  const ORDERS = ["alpha", "omega", "k"]; // of which the largest is sought

  // whether one constraint certainly implies another
  function implies(x, c) {
    if (x.kind === "gaussian" && c.kind === "orders") return (x.mu * x.mu) / 2 <= (1 - 1e-12) * (c.low === c.high ? c.xi / c.low : c.rho);
    if (x.kind !== c.kind) return false;
    if (x.kind === "line") return x.epsilon <= c.epsilon && x.delta <= c.delta;
    if (x.kind === "gaussian") return x.mu <= c.mu;
    if (x.kind === "range") return x.eta <= c.eta;
    if (x.kind === "power") return x.k === c.k && x.epsilon <= c.epsilon;
    if (x.low === c.low && x.high >= c.high) return x.xi <= c.xi && x.rho <= c.rho;
    return x.low < x.high && c.low === c.high && c.low >= 1 && c.low <= x.high && x.xi + x.rho * c.low <= c.xi * (1 - 1e-12);
  }
  // the constraints that no other one implies by itself, equal ones once
  const needed = (parts) => parts.filter((c, i) => !parts.some((x, j) => j !== i && implies(x, c) && (j < i || !implies(c, x))));

  // the largest order of which a constraint bounds a moment
  const reachOf = (x) => (x.kind === "orders" ? x.high : x.kind === "power" ? x.k : x.kind === "line" && x.delta ? 0 : Infinity);

  // D_β of randomised response, and E_Q|X - 1|^k of it
  function ofResponse(u, beta) {
    if (beta === 1) return u * tanh(u / 2);
    if (beta === Infinity) return u;
    const share = -expm1(-beta * u) / (1 + exp(-u));
    const far = (beta - 1) * u;
    return (far < 700 ? log1p(expm1(far) * share) : far + log(share)) / (beta - 1);
  }

  // the largest value of a function on a grid of places, and near the best of them
  function highest(f, places) {
    const values = places.map(f);
    let k = 0;
    values.forEach((v, i) => {
      if (v > values[k]) k = i;
    });
    let [a, b] = [places[max(k - 1, 0)], places[min(k + 1, places.length - 1)]];
    let best = values[k];
    const golden = (sqrt(5) - 1) / 2;
    let [x, y] = [b - golden * (b - a), a + golden * (b - a)];
    let [fx, fy] = [f(x), f(y)];
    for (let i = 0; i < 60 && b - a > 1e-9 * max(1, abs(a)); i += 1) {
      if (fx > fy) [b, y, fy, x] = [y, x, fx, y - golden * (y - a)], (fx = f(x));
      else [a, x, fx, y] = [x, y, fy, x + golden * (b - x)], (fy = f(y));
      best = max(best, fx, fy);
    }
    return best;
  }
  // the same along a region's boundary, at the losses place(x) with x from 0 to 1: constraint by constraint, since there is a corner
  // where another one takes over
  function highestAlong(here, f, place, n) {
    const part = (x) => (here.parts.length < 2 || here.small(place(x)) < 1e-290 ? null : here.binding(place(x))[2]);
    const ends = [0];
    let before = [0, part(0)];
    for (const x of steps(0, 1, n).slice(1)) {
      const now = part(x);
      if (now !== before[1]) {
        let [low, high] = [before[0], x];
        for (let i = 0; i < 50; i += 1) {
          const middle = (low + high) / 2;
          if (part(middle) === before[1]) low = middle;
          else high = middle;
        }
        ends.push(low);
      }
      before = [x, now];
    }
    return max(...[...ends.slice(1), 1].map((end, i) => highest((x) => f(place(x)), steps(ends[i], end, n))));
  }
  const steps = (low, high, n) => Array.from({ length: n + 1 }, (_, i) => low + ((high - low) * i) / n);

  // the largest (D_α - ξ)/α or D_α - ρα over the orders up to `last`, at least 0; D is given by its order
  function overOrders(D, last, offset, slope) {
    const excess_ = (alpha) => (slope === undefined ? (D(alpha) - offset) / alpha : D(alpha) - slope * alpha);
    const top = last === Infinity ? 28 : log(last - 1);
    const far = last === Infinity || !(last > 1) ? [] : [last];
    const inside = last > 1 ? highest((x) => excess_(1 + exp(x)), steps(min(-28, top - 1), top, 160)) : 0;
    return max(0, excess_(1), inside, ...far.map(excess_));
  }

  // D_β of bounded range (T13)
  function ofRange(eta, beta) {
    if (beta === Infinity) return [eta, null];
    const h = eta / 2;
    const aside = logSinhc(beta * h) - logSinhc((beta - 1) * h);
    return [aside + rise(h, beta), [h + aside, h - aside]];
  }
  // ln(sinh(y)/y)
  const logSinhc = (y) => (y < 0.03 ? y * y * (1 / 6 - (y * y) / 180 + y ** 4 / 2835) : y + log(-expm1(-2 * y) / (2 * y)));
  // (ln sinhc(βh) - ln sinhc(h))/(β - 1), by its derivative in the middle where β is close to 1
  function rise(h, beta) {
    const x = ((beta + 1) * h) / 2;
    if ((beta - 1) * max(1, h) < 1e-4) return h * (x < 0.01 ? x * (1 / 3 - (x * x) / 45) : 1 / tanh(x) - 1 / x);
    return (logSinhc(beta * h) - logSinhc(h)) / (beta - 1);
  }
  // (E|X - 1|^k)^{1/k} over ratios {y, e^η y}, by a scan of the place between them (T13)
  function deviationOfRange(eta, k) {
    const [spread, narrow] = [logExpm1(eta), log(-expm1(-eta))];
    const value = (x) => {
      const [u, w] = [spread - logAdd(0, -x), narrow - logAdd(0, x)];
      return u + w + logAdd((k - 1) * u, (k - 1) * w) - log(-expm1(w)) - spread;
    };
    return exp(highest(value, steps(-60, 60 + eta, 160)) / k);
  }
  const logExpm1 = (x) => (x > 30 ? x + log1p(-exp(-x)) : log(expm1(x)));

  function optimumOf(parts, c, triple, target, free, fix) {
    const alone = parts.length === 1 ? parts[0] : null;
    const pure = min(Infinity, ...parts.map((x) => (x.kind === "line" && !x.delta ? x.epsilon : x.kind === "range" ? x.eta : Infinity)));
    const reach = max(...parts.map(reachOf));
    const here = region(parts);
    if (!here) return null;
    const { u, order, part: binding, end } = here;
    const decides = u >= end * (1 - 1e-14); // pure DP implies the rest
    const test = testing(here, c);
    const relaxed = triple && kernel.relaxed && kernel.relaxed(triple);

    // D_β, β ≥ ½ (T8, T11, T13, T17, T20)
    function divergence(beta) {
      if (c && beta >= 1) return [Infinity, null];
      if (beta === Infinity) return [pure, null];
      if (decides) return [ofResponse(u, beta), [u, u]];
      if (beta >= 1 && reach < beta) return [Infinity, null];
      if (alone && alone.kind === "range") return ofRange(alone.eta, beta);
      if (alone && alone.kind === "gaussian") return [(beta * alone.mu * alone.mu) / 2, null];
      if (binding.kind === "orders" && order >= max(1, beta)) return [ofResponse(u, beta), [u, u]];
      if (parts.some((x) => x.kind === "gaussian" || (x.kind === "line" && x.delta))) return null;
      if (beta < 1) return alone && alone.low === beta ? [alone.xi, [u, u]] : null;
      const bound = min(Infinity, ...parts.filter((x) => x.kind === "orders" && x.low <= beta && beta <= x.high).map((x) => x.xi + x.rho * beta));
      if (bound < Infinity) {
        const orderAt = (t) => {
          const [, found, part] = here.binding(t);
          return part.kind === "orders" ? found : Infinity;
        };
        let [lower, upper] = [u, u];
        while (orderAt(upper) < beta && upper < min(end, 600)) [lower, upper] = [upper, min(upper * 1.2 + 0.01, end)];
        if (orderAt(upper) >= beta) {
          const t = upper > lower ? rootOf((v) => orderAt(v) - beta, lower, upper) : u;
          const losses = [t, here.small(t)];
          if (abs(renyi(...losses, beta - 1) - bound) <= 1e-9 * bound) return [bound, losses];
        }
      }
      const corner = largest();
      if (corner && corner[1] <= beta) return [renyi(...corner[0], beta - 1), corner[0]];
      if (alone && alone.kind === "power" && alone.k === beta && beta < 2) return [log1p(exp(beta * log(alone.epsilon))) / (beta - 1), null];
      if (alone && alone.kind === "orders" && alone.low !== alone.high && alone.xi === 0) return [alone.rho * beta, null];
      const best = moment({ order: beta });
      return best && [beta === 1 ? exp(best[0]) : logAdd(0, best[0]) / (beta - 1), best[1], false, true];
    }
    const moment = (goal) => (kernel.moment ? kernel.moment(parts, here, goal) : null);

    // the pair with the largest loss that pure DP allows, and the order that binds it (T20)
    function largest() {
      if (!Number.isFinite(end) || decides || parts.some((x) => x.kind !== "orders" && !(x.kind === "line" && !x.delta))) return null;
      const losses = [end, here.small(end)];
      const [, found, part] = here.binding(end);
      return losses[1] < u && losses[1] > 1e-280 ? [losses, found, part] : null;
    }

    // whether the source says D_α ≤ ξ + ρα up to `last`
    const promises = (xi, rho, last) => parts.some((x) => x.kind === "orders" && x.low !== x.high && x.high >= last && x.xi <= xi && x.rho <= rho);

    // the least ρ at `offset` ξ, or the least ξ at `slope` ρ, over all orders up to `last` (T12, T13, T20)
    function concentrated(offset, slope, last) {
      if (c || reach < last) return [Infinity, null];
      if (slope === 0) return divergence(last);
      if (slope !== undefined && promises(0, slope, last)) return [0, null];
      const says = (x) => (x.kind === "line" ? (x.delta ? Infinity : x.epsilon) : x.kind === "range" ? x.eta : x.kind === "power" ? (x.k >= last ? (log1p(x.epsilon) * x.k) / (x.k - 1) : Infinity) : x.kind === "orders" && x.high >= last ? x.xi + (x.rho ? x.rho * last : 0) : Infinity);
      if (offset !== undefined && parts.some((x) => says(x) <= offset)) return [0, null];
      const response = (turn) => overOrders((beta) => ofResponse(u, beta), turn, offset, slope);
      if (decides) return offset === 0 ? [ofResponse(u, 1), [u, u]] : [response(last), [u, u]];
      if (alone && alone.kind === "gaussian") {
        const rate = (alone.mu * alone.mu) / 2;
        if (slope === undefined) return [last === Infinity ? rate : max(0, rate - offset / last), null];
        return [rate <= slope ? 0 : last === Infinity ? Infinity : (rate - slope) * last, null];
      }
      const turn = binding.kind === "orders" ? order : 1;
      if (offset === 0) {
        const mean = divergence(1);
        if (!mean || alone || turn >= last) return mean;
        const keeps = parts.some((x) => x.kind === "orders" && x.low !== x.high && x.high >= last && (x === binding || x.xi / turn + x.rho <= mean[0]));
        return keeps ? mean : rarer(offset, last);
      }
      if (alone && alone.kind === "range") return [overOrders((beta) => ofRange(alone.eta, beta)[0], last, offset, slope), null, false, true];
      if (binding.kind !== "orders") return null;
      const value = response(min(turn, last));
      if (turn >= last) return [value, [u, u]];
      const beyond = (d, at) => (slope === undefined ? (d - offset) / at : d - slope * at);
      if (alone) {
        if (alone.low === alone.high) return [value, [u, u]];
        if (last === Infinity && slope < alone.rho) return [Infinity, null];
        const ends = [turn, ...(last === Infinity ? [] : [last])].map((at) => beyond(alone.xi + alone.rho * at, at));
        const most = max(...ends, last === Infinity && slope === undefined ? alone.rho : -Infinity);
        return [max(value, most), most > value ? null : [u, u]];
      }
      const corner = largest();
      if (!corner) return slope === undefined ? rarer(offset, last) : null;
      if (corner[2] !== binding && corner[1] > order) return null;
      if (corner[1] <= last) {
        const other = overOrders((beta) => renyi(...corner[0], beta - 1), last, offset, slope);
        return [max(value, other), other > value ? corner[0] : [u, u], false, true];
      }
      const there = corner[2] === binding ? divergence(last) : null;
      return there && [max(value, beyond(there[0], last)), null, false, true];
    }

    // one family beside bounds of finite orders, which pairs whose own binding order is large meet all (T12)
    function rarer(offset, last) {
      const families = parts.filter((x) => x.kind === "orders" && x.high === Infinity);
      const bounded = parts.every((x) => families.includes(x) || x.kind === "power" || x.kind === "orders");
      return last === Infinity && families.length === 1 && families[0].xi <= offset && bounded ? [families[0].rho, null] : null;
    }

    // the deviations of the loss from its mean (T14)
    function spread() {
      if (c || reach !== Infinity) return [Infinity, null];
      if (alone && alone.kind === "range") return [alone.eta / 2, null];
      if (!decides) {
        const found = kernel.spreadOf ? kernel.spreadOf(parts) : null;
        return found === null ? null : [found, null, false, true];
      }
      const factor = (b) => {
        const odds = log(expm1(b) / -expm1(-u));
        return (u + b) * sqrt(abs(odds) < 1e-6 ? 0.25 : tanh(odds / 2) / (2 * odds));
      };
      return [highest(factor, steps(u * 1e-6, u, 200)), null];
    }

    // E_Q|X - 1|^k ≤ ε^k (T7, T13)
    function deviation(k) {
      const scaled = (found, change) => found && [change(found[0]), ...found.slice(1)];
      if (k === 1) return scaled(test.delta(0), (x) => 2 * x);
      if (k === 2) return scaled(divergence(2), (x) => sqrt(expm1(x)));
      if (c || reach < k) return [Infinity, null];
      if (k === Infinity) return [expm1(pure), null];
      if (decides) return [exp((-u - log1p(exp(-u)) + logAdd(k * logExpm1(u), u + k * log(-expm1(-u)))) / k), [u, u]];
      if (alone && alone.kind === "gaussian") return kernel.powerOfGaussian ? [kernel.powerOfGaussian(alone.mu, k), null] : null;
      if (alone && alone.kind === "range") return [deviationOfRange(alone.eta, k), null, false, true];
      if (alone && alone.kind === "power" && alone.k === k) return [alone.epsilon, [u, u]];
      const best = moment({ k });
      return best && [exp(best[0] / k), best[1], false, true];
    }

    function hellinger() {
      const found = decides ? [2 - 2 / cosh(u / 2), [u, u]] : alone && alone.kind === "range" ? [2 - 2 / cosh(alone.eta / 4), [alone.eta / 2, alone.eta / 2]] : alone && alone.kind === "gaussian" ? [-2 * expm1(-(alone.mu * alone.mu) / 8), null] : halved();
      return found && [(1 - c) * found[0] + 2 * c, ...found.slice(1)];
    }
    function halved() {
      if (alone && alone.kind === "orders" && alone.low === 0.5 && alone.high === 0.5) return [-2 * expm1(-alone.xi / 2), [u, u]];
      if (binding.kind !== "orders" || order < 1 || parts.some((x) => x.kind === "gaussian")) return null;
      return [2 - 2 / cosh(u / 2), [u, u]];
    }

    // the least μ of Gaussian DP: by a scan of the boundary, where no closed form is known (T7, T12, T13)
    function gaussian() {
      if (c || (!parts.some((x) => x.kind === "gaussian") && reach !== Infinity)) return [Infinity, null];
      if (alone && alone.kind === "gaussian") return [alone.mu, null];
      const gap = (a, b) => (b < 1e-290 ? 0 : quantiles(a, b).reduce((x, y) => x - y));
      if (decides) return [gap(u, u), [u, u]];
      if (alone && alone.kind === "range") return [gap(alone.eta / 2, alone.eta / 2), [alone.eta / 2, alone.eta / 2]];
      const top = min(test.longest * (1 - 1e-13), 40 + 2 * u);
      const found = highestAlong(here, (t) => gap(t, here.small(t)), (x) => u + (top - u) * x ** 3, 60);
      // rare tests of a family tell as much as Gaussian ones of its ρ; where another bound is all that floats see, they may tell more
      const families = Number.isFinite(end) ? [] : parts.filter((x) => x.kind === "orders" && x.high === Infinity);
      if (families.length) {
        let seen = top;
        while (here.small(seen) < 1e-290) seen *= 0.99;
        if (families.length > 1 || here.binding(seen)[2] !== families[0]) return null;
      }
      const kink = gap(u, u);
      return [max(found, kink), kink >= found * (1 - 1e-13) ? [u, u] : null, false, true];
    }

    switch (target) {
      case "epsilon-dp":
        return [c ? Infinity : pure, null];
      case "range-bounded-privacy":
        return [c ? Infinity : min(...parts.map((x) => (x.kind === "range" ? x.eta : x.kind === "line" && !x.delta ? 2 * x.epsilon : Infinity))), null];
      case "total-variation-privacy":
        return test.delta(0);
      case "approximate-dp":
        return free === "delta" ? test.delta(fix.epsilon) : test.epsilon(fix.delta);
      case "probabilistic-dp":
        if (triple) return relaxed && [free === "delta" ? relaxed.massOf(fix.epsilon) : relaxed.lossOf(fix.delta), null];
        return free === "delta" ? test.massAbove(fix.epsilon) : test.lossAt(fix.delta);
      case "relaxed-dp":
        return triple && triple[2] ? relaxed && [relaxed[free](fix), null] : test.relaxed[free](fix);
      case "f-dp":
        return test.powerAt(fix.x);
      case "gaussian-dp":
        return gaussian();
      case "kl-privacy":
        return divergence(1);
      case "renyi-dp":
        return divergence(fix.alpha);
      case "fk-divergence-dp":
        return deviation(fix.k);
      case "divergence-dp":
        if (fix.f === "hellinger") return hellinger();
        if (fix.f === "total-variation") return test.delta(0);
        if (fix.f === "chi-square") return ((x) => x && [expm1(x[0]), ...x.slice(1)])(divergence(2));
        return divergence(1);
      case "zero-concentrated-dp":
      case "bounded-concentrated-dp":
      case "truncated-codp-bdrs18": {
        const last = fix.omega ?? Infinity;
        return free === "rho" ? concentrated(fix.xi || 0, undefined, last) : concentrated(undefined, fix.rho, last);
      }
      case "truncated-codp-col16": {
        if (free === "tau") return c || !(pure <= fix.xi) ? [Infinity, null] : concentrated(0, undefined, Infinity);
        const tau = promises(0, fix.tau, Infinity) ? [0] : concentrated(0, undefined, Infinity);
        return tau && [tau[0] <= fix.tau ? pure : Infinity, null];
      }
      case "approximate-zero-concentrated-dp":
        return fix.delta === 0 ? optimumOf(parts, c, null, "zero-concentrated-dp", free, fix) : kernel.setAside ? kernel.setAside({ parts, c, alone, here, test, promises }, fix) : null;
      case "mean-concentrated-dp": {
        const both = [divergence(1), spread()];
        if (both.some((x) => x && x[0] === Infinity)) return [Infinity, null];
        if (both.some((x) => !x)) return null;
        const [wanted, other] = free === "mu" ? both : both.reverse();
        if (free === "tau" && parts.some((x) => x.kind === "orders" && x.low <= 1 && x.high >= 1 && x.xi + x.rho <= fix.mu)) return wanted;
        return fix[free === "mu" ? "tau" : "mu"] < other[0] ? [Infinity, null] : wanted;
      }
      default:
        return null;
    }
  }

  // Φ⁻¹(p), from p and 1 - p
  const normalQuantile = (p, rest) => (p < rest ? quantile(log(p)) : -quantile(log(rest)));

  Object.assign(kernel, { rootOf, masses, renyi, excess, logNormal, normalQuantile, highest, highestAlong, steps, overOrders, ofResponse, region, optimumOf, single, family });

  // what follows from no promise at all; null for what is not told here
  function ofAnyPair(target, free, fix) {
    if (ORDERS.includes(free) || target === "relaxed-dp") return null;
    if (free === "power" || free === "delta" || target === "total-variation-privacy" || fix.f === "total-variation") return [1, null];
    if (fix.f === "hellinger" || fix.k === 1) return [2, null];
    return [fix.delta >= 1 ? 0 : Infinity, null];
  }

  // whether floats do not tell the larger loss from that of a line of tiny δ well enough to know the probabilities there
  const hidden = (parts, losses) => losses && parts.some((x) => x.kind === "line" && x.delta && abs(losses[0] - x.epsilon) < 1e-6 * x.epsilon);

  function answer(sources, target, free, fix) {
    const [{ notion, values }] = sources;
    const several = sources.length > 1;
    if (several && sources.some((x) => ["probabilistic-dp", "relaxed-dp", "approximate-zero-concentrated-dp", "mean-concentrated-dp"].includes(x.notion))) return null;
    if (notion === "mean-concentrated-dp") return kernel.ofMean ? kernel.ofMean(values, target, free, fix) : null;
    let parts = needed(sources.flatMap((x) => READ[x.notion](x.values)).filter((x) => !(x.kind === "line" && x.delta >= 1) && ![x.epsilon, x.xi, x.rho, x.eta, x.mu].includes(Infinity)));
    let cut = notion === "approximate-zero-concentrated-dp" ? values.delta : 0;
    if (!parts.length || cut >= 1) return ofAnyPair(target, free, fix);
    const none = parts.some((x) => x.epsilon === EQUAL);
    if (parts.length > 1 && !cut && parts.every((x) => x.kind === "line") && parts.some((x) => x.delta)) {
      const found = kernel.ofLines ? kernel.ofLines(parts, target, free, fix) : null;
      return found && { found, cut: 0, none };
    }
    if (parts.length === 1 && parts[0].kind === "line" && parts[0].delta) {
      cut = parts[0].delta;
      parts = [{ ...parts[0], delta: 0 }];
    }
    const triple = notion === "probabilistic-dp" ? [values.epsilon, 0, values.delta] : notion === "relaxed-dp" ? [values.epsilon, values.delta_a, values.delta_p] : null;
    const found = optimumOf(parts, cut, triple, target, free, fix);
    return found && !hidden(parts, found[1]) ? { found, cut, none } : null;
  }

  // the pair as a table: what is disclosed is an output of its own on either side
  function table(losses, flipped, cut) {
    if (!losses || !losses.every((x) => x > 0)) return null;
    let [p, pRest, q, qRest] = masses(...losses);
    if (flipped) [p, pRest, q, qRest] = [qRest, q, pRest, p];
    const keep = (x) => (1 - cut) * x;
    return cut ? { p: [cut, keep(p), keep(pRest), 0], q: [0, keep(q), keep(qRest), cut] } : { p: [p, pRest], q: [q, qRest] };
  }

  // the largest order, from the values at single orders
  function ofOrder(source, target, free, fix) {
    if (!kernel.largestOrder) return null;
    const bound = target === "bounded-concentrated-dp" || target === "truncated-codp-bdrs18" ? "rho" : "epsilon";
    const { [bound]: allowed, ...others } = fix;
    const sources = [source, ...(source.also || [])].filter((x) => READ[x.notion] && !(x.notion === "approximate-zero-concentrated-dp" && x.values.delta));
    const reach = max(1, ...sources.flatMap((x) => READ[x.notion](x.values)).map(reachOf));
    const whole = bound === "rho" ? dpzoo.optimum(source, "zero-concentrated-dp", { xi: fix.xi || 0 }) : null;
    if (whole && whole.value <= allowed) return { parameter: free, value: Infinity, pair: null, numeric: whole.numeric };
    const asked = { numeric: false };
    const at = (order) => {
      const found = dpzoo.optimum(source, target, { ...others, [free]: order });
      if (found && found.numeric) asked.numeric = true;
      return found;
    };
    const value = kernel.largestOrder(at, allowed, reach);
    // a family ends at an order above 1
    return value === null ? null : { parameter: free, value: free === "omega" && value === 1 ? 0 : value, pair: null, numeric: asked.numeric };
  }

  // whether a parameter may be 0 without the guarantee excluding every loss
  const maybeNone = (name, values) => /^(xi|delta.*)$/.test(name) || (name === "rho" && values.xi > 0) || (name === "epsilon" && (values.delta > 0 || values.delta_a + values.delta_p > 0));

  dpzoo.bounding = (notion) => notion in PARAMETERS && !/^(f-dp|divergence-dp)$/.test(notion); // those take functions

  dpzoo.optimum = (source, target, fix) => {
    const sources = [source, ...(source.also || [])];
    if (sources.some(({ notion }) => !READ[notion] && notion !== "mean-concentrated-dp") || !PARAMETERS[target]) return null;
    if (sources.some(({ notion, values }) => (notion === "divergence-dp" && !GENERATED[values.f]) || (notion === "f-dp" && !values.f))) return null;
    let equal = false;
    for (const { notion, values } of sources) {
      for (const [n, x] of Object.entries(values)) {
        if (n === "f" || n === "profile" || x > 0 || (x === 0 && maybeNone(n, values))) continue;
        if (x !== 0 || (notion === "approximate-zero-concentrated-dp" && values.delta)) return null;
        equal = true;
      }
    }
    const open = PARAMETERS[target].split(" ").filter((n) => !(n in fix));
    const free = open.length === 2 && open[0] === "xi" && open[1] !== "tau" ? open[1] : open[0];
    if (!free || free === "f" || free === "x" || open.length - (free !== open[0]) !== 1) return null;
    if (equal) return { parameter: free, value: ORDERS.includes(free) ? Infinity : free === "power" ? fix.x : 0, pair: null, numeric: false };
    try {
      if (ORDERS.includes(free)) return ofOrder(source, target, free, fix);
      let best = answer(sources, target, free, fix);
      if (!best) return null;
      if (Array.isArray(best)) best = { found: best, cut: 0 };
      const [value, losses, flipped, numeric] = best.found;
      if (Number.isNaN(value)) return null;
      return { parameter: free, value: best.none && value < (/^(delta|power)/.test(free) ? EQUAL * EQUAL * 1e5 : 3 * EQUAL) ? 0 : value, pair: table(losses, flipped, best.cut), numeric: Boolean(numeric) };
    } catch (error) {
      if (error instanceof RangeError) return null;
      throw error;
    }
  };
})();
