// Compares any two notions: the pair stands in the address; verdicts and derivations come from the claims, columns from data files.
//
// window.dpzoo.comparePairs(page, data, need, ready)   works on the page; need(file) loads a script once, and `ready` says that the
//   page holds its first pair already.
(() => {
  const dpzoo = window.dpzoo;
  const el = (...a) => dpzoo.element(...a);
  const QUESTIONS = [["stronger_than", "Stronger?"], ["implies", "Implied?"], ["special_case_of", "A special case?"]];
  const SAID = {
    yes: "yes",
    no: "no",
    "no in general, yes under conditions": "not in general; yes under conditions",
    "open, but yes under conditions": "not known in general; yes under conditions",
    open: "not known",
    "different data": "different data",
  };
  const SIGNS = { "<=": "≤", ">=": "≥", "==": "=", "!=": "≠" };
  const ORDINARY = { xi: "0", rho: "0.5", mu: "1", epsilon: "1", delta: "1e-6", alpha: "2", omega: "8", gamma: "1e-6", c: "2" };
  const fold = (text) => text.replaceAll("ᵅ", "α").normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase().trim();

  dpzoo.comparePairs = (page, data, need, ready) => {
    const form = page.querySelector("form");
    const problem = page.querySelector("[data-problem]");
    const results = page.querySelector("[data-results]");
    const notions = new Map(dpzoo.claims.notions.map(([id, name, short, ours, familiar]) => [id, { id, name, short, ours, familiar }]));
    const words = new Map(dpzoo.claims.kinds.map(([kind, , verb]) => [kind, verb]));
    const label = (n) => (n.short === n.name ? n.name : n.short.startsWith("(") ? `${n.name}, ${n.short}` : `${n.name} (${n.short})`);
    const title = document.title;
    let shown = 0;
    let latest = 0;
    const labels = [...notions.values()].map(label);
    const shared = labels.filter((l, i) => labels.indexOf(l) !== i);
    const unique = (n) => (shared.includes(label(n)) ? `${label(n)} – ${n.id}` : label(n));
    document.getElementById("dz-names").append(...[...notions.values()].map((n) => el("option", { value: unique(n) })));

    // a notion by its label, id, name, abbreviation or another spelling; null if none or several
    function find(text) {
      const wanted = fold(text);
      if (!wanted) return null;
      for (const of of [(n) => [unique(n), n.id], (n) => [n.name, n.short], (n) => data.spellings[n.id] || []]) {
        const found = [...notions.values()].filter((n) => of(n).some((x) => fold(x) === wanted));
        if (found.length === 1) return found[0];
      }
      const parts = [...notions.values()].filter((n) => fold(label(n)).includes(wanted));
      return parts.length === 1 ? parts[0] : null;
    }

    function load() {
      const query = new URLSearchParams(location.search);
      const asked = [query.get("a"), query.get("b")].map((x, i) => x || data.start[i]);
      const found = asked.map(find);
      asked.forEach((text, i) => (form["ab"[i]].value = found[i] ? unique(found[i]) : text));
      show(found, asked);
    }

    // the pair that stands in the page already lacks only what needs a script
    async function complete([a, b]) {
      const mine = ++shown;
      for (const [x, y] of [[a, b], [b, a]]) {
        await pause();
        if (mine !== shown) return;
        const box = numbers(x, y, dpzoo.decide("implies", x.id, y.id).answer);
        if (box) results.querySelector(`[data-from="${CSS.escape(x.id)}"] > details`).before(box);
      }
    }

    function chosen() {
      const texts = [form.a.value, form.b.value];
      const found = texts.map(find);
      if (found.every(Boolean)) {
        const query = new URLSearchParams({ a: found[0].id, b: found[1].id });
        if (`?${query}` !== location.search) history.pushState(null, "", `${location.pathname}?${query}`);
      }
      show(found, texts);
    }

    form.addEventListener("submit", chosen);
    for (const name of "ab") form[name].addEventListener("change", chosen);
    window.addEventListener("popstate", load);

    const link = (id) => el("a", { href: `notions/${id}.html` }, notions.get(id).familiar);

    // the browser draws and answers between two pieces of work
    const pause = () => new Promise((resume) => setTimeout(resume));

    async function show(found, texts) {
      const mine = ++shown;
      latest += 1; // columns still under way belong to another pair
      form.a.setAttribute("aria-invalid", String(!found[0]));
      form.b.setAttribute("aria-invalid", String(!found[1]));
      const missing = texts.find((_, i) => !found[i]);
      problem.textContent = missing !== undefined ? `No single notion is called “${missing}”; choose one from the list.` : "";
      if (missing === undefined && found[0] === found[1]) problem.textContent = "These are the same record; choose two different notions.";
      document.title = problem.textContent ? title : `${found[0].familiar} and ${found[1].familiar} compared${title.slice(title.lastIndexOf(" - "))}`;
      if (problem.textContent) {
        results.replaceChildren();
        page.dataset.state = "done";
        return;
      }
      const [a, b] = found;
      page.dataset.state = "working";
      const both = [[], []];
      for (const [i, [x, y]] of [[a, b], [b, a]].entries()) {
        for (const [kind] of QUESTIONS) {
          await pause();
          if (mine !== shown) return;
          both[i].push(dpzoo.decide(kind, x.id, y.id));
        }
      }
      const said = [[a, b], [b, a]].map(([x, y], i) => dpzoo.sentence(x.id, y.id, both[i]));
      const telling = said.map((s) => s.telling?.subject).filter((id) => id && notions.has(id));
      await Promise.all([...new Set([a.id, b.id, ...telling])].map((id) => need(`assets/data/compare/${id}.js`)));
      if (mine !== shown) return;
      const [one, two] = [a, b].map((n) => dpzoo.columns[n.id]);
      const remarks = [one.compared_as, two.compared_as, one.why_open[b.id], two.why_open[a.id]].filter((html, i, all) => html && all.indexOf(html) === i);
      const sides = [];
      for (const [i, [x, y]] of [[a, b], [b, a]].entries()) {
        await pause();
        if (mine !== shown) return;
        sides.push(direction(x, y, both[i], said[i]));
      }
      const table = el("div", {});
      const apart = el("div", {});
      results.replaceChildren(
        el("p", { class: "dz-gist", "data-headline": "" }, headline(a, b, both)),
        ...remarks.map((html) => Object.assign(el("p", { class: "dz-compared-as" }), { innerHTML: html })), // typeset at build, as columns are
        el("p", { class: "dz-small" }, el("a", { href: "reading.html#relations" }, "What stronger, implied and special case mean")),
        el("div", { class: "dz-directions" }, ...sides),
        apart,
        el("h2", { id: "side-by-side" }, "Side by side"),
        table,
      );
      witnesses(apart, both.flat());
      columns(table, a, b);
    }

    function headline(a, b, [there, back]) {
      const [x, y] = [there[0].answer, back[0].answer];
      const closed = (answer) => !answer.startsWith("open") && answer !== "different data";
      const strictly = closed(x) && closed(y) ? "strictly " : "";
      if (x === "yes" && y === "yes") {
        const same = there[2].answer === "yes" && back[2].answer === "yes";
        return same ? `${a.name} is the same as ${b.name}.` : `${a.name} and ${b.name} are interchangeable up to parameters: each gives the other.`;
      }
      if (x === "yes") return `${a.name} is ${strictly}stronger than ${b.name}.`;
      if (y === "yes") return `${a.name} is ${strictly}weaker than ${b.name}.`;
      if ([x, y].includes("different data") && !closed(x) && !closed(y)) return `${a.name} and ${b.name} speak of different data, and no translation between the two is recorded.`;
      const [weaker, giver] = there[1].answer === "yes" ? [b, a] : back[1].answer === "yes" ? [a, b] : [];
      if (strictly && giver) return `${giver.name} implies ${weaker.name}, but is not stronger: some levels of ${weaker.name} follow from no level of ${giver.name}.`;
      const neither = [x, y].some((answer) => answer.startsWith("no in general")) ? "In general neither" : "Neither";
      if (strictly) return `${neither} of the two is stronger than the other: ${a.name} and ${b.name} are incomparable.`;
      return `How ${a.name} compares with ${b.name} is not decided in full.`;
    }

    const RANK = dpzoo.claims.grades;

    function chips(claims, how = []) {
      if (!claims.length) return [];
      const weakest = claims.map((c) => c.grade).reduce((least, g) => (RANK.indexOf(g) < RANK.indexOf(least) ? g : least));
      const chips = [...how, weakest].map(grade);
      const ours = [...new Set(claims.flatMap((c) => [c.subject, c.object]))].filter((id) => notions.get(id).ours);
      if (!ours.length) return chips;
      const title = `The formal statement of ${ours.map((id) => notions.get(id).name).join(", ")} is our reconstruction.`;
      return [...chips, el("span", { class: "dz-grade dz-grade--reconstruction", title }, "rests on a reconstruction")];
    }

    const grade = (g) => el("span", { class: `dz-grade dz-grade--${g}` }, g === "formal" ? "machine-checked" : g);

    function grades(steps) {
      return chips(steps.filter((s) => s.claim).map((s) => s.claim), [steps.length === 1 && steps[0].claim && !steps[0].claim.lifted ? "asserted" : "derived"]);
    }

    // the verdict as a sentence, with what says most about it; what decides each question unfolds
    function direction(a, b, decisions, said) {
      // what rests on the claims of a question before is not said twice
      const claimed = decisions.map((d) => [...new Set((d.derivation || []).filter((s) => s.claim).map((s) => s.claim.id))].join());
      const questions = decisions.flatMap((d, i) => [
        el("p", { class: `dz-answer dz-answer--${d.answer.replaceAll(",", "").replaceAll(" ", "-")}`, "data-kind": QUESTIONS[i][0] }, el("span", {}, QUESTIONS[i][1]), el("strong", {}, SAID[d.answer]), ...(d.derivation ? grades(d.derivation) : [])),
        !d.derivation ? null : claimed.indexOf(claimed[i]) < i ? el("p", { class: "dz-small" }, "By the same claims.") : derivation(d.derivation),
        ...d.under.flatMap((u) => [el("p", { class: "dz-under" }, "Yes, where ", ...dpzoo.typeset(dpzoo.conditionWords(u[u.length - 1])), ":"), derivation(u)]),
      ]);
      const word = said.word.toLowerCase().replace(/[^a-z]+/g, "-");
      return el("section", { class: "dz-direction", "data-from": a.id },
        el("h2", { id: `${a.id}-to-${b.id}` }, `From ${a.familiar} to ${b.familiar}`),
        el("p", { class: `dz-ruling dz-ruling--${word}`, "data-said": "" }, el("strong", {}, `${said.word}.`), " ", ...said.parts.flatMap(part), ...chips(said.claims).flatMap((chip) => [" ", chip])),
        reason(said.telling),
        dpzoo.columns[a.id].examples[b.id] ? el("p", { "data-example": "" }, dpzoo.columns[a.id].examples[b.id]) : null,
        numbers(a, b, decisions[1].answer),
        el("details", {}, el("summary", {}, "why, step by step"), ...questions));
    }

    function part(p) {
      if (typeof p === "string") return [p];
      if (p.notion) return [link(p.notion)];
      if (p.where) return dpzoo.typeset(dpzoo.conditionWords(p.where));
      const formula = half(reading(p.formula, p.start, p.end));
      return formula.length ? [" with ", el("span", { class: "dz-nowrap-formula" }, ...formula)] : [];
    }

    // the argument of a claim in few words, typeset at build from escaped record text
    function reason(claim) {
      const html = claim && dpzoo.columns[claim.subject]?.told[claim.id];
      return html ? Object.assign(el("div", { class: "dz-reason" }), { innerHTML: html }) : null;
    }

    function derivation(steps) {
      return el("ol", { class: "dz-derivation" }, ...steps.map((s) =>
        el("li", {},
          link(s.subject), ` ${words.get(s.kind)} `, link(s.object), ...(s.conditions.length ? [", where ", ...dpzoo.typeset(dpzoo.conditionWords(s))] : []), ". ",
          el("span", { class: "dz-small" }, ...(s.claim ? support(s.claim) : [rule(s)])),
          s.claim ? maps(s.claim) : null)));
    }

    function rule(s) {
      const from = s.premises.length ? `, from ${s.premises.map((p) => p + 1).join(" and ")}` : "";
      return `${s.rule[0].toUpperCase()}${s.rule.slice(1)}${from}.`;
    }

    function support(claim) {
      const sources = claim.evidence.flatMap(([what, address, text], i) => [
        i ? "; " : "",
        what === "rule" && i === 0 ? el("span", {}, text) : what === "proof" ? el("a", { href: claim.page }, "proof") : el("a", { href: address }, what === "witness" ? `witness: ${text}` : text),
      ]);
      return [el("a", { href: claim.page }, claim.lifted ? "by their blocks" : "claim"), " ", el("span", { class: `dz-grade dz-grade--${claim.grade}` }, claim.grade === "formal" ? "machine-checked" : claim.grade), " ", ...sources];
    }

    const symbolsOf = (...ids) => Object.fromEntries(ids.flatMap((id) => dpzoo.parametersOf(id).map((p) => [p.name, p.symbol])).reverse());

    // a claim read from one of its notions to the other, as a conversion; of an equivalence each direction is by itself
    function reading(claim, start, end) {
      const halves = dpzoo.claims.halves[claim.id];
      const own = halves ? halves[start === claim.subject ? 0 : 1] : claim.id;
      return dpzoo.maps.readings.find((r) => r[2] === own && r[0] === start && r[1] === end);
    }

    // the parameter map of a claim, typeset; of an equivalence both directions, since a map goes one way
    function maps(claim) {
      if (claim.kind !== "equivalent_to") {
        const there = half(reading(claim, claim.subject, claim.object));
        return there.length ? el("span", { class: "dz-formula" }, ...there) : null;
      }
      return el("span", { class: "dz-formula" }, ...[[claim.subject, claim.object], [claim.object, claim.subject]].flatMap(([from, to]) => {
        const own = reading(claim, from, to);
        const parts = own ? half(own) : ["no formula is recorded here"];
        return [el("span", { class: "dz-half" }, `${notions.get(from).familiar} → ${notions.get(to).familiar}: `, ...(parts.length ? parts : ["any value"]))];
      }));
    }

    function half(reading) {
      if (!reading) return [];
      const [start, end] = reading;
      const symbols = symbolsOf(start, end);
      const theirs = symbolsOf(end);
      const parts = Object.entries(reading[3]).flatMap(([name, number]) => {
        const tree = dpzoo.maps.trees[number];
        const unchanged = "name" in tree && String(symbols[tree.name]) === String(theirs[name]);
        if (unchanged && tree.name in reading[4]) return []; // any value will do
        return [[unchanged ? "the same " : "", unchanged ? dpzoo.formula(tree, symbols) : dpzoo.equation(theirs[name] || [name, ""], tree, symbols)]];
      });
      const free = Object.values(reading[4]).flatMap((number) => dpzoo.maps.constraints[number].all);
      const ranges = free.flatMap((chain, i) => [i ? ", " : ", for every ", ...chain.terms.flatMap((term, j) => [j ? ` ${SIGNS[chain.operators[j - 1]] || chain.operators[j - 1]} ` : "", dpzoo.formula(term, symbols)])]);
      if (!parts.length) return [];
      return [...parts.flatMap((part, i) => [i ? ", " : "", ...part]), ...ranges];
    }

    // what numbers of the reader's give
    function numbers(a, b, answer) {
      const own = dpzoo.parametersOf(a.id);
      const theirs = dpzoo.parametersOf(b.id);
      if (["no", "open", "different data"].includes(answer) || !own.length || !theirs.length || !dpzoo.reachable(a.id).includes(b.id)) return null;
      const asked = ["epsilon", "rho", "mu", "tau", "gamma", "delta"].map((n) => theirs.find((p) => p.name === n && p.sign > 0)).find(Boolean) || theirs[theirs.length - 1];
      const output = el("div", { "aria-live": "polite", "data-output": "" });
      const given = el("span", { class: "dz-fields" });
      const fixed = el("span", { class: "dz-fields" });
      const read = (box) => Object.fromEntries([...box.querySelectorAll("input")].map((i) => [i.dataset.parameter, dpzoo.readNumber(i.value)]));
      const write = () => {
        const values = read(given);
        const fix = read(fixed);
        for (const input of [...given.querySelectorAll("input"), ...fixed.querySelectorAll("input")]) input.setAttribute("aria-invalid", String(Number.isNaN(dpzoo.readNumber(input.value))));
        try {
          const found = dpzoo.convert({ notion: a.id, values }, b.id, fix);
          output.replaceChildren(...(found.length ? found.slice(0, 3).map((f) => line(f, values, fix)) : [el("p", {}, "No recorded map leads there with these numbers.")]));
        } catch (error) {
          if (error.name !== "GuaranteeError" && error.name !== "EvaluationError") throw error;
          output.replaceChildren(el("p", { class: "dz-problem" }, `${error.message.replace(/^[a-z]{2}/, (start) => start[0].toUpperCase() + start[1])}.`));
        }
      };
      const line = (f, values, fix) => {
        const symbols = { ...symbolsOf(b.id), ...symbolsOf(a.id) };
        const all = { ...values, ...f.chosen };
        const shown = dpzoo.format(f.values[asked.name], { digits: 5, round: asked.sign > 0 ? "up" : "down" });
        return el("div", { class: "dz-found" },
          el("p", {}, `${b.familiar} with `, el("strong", {}, `${dpzoo.symbolText(asked)} = ${shown}`), ...(f.conditions.length ? [", provided that ", ...dpzoo.typeset(f.conditions.map((c) => dpzoo.maps.words[c] || c).join(" and "))] : [])),
          ...dpzoo.solved(f, asked).map(([symbol, tree]) => el("p", { class: "dz-formula" }, dpzoo.equation(symbol, tree, symbols, all))),
          el("ol", {}, ...dpzoo.wayOf(f)));
      };
      given.append(...dpzoo.parameterFields(a.id, ORDINARY_OF(a.id), write));
      fixed.append(...dpzoo.parameterFields(b.id, ORDINARY_OF(b.id), write, (p) => p !== asked));
      const box = el("div", { class: "dz-numbers" }, el("p", {}, el("strong", {}, "With your numbers")), el("p", { class: "dz-small" }, `${a.familiar}:`), given, ...(fixed.children.length ? [el("p", { class: "dz-small" }, `${b.familiar}, at:`), fixed] : []), output);
      // the longest calculation of the page, made when somebody comes to see it
      const seen = new IntersectionObserver((entries) => {
        if (!entries.some((e) => e.isIntersecting)) return;
        seen.disconnect();
        write();
      }, { rootMargin: "100px" });
      seen.observe(box);
      return box;
    }

    const ORDINARY_OF = (id) => Object.fromEntries(dpzoo.parametersOf(id).map((p) => [p.name, ORDINARY[p.name] || "1"]));

    async function columns(box, a, b) {
      const mine = ++latest;
      await Promise.all([a, b].map((n) => need(`assets/data/compare/${n.id}.js`)));
      if (mine !== latest) return;
      const [x, y] = [a, b].map((n) => dpzoo.columns[n.id]);
      const rows = data.rows.filter(([key]) => x[key] || y[key]).map(([key, text]) => {
        const differs = x[key] !== y[key] && !(x.pure.includes(key) && y.pure.includes(key));
        const row = el("tr", { "data-row": key, class: differs ? "dz-differs" : null }, el("th", { scope: "row" }, text, differs ? null : el("span", { class: "dz-small" }, " alike")));
        // typeset at build from escaped record text
        for (const html of [x[key], y[key]]) row.append(Object.assign(el("td"), { innerHTML: html }));
        return row;
      });
      const head = el("tr", {}, el("th", { scope: "col" }, el("span", { class: "dz-hidden" }, "Aspect")), ...[a, b].map((n) => el("th", { scope: "col" }, el("a", { href: `notions/${n.id}.html` }, n.name))));
      box.replaceChildren(el("div", { class: "dz-scroll", tabindex: "0" }, el("table", { class: "dz-compared" }, el("thead", {}, head), el("tbody", {}, ...rows))));
      page.dataset.state = "done";
    }

    async function witnesses(box, decisions) {
      const claims = decisions.flatMap((d) => (d.derivation || []).filter((s) => s.claim && !["stronger_than", "implies", "special_case_of", "equivalent_to", "same_as"].includes(s.claim.kind)).map((s) => s.claim));
      const found = new Map(claims.flatMap((c) => c.evidence.filter(([what]) => what === "witness").map(([, address, text]) => [address, text])));
      if (!found.size) return;
      box.append(el("h2", { id: "apart" }, "What tells them apart"));
      await need("assets/data/witness-tables.js");
      for (const [address, text] of found) {
        const id = address.replace("witnesses/", "").replace(".html", "");
        const tables = (dpzoo.witnessTables[id] || []).map((t) => el("div", { class: "dz-scroll dz-matrix", tabindex: "0" }, el("table", { class: "dz-matrix-table" }, el("caption", {}, t.name), el("thead", {}, el("tr", {}, ...t.heads.map((h) => el("th", { scope: "col" }, h)))), el("tbody", {}, ...t.rows.map((r) => el("tr", {}, ...r.map((c, i) => el(i ? "td" : "th", i ? {} : { scope: "row" }, c))))))));
        box.append(el("div", { class: "dz-separated" }, el("p", {}, "Witness: ", el("a", { href: address }, text)), ...tables));
      }
    }

    // what was chosen while the scripts were on their way, or the pair in the page, or that in the address
    const changed = ready && ["a", "b"].some((name) => form[name].value !== form[name].defaultValue);
    if (!ready || location.search) load();
    else if (changed) chosen();
    else complete([form.a, form.b].map((field) => find(field.value)));
  };
})();
