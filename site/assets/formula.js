// Exported expressions as MathML that browsers set themselves, numbers as people write them, and fields for parameters.
//
// window.dpzoo.formula(tree, symbols, values)   a <math> element; symbols: name -> [letter, index]; a name with a value shows it
// window.dpzoo.equation(symbol, tree, …)        the same behind "symbol =", a symbol [letter, index] or the name of one
// window.dpzoo.solved(conversion, parameter)    the equations [symbol, tree] that show how a conversion gives the parameter
// window.dpzoo.readNumber(text)                 0.5, 1e-6, 10^-6, 1/2, ln 3, ∞; NaN for anything else
// window.dpzoo.typeset(text)                    the pieces of a text whose $…$ are among the formulas of claims.js or maps.js
// window.dpzoo.element(tag, attributes, …children), window.dpzoo.parameterFields(…): pieces of pages
(() => {
  const dpzoo = (window.dpzoo = window.dpzoo || {});
  const NS = "http://www.w3.org/1998/Math/MathML";
  const SUM = 0;
  const PRODUCT = 1;
  const NEGATION = 2;
  const POWER = 3;
  const ATOM = 4;
  const BINDS = { "+": SUM, "-": SUM, "*": PRODUCT, "/": ATOM, "**": POWER };

  function math(tag, ...children) {
    const node = document.createElementNS(NS, tag);
    node.append(...children);
    return node;
  }

  const operator = (text) => math("mo", text);

  function fenced(...children) {
    return math("mrow", operator("("), ...children, operator(")"));
  }

  // a number as mn, with a power of ten where people write one; [node, how tightly it binds]
  function number(value) {
    const shown = dpzoo.format(value, { digits: 6 });
    if (shown.startsWith("−")) {
      const [node] = number(-value);
      return [math("mrow", operator("−"), node), NEGATION];
    }
    const [mantissa, power] = shown.includes("10") && /[⁰¹²³⁴⁵⁶⁷⁸⁹]$/.test(shown) ? split(shown) : [shown, null];
    if (power === null) return [math("mn", mantissa), ATOM];
    const ten = math("msup", math("mn", "10"), math("mn", power));
    return mantissa ? [math("mrow", math("mn", mantissa), operator("·"), ten), PRODUCT] : [ten, POWER];
  }

  function split(shown) {
    const at = shown.lastIndexOf("10");
    const digits = [...shown.slice(at + 2)].map((c) => (c === "⁻" ? "−" : String("⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(c)))).join("");
    return [shown.slice(0, at).replace("·", ""), digits];
  }

  function name(text, symbols) {
    if (text === "pi") return math("mi", "π");
    if (text === "inf") return math("mi", "∞");
    const [plain, ...rest] = text.split(/_(?=\d|free)/); // a free parameter of a later step has a number
    const [letter, index] = symbols[text] || symbols[plain] || [dpzoo.greek[plain] || plain, ""];
    const marks = [index, ...rest.filter((r) => r !== "free")].filter(Boolean).join(",");
    return marks ? math("msub", math("mi", letter), math("mi", marks)) : math("mi", letter);
  }

  function build(tree, symbols, values) {
    const wrap = (child, least) => {
      const [node, binds] = build(child, symbols, values);
      return binds >= least ? node : fenced(node);
    };
    if ("number" in tree) return number(Number(tree.number));
    if ("name" in tree) {
      return Object.hasOwn(values, tree.name) ? number(values[tree.name]) : [name(tree.name, symbols), ATOM];
    }
    if ("negate" in tree) return [math("mrow", operator("−"), wrap(tree.negate, PRODUCT)), NEGATION];
    if ("call" in tree) return [call(tree, symbols, values), ATOM];
    const { left, right } = tree;
    switch (tree.operator) {
      case "+":
      case "-": {
        const [node, binds] = build(right, symbols, values);
        const behind = binds === SUM || binds === NEGATION ? fenced(node) : node;
        return [math("mrow", wrap(left, SUM), operator(tree.operator === "+" ? "+" : "−"), behind), SUM];
      }
      case "*": {
        const [node, binds] = build(right, symbols, values);
        const behind = binds === SUM || binds === NEGATION ? fenced(node) : node;
        return [math("mrow", wrap(left, PRODUCT), operator(startsWithDigit(behind) || Object.hasOwn(values, left.name ?? "") ? "·" : "\u2062"), behind), PRODUCT];
      }
      case "/":
        return [math("mfrac", build(left, symbols, values)[0], build(right, symbols, values)[0]), ATOM];
      default: {
        const [node, binds] = build(left, symbols, values);
        const simple = binds === ATOM && ["mi", "mn", "msub"].includes(node.localName);
        return [math("msup", simple ? node : fenced(node), build(right, symbols, values)[0]), POWER];
      }
    }
  }

  function startsWithDigit(node) {
    let first = node;
    while (first.firstElementChild && !["mfrac", "msqrt"].includes(first.localName)) first = first.firstElementChild;
    return first.localName === "mn";
  }

  function call(tree, symbols, values) {
    const parts = tree.arguments.map((a) => build(a, symbols, values)[0]);
    if (tree.call === "exp") return math("msup", math("mi", "e"), parts[0]);
    if (tree.call === "sqrt") return math("msqrt", parts[0]);
    const list = parts.flatMap((p, i) => (i ? [operator(","), p] : [p]));
    const head = {
      log: math("mi", "ln"),
      normal_cdf: math("mi", "Φ"),
      kov_delta: math("msub", math("mi", "δ"), math("mi", "KOV")),
    }[tree.call] || math("mi", tree.call);
    const bare = parts.length === 1 && ["mi", "mn"].includes(parts[0].localName);
    return math("mrow", head, operator("\u2061"), ...(bare ? [math("mspace"), ...parts] : [fenced(...list)]));
  }

  function formula(tree, symbols = {}, values = {}) {
    return math("math", build(tree, symbols, values)[0]);
  }

  function equation(symbol, tree, symbols = {}, values = {}) {
    // where the formula uses the letter for something else, the left-hand side gets a prime
    const clash = [...dpzoo.expressionNames(tree)].some((n) => symbols[n] && String(symbols[n]) === String(symbol));
    const own = typeof symbol === "string" ? name(symbol, symbols) : name("x", { x: symbol });
    const prime = operator("′");
    for (const side of ["lspace", "rspace"]) prime.setAttribute(side, "0");
    const left = clash ? math("mrow", own, prime) : own;
    return math("math", math("mrow", left, operator("="), build(tree, symbols, values)[0]));
  }

  // the equations that show a conversion: of what is asked for, or where it was solved for, of what it was solved from
  function solved(found, asked) {
    const free = (tree) => "name" in tree && Object.hasOwn(found.chosen, tree.name);
    const own = [asked.symbol, found.formulas[asked.name]];
    if (!free(own[1])) return [own];
    const others = dpzoo.parametersOf(found.notion).map((p) => [p.symbol, found.formulas[p.name]]);
    const telling = others.filter(([, tree]) => !free(tree));
    return telling.length ? telling : [own];
  }

  dpzoo.greek = Object.fromEntries(
    "alpha α beta β gamma γ delta δ epsilon ε zeta ζ eta η theta θ kappa κ lambda λ mu μ nu ν xi ξ rho ρ sigma σ tau τ phi φ omega ω"
      .split(" ")
      .reduce((pairs, word, i, all) => (i % 2 ? pairs : [...pairs, [word, all[i + 1]]]), []),
  );

  function readNumber(text) {
    const plain = text.trim().replaceAll("−", "-").replace(/^\+/, "");
    if (/^(∞|inf|infinity)$/i.test(plain)) return Infinity;
    const logarithm = plain.match(/^(?:ln|log)\s*\(?\s*([\d.]+)\s*\)?$/);
    if (logarithm) return Math.log(Number(logarithm[1]));
    const power = plain.match(/^(?:([\d.]+)\s*[*·×]\s*)?10\s*\^\s*\(?(-?\d+)\)?$/);
    if (power) return representable(Number(`${power[1] || 1}e${power[2]}`), power[1] || "1");
    const fraction = plain.match(/^([\d.]+)\s*\/\s*([\d.]+)$/);
    if (fraction) return representable(Number(fraction[1]) / Number(fraction[2]), fraction[1]);
    return /^-?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain) ? representable(Number(plain), plain.replace(/e.*/i, "")) : NaN;
  }

  // a number that would be taken for 0 or ∞ is none: that may flatter
  function representable(number, digits) {
    const lost = Math.abs(number) < 2 ** -1022 && /[1-9]/.test(digits);
    return lost || Math.abs(number) === Infinity ? NaN : number;
  }

  function element(tag, attributes = {}, ...children) {
    const node = document.createElement(tag);
    for (const [key, value] of Object.entries(attributes)) if (value !== null && value !== undefined) node.setAttribute(key, value);
    const given = children.filter((c) => c !== null && c !== undefined && c !== "");
    node.append(...given.flatMap((c) => (typeof c === "string" ? printed(c) : [c])));
    return node;
  }

  // a text with formulas as pieces of a page: its LaTeX was typeset at build
  function typeset(text) {
    const made = { ...dpzoo.claims?.formulas, ...dpzoo.maps?.formulas };
    return text.split("$").map((part, i) => (i % 2 && Object.hasOwn(made, part) ? Object.assign(element("span"), { innerHTML: made[part] }) : part));
  }

  // powers and indices of a text raised and lowered, as dpzoo/site/typography.py does it
  const RAISED = /(?<=[\p{L}\p{N})\]}|⊃])\^(?:\{([^{}]+)\}|\(((?:[^()]|\([^()]*\))*)\)|([-−±]?(?:[\p{L}\p{N}]|\.(?=\d))+|[≺≻]))|(?<![\p{L}\p{N}_.#/-])(\p{L})_(?:\{([^{}]+)\}|([\p{L}\p{N}]{1,3}))(?![\p{L}\p{N}_])/gu;

  function printed(text) {
    const parts = [];
    let done = 0;
    for (const m of /[_^]/.test(text) ? text.matchAll(RAISED) : []) {
      parts.push(text.slice(done, m.index) + (m[4] || ""));
      parts.push(Object.assign(document.createElement(m[4] ? "sub" : "sup"), { textContent: m.slice(1, 4).find(Boolean) || m[5] || m[6] }));
      done = m.index + m[0].length;
    }
    return [...parts, text.slice(done)].filter((part) => part !== "");
  }

  // a labelled field for each parameter; onInput is called at each change
  function parameterFields(notion, texts, onInput, only = () => true) {
    return dpzoo.parametersOf(notion).filter(only).map((p) => {
      const input = element("input", { type: "text", inputmode: "text", autocomplete: "off", spellcheck: "false", value: texts[p.name] ?? "" });
      input.dataset.parameter = p.name;
      input.addEventListener("input", onInput);
      return element("label", { class: "dz-field" }, element("span", {}, dpzoo.symbolText(p)), input);
    });
  }

  // the path of a conversion: each claim a link, with its sources
  function wayOf(conversion, base = "") {
    return conversion.path.map((id) => {
      const [page, support] = dpzoo.maps.claims[id];
      const [from, kind, to] = id.split("/");
      const called = [from, to].map((n) => (dpzoo.maps.notions[n] ? dpzoo.maps.notions[n].familiar : n));
      const words = { stronger_than: "is stronger than", implies: "implies", special_case_of: "is a special case of", equivalent_to: "is interchangeable up to parameters with", same_as: "is the same as" };
      return element("li", {}, element("a", { href: base + page }, `${called[0]} ${words[kind]} ${called[1]}`), ` (${support})`);
    });
  }

  Object.assign(dpzoo, { formula, equation, solved, readNumber, element, typeset, parameterFields, wayOf });
})();
