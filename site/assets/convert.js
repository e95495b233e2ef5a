// The calculator: the guarantee in the address and the form, what it gives, what it means. Formulas come from exported trees. What
// takes long is done by a worker; the best possible values of the leading answers stand there at once.
(() => {
  const dpzoo = window.dpzoo;
  const el = (...a) => dpzoo.element(...a);
  const SHARED = { delta: "1e-6", alpha: "2", group: "2", times: "1", epsilon: "1", renyi: "1", truncated: "1", power: "1" };
  const BELOW = ["epsilon", "renyi", "truncated", "power"]; // fields among the results, which stay there whatever they say
  const ORDINARY = { xi: "0", rho: "0.5", mu: "1", epsilon: "1", delta: "1e-6", alpha: "2", omega: "8", gamma: "1e-6" };
  // which parameter of a notion is asked for, where several could be
  const ASKED = ["epsilon", "rho", "mu", "tau", "gamma", "delta"];
  const LEADING = 12;
  const AT_ONCE = 6; // questions that a worker is asked together
  const KERNEL = ["expressions", "conversion", "optimal", "optimal-aside", "optimal-pairs", "optimal-relaxed", "optimal-moments", "optimal-centred", "optimal-orders", "promise", "convert-work", "language", "parts", "shuffling", "losses", "composing"].map((n) => `assets/${n}.js`);
  // what k releases add up to, by the notion's own rule
  const ADDED = {
    "epsilon-dp": (v, k) => ({ epsilon: v.epsilon * k }),
    "unbounded-dp": (v, k) => ({ epsilon: v.epsilon * k }),
    "bounded-dp": (v, k) => ({ epsilon: v.epsilon * k }),
    "zero-concentrated-dp": (v, k) => ({ xi: v.xi * k, rho: v.rho * k }),
    "renyi-dp": (v, k) => ({ alpha: v.alpha, epsilon: v.epsilon * k }),
    "gaussian-dp": (v, k) => ({ mu: v.mu * Math.sqrt(k) }),
    "approximate-dp": (v, k) => ({ epsilon: v.epsilon * k, delta: Math.min(1, v.delta * k) }),
  };
  const LISTED = {
    "epsilon-dp": (v) => `pure(${v.epsilon})`,
    "zero-concentrated-dp": (v) => `zcdp(rho=${v.rho}${v.xi ? `, xi=${v.xi}` : ""})`,
    "renyi-dp": (v) => `rdp(${v.alpha}, ${v.epsilon})`,
    "gaussian-dp": (v) => `gdp(mu=${v.mu})`,
    "approximate-dp": (v) => `approximate(${v.epsilon}, ${v.delta})`,
  };

  let run = 0; // the calculation under way; a newer one takes over

  function start() {
    const page = document.getElementById("dz-convert");
    if (!page) return;
    const data = dpzoo.convertData;
    const form = page.querySelector("form");
    const find = (name) => page.querySelector(`[data-${name}]`);
    const ask = dpzoo.worker(KERNEL, { maps: dpzoo.maps });

    function ordinary(notion) {
      return Object.fromEntries(dpzoo.parametersOf(notion).map((p) => [p.name, ORDINARY[p.name] || "1"]));
    }

    const ownValues = (value = "value") =>
      Object.fromEntries([...find("own").querySelectorAll("input")].map((i) => [i.dataset.parameter, i[value]]));

    // the guarantee that the page begins with stands in it
    const first = [...form.from.options].find((o) => o.defaultSelected) || form.from.options[0];
    const START = { notion: first.value, values: ownValues("defaultValue") };

    // what the page says, as somebody may have changed it while the scripts were on their way
    function begin() {
      if (location.search) {
        load();
        return;
      }
      if (form.from.value !== START.notion) fields(form.from.value, ordinary(form.from.value));
      else for (const input of find("own").querySelectorAll("input")) input.addEventListener("input", changed);
      calculate();
    }

    function load() {
      const query = new URLSearchParams(location.search);
      const asked = query.get("from");
      const known = asked && dpzoo.parametersOf(asked).length > 0;
      const notion = known ? asked : START.notion;
      form.from.value = notion;
      find("unknown").textContent = asked && !known ? `“${asked}” is not a notion that numbers describe; choose one from the list. Here is an example instead.` : "";
      const values = notion === START.notion ? { ...ordinary(notion), ...START.values } : ordinary(notion);
      for (const name of Object.keys(values)) if (query.has(name)) values[name] = query.get(name);
      for (const name of Object.keys(SHARED)) form[name].value = query.get(`at-${name}`) || SHARED[name];
      form.also.value = query.get("also") || "";
      fields(notion, values);
      calculate();
    }

    function fields(notion, values) {
      find("own").replaceChildren(...dpzoo.parameterFields(notion, values, changed));
    }

    function remember(push) {
      const query = new URLSearchParams({ from: form.from.value, ...ownValues() });
      for (const [name, usual] of Object.entries(SHARED)) if (form[name].value !== usual) query.set(`at-${name}`, form[name].value);
      if (form.also.value.trim()) query.set("also", form.also.value);
      const address = `${location.pathname}?${query}${location.hash}`;
      if (push) history.pushState(null, "", address);
      else history.replaceState(null, "", address);
    }

    let waiting = 0;
    function changed() {
      clearTimeout(waiting);
      waiting = setTimeout(() => {
        remember(false);
        calculate();
      }, 150);
    }

    form.from.addEventListener("change", () => {
      find("unknown").textContent = "";
      fields(form.from.value, ordinary(form.from.value));
      remember(true);
      calculate();
    });
    for (const name of [...Object.keys(SHARED), "also"]) form[name].addEventListener("input", changed);
    form.addEventListener("submit", (event) => event.preventDefault());
    window.addEventListener("popstate", load);

    // what the reader typed, as numbers; a sentence instead where something is none
    function read() {
      const notion = form.from.value;
      const values = {};
      let problem = "";
      const note = (input, bad) => input.setAttribute("aria-invalid", String(Boolean(bad)));
      for (const input of find("own").querySelectorAll("input")) {
        values[input.dataset.parameter] = dpzoo.readNumber(input.value);
        const bad = Number.isNaN(values[input.dataset.parameter]);
        note(input, bad);
        if (bad) problem ||= `${input.value.trim() ? `“${input.value}” is not a number` : "A number is missing"}; write 0.5, 1e-6, 10^-6 or 1/2.`;
      }
      const shared = {};
      const bounds = Object.fromEntries(BELOW.map((n) => [n, [(x) => x > 0 && x < Infinity, "a bound to be kept is positive"]]));
      find("below").textContent = "";
      const ranges = { delta: [(x) => x >= 0 && x <= 1, "δ lies between 0 and 1"], alpha: [(x) => x >= 1, "the order α is at least 1"], group: [(x) => x >= 1 && x % 1 === 0, "a group is a whole number of people, at least 1"], times: [(x) => x >= 1 && x % 1 === 0 && x <= 1e9, "the number of releases is whole and at least 1"], ...bounds };
      for (const name of Object.keys(SHARED)) {
        shared[name] = dpzoo.readNumber(form[name].value);
        const bad = !ranges[name][0](shared[name]);
        note(form[name], bad);
        if (!bad) continue;
        const said = `${form[name].value || "Nothing"} cannot be used here: ${ranges[name][1]}.`;
        if (BELOW.includes(name)) find("below").textContent ||= said;
        else problem ||= said;
      }
      if (!problem) {
        try {
          dpzoo.checkValues(notion, values);
        } catch (error) {
          if (error.name !== "GuaranteeError") throw error;
          problem = `${error.message}.`;
        }
      }
      const also = readAlso(form.also.value);
      form.also.setAttribute("aria-invalid", String(Boolean(also.problem)));
      if (!also.problem && also.parts.length && !dpzoo.bounding(notion)) also.problem = `${dpzoo.maps.notions[notion].name} says more than what single pairs of output laws do, so that nothing can stand beside it here.`;
      return { source: { notion, values, also: also.parts }, shared, problem: problem || also.problem };
    }

    // guarantees as they are written for the command, with semicolons between them
    function readAlso(text) {
      const parts = [];
      for (const piece of text.split(";").map((x) => x.trim()).filter(Boolean)) {
        const [, name, inside] = piece.match(/^(.+)\(([^()]*)\)$/) || [];
        if (!name) return { parts: [], problem: `“${piece}” is not a guarantee; write one as in epsilon-dp(epsilon=3).` };
        const same = (x) => x.replace(/\s/g, "").toLowerCase() === name.replace(/\s/g, "").toLowerCase();
        const notion = Object.keys(dpzoo.maps.notions).find((id) => dpzoo.bounding(id) && dpzoo.parametersOf(id).length && [id, dpzoo.maps.notions[id].short].some(same));
        if (!notion) return { parts: [], problem: `“${name.trim()}” is not a notion that can stand beside another one here; epsilon-dp, approximate-dp, renyi-dp and zero-concentrated-dp are such notions.` };
        const values = dpzoo.parametersOf(notion).some((p) => p.name === "xi") && notion !== "truncated-codp-col16" ? { xi: 0 } : {};
        for (const pair of inside.split(",").filter((x) => x.trim())) {
          const [key, written = ""] = pair.split("=").map((x) => x.trim());
          values[key] = dpzoo.readNumber(written);
          if (Number.isNaN(values[key]) || !dpzoo.parametersOf(notion).some((p) => p.name === key)) return { parts: [], problem: `“${pair.trim()}” is not a parameter of ${notion} with a number; its parameters are ${dpzoo.parametersOf(notion).map((p) => p.name).join(", ")}.` };
        }
        try {
          dpzoo.checkValues(notion, values);
        } catch (error) {
          if (error.name !== "GuaranteeError") throw error;
          return { parts: [], problem: `${error.message}.` };
        }
        parts.push({ notion, values });
      }
      return { parts, problem: "" };
    }

    function question(target, shared, source) {
      const parameters = dpzoo.parametersOf(target);
      const wanted = ASKED.map((n) => parameters.find((p) => p.name === n && p.sign > 0)).find(Boolean) || parameters[parameters.length - 1];
      const usual = { delta: shared.delta, delta_a: shared.delta, delta_p: shared.delta, gamma: shared.delta, alpha: shared.alpha, omega: shared.alpha, c: shared.group, xi: 0 };
      const fix = {};
      for (const p of parameters) if (p !== wanted) fix[p.name] = usual[p.name] ?? source.values[p.name] ?? 1;
      const pure = target === "truncated-codp-col16" && dpzoo.optimum(source, "epsilon-dp", {});
      if (pure && Number.isFinite(pure.value)) fix.xi = pure.value;
      return { wanted, fix };
    }

    async function calculate() {
      const mine = ++run;
      const current = () => mine === run;
      const { source: once, shared, problem } = read();
      find("problem").textContent = problem;
      find("results").hidden = Boolean(problem);
      page.dataset.state = "working";
      if (problem) {
        page.dataset.state = "done";
        return;
      }
      const source = added(once, shared);
      const rank = new Map(data.first.map((id, i) => [id, i]));
      const together = dpzoo.bounding(source.notion) ? Object.keys(dpzoo.maps.notions).filter((t) => t !== source.notion && dpzoo.bounding(t)) : [];
      const leads = [source, ...source.also].flatMap((x) => dpzoo.reachable(x.notion));
      const targets = [...new Set([...leads, ...together])].filter((t) => t !== source.notion && dpzoo.parametersOf(t).length);
      targets.sort((a, b) => (rank.get(a) ?? 999) - (rank.get(b) ?? 999));
      const questions = targets.map((target) => ({ target, ...question(target, shared, source) }));
      find("list").replaceChildren(el("div", { class: "dz-gives" }, ...atOnce(source, questions.slice(0, LEADING))));
      find("progress").textContent = "The best possible values are here; the recorded formulas follow …";
      const own = data.own[source.notion] || null;
      const options = { own, trees: data.meanings, failure: shared.delta, ask, current };
      const answers = [];
      const next = async (some) => {
        answers.push(...(await ask("conversions", source, some.map(({ target, fix }) => ({ target, fix })))));
      };
      await next(questions.slice(0, LEADING));
      if (!current()) return;
      show(source, questions, answers, questions.length > LEADING);
      const write = await dpzoo.meaningIn(find("meaning"), source, options);
      if (!current()) return;
      write();
      for (let i = LEADING; i < questions.length; i += AT_ONCE) {
        await next(questions.slice(i, i + AT_ONCE));
        if (!current()) return;
        find("progress").textContent = `${answers.length} of ${questions.length} definitions tried …`;
      }
      show(source, questions, answers, false);
      page.dataset.state = "done";
      delete page.dataset.more;
      if (!(shared.epsilon > 0 && shared.epsilon < Infinity)) find("targets").replaceChildren();
      else await dpzoo.targetsIn(find("targets"), shared, { names: data.names, ask, current });
      if (current()) await dpzoo.orderIn(find("order"), source, shared, options);
      if (current()) await dpzoo.curvesIn(find("curves"), source, options);
      if (current()) page.dataset.more = "done";
    }

    // the guarantee of all releases together
    function added(once, { times, delta }) {
      const whole = [once, ...once.also];
      const rule = whole.every((x) => ADDED[x.notion]) && ADDED[once.notion];
      form.times.closest("label").hidden = !rule;
      const place = find("added");
      place.replaceChildren();
      if (!rule || times === 1) return once;
      const values = rule(once.values, times);
      const sums = dpzoo.parametersOf(once.notion).map((p) => `${dpzoo.symbolText(p)} = ${dpzoo.format(values[p.name], { round: p.sign > 0 ? "up" : "down" })}`);
      place.append(` ${times} releases add up to ${sums.join(", ")}.`);
      if (LISTED[once.notion]) place.append(" For the tightest rule and other releases beside them ", el("a", { href: `budget.html?${new URLSearchParams({ items: `${LISTED[once.notion](once.values)}*${times}`, delta: String(delta) })}` }, "add up a budget"), ".");
      return { notion: once.notion, values, also: once.also.map((x) => ({ notion: x.notion, values: ADDED[x.notion](x.values, times) })) };
    }

    function atOnce(source, questions) {
      return questions.flatMap(({ target, wanted, fix }) => {
        const best = dpzoo.optimum(source, target, fix);
        if (!best || best.parameter !== wanted.name || !Number.isFinite(best.value)) return [];
        return [dpzoo.answerCard(source, { found: { notion: target, values: { ...fix, [wanted.name]: dpzoo.certainBest(best) } }, wanted, fix })];
      });
    }

    function show(source, questions, answers, more) {
      const [plain, conditional, impossible, longer] = [[], [], [], []];
      answers.forEach((some, i) => {
        for (const found of some) {
          (found.conditions.length ? conditional : plain).push({ found, ...questions[i] });
          if (!found.conditions.length) return;
        }
        const { target, wanted, fix } = questions[i];
        const best = dpzoo.optimum(source, target, fix);
        if (!best && dpzoo.bounding(source.notion) && dpzoo.bounding(target)) longer.push(questions[i]);
        if (!best || best.parameter !== wanted.name) return;
        if (best.value === Infinity) impossible.push(questions[i]);
        else plain.push({ found: { notion: target, values: { ...fix, [wanted.name]: dpzoo.certainBest(best) }, conditions: [], alone: best }, ...questions[i] });
      });
      const count = plain.length === 1 ? "1 definition follows" : `${plain.length} definitions follow`;
      const none = "No recorded way leads from here to another definition with these numbers.";
      find("progress").textContent = more ? `${answers.length} of ${questions.length} definitions tried …` : plain.length ? `${count} with these numbers, without further conditions.` : none;
      const cards = (rows) => el("div", { class: "dz-gives" }, ...rows.map((row) => dpzoo.answerCard(source, row)));
      const folded = (words, rows) => el("details", { "data-rest": "" }, el("summary", {}, words), cards(rows));
      const rest = plain.slice(LEADING);
      const parts = [cards(plain.slice(0, LEADING))];
      if (rest.length) parts.push(folded(`${rest.length} more`, rest));
      if (impossible.length) {
        const named = impossible.map(({ target, wanted, fix }) => `${dpzoo.maps.notions[target].short} (${dpzoo.symbolText(wanted)}${dpzoo.atFixed(target, fix)})`);
        parts.push(el("p", { class: "dz-small", "data-impossible": "" }, `No finite value follows for ${named.join(", ")}: whatever number is named, some mechanism with this guarantee needs more.`));
      }
      if (longer.length) {
        const runs = longer.map(({ target, fix }) => el("li", {}, el("code", {}, dpzoo.convertCommand(source, target, fix))));
        parts.push(el("details", { "data-longer": "" }, el("summary", {}, "What takes a longer computation"), el("ul", {}, ...runs)));
      }
      if (conditional.length) parts.push(el("h3", {}, "Only under conditions"), folded(`${conditional.length} answers that need more than the numbers`, conditional));
      find("list").replaceChildren(...parts);
    }

    begin();
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
