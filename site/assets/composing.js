// What a list of mechanisms and guarantees adds up to, by every rule that applies: the twin of
// dpzoo/mechanisms/accounting/{composing,targets,solving}.py, in floats that are rounded up. `names` is data from Python.
//
// dpzoo.composed(text, {delta} or {epsilon}, names, quick)   {items, answers: [{rule, value, order}], neighbours, sensitivities,
//   assumed, totals: {epsilon, rho, xi, mu}}; the best answer first
// dpzoo.solvedFor(text, {delta, epsilon}, names)   {parameter, value, shown, items, check}
(() => {
  const root = typeof window === "undefined" ? globalThis : window;
  const dpzoo = (root.dpzoo = root.dpzoo || {});
  const { exp, expm1, log, log1p, max, min, sqrt, abs, ceil, floor } = Math;
  const UP = 1 + 1e-12;
  const MOST_OUTCOMES = 120_000;
  const refuse = (sentence) => {
    throw new dpzoo.AccountingError(sentence);
  };

  // Rules: each takes [part, times] and {delta} or {epsilon}, and gives an upper bound of the other, or null

  function byGaussian(parts, wanted) {
    if (!parts.every(([p]) => p.gaussian !== null)) return null;
    const mu = sqrt(parts.reduce((sum, [p, n]) => sum + n * p.gaussian ** 2, 0)) * (1 + 1e-14);
    return { rule: "gaussian", value: ofNormal(mu, wanted) };
  }

  function ofNormal(mu, wanted) {
    if ("epsilon" in wanted) return dpzoo.gaussianDelta(mu, wanted.epsilon);
    const { delta } = wanted;
    if (delta === 0) return Infinity;
    if (dpzoo.gaussianDelta(mu, 0) <= delta) return 0;
    let [low, high] = [0, (mu * mu) / 2 + mu];
    while (dpzoo.gaussianDelta(mu, high) > delta) [low, high] = [high, 2 * high];
    for (let k = 0; k < 100 && high - low > 1e-15 * high; k++) {
      const middle = (low + high) / 2;
      if (dpzoo.gaussianDelta(mu, middle) > delta) low = middle;
      else high = middle;
    }
    return high;
  }

  // one item alone, by its own curve δ(ε)
  function byCurve(parts, wanted) {
    const [[{ profile }, n]] = parts.length === 1 ? parts : [[{}, 0]];
    if (!profile || n !== 1) return null;
    if ("epsilon" in wanted) return { rule: "curve", value: min(1, profile(wanted.epsilon)) };
    if (profile(0) <= wanted.delta) return { rule: "curve", value: 0 };
    let [low, high] = [0, 1];
    while (profile(high) > wanted.delta) {
      if (high > 1e6) return null;
      [low, high] = [high, 2 * high];
    }
    for (let k = 0; k < 60 && high - low > 1e-14 * high; k++) {
      const middle = (low + high) / 2;
      if (profile(middle) > wanted.delta) low = middle;
      else high = middle;
    }
    return { rule: "curve", value: high };
  }

  // Finite pairs, outcome by outcome

  const rowsOf = (part) => (part.pairs && !part.profile ? part.pairs.map((p) => p.rows.length) : null);

  function outcomes(parts, side) {
    let found = 1;
    for (const [p, n] of parts) {
      const rows = rowsOf(p)[side];
      for (let i = 1; i < rows; i++) found *= (n + i) / i;
      if (found > 1e9) break;
    }
    return found;
  }

  function byOutcomes(parts, wanted) {
    if (!parts.every(([p]) => rowsOf(p))) return null;
    const sides = parts.every(([p]) => p.pairs[0] === p.pairs[1]) ? [0] : [0, 1];
    if (sides.some((side) => outcomes(parts, side) > MOST_OUTCOMES)) return null;
    const value = max(...sides.map((side) => ofProduct(product(parts, side), wanted)));
    const guarantees = parts.every(([p]) => p.notion === "epsilon-dp" || p.notion === "approximate-dp");
    return { rule: guarantees ? "optimal" : "exact", value };
  }

  // [ln p, loss] of all outcomes of the pairs together, each counted with the ways it can come about
  function product(parts, side) {
    let rows = [[0, 0]];
    let size = 0; // of the logarithms that are added and subtracted, whose last digits are lost
    for (const [part, n] of parts) {
      const pair = part.pairs[side];
      const factorials = [0];
      for (let i = 1, lost = 0; i <= n; i++) {
        const more = log(i) - lost; // Kahan's summation
        factorials.push(factorials[i - 1] + more);
        lost = factorials[i] - factorials[i - 1] - more;
      }
      size += factorials[n] + n;
      const power = [];
      const walk = (place, left, p, loss) => {
        if (place === pair.rows.length - 1) {
          const [mass, one] = pair.rows[place];
          power.push([factorials[n] + p + (left ? left * log(mass) : 0) - factorials[left], loss + left * one]);
          return;
        }
        const [mass, one] = pair.rows[place];
        for (let c = 0; c <= left; c++) walk(place + 1, left - c, p + (c ? c * log(mass) : 0) - factorials[c], loss + c * one);
      };
      if (pair.rows.length) walk(0, n, 0, 0);
      rows = rows.flatMap(([p, loss]) => power.map(([q, more]) => [p + q, loss + more]));
    }
    return { rows, margin: 1 + 1e-11 + 2e-15 * size, leak: leakOf(parts, (p) => p.pairs[side].leak) };
  }

  // 1 - Π (1 - δᵢ), rounded up; one alone stays as it is, so that it may be asked about at its own δ
  function leakOf(parts, leak) {
    const some = parts.filter(([p]) => leak(p));
    if (some.length === 1 && some[0][1] === 1) return leak(some[0][0]);
    return -expm1(some.reduce((sum, [p, n]) => sum + n * log1p(-leak(p)), 0)) * UP;
  }

  function ofProduct({ rows, leak, margin }, wanted) {
    if ("epsilon" in wanted) {
      const { epsilon } = wanted;
      return min(1, leak + rows.reduce((sum, [p, loss]) => (loss > epsilon ? sum - exp(p) * expm1(epsilon - loss) : sum), 0) * margin);
    }
    const allowed = (wanted.delta - leak) / margin;
    const sorted = [...rows].sort((a, b) => b[1] - a[1]);
    // the losses that are equal but for rounding count as the largest of them
    if (allowed < 0) return Infinity;
    let [mass, other, best] = [0, 0, 0];
    for (const [p, loss] of sorted) {
      if (loss <= best) break;
      mass += exp(p);
      other += exp(p - loss);
      if (mass > allowed) best = max(best, log((mass - allowed) / other));
    }
    return min(best * UP, max(0, sorted.length ? sorted[0][1] * UP : 0));
  }

  // One number of each part; δ of guarantees are set aside first

  function byNotion(parts, wanted) {
    const found = [];
    const leak = leakOf(parts, (p) => p.leak);
    const rest = parts.map(([p, n]) => [p.leak === 0 ? p : p.notion === "approximate-dp" ? dpzoo.accountingPure(p.epsilon, p.text) : null, n]);
    if (rest.some(([p]) => p === null)) return found;
    if ("delta" in wanted && leak > wanted.delta) return [{ rule: "basic", value: Infinity }];
    const inner = "delta" in wanted && leak ? { delta: (wanted.delta - leak) / (1 - leak) } : wanted;
    const outer = (value) => ("delta" in wanted || !leak ? value : min(1, (leak + (1 - leak) * value) * UP));
    const add = (rule, value, more = {}) => value !== null && found.push({ rule, value: outer(value), ...more });
    if (rest.every(([p]) => p.pure !== null)) {
      const total = sumOf(rest, (p) => p.pure);
      add(leak ? "basic" : "pure", "delta" in wanted ? total : total <= wanted.epsilon ? 0 : 1, { total });
      add("advanced", advanced(parts, wanted));
    }
    if (rest.every(([p]) => p.concentrated)) {
      const [xi, rho] = [0, 1].map((i) => sumOf(rest, (p) => p.concentrated[i]));
      add("zcdp", converted("zero-concentrated-dp", { xi, rho }, inner), { xi, rho });
    }
    if (rest.every(([p]) => p.renyi)) {
      const best = byRenyi(rest, inner);
      if (best) add("rdp", best.value, { order: best.order, divergence: best.divergence });
    }
    return found;
  }

  const sumOf = (parts, value) => parts.reduce((sum, [p, n]) => sum + n * value(p), 0) * (1 + 1e-14);

  // the best possible conversion, rounded up; else the formula of Canonne, Kamath and Steinke
  function converted(notion, values, wanted) {
    const none = "delta" in wanted ? Infinity : 1;
    if (!Object.values(values).every((x) => x < 1e5)) return none;
    if (notion === "zero-concentrated-dp" && values.rho === 0 && values.xi === 0) return 0;
    if (wanted.delta === 0) return none;
    const best = dpzoo.optimum({ notion, values }, "approximate-dp", wanted);
    return best ? ("delta" in wanted ? best.value * (1 + 1e-9) : min(1, best.value * (1 + 1e-8))) : null;
  }

  // ε√(2k ln(1/δ′)) + kε(e^ε - 1) for equal guarantees (Dwork, Rothblum and Vadhan 2010)
  function advanced(parts, wanted) {
    if (parts.length !== 1 || !("delta" in wanted)) return null;
    const [[{ notion, leak, epsilon }, k]] = parts;
    const left = wanted.delta - k * leak;
    if (k < 2 || !(notion === "epsilon-dp" || notion === "approximate-dp") || left <= 0 || epsilon > 300) return null;
    return (epsilon * sqrt(2 * k * log(1 / left)) + k * epsilon * expm1(epsilon)) * UP;
  }

  const ORDERS = [...Array.from({ length: 50 }, (_, i) => 1 + 10 ** (i / 8 - 2)), ...Array.from({ length: 63 }, (_, i) => i + 2), 80, 96, 128, 192, 256, 384, 512];

  function byRenyi(parts, wanted) {
    const total = (order) => sumOf(parts, (p) => p.renyi(order));
    const number = wanted.delta ?? wanted.epsilon;
    if (wanted.delta === 0) return null;
    const value = (order) => {
      const d = total(order);
      if (!(d < Infinity)) return Infinity;
      if ("delta" in wanted) return max(0, d + log1p(-1 / order) - log(number * order) / (order - 1));
      return (order - 1) * (d - number) + (order - 1) * log1p(-1 / order) - log(order);
    };
    const named = parts.filter(([p]) => p.notion === "renyi-dp").map(([p]) => p.alpha);
    const most = min(...named, Infinity);
    const orders = [...new Set([...ORDERS, ...named])].filter((o) => o > 1 && o <= most).sort((a, b) => a - b);
    if (!orders.length) return null;
    const first = orders.map(value).reduce((best, x, i, all) => (x < all[best] ? i : best), 0);
    const order = refined(value, orders, first);
    const divergence = total(order);
    if (!(divergence * order < 1e5)) return null;
    const found = divergence === 0 ? 0 : converted("renyi-dp", { alpha: order, epsilon: divergence }, wanted);
    return found === null ? null : { value: found, order, divergence };
  }

  // a better order between the neighbours of the best one, by the golden section
  function refined(value, orders, place) {
    const golden = (sqrt(5) - 1) / 2;
    let [a, b] = [orders[max(0, place - 1)], orders[min(orders.length - 1, place + 1)]];
    let best = [value(orders[place]), orders[place]];
    let [c, d] = [b - golden * (b - a), a + golden * (b - a)];
    let [fc, fd] = [value(c), value(d)];
    for (let k = 0; k < 40; k++) {
      for (const [f, o] of [[fc, c], [fd, d]]) if (f < best[0]) best = [f, o];
      if (fc < fd) {
        [b, d, fd] = [d, c, fc];
        c = b - golden * (b - a);
        fc = value(c);
      } else {
        [a, c, fc] = [c, d, fd];
        d = a + golden * (b - a);
        fd = value(d);
      }
    }
    return best[1];
  }

  // All rules, the best first

  function answersOf(together, wanted, quick) {
    const parts = gathered(together).filter(([p]) => p.pure !== 0);
    if (!parts.length) return [{ rule: "nothing", value: 0 }];
    const exact = [byGaussian(parts, wanted), byOutcomes(parts, wanted), byCurve(parts, wanted)].filter(Boolean);
    const found = [...exact, ...byNotion(parts, wanted)];
    if (!exact.length && (wanted.delta ?? 1) > 0) {
      const value = dpzoo.composedLosses(parts, wanted, quick ? 2 ** 15 : undefined);
      if (value !== null) found.push({ rule: "losses", value });
    }
    const void_ = (a) => !(a.value < Infinity) || ("epsilon" in wanted && a.value >= 1);
    const usable = found.filter((a) => !Number.isNaN(a.value));
    usable.sort((a, b) => a.value - b.value);
    return usable.filter((a, i) => i === 0 || !void_(a));
  }

  function gathered(together) {
    const found = new Map();
    for (const [p, n] of together) {
      const key = `${p.text} ${p.neighbours}`;
      found.set(key, [p, (found.get(key)?.[1] || 0) + n]);
    }
    return [...found.values()];
  }

  function commonNeighbours(parts) {
    const named = [...new Set(parts.map((p) => p.neighbours).filter((n) => n !== "as-given"))];
    let strict = named.filter((n) => n !== "either");
    if (named.includes("either") && !strict.every((n) => n === "add-or-remove" || n === "replace")) strict = named;
    if (strict.length === 2 && strict.includes("replace") && strict.includes("any-values")) strict = ["replace"];
    if (strict.length > 1) {
      const shown = strict.slice(0, 2).map((n) => `${parts.find((p) => p.neighbours === n).text} for ${n}`);
      refuse(`the items are for different neighbours: ${shown.join(" and ")}; replace(…) turns a guarantee for added or removed records into one for replaced records`);
    }
    return strict[0] || named[0] || "as-given";
  }

  function check(wanted) {
    if ("delta" in wanted && !(wanted.delta >= 0 && wanted.delta < 1)) refuse("δ must be at least 0 and below 1");
    if ("epsilon" in wanted && !(wanted.epsilon >= 0 && wanted.epsilon < Infinity)) refuse("ε must be at least 0 and finite");
  }

  function composed(text, wanted, names, quick = false) {
    const items = typeof text === "string" ? dpzoo.readItems(text) : text;
    if (dpzoo.unknowns(items)) refuse("‘?’ asks for a number; give both ε and δ to have it found");
    check(wanted);
    const possible = dpzoo.ways(items, names);
    const every = possible.flat().map(([p]) => p);
    const neighbours = commonNeighbours(every);
    const each = possible.map((together) => answersOf(together, wanted, quick));
    if (each.some((a) => !a.length)) refuse("no rule of this page adds these items up; ‘dpzoo compose’ in the shell knows more");
    const answers = each.reduce((worst, a) => (a[0].value > worst[0].value ? a : worst));
    if ("delta" in wanted && answers[0].value === Infinity) refuse(`no finite ε exists at δ = ${dpzoo.format(wanted.delta)}: the losses of these items have no bound there`);
    const sensitive = every.filter((p) => p.sensitivity !== null);
    return {
      items: items.map((i) => i.text),
      answers,
      neighbours,
      sensitivities: [...new Map(sensitive.map((p) => [p.text, p.sensitivity]))],
      assumed: [...new Set(sensitive.filter((p) => !p.said).map((p) => p.text))],
      totals: totals(possible),
    };
  }

  // what the items add up to in notions with a sum of their own; null where an item has no such guarantee
  function totals(possible) {
    const over = (value) => max(...possible.map((w) => (w.every(([p]) => p.leak === 0 && value(p) !== null) ? sumOf(w, value) : Infinity)));
    const finite = (x) => (x < Infinity ? x : null);
    const xi = finite(over((p) => p.concentrated && p.concentrated[0]));
    const mu = over((p) => (p.gaussian !== null ? p.gaussian ** 2 : p.pure === 0 ? 0 : null));
    return { epsilon: finite(over((p) => p.pure)), xi, rho: xi === null ? null : finite(over((p) => p.concentrated && p.concentrated[1])), mu: mu < Infinity ? sqrt(mu) * (1 + 1e-14) : null };
  }

  // The one "?"

  const DIGITS = 6;
  const PROTECTS = new Set(["sigma", "b", "n", "steps", "std", "sd", "scale", "stddev", "noise_multiplier"]);
  const WHOLE = new Set(["times", "k", "m", "n", "steps"]);
  const PROBABILITY = new Set(["p", "delta", "q", "rate", "sampling_rate", "sampling_prob", "sampling_probability"]);

  function solvedFor(text, { delta, epsilon }, names) {
    const items = dpzoo.readItems(text);
    check({ delta });
    check({ epsilon });
    const written = (name) => names.written[names.writtenSame[name] || name];
    const order = (name) => written(name)?.order || names.kinds[names.same[name] || name]?.order || names.combining[names.same[name] || name] || [];
    const [name, asked] = dpzoo.askedFor(items, order);
    const kind = written(name) || names.kinds[names.same[name] || name];
    const own = (kind ? kind.same[asked] : names.combiningSame[asked]) || asked;
    const parameter = written(name) && own === "t" ? "times" : own;
    const whole = WHOLE.has(parameter);
    const careful = PROTECTS.has(parameter); // a larger value protects more
    const most = PROBABILITY.has(parameter) ? 1 : 1e15;
    const rounding = (x) => (whole ? String(careful ? ceil(x) : floor(x)) : rounded(x, careful));
    const tried = new Map();
    function excess(x) {
      const value = rounding(x);
      if (!tried.has(value)) tried.set(value, measured(value));
      return tried.get(value);
    }
    let first = true;
    function measured(value) {
      try {
        const found = composed(dpzoo.filled(items, value), { delta }, names, true).answers[0].value;
        first = false;
        const above = found / epsilon - 1; // what a sum of decimals is rounded up by does not count
        return found <= 0 ? -Infinity : epsilon > 0 ? (abs(above) < 3e-14 ? 0 : log(found / epsilon)) : Infinity;
      } catch (error) {
        if (error.name !== "AccountingError" || (first && !/no finite|nothing is left/.test(error.message))) throw error;
        return Infinity; // the value that is tried is out of range
      }
    }
    const meets = (x) => excess(x) <= 0;
    let [good, bad] = bracket(meets, whole || most > 1 ? 1 : 0.5, { careful, whole, most });
    if (bad !== null) {
      while (!(whole ? abs(good - bad) <= 1 : abs(good - bad) <= min(good, bad) * 1e-7)) {
        const x = whole ? floor((good + bad) / 2) : sectioned(good, bad, excess(good), excess(bad));
        if (rounding(x) === rounding(good) || rounding(x) === rounding(bad)) break;
        if (meets(x)) good = x;
        else bad = x;
      }
    }
    const plain = Number(((good + (bad ?? good)) / 2).toPrecision(DIGITS - 2)); // such as 0.1 between 0.0999999 and 0.100001
    if (!whole && bad !== null && plain > min(good, bad) && plain < max(good, bad) && meets(plain)) good = plain;
    const value = rounding(good);
    const full = composed(dpzoo.filled(items, value), { delta }, names);
    return { parameter, shown: value, value: Number(value), items: full.items, check: full, unbounded: bad === null };
  }

  // rounded to the careful side
  function rounded(x, up) {
    const near = Number(x.toPrecision(DIGITS));
    if (up ? near >= x : near <= x) return String(near);
    const step = 10 ** (floor(Math.log10(abs(x))) - DIGITS + 1);
    return String(Number((near + (up ? step : -step)).toPrecision(DIGITS)));
  }

  // where a straight line in logarithms meets the target, and a little towards the farther end
  function sectioned(good, bad, below, above) {
    const middle = max(good, bad) < 4 * min(good, bad) ? (good + bad) / 2 : sqrt(good * bad);
    if (!(Number.isFinite(below) && Number.isFinite(above) && above > below)) return middle;
    const share = -below / (above - below);
    const ratio = log(bad / good);
    const x = good * exp(share * ratio + (share > 0.5 ? -1 : 1) * Math.sign(ratio) * max(5e-8, abs(share * ratio) * 1e-3));
    return x > min(good, bad) && x < max(good, bad) ? x : middle;
  }

  function bracket(meets, start, { careful, whole, most }) {
    if (meets(start)) {
      for (let good = start; ; ) {
        const x = careful ? good / 4 : good * 4;
        if ((whole && x < 1) || x < 1e-12) return [good, whole && good > 1 ? 0 : null];
        if (x >= most) {
          if (most === 1) return meets(1) ? [1, null] : [good, 1];
          refuse(`the target is met by every value up to ${most}`);
        }
        if (!meets(x)) return [good, x];
        good = x;
      }
    }
    for (let bad = start; ; ) {
      const x = careful ? bad * 4 : bad / 4;
      if (x > 1e15 || x < 1e-12 || (whole && x < 1)) refuse("no value meets the target; the other items may exceed it alone, or δ may be too small");
      if (meets(x)) return [x, bad];
      bad = x;
    }
  }

  Object.assign(dpzoo, { composed, solvedFor });
})();
