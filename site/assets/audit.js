// The page on audits: a table that is typed or pasted, what it promises exactly, and its curves; reckoned by a worker.
(() => {
  const dpzoo = window.dpzoo;
  const el = (...a) => dpzoo.element(...a);
  const KERNEL = ["expressions", "language", "tables"].map((n) => `assets/${n}.js`);
  const SYMBOLS = { epsilon: "ε", delta: "δ", alpha: "α", rho: "ρ", xi: "ξ", mu: "μ" };
  const PATIENCE = 250;

  function start() {
    const page = document.getElementById("dz-audit");
    if (!page) return;
    const called = JSON.parse(document.getElementById("dz-audit-data").textContent);
    const form = page.querySelector("form");
    const find = (name) => page.querySelector(`[data-${name}]`);
    const ask = dpzoo.worker(KERNEL);
    const fields = ["table", "neighbours", "pairs", "epsilon", "delta", "alpha"];
    const first = Object.fromEntries(fields.map((name) => [name, form[name].value]));

    function load() {
      const query = new URLSearchParams(location.search);
      for (const name of fields) form[name].value = query.get(name) ?? first[name];
      if (form.neighbours.selectedIndex < 0) form.neighbours.value = first.neighbours;
      reckon();
    }

    function remember() {
      const query = new URLSearchParams();
      for (const name of fields) if (form[name].value !== first[name]) query.set(name, form[name].value);
      const address = query.size ? `${location.pathname}?${query}${location.hash}` : location.pathname + location.hash;
      if (address.length < 2000) history.replaceState(null, "", address); // a long table stays out of the address
    }

    let timer = 0;
    form.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        remember();
        reckon();
      }, PATIENCE);
    });
    form.addEventListener("submit", (event) => event.preventDefault());
    window.addEventListener("popstate", load);
    for (const button of form.querySelectorAll("[data-example]")) {
      button.addEventListener("click", () => {
        form.table.value = button.dataset.example;
        form.neighbours.value = button.dataset.neighbours;
        remember();
        reckon();
      });
    }

    let run = 0;
    async function reckon() {
      run += 1;
      const mine = run;
      page.dataset.state = "working";
      find("pairs-field").hidden = form.neighbours.value !== "listed";
      const options = { neighbours: form.neighbours.value === "listed" ? form.pairs.value || ";" : form.neighbours.value, epsilon: form.epsilon.value, delta: form.delta.value, alpha: form.alpha.value };
      try {
        const found = await ask("audited", form.table.value, options);
        if (mine !== run) return;
        const curves = await ask("tableCurves", form.table.value, options);
        if (mine !== run) return;
        find("problem").textContent = "";
        find("results").hidden = false;
        find("summary").textContent = `${found.labels.length} rows, ${found.outputs.length} outputs, ${found.pairs} ordered pairs of neighbours. Fractions and their logarithms are exact; a number after ≤ is rounded up.`;
        find("lines").replaceChildren(table(found));
        find("curves").replaceChildren(...pictures(curves));
      } catch (error) {
        if (error.name !== "TableError") throw error;
        if (mine !== run) return;
        find("problem").textContent = `${error.message[0].toUpperCase()}${error.message.slice(1)}.`;
        find("results").hidden = true;
      }
      form.table.toggleAttribute("aria-invalid", Boolean(find("problem").textContent));
      page.dataset.state = "done";
    }

    // six digits, rounded up, and whether they are the number itself; of a fraction by whole numbers, since a float may lie below it
    function decimalOf({ exact, value }) {
      if (!/^\d+(\/\d+)?$/.test(exact ?? "") || !(value > 0) || value === Infinity) return [dpzoo.format(value, { digits: 6, round: "up" }), false];
      const [n, d = 1n] = exact.split("/").map(BigInt);
      const places = 5 - Math.floor(Math.log10(value));
      const [top, bottom] = places < 0 ? [n, d * 10n ** BigInt(-places)] : [n * 10n ** BigInt(places), d];
      const up = (top + bottom - 1n) / bottom;
      return [dpzoo.format(Number(`${up}e${-places}`), { digits: 6 }), up * bottom === top];
    }

    function table({ lines, labels, outputs }) {
      const rows = lines.map((line) => {
        const at = Object.entries(line.at).map(([name, value]) => `${SYMBOLS[name]} = ${value}`);
        const { name } = called[line.notion];
        const [decimal, same] = decimalOf(line);
        const value = `${SYMBOLS[line.parameter]} ${line.exact === null && line.value > 0 && line.value < Infinity ? "≤" : "="} ${line.exact ?? decimal}`;
        const also = line.exact === null || line.exact === decimal ? "" : ` ${same ? "=" : "≤"} ${decimal}`;
        const [i, k] = line.worst.pair;
        const event = line.worst.event && line.worst.event.length ? `: ${line.worst.event.map((j) => outputs[j]).join(", ")}` : "";
        return el("tr", { "data-line": `${line.notion}-${line.parameter}` },
          el("th", { scope: "row" }, el("a", { href: `notions/${line.notion}.html` }, name), at.length ? el("span", { class: "dz-small" }, " ", el("span", { class: "dz-nowrap" }, `at ${at.join(", ")}`)) : null),
          el("td", {}, el("strong", {}, value), also, el("span", { class: "dz-audit-worst dz-small" }, `${labels[i]} against ${labels[k]}${event}`)));
      });
      const head = el("thead", {}, el("tr", {}, ...["Notion", "Tightest parameter"].map((h) => el("th", { scope: "col" }, h))));
      return el("section", { class: "dz-scroll", tabindex: "0", "aria-label": "Tightest parameters" }, el("table", { class: "dz-plain dz-audit-lines" }, head, el("tbody", {}, ...rows)));
    }

    function pictures({ profile, tradeoff }) {
      const share = (v, round) => `${dpzoo.format(100 * v, { digits: 3, round })} %`;
      const most = Math.max(profile[0][1], 1e-6);
      return [
        dpzoo.chart({ title: "The privacy profile", says: "δ over ε: what is left beyond a factor e^ε, for the worst pair of neighbours at each ε.", x: { label: "ε", low: 0, high: profile[profile.length - 1][0], round: "up" }, y: { label: "δ", low: 0, high: most * 1.05, round: "up" }, lines: [{ name: "δ(ε)", style: "a", points: profile }] }),
        dpzoo.chart({ title: "The trade-off between errors", says: "How often the best test misses, over how often it raises a false alarm, for the worst pair at each point. The diagonal is a guess.", x: { label: "false alarms", low: 0, high: 1, text: share, round: "down" }, y: { label: "misses", low: 0, high: 1, text: share, round: "down" }, lines: [{ name: "best test", style: "a", points: tradeoff }, { name: "a guess", style: "plain", points: tradeoff.map(([x]) => [x, 1 - x]) }] }),
      ];
    }

    load();
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
