// What a table of probabilities promises, exactly: the twin of dpzoo.notions for the landmark notions. A row is what comes out on one
// dataset. Probabilities are whole numbers over one denominator, and what is rational stays rational; KL and Rényi divergences,
// ρ and μ are floats rounded up.
//
// dpzoo.readTable(text)     {rows, denominator, labels, outputs}; a TableError in one sentence else
// dpzoo.audited(text, {neighbours, epsilon, delta, alpha})   {labels, outputs, lines: [{notion, parameter, value, exact, at, worst}]}
// dpzoo.tableCurves(text, {neighbours})   {profile: [[ε, δ]], tradeoff: [[α, β]]} over all pairs of neighbours
(() => {
  const root = typeof window === "undefined" ? globalThis : window;
  const dpzoo = (root.dpzoo = root.dpzoo || {});
  const { exp, log, max, min, abs } = Math;
  const UP = 1 + 1e-12;
  const MOST = 300_000; // cells of all pairs
  const LONGEST = 30; // digits of a fraction that is still shown
  const INFINITE = [1n, 0n];

  class TableError extends Error {
    name = "TableError";
  }
  const refuse = (sentence) => {
    throw new TableError(sentence);
  };

  // Fractions: [numerator, denominator] of whole numbers, the denominator positive, or 0 for infinity

  const gcd = (a, b) => {
    let [x, y] = [a < 0n ? -a : a, b];
    while (y) [x, y] = [y, x % y];
    return x;
  };
  const fraction = (n, d) => {
    if (d === 0n) return INFINITE;
    const g = gcd(n, d) || 1n;
    return [n / g, d / g];
  };
  const less = ([a, b], [c, d]) => a * d < c * b;
  const times = ([a, b], [c, d]) => fraction(a * c, b * d);

  // the nearest float but for a few units, whatever the size of the parts
  function float([n, d]) {
    if (d === 0n) return Infinity;
    if (n === 0n) return 0;
    const shift = n.toString(2).length - d.toString(2).length - 64;
    const whole = shift >= 0 ? n / (d << BigInt(shift)) : (n << BigInt(-shift)) / d;
    return shift < -1020 ? Number(whole) * 2 ** -1020 * 2 ** (shift + 1020) : Number(whole) * 2 ** shift;
  }

  // ln of a fraction, also of one that no float holds
  function logOf([n, d]) {
    if (d === 0n) return Infinity;
    if (n === 0n) return -Infinity;
    const size = (x) => {
      const bits = max(0, x.toString(2).length - 64);
      return log(Number(x >> BigInt(bits))) + bits * Math.LN2;
    };
    const near = float([n - d, d]);
    return abs(near) < 0.5 ? Math.log1p(near) : size(n) - size(d);
  }

  const EXACT = /^([-+]?)(\d*)(?:\.(\d*))?(?:e([-+]?\d{1,4}))?$/i;

  // 3/4, 0.25, 75 %, 1e-3 as a fraction; null for anything else
  function readFraction(text) {
    const plain = text.trim().replaceAll("−", "-");
    if (plain.endsWith("%")) {
      const share = readFraction(plain.slice(0, -1));
      return share && fraction(share[0], share[1] * 100n);
    }
    const parts = plain.split("/");
    if (parts.length === 2) {
      const [a, b] = parts.map(readFraction);
      return a && b && b[0] > 0n ? fraction(a[0] * b[1], a[1] * b[0]) : null;
    }
    const found = parts.length === 1 && EXACT.exec(plain);
    if (!found || !(found[2] || found[3])) return null;
    const [, sign, whole, decimals = "", power = "0"] = found;
    const places = BigInt(decimals.length) - BigInt(power);
    const digits = BigInt((whole + decimals) || "0") * (sign === "-" ? -1n : 1n);
    return places > 0n ? fraction(digits, 10n ** places) : [digits * 10n ** -places, 1n];
  }

  const shown = ([n, d]) => (d === 1n ? String(n) : `${n}/${d}`);
  const short = (f) => (shown(f).length <= LONGEST ? shown(f) : null);

  // Tables

  function readTable(text) {
    const lines = text.split("\n").map((l) => l.trim()).filter((l) => l && !l.startsWith("#"));
    if (lines.length < 2) refuse("a table has a row for each dataset, and at least two; write one row per line, such as 3/4 1/4");
    const labels = [];
    const cells = lines.map((line, i) => {
      const colon = line.indexOf(":");
      labels.push(colon < 0 ? `row ${i + 1}` : line.slice(0, colon).trim() || `row ${i + 1}`);
      return (colon < 0 ? line : line.slice(colon + 1)).replace(/\s*\/\s*/g, "/").replace(/\s+%/g, "%").split(/[\s,;|]+/).filter(Boolean);
    });
    const width = cells[0].length;
    const rows = cells.map((row, i) => {
      if (row.length !== width) refuse(`${labels[i]} has ${row.length} probabilities and ${labels[0]} has ${width}; all rows need as many`);
      const read = row.map((cell) => {
        const found = readFraction(cell);
        if (!found) refuse(`“${cell}” in ${labels[i]} is not a probability; write 3/4, 0.75 or 75%`);
        if (found[0] < 0n || found[0] > found[1]) refuse(`“${cell}” in ${labels[i]} does not lie between 0 and 1`);
        return found;
      });
      const total = read.reduce(([a, b], [c, d]) => fraction(a * d + c * b, b * d), [0n, 1n]);
      if (total[0] !== total[1]) refuse(`${labels[i]} adds up to ${short(total) || dpzoo.format(float(total), { digits: 8 })}, not to 1; fractions such as 1/3 are exact`);
      return read;
    });
    const denominator = rows.flat().reduce((d, [, b]) => (d / gcd(d, b)) * b, 1n);
    return { rows: rows.map((row) => row.map(([n, d]) => n * (denominator / d))), denominator, labels, outputs: Array.from({ length: width }, (_, j) => `output ${j + 1}`) };
  }

  // ordered pairs of rows: any two, those next to each other, or those listed as 1-2, 2-3
  function pairsOf({ rows, labels }, neighbours) {
    const all = rows.flatMap((_, i) => rows.map((__, k) => [i, k])).filter(([i, k]) => i !== k);
    let found = all;
    if (neighbours === "next") found = all.filter(([i, k]) => abs(i - k) === 1);
    else if (neighbours && neighbours !== "any") {
      found = neighbours.split(/[,;\n]+/).filter((p) => p.trim()).flatMap((part) => {
        const match = /^\s*(\d+)\s*[-–]\s*(\d+)\s*$/.exec(part);
        const [i, k] = match ? [Number(match[1]) - 1, Number(match[2]) - 1] : [-1, -1];
        if (!rows[i] || !rows[k] || i === k) refuse(`“${part.trim()}” is not a pair of rows; write the numbers of two rows, as in 1-2, 2-3`);
        return [[i, k], [k, i]];
      });
      if (!found.length) refuse("no pair of rows is listed; write the numbers of two rows, as in 1-2, 2-3");
    }
    if (found.length * rows[0].length > MOST) refuse(`${labels.length} rows of ${rows[0].length} probabilities are too many for the page; ‘dpzoo audit’ in the shell takes them`);
    return found;
  }

  // the largest of what each pair gives, and that pair
  function worst(pairs, value, isLess) {
    let best = null;
    for (const pair of pairs) {
      const found = value(pair);
      if (best === null || isLess(best.value, found.value)) best = { ...found, pair };
    }
    return best;
  }

  function auditOf(table, pairs) {
    const { rows, denominator: D } = table;
    const cells = (i, k) => rows[i].map((p, j) => [p, rows[k][j], j]).filter(([p, q]) => p || q);
    const byRatio = (i, k) => cells(i, k).sort(([a, b], [c, d]) => (a * d > c * b ? -1 : a * d < c * b ? 1 : 0));
    const ordered = new Map();
    const sorted = (i, k) => {
      const key = i * rows.length + k;
      if (!ordered.has(key)) ordered.set(key, byRatio(i, k));
      return ordered.get(key);
    };
    const laws = new Map();
    function floats(i, k) {
      const key = i * rows.length + k;
      if (!laws.has(key)) laws.set(key, cells(i, k).map(([p, q]) => [float([p, D]), logOf([p, q])]).filter(([p]) => p));
      return laws.get(key);
    }

    const ratio = () =>
      worst(pairs, ([i, k]) => {
        const [p, q, j] = sorted(i, k)[0];
        return { value: fraction(p, q), event: [j] };
      }, less);
    // δ at e^ε = t, a fraction
    const delta = ([tn, td]) =>
      worst(pairs, ([i, k]) => {
        const event = cells(i, k).filter(([p, q]) => td * p > tn * q);
        return { value: fraction(event.reduce((sum, [p, q]) => sum + td * p - tn * q, 0n), td * D), event: event.map(([, , j]) => j) };
      }, less);
    const beyond = ([tn, td]) =>
      worst(pairs, ([i, k]) => {
        const event = cells(i, k).filter(([p, q]) => td * p > tn * q);
        return { value: fraction(event.reduce((sum, [p]) => sum + p, 0n), D), event: event.map(([, , j]) => j) };
      }, less);
    // e^ε at δ: the largest (P(S) - δ)/Q(S) over sets of the largest ratios
    const priceAt = ([dn, dd]) =>
      worst(pairs, ([i, k]) => {
        let [best, p, q, event] = [[1n, 1n], 0n, 0n, []];
        sorted(i, k).forEach(([a, b], n, list) => {
          p += a;
          q += b;
          const excess = p * dd - dn * D;
          const found = excess <= 0n ? [0n, 1n] : fraction(excess, q * dd);
          if (less(best, found)) [best, event] = [found, list.slice(0, n + 1).map(([, , j]) => j)];
        });
        return { value: best, event };
      }, less);
    const range = () =>
      worst(pairs, ([i, k]) => {
        const list = sorted(i, k);
        const [[a, b, j], [c, d, l]] = [list[0], list[list.length - 1]];
        return { value: times(fraction(a, b), fraction(d, c)), event: [j, l] };
      }, less);
    const smaller = (a, b) => a < b;
    // Σ p f(l), and as much as rounding may take from it: the terms nearly cancel where two rows hardly differ
    function mean(terms, f) {
      const each = terms.map(([p, l]) => p * f(l));
      const slack = terms.some(([, l]) => abs(l) > 0.4) ? 1e-12 : 4e-15;
      return each.reduce((sum, x) => sum + x, 0) + slack * each.reduce((sum, x) => sum + abs(x), 0);
    }
    const kl = () => worst(pairs, ([i, k]) => ({ value: divergence(i, k, 1) }), smaller);
    function divergence(i, k, alpha) {
      const terms = floats(i, k);
      if (alpha === Infinity) return max(...terms.map(([, l]) => l));
      if (alpha === 1) return mean(terms, (l) => l);
      const above = terms.every(([, l]) => (alpha - 1) * l < 600) ? mean(terms, (l) => Math.expm1((alpha - 1) * l)) : Infinity;
      if (above < 1) return max(0, Math.log1p(above) / (alpha - 1)); // where the sum is next to 1
      const logs = terms.map(([p, l]) => log(p) + (alpha - 1) * l);
      const top = max(...logs);
      return top === Infinity ? Infinity : max(0, (top + log(logs.reduce((sum, x) => sum + exp(x - top), 0))) / (alpha - 1));
    }
    const renyi = (alpha) => worst(pairs, ([i, k]) => ({ value: divergence(i, k, alpha) }), smaller);
    // Σ p^α q^{1 - α} at a whole order, as a fraction
    function moment([i, k], alpha) {
      const list = cells(i, k).filter(([p]) => p);
      const common = list.reduce((c, [, q]) => (c / gcd(c, q)) * q, 1n);
      const power = BigInt(alpha);
      const sum = list.reduce((total, [p, q]) => total + p ** power * (common / q) ** (power - 1n), 0n);
      return fraction(sum, D * common ** (power - 1n));
    }

    // sup D_α/α: (α - 1)D_α is convex, so that between two orders it is at most its chord mα + c, and D_α/α at most (mα + c)/(α(α - 1))
    let known = 0; // what some pair needs already
    function rho(i, k) {
      const top = divergence(i, k, Infinity);
      if (!(top < Infinity)) return Infinity;
      const first = divergence(i, k, 1);
      known = max(known, first);
      if (top <= known) return known; // D_α/α < D_∞
      const last = max(2, top / known); // beyond, D_α/α is less
      const value = (a) => {
        const d = divergence(i, k, a);
        known = max(known, d / a);
        return d;
      };
      const bound = ([a, b, da, db]) => {
        if (a === 1) return db;
        const m = ((b - 1) * db - (a - 1) * da) / (b - a);
        const c = (a - 1) * da - m * a;
        const root = c * c + m * c > 0 && m ? [1, -1].map((s) => (-c + s * Math.sqrt(c * c + m * c)) / m) : [];
        return min(db / a, max(...[a, b, ...root.filter((x) => x > a && x < b)].map((x) => (m * x + c) / (x * (x - 1)))));
      };
      let upper = 0;
      let parts = [[1, last, first, value(last)]];
      for (let depth = 0; depth < 90 && parts.length; depth++) {
        const next = [];
        for (const part of parts) {
          const most = bound(part);
          if (most <= known * (1 + 1e-9)) continue;
          const [a, b, da, db] = part;
          if (b - a < 1e-12 || next.length > 4000) {
            upper = max(upper, most);
            continue;
          }
          const c = 1 + (a === 1 ? (b - 1) / 16 : Math.sqrt((a - 1) * (b - 1)));
          const dc = value(c);
          next.push([a, c, da, dc], [c, b, dc, db]);
        }
        parts = next;
      }
      return max(upper, known * (1 + 1e-9), ...parts.map(bound));
    }
    // the smallest μ: over sets S of the largest ratios, Φ⁻¹(P(S)) - Φ⁻¹(Q(S)), from logarithms of odds
    function mu(i, k) {
      let [p, q, found] = [0n, 0n, 0];
      const list = sorted(i, k);
      list.slice(0, -1).forEach(([a, b]) => {
        p += a;
        q += b;
        if (p === D && q === D) return;
        const [z, w] = p === D || q === 0n ? [Infinity, 0] : [probit([p, D - p]), probit([q, D - q])];
        found = max(found, z - w + 1e-14 * (abs(z) + abs(w)));
      });
      return found === Infinity ? found : found * (1 + 1e-11);
    }
    return { cells, sorted, ratio, delta, beyond, priceAt, range, kl, renyi, moment, rho: () => worst(pairs, ([i, k]) => ({ value: rho(i, k) }), smaller), mu: () => worst(pairs, ([i, k]) => ({ value: mu(i, k) }), smaller) };
  }

  const PROBIT = { call: "probit_logistic", arguments: [{ name: "x" }] };
  let quantile = null;
  const probit = (odds) => (quantile ||= dpzoo.compiled(PROBIT))({ x: logOf(odds) });

  // e^ε of what was typed: exact for 0 and for the logarithm of a fraction; else fractions a little below, where δ is larger, and above
  function priceOf(text) {
    const found = /^\s*(?:log|ln)\s*\(?([^()]+)\)?\s*$/i.exec(text);
    const inside = found && readFraction(found[1]);
    if (inside && inside[0] >= inside[1]) return { price: inside, above: inside, exact: true };
    const zero = readFraction(text);
    if (zero && zero[0] === 0n) return { price: [1n, 1n], above: [1n, 1n], exact: true };
    const epsilon = dpzoo.constant(text);
    if (!(epsilon >= 0 && epsilon < 700)) refuse(`ε is “${text.trim()}”; it must be a number from 0, such as 1 or ln 2`);
    const below = floatFraction(exp(epsilon) * (1 - 1e-14));
    return { price: less(below, [1n, 1n]) ? [1n, 1n] : below, above: floatFraction(exp(epsilon) * (1 + 1e-14)), exact: false };
  }

  function floatFraction(x) {
    let [value, shift] = [x, 0n];
    while (value % 1 !== 0) [value, shift] = [value * 2, shift + 1n];
    return fraction(BigInt(value), 2n ** shift);
  }

  function audited(text, { neighbours = "any", epsilon = "1", delta = "1e-6", alpha = "2" } = {}) {
    const table = readTable(text);
    const pairs = pairsOf(table, neighbours);
    const a = auditOf(table, pairs);
    const { price, above, exact } = priceOf(epsilon);
    const slack = readFraction(delta);
    if (!slack || slack[0] < 0n || slack[0] > slack[1]) refuse(`δ is “${delta.trim()}”; it must lie between 0 and 1`);
    const order = dpzoo.constant(alpha);
    if (!(order >= 1)) refuse(`the order α is “${alpha.trim()}”; it must be at least 1`);
    const lines = [];
    const add = (notion, parameter, { pair, event = null }, value, rational, at = {}) => lines.push({ notion, parameter, value, exact: rational, at, worst: { pair, event } });
    const logarithm = (name, parameter, found, at) => add(name, parameter, found, roundedUp(logOf(found.value), found.value), found.value[1] === 0n ? null : logText(found.value), at);
    const rational = (name, parameter, found, at, sharp = true) => add(name, parameter, found, float(found.value) * (1 + (sharp ? 4e-16 : 1e-13)), sharp ? short(found.value) : null, at);
    logarithm("epsilon-dp", "epsilon", a.ratio(), {});
    rational("approximate-dp", "delta", a.delta(price), { epsilon: epsilon.trim() }, exact);
    logarithm("approximate-dp", "epsilon", a.priceAt(slack), { delta: delta.trim() });
    rational("total-variation-privacy", "epsilon", a.delta([1n, 1n]), {});
    const k = a.kl();
    add("kl-privacy", "epsilon", k, k.value * UP, null);
    const r = a.renyi(order);
    const whole = order % 1 === 0 && order > 1 && order <= 16 && r.value < Infinity ? a.moment(r.pair, order) : null;
    const inner = whole && logText(whole);
    add("renyi-dp", "epsilon", r, r.value * UP, inner && inner !== "0" && order > 2 ? `${inner} / ${order - 1}` : inner, { alpha: alpha.trim() });
    const z = a.rho();
    add("zero-concentrated-dp", "rho", z, z.value, null, { xi: "0" });
    const g = a.mu();
    add("gaussian-dp", "mu", g, g.value, null);
    logarithm("range-bounded-privacy", "epsilon", a.range(), {});
    const beyond = a.beyond(price); // the same on both sides of e^ε unless a ratio lies there
    const same = !less(a.beyond(above).value, beyond.value);
    rational("probabilistic-dp", "delta", beyond, { epsilon: epsilon.trim() }, same);
    return { labels: table.labels, outputs: table.outputs, lines, pairs: pairs.length };
  }

  const roundedUp = (x, f) => (f[0] === f[1] ? 0 : x * (1 + (x > 0.4 ? 1e-12 : 1e-15)));
  function logText(f) {
    if (f[0] === f[1]) return "0";
    const said = short(f);
    return said === null ? null : `ln(${said})`;
  }

  function tableCurves(text, { neighbours = "any" } = {}) {
    const table = readTable(text);
    const pairs = pairsOf(table, neighbours);
    const a = auditOf(table, pairs);
    const laws = pairs.map(([i, k]) => a.cells(i, k).map(([p, q]) => [float([p, table.denominator]), float([q, table.denominator])]));
    const top = float(a.ratio().value);
    const reach = top === Infinity ? 5 : max(log(top) * 1.1, 0.1);
    const profile = Array.from({ length: 101 }, (_, n) => {
      const e = (reach * n) / 100;
      return [e, max(...laws.map((law) => law.reduce((sum, [p, q]) => sum + max(0, p - exp(e) * q), 0)))];
    });
    // the least missed share at each false-alarm probability, over all pairs
    const corners = pairs.map(([i, k]) => {
      let [p, q] = [0, 0];
      return [[0, 1], ...a.sorted(i, k).map(([x, y]) => [(q += float([y, table.denominator])), 1 - (p += float([x, table.denominator]))])];
    });
    const along = (list, x) => {
      const next = list.findIndex(([q]) => q >= x);
      if (next <= 0) return min(...list.filter(([q]) => q <= 0).map(([, b]) => b));
      const [[q0, b0], [q1, b1]] = [list[next - 1], list[next]];
      return q1 > q0 ? b0 + ((b1 - b0) * (x - q0)) / (q1 - q0) : b1;
    };
    const tradeoff = Array.from({ length: 101 }, (_, n) => [n / 100, max(0, min(...corners.map((list) => along(list, n / 100))))]);
    return { profile, tradeoff };
  }

  Object.assign(dpzoo, { readTable, audited, tableCurves, readFraction, TableError });
})();
