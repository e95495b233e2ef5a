// One mechanism or guarantee as accounting sees it, in floats that are rounded up: the twin of
// dpzoo/mechanisms/accounting/{parts,pairs,naming}.py, where the formulas have their sources. Which names there are and how they may
// be spelt comes from Python, as data.
//
// dpzoo.ways(items, names)   what one person's record may touch: lists of [part, times]; an AccountingError where there is none
// A part holds what is known of it: pure (ε), concentrated ([ξ, ρ]), gaussian (μ), pairs (of a removed and an added record: rows
// [p, loss], leak), discrete (pairs with many rows), renyi and profile (functions), noise ({kind, scale, rate}), leak (δ).
(() => {
  const root = typeof window === "undefined" ? globalThis : window;
  const dpzoo = (root.dpzoo = root.dpzoo || {});
  const { exp, expm1, log, log1p, max, min, sqrt, tanh, abs } = Math;
  const UP = 1 + 1e-13;
  const MOST_WAYS = 64;
  const AS_GIVEN = "as-given";
  const refuse = (sentence) => {
    throw new dpzoo.AccountingError(sentence);
  };
  const shown = (x) => dpzoo.format(x, { digits: 6 });

  // Pairs of laws

  function logSum(terms) {
    const top = max(...terms);
    if (!Number.isFinite(top)) return top;
    let total = 0;
    for (const t of terms) total += exp(t - top);
    return top + log(total);
  }

  function response(epsilon, leak = 0) {
    const share = 1 - leak;
    return { rows: [[share / (1 + exp(-epsilon)), epsilon], [share / (1 + exp(epsilon)), -epsilon]], leak };
  }

  // discrete Laplace noise with loss ε at two whole numbers that many steps apart
  function geometric(epsilon, steps) {
    const r = exp(-epsilon / steps);
    const rows = [[1 / (1 + r), epsilon]];
    for (let i = 1; i < steps; i++) rows.push([((1 - r) / (1 + r)) * exp((-epsilon * i) / steps), (epsilon * (steps - 2 * i)) / steps]);
    rows.push([exp(-epsilon) / (1 + r), -epsilon]);
    return { rows, leak: 0 };
  }

  function kResponse(loss, k) {
    const truth = 1 / (1 + (k - 1) * exp(-loss));
    const lie = truth * exp(-loss);
    const rows = [[truth, loss], [lie, -loss]];
    if (k > 2) rows.push([(k - 2) * lie, 0]);
    return { rows, leak: 0 };
  }

  // Poisson sampling of a pair: the record removed, and added (Zhu, Dong and Wang 2022, Theorem 11)
  function sampledPair({ rows, leak }, q) {
    const mixed = rows.map(([p, loss]) => [p * exp(-loss), log1p(q * expm1(loss))]);
    const removed = mixed.map(([other, loss]) => [other * exp(loss), loss]);
    const added = mixed.map(([other, loss]) => [other, -loss]);
    if (leak && q < 1) {
      removed.push([leak * (1 - q), log1p(-q)]);
      added.push([leak, -log1p(-q)]);
    }
    return [{ rows: removed, leak: leak * q }, { rows: added, leak: q < 1 ? 0 : leak }];
  }

  function pairRenyi({ rows, leak }, order) {
    if (leak) return Infinity;
    return (max(0, logSum(rows.map(([p, loss]) => log(p) + (order - 1) * loss))) / (order - 1)) * UP + 1e-15 / (order - 1);
  }

  // Parts

  const part = (text, known) => ({ text, neighbours: AS_GIVEN, sensitivity: null, said: false, pure: null, concentrated: null, gaussian: null, pairs: null, discrete: null, renyi: null, profile: null, noise: null, leak: 0, notion: "", ...known });
  const pureToRho = (epsilon) => epsilon * tanh(epsilon / 2) * UP;

  function responseRenyi(a, epsilon) {
    const total = a * epsilon + log1p(exp((1 - 2 * a) * epsilon)) - (epsilon + log1p(exp(-epsilon)));
    return (max(0, total) / (a - 1)) * UP + 1e-15 / (a - 1);
  }

  function laplaceRenyi(a, epsilon) {
    const first = log(a / (2 * a - 1)) + (a - 1) * epsilon;
    return (logSum([first, log((a - 1) / (2 * a - 1)) - a * epsilon]) / (a - 1)) * UP + 1e-15 / (a - 1);
  }

  const ofNormal = (mu, text, more) => part(text, { gaussian: mu, concentrated: [0, ((mu * mu) / 2) * UP], renyi: (a) => ((a * mu * mu) / 2) * UP, noise: { kind: "gaussian", scale: 1 / mu, rate: 1 }, ...more });
  const ofLaplace = (epsilon, text) => part(text, { pure: epsilon, concentrated: [0, pureToRho(epsilon)], renyi: (a) => laplaceRenyi(a, epsilon), noise: { kind: "laplace", scale: 1 / epsilon, rate: 1 } });

  function finite(pair, text, pure, added = pair, more = {}) {
    const both = [pair, added];
    const leaks = both.some((x) => x.leak);
    const few = max(...both.map((x) => x.rows.length)) <= 40;
    const renyi = leaks ? null : few ? (a) => max(...both.map((x) => pairRenyi(x, a))) : pure === null ? null : (a) => responseRenyi(a, pure);
    return part(text, { pure: leaks ? null : pure, concentrated: leaks || pure === null ? null : [0, pureToRho(pure)], pairs: both, renyi, ...more });
  }

  const ofPure = (epsilon, text) => finite(response(epsilon), text, epsilon, undefined, { notion: "epsilon-dp", epsilon });
  function ofApproximate(epsilon, delta, text) {
    if (!delta) return ofPure(epsilon, text);
    const pair = response(epsilon, delta);
    return part(text, { pairs: [pair, pair], leak: delta, notion: "approximate-dp", epsilon });
  }
  const ofConcentrated = (xi, rho, text) => part(text, { concentrated: [xi, rho], renyi: (a) => (xi + rho * a) * UP, notion: "zero-concentrated-dp" });

  function ofRange(epsilon, text) {
    const pair = response(epsilon);
    const rho = ((epsilon * epsilon) / 8) * UP;
    return part(text, { pure: epsilon, concentrated: [0, rho], renyi: (a) => min(rho * a, responseRenyi(a, epsilon)), pairs: [pair, pair], notion: "range-bounded-privacy" });
  }

  function ofDiscreteGaussian(sigma, jump, text) {
    const rho = ((jump * jump) / (2 * sigma * sigma)) * UP;
    const reach = Math.ceil(12 * sigma + jump);
    const made = part(text, { concentrated: [0, rho], renyi: (a) => a * rho });
    if (reach > 400_000) return made;
    const rows = [];
    let total = 0;
    for (let x = -reach; x <= reach; x++) {
      const weight = exp((-x * x) / (2 * sigma * sigma));
      total += weight;
      rows.push([weight, (jump * (jump - 2 * x)) / (2 * sigma * sigma)]);
    }
    for (const row of rows) row[0] /= total;
    const pair = { rows, leak: 1e-30 };
    return { ...made, discrete: [pair, pair] };
  }

  // Ranges of what is typed

  const positive = (x, name) => (x > 0 && x < Infinity ? x : refuse(`${name} is ${shown(x)}; it must be positive and finite`));
  const least = (x, name) => (x >= 0 && x < Infinity ? x : refuse(`${name} is ${shown(x)}; it must be at least 0 and finite`));
  const whole = (x, name, low, high) => (x % 1 === 0 && x >= low && x <= high ? x : refuse(`${name} is ${shown(x)}; it must be a whole number from ${low} to ${high.toLocaleString("en-US")}`));
  const fraction = (x, name) => (x > 0 && x <= 1 ? x : refuse(`${name} is ${shown(x)}; it must be above 0 and at most 1`));
  const either = (text, a, b, words) => ((a === undefined) === (b === undefined) ? refuse(`${text} needs ${words}, not both`) : a === undefined);

  const BUILD = {
    gaussian: (t, { sigma, sensitivity = 1 }) => ofNormal(positive(sensitivity, "sensitivity") / positive(sigma, "sigma"), t),
    laplace: (t, { b, epsilon, sensitivity = 1 }) => {
      const wide = positive(sensitivity, "sensitivity");
      return ofLaplace(either(t, b, epsilon, "the scale b or epsilon") ? positive(epsilon, "epsilon") : wide / positive(b, "b"), t);
    },
    discrete_laplace: (t, { b, epsilon, sensitivity = 1 }) => {
      const steps = whole(sensitivity, "sensitivity", 1, 2000);
      const loss = either(t, b, epsilon, "the scale b or epsilon") ? positive(epsilon, "epsilon") : steps / positive(b, "b");
      return finite(geometric(loss, steps), t, loss);
    },
    discrete_gaussian: (t, { sigma, sensitivity = 1 }) => ofDiscreteGaussian(positive(sigma, "sigma"), whole(sensitivity, "sensitivity", 1, 10_000), t),
    randomized_response: (t, { p, epsilon, k = 2 }) => {
      const answers = whole(k, "k", 2, 1e9);
      // by the loss: the truth, rounded, loses what a small or a large one is made of, and what is lost is added
      let loss;
      if (either(t, p, epsilon, "the probability p of the truth or epsilon")) loss = positive(epsilon, "epsilon");
      else {
        if (!(p > 0 && p <= 1)) refuse(`p is ${shown(p)}; a probability of the truth must be above 0 and at most 1`);
        if (p === 1) refuse("p is 1; a response that always tells the truth protects nothing");
        const said = log((p * (answers - 1)) / (1 - p));
        loss = said + (said < 0 ? -1 : 1) * 2.3e-16 * (1 / (1 - p) + 4 + abs(said));
      }
      const pair = kResponse(loss, answers);
      return finite(pair, t, abs(loss), pair, { neighbours: "any-values" });
    },
    exponential: (t, { epsilon, sensitivity = 1 }) => {
      positive(sensitivity, "sensitivity");
      return ofRange(positive(epsilon, "epsilon"), t);
    },
    range_bounded: (t, { epsilon }) => ofRange(least(epsilon, "epsilon"), t),
    pure: (t, { epsilon }) => ofPure(least(epsilon, "epsilon"), t),
    approximate: (t, { epsilon, delta }) => (delta >= 0 && delta < 1 ? ofApproximate(least(epsilon, "epsilon"), delta, t) : refuse(`delta is ${shown(delta)}; it must lie between 0 and 1, and a delta of 1 promises nothing`)),
    zcdp: (t, { rho, xi = 0 }) => ofConcentrated(least(xi, "xi"), least(rho, "rho"), t),
    gdp: (t, { mu }) => (least(mu, "mu") === 0 ? ofPure(0, t) : ofNormal(mu, t, { notion: "gaussian-dp" })),
    rdp: (t, { alpha, epsilon }) => {
      if (!(alpha > 1)) refuse(`alpha is ${shown(alpha)}; an order of Rényi DP that adds up to (ε, δ) is above 1`);
      if (alpha === Infinity) return ofPure(least(epsilon, "epsilon"), t);
      const e = least(epsilon, "epsilon");
      return part(t, { renyi: (a) => (a <= alpha ? e : Infinity), notion: "renyi-dp", alpha });
    },
    iteration: (t, { sigma, sensitivity = 1, steps }) => ({ ...ofConcentrated(0, ((positive(sensitivity, "sensitivity") / positive(sigma, "sigma")) ** 2 / (2 * whole(steps, "steps", 1, 1e9))) * UP, t), notion: "" }),
  };

  // Combinators

  function sampled(one, q, text) {
    if (![AS_GIVEN, "add-or-remove", "either"].includes(one.neighbours)) refuse(`Poisson sampling is analysed for added or removed records, but ${one.text} is for ${one.neighbours}`);
    const common = { neighbours: "add-or-remove", sensitivity: one.sensitivity, said: one.said };
    if (q === 1) return { ...one, text, neighbours: "add-or-remove" };
    const pure = one.pure === null ? null : log1p(q * expm1(one.pure)) * UP;
    if (one.gaussian !== null) return part(text, { noise: { kind: "gaussian", scale: 1 / one.gaussian, rate: q }, renyi: (a) => sampledGaussianRenyi(a, 1 / one.gaussian, q), ...common });
    if (one.noise && one.noise.rate === 1) return part(text, { pure, concentrated: [0, pureToRho(pure)], renyi: (a) => responseRenyi(a, pure), noise: { ...one.noise, rate: q }, ...common });
    if (one.pairs && one.pairs[0] === one.pairs[1]) return { ...finite(...[sampledPair(one.pairs[0], q)].flatMap(([r, a]) => [r, text, pure, a])), leak: q * one.leak, ...common };
    return refuse(`Poisson sampling of ${one.text} has no formula here; give an (ε, δ) guarantee of it instead`);
  }

  const LOG_FACTORIALS = [0];
  const logFactorial = (n) => {
    for (let i = LOG_FACTORIALS.length; i <= n; i++) LOG_FACTORIALS.push(LOG_FACTORIALS[i - 1] + log(i));
    return LOG_FACTORIALS[n];
  };

  // at whole orders from 2 (Mironov, Talwar and Zhang 2019, Section 3.3)
  function sampledGaussianRenyi(order, sigma, q) {
    const a = max(2, Math.ceil(order));
    if (a > 512) return Infinity;
    const logs = Array.from({ length: a + 1 }, (_, k) => logFactorial(a) - logFactorial(k) - logFactorial(a - k) + k * log(q) + (a - k) * log1p(-q) + (k * k - k) / (2 * sigma * sigma));
    return (max(0, logSum(logs)) / (a - 1)) * (1 + 1e-11) + 1e-13;
  }

  // δ(ε ≥ 0), an upper bound in both orders
  function profileOf(one) {
    if (one.profile) return one.profile;
    if (one.gaussian !== null) return (e) => dpzoo.gaussianDelta(one.gaussian, e);
    if (one.noise && one.noise.kind === "laplace" && one.noise.rate === 1) return (e) => max(0, -expm1((e - one.pure) / 2)) * UP;
    if (one.noise) return sampledProfile(one.noise);
    if (one.pairs) return (e) => min(1, max(...one.pairs.map(({ rows, leak }) => rows.reduce((sum, [p, loss]) => (loss > e ? sum - p * expm1(e - loss) : sum), leak))) * UP);
    return refuse(`no (ε, δ) curve of ${one.text} is known`);
  }

  function sampledProfile({ kind, scale, rate: q }) {
    const inner = profileOf(kind === "gaussian" ? ofNormal(1 / scale, "") : ofLaplace(1 / scale, ""));
    return (e) => {
      const removed = q * inner(log1p(expm1(e) / q) * (1 - 1e-15));
      const kept = 1 - (1 - q) * exp(e);
      const added = kept > 1e-300 ? kept * inner(max(0, log(q) + e - log(kept))) : 0;
      return min(1, max(removed, added) * UP);
    };
  }

  // a uniform sample of the fraction q, for replaced records (Balle, Barthe and Gaboardi 2018)
  function withoutReplacement(one, q, text) {
    if (![AS_GIVEN, "replace", "either", "any-values"].includes(one.neighbours)) refuse(`sampling without replacement is analysed for replaced records, but ${one.text} is for ${one.neighbours}`);
    if (q === 1) return { ...one, text, neighbours: "replace" };
    const inner = profileOf(one);
    const pure = one.pure === null ? null : log1p(q * expm1(one.pure)) * UP;
    const known = pure === null ? {} : { pure, concentrated: [0, pureToRho(pure)], renyi: (a) => responseRenyi(a, pure) };
    const profile = (e) => min(1, q * inner(log1p(expm1(e) / q) * (1 - 1e-15)) * UP);
    return part(text, { neighbours: "replace", sensitivity: one.sensitivity, said: one.said, ...known, profile, leak: q * one.leak });
  }

  // one record in the place of another: for normal noise on a Poisson sample its worst pair
  function swapped(one, text) {
    if (one.noise?.kind !== "gaussian" || one.noise.rate === 1) return group(one, 2, text, "replace");
    const noise = { ...one.noise, replaced: true };
    return part(text, { neighbours: "replace", sensitivity: one.sensitivity, said: one.said, noise, profile: (e) => dpzoo.replacedDelta(noise, e) });
  }

  // between datasets k steps apart, by the triangle inequality of each description
  function group(one, k, text, neighbours = one.neighbours) {
    const said = { neighbours, sensitivity: one.sensitivity, said: one.said };
    if (k === 1) return { ...one, text, neighbours };
    if (one.gaussian !== null) return ofNormal(one.gaussian * k, text, said);
    if (one.noise && one.noise.rate === 1) return { ...ofLaplace(one.pure * k, text), ...said };
    if (one.discreteOf) return { ...ofDiscreteGaussian(one.discreteOf[0], one.discreteOf[1] * k, text), ...said };
    if (one.leak && one.notion === "approximate-dp") {
      let delta = 0;
      for (let i = 0; i < k && delta < 1; i++) delta += one.leak * exp(one.epsilon * i);
      if (!(delta < 1)) refuse(`for a group of ${k} nothing is left of ${one.text}: its δ grows to 1`);
      return { ...ofApproximate(one.epsilon * k, delta * UP, text), ...said };
    }
    const found = {};
    if (one.concentrated && one.concentrated[0] === 0) {
      const rho = one.concentrated[1] * k * k;
      Object.assign(found, { concentrated: [0, rho], renyi: (a) => a * rho * UP });
    }
    if (one.pure !== null) {
      const [e, before] = [one.pure * k, found.renyi];
      const pair = response(e);
      Object.assign(found, { pure: e, pairs: [pair, pair], renyi: (a) => min(before ? before(a) : Infinity, responseRenyi(a, e)) });
      found.concentrated ||= [0, pureToRho(e)];
    }
    if (one.profile || one.noise || !Object.keys(found).length) {
      const inner = profileOf(one);
      found.profile = (e) => {
        let factor = 0;
        for (let i = 0; i < k; i++) factor += exp((i * e) / k);
        return min(1, inner(e / k) * factor * UP);
      };
    }
    return part(text, { ...said, ...found });
  }

  // From names to parts

  function ways(items, names) {
    return crossed(items.map((i) => waysOf(i.call, names).map((w) => repeat(w, dpzoo.accountingCount(i.times)))));
  }

  function crossed(every) {
    if (every.reduce((n, e) => n * e.length, 1) > MOST_WAYS) refuse(`the partitions leave more than ${MOST_WAYS} ways to be in the data; ask about fewer parts at once`);
    return every.reduce((made, options) => made.flatMap((m) => options.map((o) => [...m, ...o])), [[]]);
  }

  const repeat = (together, times) => together.map(([p, n]) => [p, n * times]);

  const own = (table, name) => (table && Object.hasOwn(table, name) ? table[name] : undefined);

  function waysOf(call, names) {
    const typed = dpzoo.fold(call.name);
    const name = own(names.same, typed) ?? typed;
    if (dpzoo.COMBINATORS.has(name)) return combined(name, call, names);
    const written = own(names.written, own(names.writtenSame, name) ?? name);
    if (written) return inFull(call, written, names);
    if (!Object.hasOwn(names.kinds, name) || !BUILD[name]) {
      const record = own(names.records, own(names.called, typed));
      if (record) return [[[ofRecord(call, record), 1]]];
      return refuse(`‘${call.name}’ is not a mechanism or a guarantee that this page knows; the command ‘dpzoo compose’ knows every notion that adds up`);
    }
    const { order, optional, same } = names.kinds[name];
    const given = numbers(call, order, same, call.name);
    const missing = order.filter((p) => !(p in given) && !optional.includes(p));
    if (missing.length) refuse(`${call.name} needs a value of ${missing.join(" and ")}, as in ${name}(${missing[0]}=…)`);
    for (const [key, x] of Object.entries(given)) if (x === Infinity && key !== "alpha") refuse(`${key} is ∞; ${call.name} needs a finite value`);
    const made = { ...BUILD[name](call.text, given) };
    if (name === "discrete_gaussian") made.discreteOf = [given.sigma, given.sensitivity ?? 1];
    if (names.sensitive.includes(name)) {
      made.sensitivity = given.sensitivity ?? 1;
      made.said = "sensitivity" in given || ("epsilon" in given && name !== "exponential");
    }
    return [[[made, 1]]];
  }

  // a name for what the language says in full, such as dp-sgd(sigma=1, q=0.01, T=1000)
  function inFull(call, { text, order, optional, same }, names) {
    if (call.positional.length > order.length) refuse(`${call.name} takes ${order.join(", ")}`);
    const typed = {};
    for (const [key, value] of [...call.positional.map((v, i) => [order[i], v]), ...call.given]) {
      const plain = order.includes(dpzoo.fold(key)) ? dpzoo.fold(key) : own(same, dpzoo.fold(key));
      if (!order.includes(plain)) refuse(`${call.name} has no parameter ${key}; its parameters are ${order.join(", ")}`);
      if (plain in typed) refuse(`${plain} is given twice in ${call.text}`);
      typed[plain] = value;
    }
    const missing = order.filter((p) => !(p in typed) && !(p in optional));
    if (missing.length) refuse(`${call.name} needs a value of ${missing.join(" and ")}`);
    const [item] = dpzoo.readItems(text.replace(/\{(\w+)\}/g, (_, p) => typed[p] ?? optional[p]));
    return waysOf(item.call, names).map((w) => repeat(w, dpzoo.accountingCount(item.times)));
  }

  // a mechanism by what its record promises: of each description the best (dpzoo/zoo/accounting.py)
  function ofRecord(call, { name, parameters, requires, guarantees }) {
    if (call.positional.length) refuse(`${call.text}: write parameter=value, as in sigma=10`);
    const free = new Set(guarantees.flatMap((g) => Object.keys(g.free)));
    const given = {};
    for (const [key, text] of call.given) {
      if (!Object.hasOwn(parameters, key) && !free.has(key)) refuse(`${name} has no parameter ‘${key}’; its parameters are ${Object.keys(parameters).join(", ") || "none"}`);
      given[key] = dpzoo.accountingNumber(text, key);
    }
    const known = "Delta" in parameters ? { Delta: 1, ...given } : given;
    for (const [key, { domain, says, whole: integer }] of Object.entries(parameters)) {
      if (!(key in known)) continue;
      if (known[key] === Infinity) refuse(`${key} is ∞; ${name} needs a finite value`);
      if (integer && known[key] % 1) refuse(`${key} is ${shown(known[key])}; it must be a whole number`);
      if (!met(domain, known)) refuse(`${key} is ${shown(known[key])}; ${name} needs ${says}`);
    }
    const conditions = requires.flatMap(({ that }) => uses(that));
    for (const { that, because } of requires) if (uses(that).every((n) => n in known) && !met(that, known)) refuse(because);
    const usable = [];
    const needed = new Set();
    for (const g of guarantees) {
      const asked = [...g.uses, ...conditions, ...g.given.flatMap(uses)].filter((n) => !(n in known));
      for (const n of asked) if (n in parameters) needed.add(n);
      if (asked.length || ![...g.given, ...Object.values(g.free)].every((c) => met(c, known))) continue;
      const values = Object.fromEntries(Object.entries(g.values).map(([n, tree]) => [n, dpzoo.evaluate(tree, known) * (n === "alpha" ? 1 : 1 + 1e-12)]));
      if (Object.values(values).every(Number.isFinite)) usable.push([g, BUILD[g.kind](call.text, values)]);
    }
    if (!usable.length && needed.size) refuse(`${name} needs a value of ${[...needed].join(" and ")}`);
    if (!usable.length) refuse(`the record of ${name} has no guarantee that adds up with others`);
    const first = usable[0][0].neighbours;
    const near = usable.filter(([g]) => g.neighbours === first);
    const using = near.filter(([g]) => Object.keys(given).every((n) => g.uses.includes(n)));
    const variants = new Set(near.map(([g]) => g.name));
    const chosen = variants.size === 1 ? near : new Set(using.map(([g]) => g.name)).size === 1 ? near.filter(([g]) => g.name === using[0][0].name) : null;
    if (!chosen) refuse(`${name} has guarantees of different things, ${[...variants].join(" and ")}; give the parameters of the one that you mean`);
    const width = known.Delta ?? null;
    return { ...together(chosen.map(([, p]) => p)), text: call.text, neighbours: first, sensitivity: width, said: "Delta" in given };
  }

  function together(parts) {
    if (parts.length === 1) return parts[0];
    const without = parts.filter((p) => !p.leak);
    const sure = without.length ? without : [parts[0]];
    const pure = sure.filter((p) => p.pure !== null).sort((a, b) => a.pure - b.pure);
    const best = pure[0] ?? sure.find((p) => p.gaussian !== null) ?? sure[0];
    const pairs = best.pairs ?? (best.gaussian === null ? parts.find((p) => p.pairs)?.pairs ?? null : null);
    const rhos = sure.filter((p) => p.concentrated).map((p) => p.concentrated).sort((a, b) => a[0] + a[1] - b[0] - b[1]);
    const curves = sure.filter((p) => p.renyi).map((p) => p.renyi);
    return { ...best, pairs, concentrated: rhos[0] ?? null, renyi: curves.length ? (a) => min(...curves.map((c) => c(a))) : null, notion: best.leak ? best.notion : "" };
  }

  const uses = ({ all }) => all.flatMap(({ terms }) => terms.flatMap((t) => [...dpzoo.expressionNames(t)]));

  function met(constraint, values) {
    try {
      return dpzoo.holds(constraint, values);
    } catch (error) {
      if (error.name !== "EvaluationError") throw error;
      return false;
    }
  }

  function numbers(call, order, same, called) {
    const given = {};
    if (call.positional.length > order.length) refuse(`${called} takes ${order.join(", ") || "no numbers"}`);
    for (const [key, text] of [...call.positional.map((v, i) => [order[i], v]), ...call.given]) {
      const folded = key === "Delta" && order.includes("sensitivity") ? "sensitivity" : dpzoo.fold(key);
      const plain = order.includes(folded) ? folded : Object.hasOwn(same, folded) ? same[folded] : folded;
      if (!order.includes(plain)) refuse(`${called} has no parameter ${key}; its parameters are ${order.join(", ") || "none"}`);
      if (plain in given) refuse(`${plain} is given twice in ${call.text}`);
      if (text === "?") refuse(`${call.text} asks for a number by ‘?’`);
      given[plain] = dpzoo.accountingNumber(text, key);
    }
    return given;
  }

  function need(given, name, call) {
    return name in given ? given[name] : refuse(`${call.name} needs a value of ${name}`);
  }

  function combined(name, call, names) {
    const given = numbers(call, names.combining[name], names.combiningSame, call.name);
    const inside = call.inner.map(([c, t]) => waysOf(c, names).map((w) => repeat(w, dpzoo.accountingCount(t))));
    if (name === "shuffle") return [[[shuffled(given, inside, call), 1]]];
    if (!inside.length) refuse(`${name} needs a mechanism inside, as in ${names.examples[name]}`);
    if (name === "compose") return crossed(inside);
    if (name === "parallel") return inside.flat();
    if (name === "replace") return replaced(call, inside.flat());
    if (inside.length > 1) refuse(`${name} takes one mechanism; put several into compose(…), as in ${name}(…, compose(…, …))`);
    const [options] = inside;
    if (name === "group" || name === "user") {
      const parameter = names.combining[name][0];
      const size = whole(need(given, parameter, call), parameter, 1, 1e6);
      return options.map((w) => w.map(([p, n]) => [group(p, size, call.text, name === "user" ? "user" : undefined), n]));
    }
    const step = name === "poisson" ? sampled : withoutReplacement;
    return options.map((w) => [[step(single(w, call), rate(name, given, call), call.text), 1]]);
  }

  // ε₀-DP reports in random order, by the clones of Feldman, McMillan and Talwar 2021 (dpzoo/mechanisms/accounting/shuffling.py)
  function shuffled(given, inside, call) {
    const people = whole(need(given, "n", call), "n", 1, 1e9);
    if ("epsilon" in given === inside.length > 0) refuse("shuffle needs the local loss epsilon or one local mechanism inside, as in shuffle(n=10000, epsilon=1)");
    let local = given.epsilon;
    if (inside.length) {
      if (inside.length !== 1 || inside[0].length !== 1) refuse("shuffle takes one local mechanism");
      const one = single(inside[0][0], call);
      if (one.pure === null) refuse(`shuffling is analysed for local mechanisms with pure DP, but ${one.text} has none`);
      local = one.pure;
    }
    const epsilon = positive(local, "epsilon");
    return { ...ofPure(epsilon, call.text), notion: "", neighbours: "replace", profile: (e) => dpzoo.clonesDelta(people, epsilon, e) };
  }

  function rate(name, given, call) {
    if (name === "subsample" && !("q" in given)) {
      if (!("m" in given && "n" in given)) refuse("subsample needs the fraction q that is sampled, or m and n: m records of n");
      return fraction(given.m / positive(given.n, "n"), "m/n");
    }
    if (name === "subsample" && Object.keys(given).length > 1) refuse("subsample needs the fraction q or m and n, not both");
    return fraction(need(given, "q", call), "q");
  }

  // one part that stands for all: what runs on a sample sees the same sample
  function single(together, call) {
    if (together.length === 1 && together[0][1] === 1) return together[0][0];
    if (together.every(([p]) => p.gaussian !== null)) {
      const square = together.reduce((sum, [p, n]) => sum + n * p.gaussian ** 2, 0);
      return ofNormal(sqrt(square) * UP, call.text, { sensitivity: together[0][0].sensitivity });
    }
    if (together.every(([p]) => p.pure !== null)) return ofPure(together.reduce((sum, [p, n]) => sum + n * p.pure, 0) * UP, call.text);
    return refuse(`${call.text}: what runs on one sample must be one mechanism, several Gaussian ones or several with pure DP`);
  }

  // a replaced record is one that leaves and one that comes
  function replaced(call, options) {
    const found = options.map((w) =>
      w.map(([p, n]) => {
        if (![AS_GIVEN, "add-or-remove", "either"].includes(p.neighbours)) refuse(`replace goes from added or removed records to replaced ones, but ${p.text} is for ${p.neighbours}`);
        return [p.neighbours === "either" ? p : swapped(p, call.text), n];
      }),
    );
    options.forEach((a, i) =>
      options.slice(i + 1).forEach((b) => {
        const both = [...a, ...b];
        if (both.some(([p]) => (p.pairs && p.pairs[0] !== p.pairs[1]) || (p.noise && p.noise.rate < 1))) refuse(`${call.text}: a record that moves between parts with sampling has no rule here`);
        found.push(both.map(([p, n]) => [{ ...p, neighbours: "replace" }, n]));
      }),
    );
    return found;
  }

  Object.assign(dpzoo, { ways, responsePair: response, accountingPure: ofPure, logSumOf: logSum });
})();
