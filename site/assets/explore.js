// The table of all notions: filters, search, order and download. Its state is the address; without this script it is a plain table.
(() => {
  const source = document.getElementById("dz-explore-data");
  if (!source) return;
  const data = JSON.parse(source.textContent);
  const find = (selector) => document.querySelector(selector);
  const table = find(".dz-explore-table");
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const headings = [...table.tHead.rows[0].cells];
  const keys = headings.map((h) => h.dataset.key);
  const query = find("#dz-find");
  const order = find("#dz-order");
  const gists = find("#dz-gists");
  const years = { from: find("#dz-from"), to: find("#dz-to") };
  const result = find("#dz-result");
  const active = find(".dz-active");
  const filters = find("#dz-filters");
  const opener = find(".dz-open-filters");
  const reset = find("#dz-reset");
  const nothing = find(".dz-nothing");
  const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

  // one bit per value; a facet has fewer than 32
  const facets = data.facets.map(([key, modes, values, legend, labels], place) => {
    const box = filters.querySelector(`[data-facet="${key}"]`);
    const boxes = [...box.querySelectorAll("input[type=checkbox]")];
    return {
      key, modes, values, legend, labels, boxes,
      radios: [...box.querySelectorAll("input[type=radio]")],
      counts: boxes.map((b) => b.closest("label").querySelector(".dz-value-count")),
      letters: key === "dims",
      modeKey: key === "dims" ? "match" : `${key}-match`,
      masks: Int32Array.from(data.rows, (row) => row[2][place].reduce((mask, v) => mask | (1 << v), 0)),
    };
  });

  function fold(text) {
    const plain = text.replaceAll("ᵅ", "α").normalize("NFKD").replace(/\p{M}/gu, "");
    const named = [...plain].map((c) => (Object.hasOwn(data.greek, c) ? ` ${data.greek[c]} ` : c)).join("");
    return (named.toLowerCase().match(/[\p{L}\p{N}]+/gu) || []).join(" ");
  }

  // --- how notions relate: a condition is [words, negated, row of the notion]; the orders are loaded when first asked for -----------
  const asks = [...filters.querySelectorAll(".dz-asks")].map((p) => ({ verb: p.querySelector("select"), other: p.querySelector("input") }));
  const verbs = new Map(data.verbs.map(([words, kind, forward, both]) => [words, { kind, forward, both }]));
  const ids = data.rows.map((row) => row[0]);
  const shell = find("#dz-shell");
  let orders = null; // kind → [bitsets of yes, of no], by row of the table
  let asking = null;

  function loadOrders() {
    asking = asking || new Promise((resolve, reject) => {
      const script = Object.assign(document.createElement("script"), { src: source.dataset.order, onload: resolve, onerror: reject });
      document.head.append(script);
    }).then(() => {
      const place = new Map(window.dzOrder.ids.map((id, i) => [id, i]));
      const rowed = (bitsets) => ids.map((id) => {
        const bits = BigInt(`0x${bitsets[place.get(id)]}`);
        return ids.map((other) => Boolean((bits >> BigInt(place.get(other))) & 1n));
      });
      orders = Object.fromEntries(Object.entries(window.dzOrder.orders).map(([kind, [yes, no]]) => [kind, [rowed(yes), rowed(no)]]));
    });
    return asking;
  }

  function notion(text) {
    const said = fold(text);
    if (!said) return -1;
    const exact = ids.indexOf(text.trim());
    return exact >= 0 ? exact : data.rows.findIndex((row) => row[1].some((name) => name === said || name.replaceAll(" ", "") === said.replaceAll(" ", "")));
  }

  function related(i, [words, negated, other]) {
    if (!orders) return true;
    if (i === other) return false;
    const { kind, forward, both } = verbs.get(words);
    const [yes, no] = orders[kind];
    const ways = both ? [[i, other], [other, i]] : [forward ? [i, other] : [other, i]];
    return negated ? ways.some(([a, b]) => no[a][b]) : ways.every(([a, b]) => yes[a][b]);
  }

  const inWords = ([words, negated, other]) => `${negated ? "not " : ""}${words} ${data.rows[other][7]}`;

  let folded = null; // the sentences, when somebody first searches
  function sentences() {
    folded = folded || rows.map((row) => ` ${fold(row.querySelector(".dz-row-gist").textContent)}`);
    return folded;
  }

  // how well a row answers: 0 not at all, then sentence, name, beginning of a name, a name exactly
  function score(index, text, words) {
    let best = 0;
    for (const name of data.rows[index][1]) {
      if (name === text || name.replaceAll(" ", "") === text.replaceAll(" ", "")) return 4;
      const padded = ` ${name}`;
      if (name.startsWith(text)) best = Math.max(best, 3);
      else if (best < 2 && words.every((w) => padded.includes(` ${w}`))) best = 2;
    }
    return best || (words.every((w) => sentences()[index].includes(` ${w}`)) ? 1 : 0);
  }

  // --- the state and its address (not "q": there Material opens its search) ---
  function empty() {
    return { q: "", chosen: facets.map(() => 0), modes: facets.map((f) => f.modes[0]), from: null, to: null, sort: "", gists: true, asked: [] };
  }

  function year(text) {
    return /^\d{4}$/.test(text || "") ? Number(text) : null;
  }

  function known(sort) {
    return keys.includes(sort.replace(/^-/, "")) ? sort : "";
  }

  function fromAddress() {
    const said = new URLSearchParams(location.search || location.hash.slice(1));
    const state = empty();
    state.q = (said.get("find") || "").slice(0, 200);
    facets.forEach((f, i) => {
      const given = said.get(f.key) || "";
      const named = f.letters && !f.values.includes(given) ? given.replaceAll(",", "").toUpperCase().split("") : given.split(",");
      for (const value of named) if (f.values.includes(value)) state.chosen[i] |= 1 << f.values.indexOf(value);
      if (f.modes.includes(said.get(f.modeKey))) state.modes[i] = said.get(f.modeKey);
    });
    state.from = year(said.get("from"));
    state.to = year(said.get("to"));
    state.sort = known(said.get("sort") || "");
    state.gists = said.get("sentences") !== "no";
    for (const item of (said.get("relation") || "").split(",").slice(0, asks.length)) {
      const [key, id] = item.split(":");
      const negated = key.startsWith("not-");
      const words = (negated ? key.slice(4) : key).replaceAll("-", " ");
      if (verbs.has(words) && ids.includes(id)) state.asked.push([words, negated, ids.indexOf(id)]);
    }
    return state;
  }

  function toAddress(state) {
    const said = [];
    if (state.q) said.push(`find=${encodeURIComponent(state.q)}`);
    facets.forEach((f, i) => {
      if (!state.chosen[i]) return;
      const values = f.values.filter((_, v) => state.chosen[i] & (1 << v));
      const apart = f.letters && values.every((v) => v.length === 1) ? "" : ",";
      said.push(`${f.key}=${values.map(encodeURIComponent).join(apart)}`);
      if (f.modes.length && state.modes[i] !== f.modes[0]) said.push(`${f.modeKey}=${state.modes[i]}`);
    });
    for (const end of ["from", "to"]) if (state[end] !== null) said.push(`${end}=${state[end]}`);
    if (state.asked.length)
      said.push(`relation=${state.asked.map(([words, negated, other]) => `${negated ? "not-" : ""}${words.replaceAll(" ", "-")}:${ids[other]}`).join(",")}`);
    if (state.sort) said.push(`sort=${state.sort}`);
    if (!state.gists) said.push("sentences=no");
    return said.join("&");
  }

  function fromForm() {
    return {
      q: query.value.trim(),
      chosen: facets.map((f) => f.boxes.reduce((mask, b, v) => (b.checked ? mask | (1 << v) : mask), 0)),
      modes: facets.map((f) => (f.radios.find((r) => r.checked) || { value: f.modes[0] }).value),
      from: year(years.from.value),
      to: year(years.to.value),
      sort: current.sort,
      gists: gists.checked,
      asked: asks.flatMap(({ verb, other }) => {
        const row = notion(other.value);
        other.setAttribute("aria-invalid", String(row < 0 && Boolean(other.value.trim())));
        return row < 0 ? [] : [[verb.value.replace(/^not /, ""), verb.value.startsWith("not "), row]];
      }),
    };
  }

  function toForm(state) {
    query.value = state.q;
    facets.forEach((f, i) => {
      f.boxes.forEach((b, v) => { b.checked = Boolean(state.chosen[i] & (1 << v)); });
      f.radios.forEach((r) => { r.checked = r.value === state.modes[i]; });
    });
    for (const end of ["from", "to"]) years[end].value = state[end] === null ? "" : state[end];
    gists.checked = state.gists;
    asks.forEach(({ verb, other }, n) => {
      const [words, negated, row] = state.asked[n] || [];
      if (words) verb.value = (negated ? "not " : "") + words;
      other.value = words ? data.rows[row][7] : "";
    });
  }

  let current = empty();
  let typing = false; // what is typed in one go is one step back

  function remember(state, step) {
    const said = toAddress(state);
    if (said === toAddress(current)) return;
    const address = location.pathname + (said ? `?${said}` : "");
    try {
      history[step === "type" && typing ? "replaceState" : "pushState"](null, "", address);
    } catch {
      location.hash = said; // a browser that keeps the addresses of files as they are
    }
    typing = step === "type";
  }

  // --- filtering -----------------------------------------------------------------------------------------------------
  function matches(mask, chosen, mode) {
    if (!chosen) return true;
    if (mode === "all") return (mask & chosen) === chosen;
    return mode === "exactly" ? mask === chosen : (mask & chosen) !== 0;
  }

  function counted(mask, bit, chosen, mode) {
    if (mode === "all") return (mask & (chosen | bit)) === (chosen | bit);
    return mode === "exactly" ? mask === (chosen | bit) : (mask & bit) !== 0;
  }

  function select(state) {
    const text = fold(state.q);
    const words = text ? text.split(" ") : [];
    const counts = facets.map((f) => f.values.map(() => 0));
    const scores = new Float64Array(rows.length);
    const shown = [];
    for (let i = 0; i < rows.length; i += 1) {
      const y = data.rows[i][3];
      scores[i] = words.length ? score(i, text, words) : state.q ? 0 : 1;
      let out = !scores[i] || (state.from !== null && y < state.from) || (state.to !== null && y > state.to) || state.asked.some((ask) => !related(i, ask));
      let missed = -1;
      for (let f = 0; f < facets.length && !out; f += 1) {
        if (matches(facets[f].masks[i], state.chosen[f], state.modes[f])) continue;
        out = missed >= 0; // a second facet is missed
        missed = f;
      }
      if (out) continue;
      if (missed < 0) shown.push(i);
      for (let f = missed < 0 ? 0 : missed; f < (missed < 0 ? facets.length : missed + 1); f += 1)
        for (let v = 0; v < facets[f].values.length; v += 1)
          if (counted(facets[f].masks[i], 1 << v, state.chosen[f], state.modes[f])) counts[f][v] += 1;
    }
    return { shown, counts, scores };
  }

  const texts = keys.map(() => null);
  function text(column) {
    texts[column] = texts[column] || rows.map((row) => {
      const cell = row.cells[column];
      return (column ? cell.textContent : cell.querySelector("a").textContent).trim();
    });
    return texts[column];
  }

  function ordered(state, scores) {
    const all = rows.map((_, i) => i);
    const down = state.sort.startsWith("-");
    const column = keys.indexOf(state.sort.replace(/^-/, ""));
    if (column >= 0) {
      const by = text(column);
      all.sort((a, b) => {
        if (!by[a] || !by[b]) return (by[a] ? 0 : 1) - (by[b] ? 0 : 1) || a - b; // empty cells last, in either direction
        return (down ? -1 : 1) * collator.compare(by[a], by[b]) || a - b;
      });
    } else if (state.q) all.sort((a, b) => scores[b] - scores[a] || a - b);
    return all;
  }

  let standing = rows.map((_, i) => i); // the order in which the rows stand
  function arrange(sequence) {
    if (sequence.every((i, place) => standing[place] === i)) return;
    standing = sequence;
    const fragment = document.createDocumentFragment();
    for (const i of sequence) fragment.append(rows[i]);
    body.append(fragment);
  }

  function button(label, hint, action) {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "dz-button";
    made.textContent = label;
    made.setAttribute("aria-label", hint);
    made.addEventListener("click", action);
    return made;
  }

  function chips(state) {
    const made = [];
    const chip = (label, action) => made.push(button(`${label} ×`, `Take away: ${label}`, () => { action(); change("step"); result.focus(); }));
    if (state.q) chip(`“${state.q}”`, () => { query.value = ""; });
    facets.forEach((f, i) => f.boxes.forEach((b, v) => {
      if (!(state.chosen[i] & (1 << v))) return;
      chip(f.letters ? (f.values[v].length === 1 ? f.values[v] : f.labels[v]) : `${f.legend}: ${f.labels[v]}`, () => { b.checked = false; });
    }));
    state.asked.forEach((ask) => chip(inWords(ask), () => {
      const at = asks.find(({ verb, other }) => notion(other.value) === ask[2] && verb.value === (ask[1] ? "not " : "") + ask[0]);
      if (at) at.other.value = "";
    }));
    if (state.from !== null) chip(`from ${state.from}`, () => { years.from.value = ""; });
    if (state.to !== null) chip(`to ${state.to}`, () => { years.to.value = ""; });
    active.replaceChildren(...made.map((b) => { const item = document.createElement("li"); item.append(b); return item; }));
    opener.querySelector(".dz-open-count").textContent = made.length ? ` (${made.length})` : "";
    reset.disabled = !toAddress(state);
  }

  // rows that come back do so from the top, a part per frame: a click answers before a thousand rows are laid out
  const PART = 100;
  let turn = 0;
  function reveal(coming, mine = (turn += 1)) {
    if (mine !== turn) return;
    for (const i of coming.slice(0, PART)) rows[i].hidden = false;
    const rest = coming.slice(PART);
    if (rest.length) requestAnimationFrame(() => setTimeout(() => reveal(rest, mine)));
  }

  let selection = rows.map((_, i) => i);
  function show(state) {
    current = state;
    if (state.asked.length) shell.textContent = `dpzoo list --where "${state.asked.map(inWords).join(" and ")}"`;
    if (state.asked.length && !orders) {
      loadOrders().then(() => show(current), () => { result.textContent = "How notions relate could not be loaded."; });
      return;
    }
    const { shown, counts, scores } = select(state);
    const sequence = ordered(state, scores);
    const visible = new Uint8Array(rows.length);
    for (const i of shown) visible[i] = 1;
    selection = sequence.filter((i) => visible[i]);
    rows.forEach((row, i) => { if (!visible[i] && !row.hidden) row.hidden = true; });
    arrange(sequence);
    reveal(selection.filter((i) => rows[i].hidden));
    facets.forEach((f, i) => f.counts.forEach((place, v) => {
      const number = String(counts[i][v]);
      if (place.textContent !== number) place.textContent = number;
      place.closest("label").classList.toggle("dz-value--none", !counts[i][v]);
    }));
    headings.forEach((h, c) => {
      if (state.sort.replace(/^-/, "") !== keys[c]) h.removeAttribute("aria-sort");
      else h.setAttribute("aria-sort", state.sort.startsWith("-") ? "descending" : "ascending");
    });
    table.closest(".dz-explore").classList.toggle("dz-explore--brief", !state.gists);
    order.value = state.sort;
    if (order.value !== state.sort) order.selectedIndex = -1; // an order that only a heading gives
    const said = shown.length === rows.length ? `${rows.length} notions` : `${shown.length} of ${rows.length} notions`;
    if (result.textContent !== said) result.textContent = said;
    nothing.hidden = shown.length > 0;
    chips(state);
  }

  function change(step, sort = current.sort) {
    const state = { ...fromForm(), sort };
    remember(state, step);
    show(state);
  }

  // --- the download --------------------------------------------------------------------------------------------------
  // RFC 4180; what a spreadsheet would take for a formula gets an apostrophe
  function field(value) {
    const safe = /^\s*[=+\-@\t\r]/.test(value) ? `'${value}` : value;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  }

  function csv(indices) {
    const lines = [data.columns];
    for (const i of indices) {
      const [id, , own, y, by, amounts, needs] = data.rows[i];
      const of = (key, apart = " ") => {
        const f = facets.findIndex((g) => g.key === key);
        return own[f].map((v) => facets[f].values[v]).filter((v) => v !== "none").join(apart);
      };
      const cells = rows[i].cells;
      const record = {
        id, year: String(y), introduced_by: by, quantitative_parameters: amounts, structural_parameters: needs,
        name: cells[0].querySelector("a").textContent, gist: cells[0].querySelector(".dz-row-gist").textContent,
        abbreviation: cells[1].textContent, dimensions: of("dims", ""), standing: of("scope"), post_processing: of("post"),
        convexity: of("convexity"), composition: of("composition"), best_evidence: of("evidence"), executable: of("runs"),
        blocks_that_differ: of("blocks"),
      };
      lines.push(data.columns.map((column) => record[column]));
    }
    return lines.map((line) => `${line.map(field).join(",")}\r\n`).join("");
  }

  function download() {
    const blob = new Blob(["\ufeff", csv(selection)], { type: "text/csv;charset=utf-8" });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = selection.length === rows.length ? "dpzoo-notions.csv" : `dpzoo-notions-${selection.length}.csv`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  }

  // --- wiring --------------------------------------------------------------------------------------------------------
  headings.forEach((heading, column) => {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "dz-sort";
    made.textContent = heading.textContent.trim();
    made.addEventListener("click", () => change("step", current.sort === keys[column] ? `-${keys[column]}` : keys[column]));
    heading.replaceChildren(made);
  });
  result.tabIndex = -1;
  const form = find(".dz-finder");
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", (event) => {
    if (event.target === order) change("step", order.value);
    else if (event.target !== query) change("step");
  });
  query.addEventListener("input", () => change("type"));
  for (const { other } of asks) {
    other.addEventListener("input", () => { if (notion(other.value) >= 0 || !other.value) change("type"); });
    other.addEventListener("focus", () => {
      const names = document.getElementById("dz-others");
      if (!names.children.length) names.append(...data.rows.map((row) => new Option("", row[7])));
    });
  }
  query.addEventListener("blur", () => { typing = false; });
  reset.addEventListener("click", () => { toForm(empty()); change("step", ""); result.focus(); });
  find("#dz-download").addEventListener("click", download);
  opener.addEventListener("click", () => {
    const open = opener.getAttribute("aria-expanded") !== "true";
    opener.setAttribute("aria-expanded", String(open));
    filters.classList.toggle("dz-filters--open", open);
  });

  function restore() {
    const state = fromAddress();
    typing = false;
    toForm(state);
    show(state);
  }
  window.addEventListener("popstate", restore);
  if (location.search || location.hash) restore();

  window.dpzoo = window.dpzoo || {};
  window.dpzoo.explore = { fold, csv, rows: data.rows };
})();
