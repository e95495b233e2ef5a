// Evaluates the expression trees that the package exports (dpzoo/expressions/exporting.py), by the same conventions; the
// named functions are primitives here as they are there, and no parameter map is written a second time.
//
// window.dpzoo.evaluate(tree, values)      a number; throws an Error whose message is a sentence where there is none
// window.dpzoo.compiled(tree)               the same as a function of the values, without sentences; it may return NaN
// window.dpzoo.enclosure(tree, values)     [floats certainly below and above the value]
// window.dpzoo.certain(constraint, values)  whether a constraint holds beyond rounding
// window.dpzoo.holds(constraint, values)   true or false; throws where a side has no value
// window.dpzoo.expressionText(tree)        the expression as a line of text, as Python prints it
// window.dpzoo.constraintText(constraint)  the same of a constraint, with ≤ and ∞; names may be renamed by a function
// window.dpzoo.expressionNames(tree)       the names that occur, constants excluded
// window.dpzoo.format(number, options)     a number for people: digits = 4, round = "nearest" | "up" | "down"
// window.dpzoo.decimal(number, digits, round)   the number with so many digits
(() => {
  const root = typeof window === "undefined" ? globalThis : window;
  const dpzoo = (root.dpzoo = root.dpzoo || {});
  const CONSTANTS = new Map([["pi", Math.PI], ["inf", Infinity]]);

  // an error without a stack, which searches throw by the thousand where a formula has no value
  function EvaluationError(message) {
    this.message = message;
  }
  EvaluationError.prototype = Object.assign(Object.create(Error.prototype), { name: "EvaluationError" });

  function fail(sentence) {
    throw new EvaluationError(sentence);
  }

  // Numbers

  // erfc for x >= 0.75: e^(-x²)/√π times a continued fraction, all of whose terms are positive; x² is split, so that
  // its rounding does not spoil the exponential (the relative error stays below 1e-15 as long as the result is normal)
  function erfcTail(x) {
    if (x > 27.3) return 0;
    let fraction = 0;
    for (let k = 20 + Math.ceil(220 / (x * x)); k >= 1; k--) fraction = (k / 2) / (x + fraction);
    const high = Math.fround(x);
    const gaussian = Math.exp(-high * high) * Math.exp((high - x) * (high + x));
    return gaussian / (x + fraction) / Math.sqrt(Math.PI);
  }

  // erf by its series with positive terms: 2/√π e^(-x²) Σ 2^n x^(2n+1)/(2n+1)!!
  function erfSeries(x) {
    let term = x;
    let sum = x;
    for (let n = 1; term > sum * 1e-18; n++) {
      term *= (2 * x * x) / (2 * n + 1);
      sum += term;
    }
    return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
  }

  function erfc(x) {
    if (Number.isNaN(x)) return NaN;
    if (x < 0) return x < -6 ? 2 : x < -0.75 ? 2 - erfcTail(-x) : 1 + erfSeries(-x);
    return x < 0.75 ? 1 - erfSeries(x) : erfcTail(x);
  }

  // ln n! : exact factorials while they are exact, then Stirling's series, whose first term left out is below 1e-16
  function logFactorial(n) {
    if (n <= 18) {
      let product = 1;
      for (let k = 2; k <= n; k++) product *= k;
      return Math.log(product);
    }
    const x = n + 1;
    const y = 1 / (x * x);
    const series = (1 / 12 - y * (1 / 360 - y * (1 / 1260 - y * (1 / 1680 - y * (1 / 1188 - y * (691 / 360360)))))) / x;
    return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + series;
  }

  // a sum that carries its rounding errors along (Neumaier)
  function total(terms) {
    let sum = 0;
    let lost = 0;
    for (const term of terms) {
      const next = sum + term;
      lost += Math.abs(sum) >= Math.abs(term) ? sum - next + term : term - next + sum;
      sum = next;
    }
    return sum + lost;
  }

  function kovDelta(epsilon, loss, times) {
    if (!Number.isInteger(times) || times < 0 || epsilon < 0 || loss < 0) {
      fail("kov_delta takes epsilon >= 0, loss >= 0 and a whole number of times");
    }
    const logNormaliser = times * Math.log1p(Math.exp(-loss));
    const terms = [];
    for (let lies = 0; lies <= times; lies++) {
      const gap = (times - 2 * lies) * loss - epsilon;
      if (gap > 0) {
        const ways = logFactorial(times) - logFactorial(lies) - logFactorial(times - lies);
        terms.push(Math.exp(ways - lies * loss - logNormaliser) * -Math.expm1(-gap));
      }
    }
    const sum = total(terms);
    return sum < 1 ? sum : 1;
  }

  // the inverse of Φ: a rational start (Abramowitz & Stegun 26.2.23) and three steps of Halley's method
  function normalQuantile(p) {
    if (!(p >= 0 && p <= 1)) return fail("a quantile belongs to a probability");
    if (p > 0.5) return -normalQuantile(1 - p);
    if (p === 0 || p === 0.5) return p === 0 ? -Infinity : 0;
    const t = Math.sqrt(-2 * Math.log(p));
    let x = (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))) - t;
    for (let step = 0; step < 3; step++) {
      const off = (0.5 * erfc(-x / Math.SQRT2) - p) * Math.sqrt(2 * Math.PI) * Math.exp((x * x) / 2);
      x -= off / (1 + (x * off) / 2);
    }
    return x;
  }

  // the lower branch of Lambert's function by Newton's method on v - ln v = -ln(-x), v = -w, which falls from its upper bound
  function lambertMinus(x) {
    if (x === 0) return -Infinity;
    if (x > 0) return fail("lambert_w_minus takes -1/e <= x <= 0");
    const u = -Math.log(-x) - 1;
    if (u <= 0) return u < -1e-12 ? fail("lambert_w_minus takes -1/e <= x <= 0") : -1;
    let v = 1 + Math.sqrt(2 * u) + u;
    for (;;) {
      const smaller = v - ((v - Math.log(v) - u - 1) * v) / (v - 1);
      if (!(smaller < v)) return -v;
      v = smaller;
    }
  }

  // ln(sinh(x)/x), without cancellation near 0 and without overflow
  function logSinhc(signed) {
    const x = Math.abs(signed);
    const y = x * x;
    if (x < 0.1) return y * (1 / 6 - y * (1 / 180 - y * (1 / 2835 - y * (1 / 37800 - y / 467775))));
    return x === Infinity ? x : x + Math.log(-Math.expm1(-2 * x) / (2 * x));
  }

  // coth(x) - 1/x
  function langevin(x) {
    const y = x * x;
    if (y < 0.01) return x * (1 / 3 - y * (1 / 45 - y * (2 / 945 - y * (1 / 4725 - (y * 2) / 93555))));
    return 1 / Math.tanh(x) - 1 / x;
  }

  // ln(cosh(x)), without cancellation near 0 and without overflow
  function logCosh(signed) {
    const x = Math.abs(signed);
    return x < 1 ? Math.log1p(2 * Math.sinh(x / 2) ** 2) : x + Math.log1p(Math.exp(-2 * x)) - Math.LN2;
  }

  // the normal quantile of e^x/(1 + e^x); as in Python, a step of Newton's method near 0, and a series far out
  function probitLogistic(x) {
    if (x < 0) return -probitLogistic(-x);
    if (x === 0 || x === Infinity) return x;
    if (x > 700) {
      let far = Math.sqrt(2 * x);
      for (let step = 0; step < 6; step++) {
        const y = 1 / (far * far);
        const tail = Math.log(far * Math.sqrt(2 * Math.PI)) - Math.log1p(-y * (1 - y * (3 - 15 * y)));
        far -= ((far * far) / 2 + tail - x) / (far + 1 / far);
      }
      return far;
    }
    const z = -normalQuantile(Math.exp(-x) / (1 + Math.exp(-x)));
    if (x >= 1) return z;
    return z - (erfSeries(z / Math.SQRT2) - Math.tanh(x / 2)) * Math.sqrt(Math.PI / 2) * Math.exp((z * z) / 2);
  }

  // one that overflows at a finite argument has no value, as in Python
  function finiteAt(compute) {
    return (x) => {
      const value = compute(x);
      if (Math.abs(value) === Infinity && Math.abs(x) !== Infinity) fail("the result is too large for a floating-point number");
      return value;
    };
  }

  const FUNCTIONS = new Map([
    ["exp", finiteAt(Math.exp)],
    ["log", (x) => (x < 0 ? fail("the logarithm of a negative number") : Math.log(x))],
    ["sqrt", (x) => (x < 0 ? fail("the square root of a negative number") : Math.sqrt(x))],
    ["min", (...xs) => xs.reduce((least, x) => (x < least ? x : least))],
    ["max", (...xs) => xs.reduce((most, x) => (x > most ? x : most))],
    ["tanh", Math.tanh],
    ["sinh", finiteAt(Math.sinh)],
    ["cosh", finiteAt(Math.cosh)],
    ["normal_cdf", (x) => 0.5 * erfc(-x / Math.SQRT2)],
    ["normal_quantile", normalQuantile],
    ["lambert_w_minus", lambertMinus],
    ["log_sinhc", logSinhc],
    ["langevin", langevin],
    ["log_cosh", logCosh],
    ["probit_logistic", probitLogistic],
    ["kov_delta", kovDelta],
  ]);
  const expm1 = finiteAt(Math.expm1);
  const isOne = (tree) => tree.number === "1";
  const power1 = (tree) => (tree.call === "exp" ? tree.arguments[0] : undefined);

  // what is written exp(x) - 1, 1 - exp(x), log(1 + x) or log(1 - x) keeps its relative accuracy where x is small
  function near1(tree) {
    if (tree.operator === "-" && isOne(tree.left) && power1(tree.right)) {
      const exponent = compiled(power1(tree.right));
      return (values) => 0 - expm1(exponent(values));
    }
    if (tree.operator === "-" && isOne(tree.right) && power1(tree.left)) {
      const exponent = compiled(power1(tree.left));
      return (values) => expm1(exponent(values));
    }
    const small = log1(tree);
    if (!small) return undefined;
    const [rest, sign] = [compiled(small.rest), small.sign];
    return (values) => log1p(rest(values) * sign);
  }

  function log1(tree) {
    if (tree.call !== "log") return undefined;
    const [sum] = tree.arguments;
    if ((sum.operator !== "+" && sum.operator !== "-") || !isOne(sum.left)) return undefined;
    return { rest: sum.right, sign: sum.operator === "+" ? 1 : -1 };
  }

  const log1p = (x) => (x < -1 ? fail("the logarithm of a negative number") : Math.log1p(x));

  function divide(left, right) {
    if (right !== 0) return left / right;
    if (left > 0 && !Object.is(right, -0)) return Infinity;
    return fail("a division by zero");
  }

  function power(base, exponent) {
    if (exponent === 0 || base === 1) return 1;
    if (Math.abs(exponent) === Infinity && base === -1) return 1;
    if (base === 0 && exponent < 0 && exponent !== -Infinity) fail("a division by zero");
    if (base < 0 && base !== -Infinity && Number.isFinite(exponent) && !Number.isInteger(exponent)) {
      fail("a fractional power of a negative number");
    }
    const value = base ** exponent;
    if (Math.abs(value) === Infinity && Number.isFinite(base) && Number.isFinite(exponent)) {
      fail("the result is too large for a floating-point number");
    }
    return value;
  }

  // what a tree compiles to: a function of the values, made once; searches evaluate a tree thousands of times
  const COMPILED = new WeakMap();

  function compiled(tree) {
    let made = COMPILED.get(tree);
    if (!made) COMPILED.set(tree, (made = compile(tree)));
    return made;
  }

  function compile(tree) {
    if ("number" in tree) {
      const number = Number(tree.number);
      return () => number;
    }
    if ("name" in tree) {
      const { name } = tree;
      if (CONSTANTS.has(name)) return () => CONSTANTS.get(name);
      return (values) => {
        const value = Object.hasOwn(values, name) ? values[name] : undefined;
        return typeof value === "number" ? value : fail(`no value is given for ${name}`);
      };
    }
    if ("negate" in tree) {
      const operand = compiled(tree.negate);
      return (values) => -operand(values);
    }
    const close = near1(tree);
    if (close) return close;
    if ("call" in tree) {
      const f = FUNCTIONS.get(tree.call);
      if (!f) return () => fail(`there is no function ${tree.call}`);
      const parts = tree.arguments.map(compiled);
      if (parts.length === 1) return (values) => f(parts[0](values));
      return (values) => f(...parts.map((part) => part(values)));
    }
    const [left, right] = [compiled(tree.left), compiled(tree.right)];
    switch (tree.operator) {
      case "+":
        return (values) => left(values) + right(values);
      case "-":
        return (values) => left(values) - right(values);
      case "*":
        return (values) => left(values) * right(values);
      case "/":
        return (values) => divide(left(values), right(values));
      case "**":
        return (values) => power(left(values), right(values));
      default:
        return () => fail(`there is no operator ${tree.operator}`);
    }
  }

  function evaluate(tree, values = {}) {
    let value;
    try {
      value = compiled(tree)(values);
    } catch (error) {
      if (error.name !== "EvaluationError" || error.message.startsWith("no value")) throw error;
      fail(`${text(tree)} has no value here: ${error.message}`);
    }
    if (Number.isNaN(value)) fail(`${text(tree)} has no value here: it is an indeterminate form`);
    return value;
  }

  const COMPARE = new Map([
    ["<", (a, b) => a < b],
    ["<=", (a, b) => a <= b],
    [">", (a, b) => a > b],
    [">=", (a, b) => a >= b],
    ["==", (a, b) => a === b],
    ["!=", (a, b) => a !== b],
  ]);

  function checker(constraint) {
    const chains = constraint.all.map((chain) => ({
      terms: chain.terms.map((term) => [compiled(term), term]),
      tests: chain.operators.map((operator) => COMPARE.get(operator)),
    }));
    return (values) => {
      for (const { terms, tests } of chains) {
        let left = terms[0][0](values);
        if (Number.isNaN(left)) evaluate(terms[0][1], values);
        for (let i = 0; i < tests.length; i++) {
          const right = terms[i + 1][0](values);
          if (Number.isNaN(right)) evaluate(terms[i + 1][1], values);
          if (!tests[i](left, right)) return false;
          left = right;
        }
      }
      return true;
    };
  }

  function holds(constraint, values = {}) {
    let made = COMPILED.get(constraint);
    if (!made) COMPILED.set(constraint, (made = checker(constraint)));
    return made(values);
  }

  // Enclosures (dpzoo/expressions/enclosing.py): intervals of floats whose ends are rounded outward

  const WORD = new DataView(new ArrayBuffer(8));

  function above(x) {
    if (x === Infinity || Number.isNaN(x)) return x;
    if (x === 0) return Number.MIN_VALUE;
    WORD.setFloat64(0, x);
    WORD.setBigInt64(0, WORD.getBigInt64(0) + (x > 0 ? 1n : -1n));
    return WORD.getFloat64(0);
  }

  const below = (x) => -above(-x);

  // the rounding error of a product, exactly, where neither factor is huge and the product is not tiny (Dekker)
  function productError(a, b, product) {
    const split = (x) => {
      const c = 134217729 * x;
      const high = c - (c - x);
      return [high, x - high];
    };
    const [[ah, al], [bh, bl]] = [split(a), split(b)];
    return al * bl - (product - ah * bh - al * bh - ah * bl);
  }

  const safe = (x) => Math.abs(x) < 1e150;

  // [the float below, the float above] the true result of one operation on floats, given its error's sign (NaN if unknown)
  function around(result, error) {
    if (!Number.isFinite(result)) return [result, result];
    return [error >= 0 ? result : below(result), error <= 0 ? result : above(result)];
  }

  function addPoint(a, b) {
    const sum = a + b;
    const other = sum - a;
    return around(sum, a - (sum - other) + (b - other));
  }

  function multiplyPoint(a, b) {
    if (a === 0 || b === 0) return Number.isFinite(a) && Number.isFinite(b) ? [0, 0] : [NaN, NaN];
    const product = a * b;
    return around(product, safe(a) && safe(b) && Math.abs(product) > 1e-250 ? productError(a, b, product) : NaN);
  }

  function dividePoint(a, b) {
    if (b === 0) return [NaN, NaN];
    const quotient = a / b;
    const exact = safe(quotient) && safe(b) && quotient * b === a && Math.abs(a) > 1e-250 && productError(quotient, b, a) === 0;
    return around(quotient, exact || a === 0 ? 0 : NaN);
  }

  function hull(pairs) {
    if (pairs.some(([low, high]) => Number.isNaN(low) || Number.isNaN(high))) return [NaN, NaN];
    return [Math.min(...pairs.map((p) => p[0])), Math.max(...pairs.map((p) => p[1]))];
  }

  const corners = (point) => (a, b) => hull([point(a[0], b[0]), point(a[0], b[1]), point(a[1], b[0]), point(a[1], b[1])]);

  function widened(x, relative) {
    if (!Number.isFinite(x) || x === 0) return [x, x];
    const by = Math.abs(x) * relative;
    return [below(x - by), above(x + by)];
  }

  // a function that grows, whose computed values are off by at most so much, relatively
  const growing = (f, relative) => ([low, high]) => [widened(f(low), relative)[0], widened(f(high), relative)[1]];

  const absolute = ([low, high]) => (low >= 0 ? [low, high] : high <= 0 ? [-high, -low] : [0, Math.max(-low, high)]);

  function even(f, relative) {
    const grown = growing(f, relative);
    return (x) => grown(absolute(x));
  }

  const ACCURATE = 1e-15;
  const ENCLOSED = new Map([
    ["exp", growing((x) => (x === 0 ? 1 : Math.exp(x)), ACCURATE)],
    ["log", ([low, high]) => (high <= 0 || low < 0 ? [NaN, NaN] : growing(Math.log, ACCURATE)([low, high]))],
    ["sqrt", ([low, high]) => (low < 0 ? [NaN, NaN] : [below(Math.sqrt(low)), above(Math.sqrt(high))])],
    ["min", (...xs) => [Math.min(...xs.map((x) => x[0])), Math.min(...xs.map((x) => x[1]))]],
    ["max", (...xs) => [Math.max(...xs.map((x) => x[0])), Math.max(...xs.map((x) => x[1]))]],
    ["tanh", growing(Math.tanh, ACCURATE)],
    ["sinh", growing(Math.sinh, ACCURATE)],
    ["cosh", even(Math.cosh, ACCURATE)],
    // erfc(z) multiplies the rounding of its argument by 2z²
    ["normal_cdf", ([low, high]) => [
      widened(0.5 * erfc(-low / Math.SQRT2), 1e-14 + 1e-15 * low * low)[0],
      widened(0.5 * erfc(-high / Math.SQRT2), 1e-14 + 1e-15 * high * high)[1],
    ]],
    ["normal_quantile", ([low, high]) => [normalQuantile(low), normalQuantile(high)].map((x, i) => widened(x, 1e-13)[i] + (i ? 1e-15 : -1e-15))],
    ["log_sinhc", even(logSinhc, 1e-13)],
    ["langevin", growing(langevin, 1e-12)],
    ["log_cosh", even(logCosh, 1e-14)],
    ["probit_logistic", growing(probitLogistic, 1e-12)],
    ["kov_delta", (epsilon, loss, times) => [
      widened(kovDelta(epsilon[1], loss[0], times[0]), 1e-10)[0],
      widened(kovDelta(epsilon[0], loss[1], times[1]), 1e-10)[1],
    ]],
  ]);
  const enclosedExpm1 = growing(Math.expm1, ACCURATE);

  function interval(tree, values) {
    if ("number" in tree) {
      const number = Number(tree.number);
      return Number.isInteger(number) && Math.abs(number) < 2 ** 53 ? [number, number] : [below(number), above(number)];
    }
    if ("name" in tree) {
      if (tree.name === "pi") return [Math.PI, above(Math.PI)];
      const value = evaluate(tree, values);
      return [value, value];
    }
    if ("negate" in tree) {
      const [low, high] = interval(tree.negate, values);
      return [-high, -low];
    }
    if (tree.operator === "-" && isOne(tree.left) && power1(tree.right)) {
      const [low, high] = enclosedExpm1(interval(power1(tree.right), values));
      return [-high, -low];
    }
    if (tree.operator === "-" && isOne(tree.right) && power1(tree.left)) return enclosedExpm1(interval(power1(tree.left), values));
    const small = log1(tree);
    if (small) {
      const [low, high] = interval(small.rest, values);
      const [from, to] = small.sign > 0 ? [low, high] : [-high, -low];
      return from <= -1 ? [NaN, NaN] : growing(Math.log1p, ACCURATE)([from, to]);
    }
    if ("call" in tree) {
      const f = ENCLOSED.get(tree.call);
      return f ? f(...tree.arguments.map((a) => interval(a, values))) : [NaN, NaN];
    }
    const [a, b] = [interval(tree.left, values), interval(tree.right, values)];
    switch (tree.operator) {
      case "+":
        return [addPoint(a[0], b[0])[0], addPoint(a[1], b[1])[1]];
      case "-":
        return [addPoint(a[0], -b[1])[0], addPoint(a[1], -b[0])[1]];
      case "*":
        return corners(multiplyPoint)(a, b);
      case "/":
        return b[0] <= 0 && b[1] >= 0 ? [NaN, NaN] : corners(dividePoint)(a, b);
      default:
        return powers(a, b);
    }
  }

  function powers(base, exponent) {
    const [n, other] = exponent;
    if (n === other && Number.isInteger(n) && Math.abs(n) <= 64) {
      let found = [1, 1];
      const positive = n % 2 === 0 ? absolute(base) : base;
      for (let k = 0; k < Math.abs(n); k++) found = corners(multiplyPoint)(found, positive);
      return n < 0 ? corners(dividePoint)([1, 1], found) : found;
    }
    if (!(base[0] > 0)) return [NaN, NaN];
    const logs = corners(multiplyPoint)(growing(Math.log, ACCURATE)(base), exponent);
    return growing(Math.exp, ACCURATE)(logs);
  }

  // floats that certainly lie below and above the value; where infinities are on the way, the value by their conventions, widened
  function enclosure(tree, values) {
    const found = interval(tree, values);
    if (found.every(Number.isFinite)) return found;
    const value = evaluate(tree, values);
    return Number.isFinite(value) ? widened(value, 4e-15) : [value, value];
  }

  // whether a constraint holds beyond doubt: never true of a false one
  function certain(constraint, values) {
    return constraint.all.every((chain) => {
      const sides = chain.terms.map((term) => enclosure(term, values));
      return chain.operators.every((operator, i) => {
        const [a, b] = [sides[i], sides[i + 1]];
        if (operator === "<") return a[1] < b[0];
        if (operator === "<=") return a[1] <= b[0];
        if (operator === ">") return a[0] > b[1];
        if (operator === ">=") return a[0] >= b[1];
        if (operator === "==") return a[0] === a[1] && b[0] === b[1] && a[0] === b[0];
        return a[1] < b[0] || a[0] > b[1];
      });
    });
  }

  // Text

  const SUM = 0;
  const PRODUCT = 1;
  const NEGATION = 2;
  const POWER = 3;
  const ATOM = 4;
  const BINDS = new Map([["+", SUM], ["-", SUM], ["*", PRODUCT], ["/", PRODUCT], ["**", POWER]]);

  function precedence(tree) {
    if ("negate" in tree) return NEGATION;
    return "operator" in tree ? BINDS.get(tree.operator) : ATOM;
  }

  function text(tree) {
    const wrap = (child, least) => (precedence(child) >= least ? text(child) : `(${text(child)})`);
    if ("number" in tree) return tree.number;
    if ("name" in tree) return tree.name;
    if ("negate" in tree) return `-${wrap(tree.negate, NEGATION)}`;
    if ("call" in tree) return `${tree.call}(${tree.arguments.map(text).join(", ")})`;
    if (tree.operator === "**") return `${wrap(tree.left, ATOM)}**${wrap(tree.right, POWER)}`;
    const binds = BINDS.get(tree.operator);
    const gap = binds === SUM ? " " : "";
    return `${wrap(tree.left, binds)}${gap}${tree.operator}${gap}${wrap(tree.right, binds === SUM ? PRODUCT : binds + 1)}`;
  }

  function constraintText(constraint, rename = (name) => name) {
    const sign = { "<=": "≤", ">=": "≥", "==": "=", "!=": "≠" };
    const side = (tree) => ("name" in tree ? (tree.name === "inf" ? "∞" : rename(tree.name)) : text(tree));
    const chains = constraint.all.map((chain) =>
      chain.terms.map((t, i) => (i ? `${sign[chain.operators[i - 1]] || chain.operators[i - 1]} ` : "") + side(t)).join(" "),
    );
    return chains.join(" and ");
  }

  function names(tree, found = new Set()) {
    if ("name" in tree && !CONSTANTS.has(tree.name)) found.add(tree.name);
    for (const child of [tree.negate, tree.left, tree.right, ...(tree.arguments || [])]) if (child) names(child, found);
    return found;
  }

  const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

  function superscript(integer) {
    const digits = [...String(Math.abs(integer))].map((d) => SUPERSCRIPTS[Number(d)]).join("");
    return (integer < 0 ? "⁻" : "") + digits;
  }

  // the decimal [mantissa, exponent] with so many digits next to a positive number, in the direction asked for
  function rounded(number, digits, round) {
    let [mantissa, exponent] = number.toExponential(digits - 1).split("e").map(Number);
    const off = Number(`${mantissa}e${exponent}`) - number;
    const step = Number(`1e${1 - digits}`);
    // a difference that only the binary form of a decimal makes is none
    if (Math.abs(off) > 1e-14 * number) {
      if (round === "up" && off < 0) mantissa += step;
      if (round === "down" && off > 0) mantissa -= step;
    }
    return Number(mantissa.toFixed(digits - 1)) >= 10 ? [1, exponent + 1] : [Number(mantissa.toFixed(digits - 1)), exponent];
  }

  // a number with so many digits, in the direction asked for
  function decimal(number, digits, round) {
    return number > 0 && number < Infinity ? Number(rounded(number, digits, round).join("e")) : number;
  }

  function format(number, { digits = 4, round = "nearest" } = {}) {
    if (Number.isNaN(number)) return "undefined";
    if (number < 0) {
      const opposite = { up: "down", down: "up" }[round] || round;
      return `−${format(-number, { digits, round: opposite })}`;
    }
    if (number === Infinity) return "∞";
    if (number === 0) return "0";
    if (number >= 1 && number < 1e6 && Number.isInteger(number)) return String(number);
    const [mantissa, exponent] = rounded(number, digits, round);
    if (exponent >= -3 && exponent < 6) {
      const plain = Number(`${mantissa}e${exponent}`);
      return plain.toFixed(Math.max(0, digits - 1 - exponent)).replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");
    }
    return (mantissa === 1 ? "" : `${mantissa}·`) + `10${superscript(exponent)}`;
  }

  Object.assign(dpzoo, { evaluate, compiled, holds, enclosure, certain, expressionText: text, expressionNames: names, constraintText, format, decimal });
})();
