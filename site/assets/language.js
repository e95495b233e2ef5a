// What people type about mechanisms and guarantees: the twin of dpzoo/mechanisms/accounting/language.py.
//
// dpzoo.readItems(text)         [{call, times, text}] of items parted by commas, semicolons or lines; an AccountingError else
// dpzoo.constant(text)          the number that a constant such as 1e-6, 3/4 or log(3) stands for; null if it is none
// dpzoo.unknowns(items), dpzoo.filled(items, answer)   the places of "?", and the items with a number in its place
// dpzoo.fold(name)              a name without case, and with one spelling of its gaps
(() => {
  const root = typeof window === "undefined" ? globalThis : window;
  const dpzoo = (root.dpzoo = root.dpzoo || {});
  const UNKNOWN = "?";
  const COMBINATORS = new Set(["poisson", "subsample", "without_replacement", "shuffle", "group", "user", "replace", "parallel", "compose"]);
  const CALL = /^([\p{L}_][^()=,*]*?)\s*(?:\(([\s\S]*)\))?$/u;
  const MOST_TIMES = 1e9;

  class AccountingError extends Error {
    name = "AccountingError";
  }
  const refuse = (sentence) => {
    throw new AccountingError(sentence);
  };

  // Constants: numbers, + - * / ^, parentheses, log, ln, exp, sqrt, pi

  const TOKEN = /\s*(\d+\.?\d*(?:e[-+]?\d+)?|\.\d+(?:e[-+]?\d+)?|\*\*|[-+*/^()]|[a-zπ∞]+)/iy;
  const WORDS = { log: Math.log, ln: Math.log, exp: Math.exp, sqrt: Math.sqrt };
  const FIXED = { pi: Math.PI, π: Math.PI, inf: Infinity, "∞": Infinity };

  function constant(text) {
    const tokens = [];
    const plain = text.trim().replaceAll("−", "-").replaceAll("·", "*");
    TOKEN.lastIndex = 0;
    while (TOKEN.lastIndex < plain.length) {
      const found = TOKEN.exec(plain);
      if (!found) return null;
      tokens.push(found[1].toLowerCase());
    }
    let at = 0;
    const take = (...some) => (some.includes(tokens[at]) ? tokens[at++] : null);
    const NONE = {};
    function sum() {
      let value = product();
      for (let sign = take("+", "-"); sign; sign = take("+", "-")) value = sign === "+" ? value + product() : value - product();
      return value;
    }
    function product() {
      let value = negated();
      for (let sign = take("*", "/"); sign; sign = take("*", "/")) value = sign === "*" ? value * negated() : value / negated();
      return value;
    }
    const negated = () => (take("-") ? -negated() : take("+") ? negated() : power());
    function power() {
      const base = atom();
      return take("^", "**") ? base ** negated() : base;
    }
    function atom() {
      const token = tokens[at++];
      if (token === undefined) throw NONE;
      if (/^[\d.]/.test(token)) return Number(token);
      if (token in FIXED) return FIXED[token];
      if (token !== "(" && !(Object.hasOwn(WORDS, token) && take("("))) throw NONE;
      const inside = sum();
      if (!take(")")) throw NONE;
      return token === "(" ? inside : WORDS[token](inside);
    }
    try {
      const value = sum();
      return at === tokens.length ? value : null;
    } catch (error) {
      if (error !== NONE) throw error;
      return null;
    }
  }

  function number(text, name) {
    const value = constant(text);
    if (value === null || Number.isNaN(value)) refuse(`${name} is ‘${text.trim()}’, which is not a number; write 0.5, 1e-6, 3/4 or log(3)`);
    return value;
  }

  function count(text) {
    const value = constant(text);
    if (value === null || value % 1 !== 0 || value < 1) refuse(`‘${text.trim()}’ is not a number of times; write a whole number from 1, as in gaussian(sigma=10)*100`);
    if (value > MOST_TIMES) refuse(`${text.trim()} times is more than the 1,000,000,000 that are added up`);
    return value;
  }

  const fold = (name) => name.trim().toLowerCase().replace(/[\s_-]+/gu, "_");
  const oneLine = (text) => text.trim().split(/\s+/).join(" ");

  // at characters outside parentheses; ** is no *
  function split(text, marks) {
    const parts = [""];
    let depth = 0;
    for (let i = 0; i < text.length; i++) {
      const c = text[i];
      depth += c === "(" ? 1 : c === ")" ? -1 : 0;
      if (depth < 0) break;
      if (c === "*" && text[i + 1] === "*") {
        parts[parts.length - 1] += "**";
        i += 1;
      } else if (marks.includes(c) && depth === 0) parts.push("");
      else parts[parts.length - 1] += c;
    }
    if (depth) refuse(`the parentheses of ‘${text.trim()}’ do not match`);
    return parts;
  }

  // (1, 1e-6)-DP, 0.5-zCDP and the like, as papers write them
  const PRINTED = /^(\((?<two>[^()]*(?:\([^()]*\)[^()]*)*)\)|(?<one>[^=,*]+?))\s*[-‑–]\s*(?<notion>DP|ADP|zCDP|GDP|RDP)$/iu;
  const NOTIONS = { dp: ["pure", "approximate"], adp: [null, "approximate"], zcdp: ["zcdp", null], gdp: ["gdp", null], rdp: [null, "rdp"] };

  function plainCall(text) {
    const found = PRINTED.exec(text);
    if (!found) return text;
    const { one, two, notion } = found.groups;
    const values = one === undefined ? split(two, ",").map((v) => v.trim()) : [one];
    const name = (NOTIONS[notion.toLowerCase()] || [])[values.length - 1];
    return name && values.every((v) => v === UNKNOWN || constant(v) !== null) ? `${name}(${values.join(", ")})` : text;
  }

  const isCall = (text) => text !== UNKNOWN && CALL.test(text) && constant(text) === null;

  function repeated(text) {
    const parts = split(text, "*").map((p) => plainCall(p.trim()));
    if (parts.length > 1 && !parts.every(Boolean)) refuse(`‘${text.trim()}’ cannot be read; write a mechanism and how often, as in gaussian(sigma=10)*100`);
    const calls = parts.filter(isCall);
    if (calls.length !== 1 || parts.length > 2) {
      if (parts.length === 1 || !calls.length) refuse(`‘${text.trim()}’ is not a mechanism or a guarantee; write one as in gaussian(sigma=10)*100 or zcdp(rho=0.1)`);
      refuse(`‘${text.trim()}’ has more than one ‘*’; write one mechanism times one number, as in laplace(b=10)*3`);
    }
    const times = parts.find((p) => p !== calls[0]) ?? "1";
    return [readCall(calls[0]), times];
  }

  function readCall(text) {
    const [, name, inside] = CALL.exec(text);
    const call = { name: name.trim(), given: [], positional: [], inner: [], text: oneLine(text) };
    const listed = inside === undefined || !inside.trim() ? [] : split(inside, ",").map((p) => p.trim());
    for (const argument of listed) {
      const sides = split(argument, "=");
      if (!argument || sides.length > 2 || !sides.every((s) => s.trim())) refuse(`‘${argument}’ in ‘${text}’ cannot be read; write parameter=value, as in sigma=10`);
      if (sides.length === 2) {
        const key = sides[0].trim();
        if (call.given.some(([k]) => k === key)) refuse(`${key} is given twice in ‘${text}’`);
        call.given.push([key, sides[1].trim()]);
      } else if (COMBINATORS.has(fold(name)) && argument !== UNKNOWN && split(argument, "*").some((p) => isCall(plainCall(p.trim())))) {
        call.inner.push(repeated(argument));
      } else call.positional.push(argument);
    }
    return call;
  }

  function readItems(text) {
    const items = split(text, ",;\n").filter((p) => p.trim());
    if (!items.length) refuse("there is nothing to add up; name a mechanism or a guarantee, as in gaussian(sigma=10)*100");
    return items.map((item) => {
      const [call, times] = repeated(item);
      return { call, times, text: oneLine(item) };
    });
  }

  // Places of "?"

  const marks = (call) => call.given.filter(([, v]) => v === UNKNOWN).length + call.positional.filter((v) => v === UNKNOWN).length + call.inner.reduce((n, [c, t]) => n + marks(c) + (t === UNKNOWN), 0);
  const unknowns = (items) => items.reduce((n, i) => n + marks(i.call) + (i.times === UNKNOWN), 0);

  function filled(items, answer) {
    const fill = (text) => (text === UNKNOWN ? answer : text);
    const within = (call) => ({
      name: call.name,
      given: call.given.map(([k, v]) => [k, fill(v)]),
      positional: call.positional.map(fill),
      inner: call.inner.map(([c, t]) => [within(c), fill(t)]),
      text: call.text.replaceAll(UNKNOWN, answer),
    });
    return items.map((i) => ({ call: within(i.call), times: fill(i.times), text: i.text.replaceAll(UNKNOWN, answer) }));
  }

  // [name of the call, its parameter] of the one "?"; "times" is a number of repetitions
  function askedFor(items, order) {
    const found = [];
    const look = (call, times) => {
      for (const [k, v] of call.given) if (v === UNKNOWN) found.push([fold(call.name), fold(k)]);
      call.positional.forEach((v, i) => v === UNKNOWN && found.push([fold(call.name), order(fold(call.name))[i] || ""]));
      for (const [c, t] of call.inner) look(c, t);
      if (times === UNKNOWN) found.push([fold(call.name), "times"]);
    };
    for (const { call, times } of items) look(call, times);
    if (found.length !== 1) refuse(`mark the one number that is asked for by ‘?’, as in gaussian(sigma=?)*100; there are ${found.length}`);
    return found[0];
  }

  Object.assign(dpzoo, { readItems, constant, unknowns, filled, askedFor, fold, AccountingError, accountingNumber: number, accountingCount: count, COMBINATORS });
})();
