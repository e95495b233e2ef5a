// Chooses a block per dimension: shows the notion with these blocks, or what their combination says (assets/data/combine.js).
(() => {
  const dpzoo = window.dpzoo;
  const el = (...a) => dpzoo.element(...a);
  const USUAL = { view: "output", aggregation: "worst-pair" };

  function start() {
    const page = document.getElementById("dz-combine");
    if (!page) return;
    const data = dpzoo.combine;
    const form = page.querySelector("form");
    const box = page.querySelector("[data-combined]");
    const html = (tag, text) => Object.assign(el(tag), { innerHTML: text }); // typeset at build from escaped record text
    const notion = (i) => el("a", { href: `notions/${data.notions[i][0]}.html`, title: data.notions[i][3] }, data.notions[i][1]);
    const block = (kind, id, text) => el("a", { href: `blocks/${kind}/${id}.html` }, text);
    const capital = (text) => text[0].toUpperCase() + text.slice(1);

    function fill(name, options, chosen) {
      const list = Object.entries(options).sort(([, a], [, b]) => a.localeCompare(b));
      form[name].replaceChildren(...list.map(([id, text]) => el("option", { value: id, ...(id === chosen ? { selected: "" } : {}) }, text)));
    }

    const first = (all) => Object.fromEntries(Object.entries(all).map(([id, [name]]) => [id, name]));
    const scopes = (universe) => new Set(Object.values(data.units).filter((u) => u.universe === universe).map((u) => u.scope));
    const units = (universe, scope) => Object.fromEntries(Object.entries(data.units).filter(([, u]) => u.universe === universe && u.scope === scope).map(([id, u]) => [id, u.name]));

    function load() {
      const asked = new URLSearchParams(location.hash.slice(1));
      const unit = data.units[asked.get("unit")] ? asked.get("unit") : Object.keys(data.units).find((u) => u === "one-record") || Object.keys(data.units)[0];
      const standard = data.standards[asked.get("standard")] ? asked.get("standard") : Object.keys(data.standards).find((s) => s === "renyi") || Object.keys(data.standards)[0];
      const { universe, scope } = data.units[unit];
      fill("universe", first(Object.fromEntries(Object.entries(data.universes).filter(([id]) => scopes(id).size))), universe);
      narrow(universe, scope, unit);
      fill("standard", Object.fromEntries(Object.entries(data.standards).map(([id, s]) => [id, s.name])), standard);
      for (const [name, kind] of [["view", "views"], ["aggregation", "aggregations"]]) {
        const wanted = data[kind][asked.get(name)] ? asked.get(name) : USUAL[name];
        fill(name, first(data[kind]), wanted);
      }
      show();
    }

    function narrow(universe, scope, unit) {
      const open = scopes(universe);
      const inside = open.has(scope) ? scope : open.has("all-datasets") ? "all-datasets" : [...open][0];
      fill("scope", Object.fromEntries(Object.entries(first(data.scopes)).filter(([id]) => open.has(id))), inside);
      fill("unit", units(universe, inside), unit);
    }

    form.addEventListener("change", (event) => {
      if (event.target.name === "universe") narrow(form.universe.value, form.scope.value, form.unit.value);
      if (event.target.name === "scope") fill("unit", units(form.universe.value, form.scope.value), form.unit.value);
      const chosen = { unit: form.unit.value, standard: form.standard.value };
      for (const name of Object.keys(USUAL)) if (form[name].value !== USUAL[name]) chosen[name] = form[name].value;
      history.replaceState(null, "", `#${new URLSearchParams(chosen)}`);
      show();
    });
    window.addEventListener("hashchange", load);

    function list(title, found, none) {
      return [el("dt", {}, title), el("dd", {}, ...(found.length ? found.flatMap((i, k) => [k ? ", " : "", notion(i)]) : [none]))];
    }

    function show() {
      const { unit: u, standard: s, view, aggregation } = Object.fromEntries(new FormData(form));
      const [unit, standard] = [data.units[u], data.standards[s]];
      const known = data.known.filter(([a, scope, b, v, g]) => a === u && scope === unit.scope && b === s && v === view && g === aggregation).map((k) => k[5]);
      const plain = view === USUAL.view && aggregation === USUAL.aggregation;
      const name = `${capital(standard.name)}, ${unit.name}`;
      const head = known.length
        ? [el("h2", { id: "found" }, ...known.flatMap((i, k) => [k ? ", " : "", notion(i), ` (${data.notions[i][2]})`])), ...known.map((i) => el("p", { class: "dz-gist" }, data.notions[i][3]))]
        : [el("h2", { id: "found" }, name), el("p", { class: "dz-gist" }, "No record has these blocks: the combination is new here.")];
      const others = [["view", "views", view], ["aggregation", "aggregations", aggregation]].filter(([key, , id]) => id !== USUAL[key]);
      const takes = [...(standard.parameters || []), ...(data.takes[`${u}|${s}`] || [])];
      const statement = el("div", { class: "dz-statement" },
        el("p", { class: "dz-small" }, "Compared: ", block("units", u, unit.name)), html("div", unit.says),
        el("p", { class: "dz-small" }, "Measured: the laws of what the mechanism shows satisfy ", block("standards", s, standard.name)), html("div", standard.says),
        ...others.flatMap(([, kind, id]) => [el("p", { class: "dz-small" }, block(kind, id, data[kind][id][0])), html("div", data[kind][id][1])]));
      const verdict = (key) => (plain ? standard.verdicts?.[key] || "not known" : "not known by its blocks");
      const composes = plain && !unit.points ? "not known: the compared laws need not be single datasets" : verdict("composition");
      const rows = [
        el("dt", {}, "Parameters"), el("dd", {}, ...takes.flatMap((t, k) => [k ? el("br") : "", html("span", t)])),
        el("dt", {}, el("a", { href: "block-rules.html#r8" }, "Post-processing")), el("dd", {}, verdict("post_processing")),
        el("dt", {}, el("a", { href: "block-rules.html#r8" }, "Convexity")), el("dd", {}, verdict("convexity")),
        el("dt", {}, el("a", { href: "block-rules.html#r8" }, "Composition")), el("dd", {}, composes, ...(composes === "holds" && standard.rule ? [": ", html("span", standard.rule)] : [])),
      ];
      if (plain) {
        const [above, below] = data.near[`${u}|${s}`] || [[], []];
        const other = (all) => all.filter((i) => !known.includes(i));
        rows.push(...list("Nearest above", other(above), "no recorded notion is known to imply it"), ...list("Nearest below", other(below), "it is not known to imply a recorded notion"));
      }
      const command = `dpzoo combine --unit ${u} --standard ${s}${others.map(([key, , id]) => ` --${key} ${id}`).join("")}`;
      const about = known.length ? el("p", { class: "dz-small" }, "Its page has what is recorded of it; this is what its blocks say.") : null;
      box.replaceChildren(...head, statement, ...(about ? [about] : []), el("dl", {}, ...rows), el("p", { class: "dz-small" }, "In the shell: ", el("code", {}, command)));
    }

    load();
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
