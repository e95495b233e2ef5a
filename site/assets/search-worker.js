// The site's search, in place of the theme's worker: it speaks the theme's protocol (0 set up, 1 ready, 2 query, 3 result) and leaves
// the finding to MiniSearch, which allows for a typo and for words that a page lacks.
(() => {
  "use strict";

  const GREEK = { α: "alpha", β: "beta", γ: "gamma", δ: "delta", ε: "epsilon", ϵ: "epsilon", κ: "kappa", λ: "lambda", μ: "mu", µ: "mu", ξ: "xi", ρ: "rho", σ: "sigma", τ: "tau", χ: "chi", θ: "theta", ϕ: "phi", φ: "phi" };
  const IDLE = new Set(
    ("a about am an and any are as at be been by can could do does for from get give given good had has have how i if in into is it its " +
      "like me mean means much my need of on one or our should so than that the their them then there these they this to under use used " +
      "using vs versus want was we what when where which who why will with would you your ok okay please explain definition define " +
      "difference between many answer whether did say says").split(" "),
  );
  // spellings, abbreviations and plain words that stand for another
  const SAME = {
    eps: "epsilon", adp: "approximate dp", cdp: "concentrated dp", ldp: "local dp", sgd: "sgd",
    neighbour: "neighbor", neighbouring: "neighbor", neighboring: "neighbor", neighborhood: "neighbor", neighbourhood: "neighbor",
    behaviour: "behavior", centre: "center", centralised: "central", centralized: "central", tradeoff: "trade off", graphs: "graph",
    gdp: "gaussian dp", svt: "sparse vector", pld: "privacy loss distribution", pir: "private information retrieval", smpc: "mpc",
    guassian: "gaussian", anonymisation: "anonymization", anonymise: "anonymize", streams: "stream", streaming: "stream",
  };

  const plain = (text) =>
    text
      .replace(/<[^>]*>/g, " ")
      .replace(/&(amp|lt|gt|quot|#39);/g, " ")
      .toLowerCase()
      .replace(/[αβγδεϵκλμµξρστχθϕφ]/g, (letter) => ` ${GREEK[letter]} `)
      .normalize("NFD")
      .replace(/\p{M}/gu, "")
      .replace(/\bdifferential(ly)?[\s-]+priva(cy|te)\b/g, "dp");
  const words = (text) => plain(text).split(/[^\p{L}\p{N}]+/u).filter(Boolean);

  // British to American, and the commonest endings away: what is left is one form of a word, for pages and queries alike
  function stem(word) {
    let form = word.replace(/isation(s?)$/, "ization$1").replace(/(?<=.{3})is(e|ed|es|ing)$/, "iz$1").replace(/our(s|ed|ing|ite|able)?$/, "or$1");
    if (form.length > 4 && !/\d/.test(form)) form = form.replace(/ies$/, "y").replace(/(?<=[^su])s$/, "").replace(/(?<=[a-z]{4})(ing|ed)$/, "").replace(/(?<=.{4})e$/, "");
    return form;
  }

  // who asks in a whole question is answered by a page that does, too
  const QUESTION = /^(what|how|is|are|does|do|can|could|which|why|should|when|who|where|will|may)\b|\?|\b(vs\.?|versus|or|difference)\b/i;

  const asked = (query) => {
    const all = words(query).flatMap((word) => (SAME[word] ? SAME[word].split(" ") : [word]));
    const telling = all.filter((word) => !IDLE.has(word));
    return telling.length ? telling : all;
  };

  let engine, documents;
  const known = new Set();

  function prepare({ docs }) {
    documents = new Map(docs.map((doc) => [doc.location, doc]));
    engine = new MiniSearch({
      idField: "location",
      fields: ["title", "words", "text", "more"],
      storeFields: [],
      tokenize: words,
      processTerm: (word) => {
        const form = stem(word);
        known.add(form);
        return form;
      },
      extractField: (doc, field) => (field === "words" ? (doc.words || []).join(" . ") : doc[field]),
    });
    engine.addAll(docs);
  }

  const phrase = (text) => ` ${words(text).map(stem).join(" ")} `;

  function found(query) {
    const terms = asked(query);
    if (!terms.length) return [];
    const whole = phrase(query).trim();
    const telling = terms.map(stem).join(" ");
    const question = QUESTION.test(query.trim());
    return engine.search(terms.join(" "), {
      tokenize: (text) => text.split(" "),
      processTerm: stem,
      combineWith: "OR",
      boost: { title: 4, words: 5, text: 1, more: 0.3 },
      prefix: (term, index, all) => index === all.length - 1 && term.length > 1,
      fuzzy: (term) => (known.has(term) || term.length < 4 || /\d/.test(term) ? 0 : term.length > 4 ? 2 : 1),
      weights: { fuzzy: 0.8, prefix: 0.4 },
      boostDocument: (location) => {
        const doc = documents.get(location);
        const names = [doc.title, ...(doc.words || [])].map(phrase);
        const exact = names.some((name) => name.trim() === whole || name.trim() === telling);
        const within = !exact && telling && names.some((name) => name.includes(` ${telling} `));
        const answers = question && location.startsWith("ask/");
        return Math.sqrt(doc.boost ?? (doc.words ? 3 : 1)) * (answers ? 2.5 : 1) * (exact ? 8 : within ? 2 : 1);
      },
    });
  }

  // the words of the query in the text of a result, outside of its markup
  function marked(html, terms) {
    const forms = new Set(terms);
    return html.replace(/<[^>]*>|[\p{L}\p{N}\p{M}]+/gu, (part) =>
      part[0] !== "<" && forms.has(stem(plain(part).trim())) ? `<mark>${part}</mark>` : part,
    );
  }

  function answer(query) {
    const pages = new Map();
    for (const { id, score, terms } of found(query).slice(0, 60)) {
      const page = id.split("#")[0];
      if (!pages.has(page)) pages.set(page, []);
      const doc = documents.get(id);
      pages.get(page).push({ ...doc, title: marked(doc.title, terms), text: marked(doc.text, terms), score, terms: {} });
    }
    for (const [page, parts] of pages)
      if (!parts.some((part) => part.location === page) && documents.has(page)) parts.push({ ...documents.get(page), score: 0, terms: {} });
    const last = words(query).pop();
    const suggest = last ? engine.autoSuggest(last, { tokenize: words, processTerm: stem, prefix: true, fuzzy: false }).slice(0, 1).map((s) => s.suggestion) : [];
    return { items: [...pages.values()], suggest };
  }

  addEventListener("message", ({ data: { type, data } }) => {
    if (type === 0) {
      prepare(data);
      postMessage({ type: 1 });
    } else if (type === 2) postMessage({ type: 3, data: answer(data) });
  });
})();
