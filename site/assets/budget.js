// The page that adds up a budget: the list in the address and the form, its sum by every rule, from a worker.
(() => {
  const dpzoo = window.dpzoo;
  const el = (...a) => dpzoo.element(...a);
  const KERNEL = ["expressions", "optimal", "language", "parts", "shuffling", "losses", "composing"].map((n) => `assets/${n}.js`);
  const PATIENCE = 250;
  const DELTAS = Array.from({ length: 12 }, (_, i) => 10 ** (-1 - i));

  function start() {
    const page = document.getElementById("dz-budget");
    if (!page) return;
    const { names, rules, neighbours } = JSON.parse(document.getElementById("dz-budget-data").textContent);
    const form = page.querySelector("form");
    const find = (name) => page.querySelector(`[data-${name}]`);
    const ask = dpzoo.worker(KERNEL);
    const first = { items: form.items.value, ask: form.ask.value, delta: form.delta.value, epsilon: form.epsilon.value };
    const upward = (x) => dpzoo.format(x, { digits: 5, round: "up" });

    function load() {
      const query = new URLSearchParams(location.search);
      for (const [name, usual] of Object.entries(first)) form[name].value = query.get(name) ?? usual;
      if (form.ask.selectedIndex < 0) form.ask.value = first.ask;
      calculate();
    }

    function remember() {
      const query = new URLSearchParams();
      for (const [name, usual] of Object.entries(first)) if (form[name].value !== usual) query.set(name, form[name].value);
      history.replaceState(null, "", query.size ? `${location.pathname}?${query}${location.hash}` : location.pathname + location.hash);
    }

    let timer = 0;
    function changed({ target: field }) {
      // a "?" that is typed is a question by itself
      if (field === form.items && /\?/.test(form.items.value) !== (form.ask.value === "solve")) form.ask.value = /\?/.test(form.items.value) ? "solve" : "epsilon";
      clearTimeout(timer);
      timer = setTimeout(() => {
        remember();
        calculate();
      }, PATIENCE);
    }

    form.addEventListener("input", changed);
    form.addEventListener("submit", (event) => event.preventDefault());
    window.addEventListener("popstate", load);
    for (const button of form.querySelectorAll("[data-example]")) {
      button.addEventListener("click", () => {
        form.items.value = button.dataset.example;
        form.ask.value = button.dataset.asks;
        remember();
        calculate();
      });
    }

    function target() {
      const wanted = {};
      const ranges = { delta: ["δ", (x) => x >= 0 && x < 1, "at least 0 and below 1"], epsilon: ["ε", (x) => x >= 0 && x < Infinity, "at least 0 and finite"] };
      for (const [name, [symbol, fits, says]] of Object.entries(ranges)) {
        const used = form.ask.value === "solve" || form.ask.value !== name;
        page.querySelector(`[data-fixed=${name}]`).hidden = !used;
        form[name].removeAttribute("aria-invalid");
        if (!used) continue;
        wanted[name] = dpzoo.readNumber(form[name].value);
        if (fits(wanted[name])) continue;
        form[name].setAttribute("aria-invalid", "true");
        throw Object.assign(new Error(`${symbol} is “${form[name].value}”; it must be a number ${says}`), { name: "AccountingError" });
      }
      return wanted;
    }

    let run = 0;
    let busy = false;
    let again = false;

    // one question at a time; of those asked meanwhile only the last is answered
    async function calculate() {
      run += 1;
      page.dataset.state = "working";
      if (busy) {
        again = true;
        return;
      }
      busy = true;
      do {
        again = false;
        await answer(run);
      } while (again);
      busy = false;
      page.dataset.state = "done";
    }

    async function answer(mine) {
      const text = form.items.value;
      find("problem").textContent = "";
      find("curve").replaceChildren();
      form.items.removeAttribute("aria-invalid");
      try {
        const wanted = target();
        command(text, wanted);
        if (form.ask.value === "solve") {
          find("how").textContent = "Searching …";
          const found = await ask("solvedFor", text, wanted, names);
          if (mine === run) solved(found, wanted);
          if (mine === run) await curve(found.items.join("\n"), () => mine === run);
          return;
        }
        // the coarse answer comes at once, and holds, too
        const coarse = await ask("composed", text, wanted, names, true);
        if (mine === run) composed(coarse, wanted, coarse.answers.some((a) => a.rule === "losses"));
        if (mine === run && coarse.answers.some((a) => a.rule === "losses")) {
          const fine = await ask("composed", text, wanted, names);
          if (mine === run) composed(fine, wanted, false);
        }
        if (mine === run) await curve(text, () => mine === run);
      } catch (error) {
        if (error.name !== "AccountingError") throw error;
        if (mine !== run) return;
        find("problem").textContent = `${error.message[0].toUpperCase()}${error.message.slice(1)}.`;
        if (!form.querySelector("[aria-invalid]")) form.items.setAttribute("aria-invalid", "true");
        find("results").hidden = true;
      }
    }

    // ε at many δ, coarsely: the numbers hold, and differ from the fine ones by less than the line is wide
    async function curve(text, current) {
      const points = [];
      for (const delta of DELTAS) {
        try {
          const { answers } = await ask("composed", text, { delta }, names, true);
          points.push([delta, answers[0].value]);
        } catch (error) {
          if (error.name !== "AccountingError") throw error;
        }
        if (!current()) return;
      }
      const high = 1.05 * Math.max(1e-6, ...points.map(([, y]) => y));
      const says = "ε at every δ, by the tightest rule. A single pair (ε, δ) is one point of it.";
      find("curve").replaceChildren(...(points.length > 1 ? [dpzoo.chart({ title: "ε over δ", says, x: { label: "δ", low: 1e-12, high: 0.1, log: true, round: "up" }, y: { label: "ε", low: 0, high, round: "up" }, lines: [{ name: "ε", style: "a", points }] })] : []));
    }

    function command(text, wanted) {
      const items = text.split("\n").map((line) => line.trim().replace(/[,;]$/, "")).filter(Boolean);
      const quoted = items.map((i) => `'${i.replaceAll("'", "’")}'`).join(" ");
      const fixed = ["epsilon", "delta"].filter((n) => n in wanted).map((n) => ` --${n} ${form[n].value.trim()}`).join("");
      find("command").textContent = `dpzoo ${form.ask.value === "solve" ? "solve" : "compose"} ${quoted}${fixed}`;
    }

    const fixedText = (wanted) => ("delta" in wanted ? `at δ = ${dpzoo.format(wanted.delta, { digits: 10 })}` : `at ε = ${dpzoo.format(wanted.epsilon, { digits: 10 })}`);

    function composed(found, wanted, refining) {
      const symbol = "delta" in wanted ? "ε" : "δ";
      const [best] = found.answers;
      find("answer").textContent = `${symbol} = ${upward(best.value)}`;
      find("how").textContent = `${fixedText(wanted)}, by ${named(best.rule)}.${refining ? " Refining …" : ""}`;
      show(found, wanted, symbol);
    }

    function solved(found, wanted) {
      const how = found.unbounded ? "every value up to it that was tried meets the target" : `rounded to the side that protects more: it gives ε = ${upward(found.check.answers[0].value)} ${fixedText(wanted)}, by ${named(found.check.answers[0].rule)}`;
      find("answer").textContent = `${dpzoo.greek[found.parameter] || found.parameter} = ${found.shown}`;
      find("how").textContent = `for ε = ${dpzoo.format(wanted.epsilon, { digits: 10 })} and δ = ${dpzoo.format(wanted.delta, { digits: 10 })}; ${how}.`;
      show(found.check, { delta: wanted.delta }, "ε");
    }

    const SHORT = { gaussian: "one Gaussian", optimal: "optimal composition", exact: "all outcomes", losses: "privacy losses", zcdp: "zCDP", rdp: "Rényi DP", pure: "pure DP", basic: "basic composition", advanced: "advanced composition", nothing: "no dependence" };
    const named = (rule) => `the rule “${SHORT[rule]}”`;

    function detail({ rule, order, divergence, rho, xi, total }) {
      if (rule === "rdp") return ` Order α = ${dpzoo.format(order)}, where the divergences add up to ${upward(divergence)}.`;
      if (rule === "zcdp") return ` Here ρ = ${upward(rho)}${xi ? ` and ξ = ${upward(xi)}` : ""}.`;
      if (rule === "pure") return ` Here ε = ${upward(total)}.`;
      return "";
    }

    function show(found, wanted, symbol) {
      find("results").hidden = false;
      const worst = Math.max(...found.answers.map((a) => a.value).filter(Number.isFinite));
      const rows = found.answers.map((a) => {
        const says = rules[a.rule];
        const bar = el("span", { class: "dz-budget-bar", "aria-hidden": "true" });
        const share = symbol === "ε" ? a.value / worst : Math.log(a.value / (found.answers[0].value / 10)) / Math.log((10 * worst) / found.answers[0].value);
        bar.style.setProperty("--share", `${100 * Math.max(0.01, Math.min(1, share || 0))}%`);
        const what = el("span", { class: "dz-small" }, `${says[0].toUpperCase()}${says.slice(1)}.${detail(a)}`);
        return el("tr", {}, el("th", { scope: "row" }, el("span", {}, SHORT[a.rule]), what), el("td", { class: "dz-number" }, upward(a.value), bar));
      });
      const head = el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Rule"), el("th", { scope: "col", class: "dz-number" }, `${symbol} ${fixedText(wanted)}`)));
      const section = el("section", { class: "dz-scroll", tabindex: "0", "aria-label": "All rules" }, el("table", { class: "dz-plain dz-budget-rules" }, head, el("tbody", {}, ...rows)));
      find("rules").replaceChildren(section);
      find("notes").replaceChildren(...notes(found, wanted, symbol));
    }

    function notes(found, wanted, symbol) {
      const { epsilon, rho, xi, mu } = found.totals;
      const sums = [
        epsilon !== null && ["epsilon-dp", `ε = ${upward(epsilon)} of pure DP`],
        rho !== null && ["zero-concentrated-dp", `ρ = ${upward(rho)}${xi ? `, ξ = ${upward(xi)}` : ""} of zCDP`],
        mu !== null && ["gaussian-dp", `μ = ${upward(mu)} of Gaussian DP`],
      ].filter(Boolean);
      const listed = sums.flatMap(([id, words], i) => [i ? (i === sums.length - 1 ? " and " : ", ") : "", el("a", { href: `notions/${id}.html` }, words)]);
      const sensitive = found.sensitivities.map(([text, s]) => `${text}: ${dpzoo.format(s)}${found.assumed.includes(text) ? " (assumed)" : ""}`);
      const best = found.answers[0].value;
      const pair = symbol === "ε" ? [best, wanted.delta] : [wanted.epsilon, best];
      const state = new URLSearchParams({ kind: pair[1] ? "approximate" : "pure", epsilon: dpzoo.format(pair[0], { digits: 6, round: "up" }), ...(pair[1] ? { delta: String(Number((pair[1] * (1 + 1e-5)).toPrecision(6))) } : {}) });
      const reached = pair[0] >= 0.01 && pair[0] <= 20 && (!pair[1] || (pair[1] >= 1e-12 && pair[1] <= 0.1));
      return [
        sums.length ? el("p", {}, "In other notions the same list adds up to ", ...listed, ".") : null,
        el("p", {}, `Neighbours: ${neighbours[found.neighbours] || found.neighbours}.`),
        sensitive.length ? el("p", {}, `Sensitivities: ${sensitive.join("; ")}.`) : null,
        el("p", {}, el("a", { href: reached ? `meaning.html#${state}` : "meaning.html" }, "What this means for one person")),
      ].filter(Boolean);
    }

    load();
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
