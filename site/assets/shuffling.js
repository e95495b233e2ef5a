// Amplification by shuffling: the twin of dpzoo/mechanisms/accounting/shuffling.py, which has the argument and its source.
//
// dpzoo.clonesDelta(people, local, epsilon)   an upper bound on the δ at ε of shuffled reports with local loss ε₀, in floats whose
//                                             errors are estimated and added
(() => {
  const root = typeof window === "undefined" ? globalThis : window;
  const dpzoo = (root.dpzoo = root.dpzoo || {});
  const { exp, expm1, floor, ceil, log, log1p, max, min, abs, sqrt, PI } = Math;
  const MOST = 1e7; // people whose reports a page can count in a second or two
  const MOST_BLOCKS = 400;
  const NOTHING = 1e-26;
  const LARGEST = 700; // beyond it e^ε is not a float, and what one report allows by itself is the bound

  // ln n! less Stirling's formula
  const SMALL = [0];
  function stirlingError(n) {
    if (n < 16) {
      while (SMALL.length <= n) SMALL.push(SMALL.at(-1) + log(SMALL.length));
      return n ? SMALL[n] - (n + 0.5) * log(n) + n - 0.5 * log(2 * PI) : 0;
    }
    const r = 1 / (n * n);
    return (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - r / 1188) * r) * r) * r) / n;
  }

  // x ln(x/m) + m - x
  function deviance(x, m) {
    if (abs(x - m) >= 0.1 * (x + m)) return x * log(x / m) + m - x;
    const v = (x - m) / (x + m);
    let sum = (x - m) * v;
    let term = 2 * x * v;
    for (let k = 1; k < 100; k++) {
      term *= v * v;
      const next = sum + term / (2 * k + 1);
      if (next === sum) break;
      sum = next;
    }
    return sum;
  }

  // Pr[Bin(n, p) = x] (Loader 2000)
  function chance(x, n, p) {
    if (x === 0) return exp(n * log1p(-p));
    if (x === n) return exp(n * log(p));
    const rest = stirlingError(n) - stirlingError(x) - stirlingError(n - x) - deviance(x, n * p) - deviance(n - x, n * (1 - p));
    return exp(rest) * sqrt(n / (2 * PI * x * (n - x)));
  }

  // Pr[Bin(n, ½) ≥ k]
  function tail(k, n) {
    if (k <= 0) return 1;
    if (k > n) return 0;
    if (2 * k <= n) return 1 - tail(n - k + 1, n);
    let term = chance(k, n, 0.5);
    let sum = 0;
    for (let x = k; x <= n && term > sum * 1e-17; x++) {
      sum += term;
      term *= (n - x) / (x + 1);
    }
    return sum;
  }

  // the smallest C of each block with the block's probability, and the probability of what is left out
  const known = new Map();
  function clones(others, p) {
    const key = `${others} ${p}`;
    if (known.has(key)) return known.get(key);
    const odds = p / (1 - p);
    const mode = min(others, floor((others + 1) * p));
    const low = [];
    const high = [];
    let missing = 0;
    let w = chance(mode, others, p);
    for (let x = mode; x <= others; x++) {
      if (w < NOTHING) {
        missing += w / (1 - ((others - x) / (x + 1)) * odds);
        break;
      }
      high.push(w);
      w *= ((others - x) / (x + 1)) * odds;
    }
    w = chance(mode, others, p);
    for (let x = mode; x > 0; x--) {
      w *= x / (others - x + 1) / odds;
      if (w < NOTHING) {
        missing += w / (1 - (x - 1) / (others - x + 2) / odds);
        break;
      }
      low.push(w);
    }
    const weights = [...low.reverse(), ...high];
    const first = mode - low.length;
    const step = max(1, ceil(weights.length / MOST_BLOCKS));
    const blocks = [];
    for (let i = 0; i < weights.length; i += step) {
      let total = 0;
      for (let j = i; j < min(weights.length, i + step); j++) total += weights[j];
      blocks.push([first + i, total]);
    }
    known.clear();
    known.set(key, { blocks, missing });
    return known.get(key);
  }

  function clonesDelta(people, local, epsilon) {
    if (people > MOST) throw new dpzoo.AccountingError("the page counts the reports of at most 10,000,000 people; ‘dpzoo compose’ in the shell takes more");
    const p = exp(-local);
    if (people === 1 || epsilon >= local || epsilon > LARGEST) return (max(0, -expm1(epsilon - local)) / (1 + p)) * (1 + 1e-12);
    const { blocks, missing } = clones(people - 1, p);
    // no difference of nearly equal numbers, and never beyond a = c + 1, which always counts
    const [one, other] = [-expm1(epsilon - local) / (1 + p), (exp(epsilon) - p) / (1 + p)];
    let sum = missing;
    for (const [c, weight] of blocks) {
      const least = min(floor((other * (c + 1)) / (one + other)) + 1, c + 1);
      const second = tail(least, c);
      const at = least - 1 >= 0 && least - 1 <= c ? chance(least - 1, c, 0.5) : 0;
      sum += weight * max(0, one * (second + at) - other * second);
    }
    return min(1, sum * (1 + 1e-8) + 1e-15);
  }

  Object.assign(dpzoo, { clonesDelta });
})();
