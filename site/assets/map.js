// The map: draws what its address says, and changes the address when somebody asks for something else.
(() => {
  const root = document.querySelector("[data-map]");
  if (!root) return;
  const dpzoo = globalThis.dpzoo;
  const graph = dpzoo.mapGraph(dpzoo.mapData);
  const { data, notions, nodes, numberOf, nodeOf, above, below, size } = graph;
  const { read, write } = dpzoo.mapState(graph);
  const find = dpzoo.mapFind(graph);
  const part = (name) => root.querySelector(`.dz-map-${name}`);
  const [frame, stage, tools, status, card, set, legend] = ["frame", "stage", "tools", "status", "card", "set", "colours"].map(part);
  const pictures = [...frame.querySelectorAll("svg")]; // drawn at build: the first sheet, wide and narrow
  const roomy = matchMedia("(min-width: 60em)");
  const narrow = matchMedia("(max-width: 44.9em)");
  let live = null; // what has been drawn here
  let drawing = null; // its parts, for cards and the file
  let drawnFor = null;
  let rendered = null; // the address that is drawn

  const state = () => read(location.hash);
  const picture = () => live || pictures.find((s) => s.getClientRects().length) || pictures[0];
  const say = (text) => (status.textContent = text);
  const view = dpzoo.mapView(frame, picture, say);
  const keys = dpzoo.mapKeys(graph, frame, { picture, lines: () => drawing.lines, say, act, scale: view.scale });
  const href = (change) => `#${write({ ...state(), ...change })}`;
  const compare = root.dataset.compare ? (a, b) => root.dataset.compare.replace("{a}", a).replace("{b}", b) : null;
  const button = (text, click, attributes = {}) => {
    const made = Object.assign(document.createElement("button"), { type: "button", textContent: text });
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.addEventListener("click", click);
    return made;
  };
  const plural = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

  function go(change) {
    const next = href(change);
    if (next === (location.hash || "#")) return;
    if (next === "#") {
      // an empty fragment would jump to the top of the page
      try {
        history.pushState(null, "", location.pathname + location.search);
        render();
        return;
      } catch {
        /* from disk some browsers refuse */
      }
    }
    location.hash = next;
    render();
  }

  // drawing

  function render() {
    const now = state();
    rendered = location.hash;
    const most = narrow.matches ? 3 : Math.max(4, Math.min(7, Math.floor(root.clientWidth / 150)));
    const plain = !now.items.length && !now.sheet && !now.more && !now.lines.length && now.colour === "pure";
    const key = JSON.stringify([{ ...now, card: null }, narrow.matches, plain || most]);
    stage.classList.toggle("dz-map-stage--focused", now.items.length === 1);
    if (key !== drawnFor) {
      const held = frame.contains(document.activeElement);
      const first = drawnFor === null;
      drawnFor = key;
      draw(now, most, plain);
      if (!first && root.getBoundingClientRect().top < 0) root.scrollIntoView(); // another picture begins at its top
      keys.begin(now.items.length ? now.items[0].id : now.card);
      if (held) keys.focus();
    }
    renderTools(now);
    renderCard(now);
    highlight(now);
  }

  function draw(now, most, plain) {
    const { nodes: shown, left, asked } = dpzoo.mapChoice(graph, now, narrow.matches);
    const lines = graph.lines(shown, { asked, ...Object.fromEntries(now.lines.map((l) => [l, true])) });
    drawing = { nodes: shown, lines, colour: now.colour, most, asked };
    if (live) live.remove();
    live = null;
    pictures.forEach((svg) => svg.classList.toggle("dz-map-svg--off", !plain));
    if (!plain) {
      frame.insertAdjacentHTML("beforeend", dpzoo.mapDrawing(graph, { ...drawing, live: true }));
      live = frame.lastElementChild;
      live.classList.add("dz-map-svg--live");
    }
    view.fit(0.85);
    frame.scrollTop = 0;
    const middle = now.items.length && keys.stopOf(now.items[0].id);
    if (middle) middle.scrollIntoView({ block: "nearest", inline: "center" });
    tell(now, shown, left);
    renderColours(now.colour, shown);
  }

  function tell(now, shown, left) {
    const words = now.items.length ? `${plural(size(shown), "notion")} in ${plural(shown.length, "box", "boxes")}` : `${data.sheets[now.sheet].title}: the ${plural(size(shown), "best-known notion")} in ${plural(shown.length, "box", "boxes")}`;
    status.textContent = `${words}${left ? `; ${left} more ${now.items.length ? "beside them" : "of this kind"}` : ""}.`;
    if (left || now.more) status.append(" ", button(now.more ? "Draw fewer" : "Draw more", () => go({ more: !now.more }), { class: "dz-map-more" }));
    if (!now.unknown) return;
    const near = find(now.unknown).slice(0, 3);
    status.prepend(`There is no notion “${now.unknown.slice(0, 60)}” here.${near.length ? " Did you mean " : " "}`, ...near.flatMap((n, i) => [i ? " or " : "", Object.assign(document.createElement("a"), { href: `#focus=${n.id}`, textContent: n.name })]), near.length ? "? " : "");
  }

  // what the colours in the drawing mean
  function renderColours(colour, shown) {
    const found = new Map();
    for (const n of shown) {
      const [tint, word, period] = dpzoo.mapDrawing.schemes[colour].of(notions[nodes[n].m[0]], nodes[n], data);
      found.set(tint, period || word);
    }
    const entry = ([tint, word]) => {
      const item = document.createElement("li");
      item.innerHTML = `<svg viewBox="0 0 22 14" width="22" height="14" aria-hidden="true"><g class="dz-map-node dz-tint--${tint}"><rect x="1" y="1" width="20" height="12" rx="3"/></g></svg>`;
      item.append(word);
      return item;
    };
    legend.replaceChildren(...[...found].sort().map(entry));
  }

  // tools

  const field = (name) => root.querySelector(`[name=${name}]`);
  const kinds = [...root.querySelectorAll("[name=lines]")];
  function renderTools(now) {
    field("sheet").value = now.items.length ? "" : data.sheets[now.sheet].key;
    field("colour").value = now.colour;
    kinds.forEach((box) => (box.checked = now.lines.includes(box.value)));
    set.hidden = !now.items.length;
    set.replaceChildren(...now.items.map((item) => chip(item, now)));
    if (now.items.length) set.append(button("Start again", () => go({ items: [], sheet: 0, more: false, card: null, lines: [] }), { class: "dz-map-back" }));
  }

  // a notion of the set: whether its neighbours come along, and a way out
  function chip({ id, reach }, now) {
    const { name, lines } = notions[numberOf.get(id)];
    const made = Object.assign(document.createElement("span"), { className: "dz-map-chip" });
    const others = now.items.filter((i) => i.id !== id);
    const change = (next) => go({ items: now.items.map((i) => (i.id === id ? { id, reach: next } : i)), more: false });
    made.append(
      lines.join(" "),
      button(reach === 2 ? "stronger and weaker" : "neighbours", () => change(reach ? 0 : 1), { "aria-pressed": String(reach > 0), "aria-label": `Neighbours of ${name}` }),
      button("×", () => go({ items: others, card: null, more: false, lines: others.length ? now.lines : [] }), { "aria-label": `Take out ${name}` }),
    );
    return made;
  }

  function add(notion) {
    const { items, lines } = state();
    const there = items.some((i) => i.id === notion.id);
    if (!items.length) go({ items: [{ id: notion.id, reach: 1 }], card: null, more: false, lines: ["cases"] });
    else go({ items: there ? items : [...items, { id: notion.id, reach: 0 }], card: null, lines });
    keys.focus(keys.stopOf(notion.id));
  }

  function save() {
    const text = dpzoo.mapDrawing(graph, { ...drawing, alone: true });
    const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(new Blob([text], { type: "image/svg+xml" })), download: "dpzoo-map.svg" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  // cards and what they are about

  function renderCard(now) {
    const id = now.card || (roomy.matches && now.items.length === 1 ? now.items[0].id : null); // elsewhere it lies over the picture
    card.hidden = !id;
    if (!id) return;
    const close = button("×", leave, { class: "dz-map-close", "aria-label": now.card ? "Close the card" : "Back to the first sheet" });
    dpzoo.mapCard(card, graph, id, { state: now, lines: drawing.lines, compare, href, close });
    const stop = keys.stopOf(id);
    const box = frame.getBoundingClientRect();
    const there = stop && stop.getBoundingClientRect();
    card.classList.toggle("dz-map-card--left", Boolean(now.items.length !== 1 && there && there.left + there.width / 2 > box.left + box.width / 2));
  }

  function highlight(now) {
    const id = now.card || (now.items.length === 1 ? now.items[0].id : null);
    const n = id === null ? null : nodeOf[numberOf.get(id)];
    const node = (name) => nodeOf[numberOf.get(name)];
    for (const box of picture().querySelectorAll("[data-node]")) {
      const m = node(box.dataset.node);
      const side = n === null ? "" : m === n ? "own" : above(n).has(m) ? "stronger" : below(n).has(m) ? "weaker" : "";
      if (side) box.dataset.side = side;
      else delete box.dataset.side;
    }
    for (const line of picture().querySelectorAll(".dz-rel-line")) line.classList.toggle("dz-rel-line--own", n !== null && [line.dataset.from, line.dataset.to].some((end) => node(end) === n));
  }

  function leave() {
    const now = state();
    const id = now.card || (now.items.length ? now.items[0].id : null);
    if (now.card) go({ card: null });
    else if (now.items.length) go({ items: [], card: null, more: false, lines: [] });
    else if (now.sheet) go({ sheet: 0, more: false });
    keys.focus(keys.stopOf(id));
  }

  function act(stop, byKey) {
    keys.focus(stop);
    go({ card: stop.dataset.node });
    if (byKey) card.querySelector("h2").focus();
  }

  root.addEventListener("keydown", (event) => {
    const now = state();
    if (event.key !== "Escape" || event.target.name === "query" || !(now.card || now.items.length || now.sheet)) return;
    event.preventDefault();
    event.stopPropagation();
    leave();
  });
  frame.addEventListener("click", (event) => {
    const stop = event.target.closest("a");
    if (!stop || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (!view.dragged()) act(stop, false);
  });

  // start

  dpzoo.mapSearch(field("query"), part("options"), find, add);
  field("sheet").addEventListener("change", (event) => event.target.value && go({ items: [], sheet: data.sheets.findIndex((s) => s.key === event.target.value), more: false, card: null, lines: [] }));
  field("colour").addEventListener("change", (event) => go({ colour: event.target.value }));
  kinds.forEach((box) => box.addEventListener("change", () => go({ lines: kinds.filter((k) => k.checked).map((k) => k.value) })));
  root.querySelectorAll("[data-zoom]").forEach((b) => b.addEventListener("click", () => view.scale(Number(b.dataset.zoom))));
  root.querySelector("[data-save]").addEventListener("click", save);
  document.querySelectorAll('[id^="focus="]').forEach((entry) => entry.removeAttribute("id")); // for readers without scripts
  tools.hidden = part("zoom").hidden = false;
  // what somebody chose while the scripts were on their way
  const early = { sheet: Math.max(0, data.sheets.findIndex((s) => s.key === field("sheet").value)), colour: field("colour").value, lines: kinds.filter((k) => k.checked).map((k) => k.value) };
  if (location.hash.length > 1) root.scrollIntoView();
  else go(early);
  render();
  if (field("query").value) field("query").dispatchEvent(new Event("input"));
  root.dataset.ready = "";
  for (const change of ["hashchange", "popstate"]) window.addEventListener(change, () => location.hash === rendered || render());
  for (const media of [roomy, narrow]) media.addEventListener("change", render);
  let waiting = 0;
  window.addEventListener("resize", () => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(render);
  });
})();
