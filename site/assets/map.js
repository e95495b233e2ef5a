// The map: neighbourhoods, filters, search, cards, on the graph that the page carries. Its overview is drawn at build.
(() => {
  const root = document.querySelector("[data-map]");
  if (!root) return;
  const data = JSON.parse(document.getElementById("dz-map-data").textContent);
  const { notions, nodes } = data;
  const SVG = "http://www.w3.org/2000/svg";
  const [BOX, HIGH, GAP_X, GAP_Y, EDGE] = [134, 50, 12, 36, 6];
  const PARTS = [["stronger"], ["same"], ["incomparable", "open"], ["weaker"]];
  const WORDS = { c: "cited", p: "proved", w: "witness" };
  const MOST_SEPARATED = 12;
  const MOST_BEYOND = 5; // neighbours of one neighbour

  // the graph

  const numberOf = new Map(notions.map((n, i) => [n.id, i]));
  const nodeOf = [];
  nodes.forEach((node, i) => {
    node.region = data.regions[node.r].key;
    node.edges = [];
    for (const m of node.m) nodeOf[m] = i;
  });
  const edges = data.edges.map(([from, to, down, claims]) => {
    const kinds = claims.map(([kind, a, b, grade, anchor, words]) => ({ kind: data.kinds[kind], a, b, grade, anchor, words }));
    const edge = { from, to, down: Boolean(down), kinds, kind: kinds[0].kind, grade: kinds[0].grade };
    nodes[from].edges.push(edge);
    nodes[to].edges.push(edge);
    return edge;
  });
  const direct = new Map(edges.map((e) => [`${e.from} ${e.to}`, e]));
  const base = nodes.findIndex((n) => n.region === "same");

  // everything below a node: the lines of ≻ are its transitive reduction, so that walking them gives all of it
  const belowCache = new Map();
  function below(node) {
    let found = belowCache.get(node);
    if (found) return found;
    found = new Set();
    for (const e of nodes[node].edges)
      if (e.from === node && e.kind === "stronger") {
        found.add(e.to);
        for (const n of below(e.to)) found.add(n);
      }
    belowCache.set(node, found);
    return found;
  }
  let aboveSets;
  function above(node) {
    if (!aboveSets) {
      aboveSets = nodes.map(() => new Set());
      nodes.forEach((_, i) => below(i).forEach((b) => aboveSets[b].add(i)));
    }
    return aboveSets[node];
  }
  const size = (set) => [...set].reduce((sum, n) => sum + nodes[n].m.length, 0);

  // ≻ among some nodes, reduced: what follows by way of hidden ones is kept
  function covers(shown) {
    const set = new Set(shown);
    const found = [];
    for (const a of shown) {
      const under = [...below(a)].filter((n) => set.has(n));
      for (const b of under)
        if (!under.some((c) => c !== b && below(c).has(b))) found.push(direct.get(`${a} ${b}`) || { from: a, to: b, down: true, kinds: [], kind: "stronger", grade: "p" });
    }
    return found;
  }

  // the state is the address

  const DEPTHS = ["1", "2", "3", "all"];
  function read() {
    const given = new URLSearchParams(location.hash.slice(1));
    const known = (key) => (numberOf.has(given.get(key)) ? given.get(key) : null);
    const band = data.bands.find((b) => b.key === given.get("band"));
    return {
      focus: known("focus"),
      unknown: ["focus", "card"].map((key) => given.get(key)).find((id) => id && !numberOf.has(id)) || null,
      card: known("card"),
      band: band ? band.key : null,
      depth: DEPTHS.includes(given.get("depth")) ? given.get("depth") : "1",
      dims: [...new Set((given.get("dims") || "").toUpperCase())].filter((l) => "QNVBFRC".includes(l)),
      all: given.get("match") === "all",
      conditional: given.get("conditions") !== "no",
      separations: given.get("separations") === "yes",
      every: given.get("more") === "yes",
    };
  }
  function write(state) {
    const parts = [];
    const put = (key, value) => value && parts.push(`${key}=${value}`);
    put("focus", state.focus);
    if (state.focus && state.depth !== "1") put("depth", state.depth);
    if (state.focus && !state.conditional) put("conditions", "no");
    if (state.focus && state.separations) put("separations", "yes");
    if (state.focus && state.depth !== "1" && state.every) put("more", "yes");
    if (!state.focus) put("band", state.band);
    put("dims", state.dims.join(","));
    if (state.dims.length > 1 && state.all) put("match", "all");
    put("card", state.card);
    return parts.join("&");
  }
  function go(change) {
    const next = `#${write({ ...read(), ...change })}`;
    if (next === (location.hash || "#")) return undefined;
    if (next === "#") {
      // an empty fragment would jump to the top of the page
      try {
        history.pushState(null, "", location.pathname + location.search);
        return render();
      } catch {
        /* from disk some browsers refuse */
      }
    }
    location.hash = next;
    return render();
  }

  // the members of a node that a state asks for
  function matching(state, node) {
    const band = data.bands.find((b) => b.key === state.band);
    return nodes[node].m.filter((m) => {
      const letters = notions[m].letters;
      if (band && !state.focus && !(letters ? band.letters.includes(letters[0]) : !band.letters.length)) return false;
      if (!state.dims.length) return true;
      return state.all ? state.dims.every((l) => letters.includes(l)) : state.dims.some((l) => letters.includes(l));
    });
  }
  const wanted = (state, node) => matching(state, node).length > 0;

  // which nodes and lines a state shows

  function neighbourhood(state) {
    const focus = nodeOf[numberOf.get(state.focus)];
    const fits = (e) => e.kind !== "conditional" || state.conditional;
    const shown = new Set([focus]);
    const passed = new Set();
    if (state.depth === "all") {
      for (const n of [...above(focus), ...below(focus)]) shown.add(n);
    } else {
      let ring = [focus];
      for (let step = 0; step < Number(state.depth); step += 1) {
        const next = [];
        for (const n of ring) {
          const found = [...new Set(nodes[n].edges.filter(fits).map((e) => (e.from === n ? e.to : e.from)))].filter((o) => !shown.has(o) && wanted(state, o));
          found.sort((a, b) => nodes[b].w - nodes[a].w || a - b);
          // some notions have dozens of neighbours, which would bury those of the focus
          const taken = step === 0 || state.every ? found : found.slice(0, MOST_BEYOND);
          found.slice(taken.length).forEach((o) => passed.add(o));
          for (const o of taken) {
            shown.add(o);
            next.push(o);
          }
        }
        ring = next;
      }
    }
    const kept = [...shown].filter((n) => n === focus || wanted(state, n));
    const lines = covers(kept);
    const set = new Set(kept);
    for (const e of edges) if (e.kind !== "stronger" && state.depth !== "all" && fits(e) && set.has(e.from) && set.has(e.to)) lines.push(e);
    let separated = 0;
    if (state.separations) {
      const own = data.separations.filter(([a, b]) => a === focus || b === focus);
      const ends = own.map(([a, b]) => (a === focus ? b : a)).filter((n) => wanted(state, n));
      const news = [...new Set(ends)].filter((n) => !set.has(n)).sort((a, b) => nodes[b].w - nodes[a].w || a - b);
      for (const n of news.slice(0, MOST_SEPARATED)) {
        set.add(n);
        kept.push(n);
      }
      separated = Math.max(0, news.length - MOST_SEPARATED);
      for (const [a, b, subject, object, grade, implies] of own)
        if (set.has(a) && set.has(b))
          lines.push({ from: a, to: b, down: false, kind: "separated", grade, kinds: [{ kind: "separated", a: subject, b: object, grade, words: implies ? "does not imply" : "is not stronger than" }] });
    }
    return { focus, kept, lines, separated, passed: [...passed].filter((n) => !set.has(n)).length };
  }

  // where they stand: levels around the focus, each in rows no wider than the frame

  function levels(focus, kept, lines) {
    const downward = lines.filter((e) => e.down);
    const inOrder = [...kept].sort((a, b) => nodes[a].y - nodes[b].y || a - b);
    const level = new Map([[focus, 0]]);
    for (const n of inOrder)
      for (const e of downward) if (e.to === n && level.get(e.from) >= 0) level.set(n, Math.max(level.get(n) || 0, level.get(e.from) + 1));
    for (const n of [...inOrder].reverse())
      for (const e of downward)
        if (e.from === n && (e.to === focus || level.get(e.to) < 0)) level.set(n, Math.min(level.get(n) || 0, level.get(e.to) - 1));
    let waiting = inOrder.filter((n) => !level.has(n));
    while (waiting.length) {
      const before = waiting.length;
      for (const n of waiting) {
        const e = lines.find((l) => l.kind !== "separated" && ((l.from === n && level.has(l.to)) || (l.to === n && level.has(l.from))));
        if (e) level.set(n, e.from === n ? level.get(e.to) - 1 : level.get(e.from) + 1);
      }
      waiting = waiting.filter((n) => !level.has(n));
      if (waiting.length === before) {
        for (const n of waiting) level.set(n, 0);
        waiting = [];
      }
    }
    for (const n of inOrder) for (const e of downward) if (e.to === n) level.set(n, Math.max(level.get(n), level.get(e.from) + 1));
    return level;
  }

  function order(rows, lines) {
    const place = new Map();
    const settle = (row) => row.forEach((n, i) => place.set(n, (i + 0.5) / row.length));
    rows.forEach((row) => {
      row.sort((a, b) => nodes[b].w - nodes[a].w || a - b);
      settle(row);
    });
    const near = new Map();
    for (const e of lines) {
      near.set(e.from, [...(near.get(e.from) || []), e.to]);
      near.set(e.to, [...(near.get(e.to) || []), e.from]);
    }
    const middle = (n) => {
      const found = (near.get(n) || []).map((o) => place.get(o));
      return found.length ? found.reduce((a, b) => a + b, 0) / found.length : place.get(n);
    };
    for (let sweep = 0; sweep < 4; sweep += 1)
      for (const row of sweep % 2 ? [...rows].reverse() : rows) {
        const at = new Map(row.map((n) => [n, middle(n)]));
        row.sort((a, b) => at.get(a) - at.get(b) || nodes[b].w - nodes[a].w || a - b);
        settle(row);
      }
    return rows;
  }

  function room() {
    const style = getComputedStyle(frame);
    return Math.max(2, Math.min(8, Math.floor((frame.clientWidth - parseFloat(style.paddingLeft) * 2 - 2 * EDGE + GAP_X) / (BOX + GAP_X))));
  }

  function chunks(row, most) {
    const count = Math.ceil(row.length / most);
    const each = Math.ceil(row.length / count);
    return Array.from({ length: count }, (_, i) => row.slice(i * each, (i + 1) * each)).filter((r) => r.length);
  }

  // sections: [{title, rows of nodes}] with places for each node
  function place(sections) {
    const most = room();
    const width = most * (BOX + GAP_X) - GAP_X + 2 * EDGE;
    const at = new Map();
    const titles = [];
    let y = EDGE;
    for (const { title, rows } of sections) {
      if (title) {
        titles.push({ title, y });
        y += 30;
      }
      for (const row of rows)
        for (const part of chunks(row, most)) {
          const start = (width - part.length * (BOX + GAP_X) + GAP_X) / 2;
          part.forEach((n, i) => at.set(n, { x: start + i * (BOX + GAP_X), y }));
          y += HIGH + GAP_Y;
        }
    }
    return { at, titles, width, height: y - GAP_Y + EDGE + 4 };
  }

  function byValue(nodesShown, value) {
    const found = new Map();
    for (const n of nodesShown) found.set(value(n), [...(found.get(value(n)) || []), n]);
    return [...found.entries()].sort((a, b) => a[0] - b[0]).map(([, row]) => row);
  }

  // drawing

  function make(name, attributes = {}, text) {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text !== undefined) element.textContent = text;
    return element;
  }
  function html(name, attributes = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  }

  function curve(from, to) {
    const [x1, x2] = [from.x + BOX / 2, to.x + BOX / 2];
    if (Math.abs(from.y - to.y) < HIGH) {
      const side = x2 > x1 ? 1 : -1;
      const [a, b, y] = [x1 + (side * BOX) / 2, x2 - (side * BOX) / 2, from.y + HIGH / 2];
      if (Math.abs(b - a) < BOX) return [`M${a} ${y}L${b} ${y}`, `M${b - 6 * side} ${y - 4}L${b} ${y}L${b - 6 * side} ${y + 4}`];
      const low = from.y + HIGH; // past what stands between them
      return [`M${x1} ${low}C${x1} ${low + 26} ${x2} ${low + 26} ${x2} ${low}`, `M${x2 - 4} ${low + 6}L${x2} ${low}L${x2 + 4} ${low + 6}`];
    }
    const down = to.y > from.y;
    const [y1, y2, sign] = down ? [from.y + HIGH, to.y, 1] : [from.y, to.y + HIGH, -1];
    const bend = Math.max(14, Math.min(Math.abs(y2 - y1) / 2, 60)) * sign;
    return [`M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}`, `M${x2 - 4} ${y2 - 6 * sign}L${x2} ${y2}L${x2 + 4} ${y2 - 6 * sign}`];
  }

  const claimed = (k) => `${notions[k.a].name} ${k.words} ${notions[k.b].name}${k.kind === "conditional" ? ", under conditions" : ""} (${WORDS[k.grade]})`;
  function sentence(e) {
    if (e.kinds.length) return e.kinds.map(claimed).join("; ");
    return `${notions[nodes[e.from].m[0]].name} is stronger than ${notions[nodes[e.to].m[0]].name} (derived)`;
  }

  function drawNode(n, at, shown) {
    const node = nodes[n];
    const notion = notions[shown ?? node.m[0]];
    const others = node.m.length - 1;
    const [up, down] = [size(above(n)), size(below(n))];
    const group = make("a", {
      class: `dz-map-node dz-map-node--${node.region}`,
      href: `notions/${notion.id}.html`,
      "data-node": notions[node.m[0]].id,
      "data-shown": notion.id,
      "aria-label": `${notion.name}${others ? ` and ${others} equivalent` : ""}: ${up} stronger, ${down} weaker`,
    });
    if (others) group.append(make("rect", { class: "dz-rel-stack", x: at.x + 4, y: at.y + 4, width: BOX, height: HIGH, rx: 5 }));
    group.append(make("rect", { x: at.x, y: at.y, width: BOX, height: HIGH, rx: 5 }));
    const lift = notion.lines.length === 1 ? 7 : 0;
    notion.lines.forEach((l, i) => group.append(make("text", { x: at.x + 8, y: at.y + 16 + 14 * i + lift }, l)));
    if (notion.letters) {
      const text = make("text", { class: "dz-rel-letters", x: at.x + 8, y: at.y + 44 });
      for (const l of notion.letters) text.append(make("tspan", { class: `dz-rel-letter--${l}` }, l));
      group.append(text);
    }
    group.append(make("text", { class: "dz-map-small", "text-anchor": "end", x: at.x + 127, y: at.y + 44 }, `${others ? `=${node.m.length} ` : ""}↑${up} ↓${down}`));
    return group;
  }

  function draw({ at, titles, width, height }, lines, named = new Map()) {
    const svg = make("svg", { class: "dz-map-svg dz-map-svg--live", width, height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": "Notions and their relations, stronger above weaker" });
    for (const { y } of titles) svg.append(make("line", { class: "dz-map-rule", x1: 6, x2: width - 6, y1: y + 4, y2: y + 4 }));
    const drawn = make("g", { class: "dz-rel-lines" });
    for (const e of lines) {
      const [path, tip] = curve(at.get(e.from), at.get(e.to));
      const line = make("g", { class: `dz-rel-line dz-rel-line--${e.kind}${e.grade === "c" ? " dz-rel-line--cited" : ""}`, "data-from": notions[nodes[e.from].m[0]].id, "data-to": notions[nodes[e.to].m[0]].id });
      line.append(make("title", {}, sentence(e)), make("path", { class: "dz-rel-wide", d: path }), make("path", { d: path }), make("path", { class: "dz-rel-tip", d: tip }));
      drawn.append(line);
    }
    svg.append(drawn);
    for (const { title, y } of titles) svg.append(make("text", { class: "dz-map-title", x: 6, y: y + 20 }, title)); // the lines stop at it
    for (const n of [...at.keys()].sort((a, b) => at.get(a).y - at.get(b).y || at.get(a).x - at.get(b).x)) svg.append(drawNode(n, at.get(n), named.get(n)));
    return svg;
  }

  // the page's parts

  const frame = root.querySelector(".dz-map-frame");
  const stage = root.querySelector(".dz-map-stage");
  const tools = root.querySelector(".dz-map-tools");
  const status = root.querySelector(".dz-map-status");
  const card = root.querySelector(".dz-map-card");
  const focusTools = root.querySelector(".dz-map-focus");
  const overviews = [...frame.querySelectorAll("svg")];
  const letterBoxes = [...root.querySelectorAll(".dz-map-letters input[value]")].filter((b) => !b.hasAttribute("data-all"));
  const matchAll = root.querySelector("[data-all]");
  const depth = root.querySelector("#dz-map-depth");
  const conditional = root.querySelector("[data-conditional]");
  const separations = root.querySelector("[data-separations]");
  let live = null;
  let zoom = null;
  let drawnFor = null;
  let rendered = null; // the address that is drawn
  let current = null; // the stop that the keyboard is at

  const picture = () => live || overviews.find((s) => s.getClientRects().length) || overviews[0];

  function plural(count, one, many = `${one}s`) {
    return `${count} ${count === 1 ? one : many}`;
  }

  function render() {
    const state = read();
    rendered = location.hash;
    const plain = !state.focus && !state.band && !state.dims.length;
    const key = JSON.stringify([{ ...state, card: null }, plain ? 0 : room()]);
    stage.classList.toggle("dz-map-stage--focused", Boolean(state.focus));
    if (key !== drawnFor) {
      const held = root.contains(document.activeElement) && frame.contains(document.activeElement);
      if (live) live.remove();
      live = null;
      zoom = null;
      overviews.forEach((s) => s.classList.toggle("dz-map-svg--off", !plain));
      if (plain) status.textContent = `Overview: ${plural(notions.length, "notion")} in ${plural(nodes.length, "box", "boxes")}.`;
      if (plain && state.unknown) seek(state.unknown);
      else if (state.focus) renderFocus(state);
      else if (!plain) renderSelection(state);
      const changed = drawnFor !== null && JSON.stringify(JSON.parse(drawnFor)[0]) !== JSON.stringify(JSON.parse(key)[0]);
      drawnFor = JSON.stringify([{ ...state, card: null }, plain ? 0 : room()]);
      // another picture begins at its top, not wherever the last one was left
      if (changed && root.getBoundingClientRect().top < 0) root.scrollIntoView();
      prepare(state);
      if (held) focusStop(stopOf(state.focus || state.card) || stops()[0]);
    }
    renderTools(state);
    renderCard(state);
    highlight(state);
  }

  // an address that names nothing: an old link, or one typed by hand
  function seek(id) {
    const near = find(fold(id)).slice(0, 3);
    status.textContent = `There is no notion “${id.slice(0, 60)}” here.`;
    near.forEach((n, i) => status.append(i ? " or " : " Did you mean ", html("a", { href: `#focus=${n.id}` }, n.name)));
    if (near.length) status.append("?");
  }

  function renderFocus(state) {
    const { focus, kept, lines, separated, passed } = neighbourhood(state);
    const level = levels(focus, kept, lines);
    const rows = order(byValue(kept, (n) => level.get(n)), lines);
    live = draw(place([{ rows }]), lines, new Map([[focus, numberOf.get(state.focus)]]));
    frame.append(live);
    const said = [`${notions[numberOf.get(state.focus)].name}: ${plural(size(above(focus)), "notion")} stronger, ${size(below(focus))} weaker`];
    said.push(`${plural(kept.length, "box", "boxes")} shown`);
    if (separated) said.push(`${separated} more with which a separation is recorded`);
    status.textContent = `${said.join("; ")}.`;
    if (passed || state.every) {
      const more = html("button", { type: "button", class: "dz-map-every" }, state.every ? "Show fewer" : `Show ${passed} more`);
      more.addEventListener("click", () => go({ every: !state.every }));
      status.append(" ", more);
    }
    const at = live.querySelector(`[data-shown="${CSS.escape(state.focus)}"]`).getBBox();
    frame.scrollLeft = at.x + at.width / 2 - frame.clientWidth / 2;
    frame.scrollTop = at.y + at.height / 2 - frame.clientHeight / 2;
  }

  function renderSelection(state) {
    const kept = nodes.map((_, i) => i).filter((n) => wanted(state, n));
    const set = new Set(kept);
    // the rows say how each compares with pure DP
    const lines = covers(base < 0 ? kept : [...new Set([...kept, base])]).filter((e) => e.from !== base && e.to !== base && set.has(e.from) && set.has(e.to));
    const hits = new Map(kept.map((n) => [n, matching(state, n)]));
    const sections = [];
    for (const part of PARTS) {
      const inside = kept.filter((n) => part.includes(nodes[n].region));
      if (!inside.length) continue;
      const titles = part.map((key) => [data.regions.find((r) => r.key === key).title, inside.filter((n) => nodes[n].region === key).reduce((sum, n) => sum + hits.get(n).length, 0)]);
      const local = lines.filter((e) => inside.includes(e.from) && inside.includes(e.to));
      const level = new Map();
      for (const n of [...inside].sort((a, b) => nodes[a].y - nodes[b].y || a - b)) level.set(n, Math.max(0, ...local.filter((e) => e.to === n).map((e) => level.get(e.from) + 1)));
      const title = titles.filter(([, count]) => count).map(([text, count]) => `${text}: ${count}`).join(" · ");
      sections.push({ title, rows: order(byValue(inside, (n) => level.get(n)), local) });
    }
    const named = new Map(kept.filter((n) => !hits.get(n).includes(nodes[n].m[0])).map((n) => [n, hits.get(n)[0]]));
    live = draw(place(sections), lines, named);
    frame.append(live);
    const band = data.bands.find((b) => b.key === state.band);
    const said = [band && `band ${band.title}`, state.dims.length && `${state.all && state.dims.length > 1 ? "all" : "any"} of ${state.dims.join(", ")}`].filter(Boolean);
    status.textContent = kept.length ? `${plural([...hits.values()].reduce((sum, h) => sum + h.length, 0), "notion")} in ${plural(kept.length, "box", "boxes")}: ${said.join("; ")}.` : `No notion has ${said.join("; ")}.`;
  }

  function renderTools(state) {
    letterBoxes.forEach((b) => (b.checked = state.dims.includes(b.value)));
    matchAll.checked = state.all;
    matchAll.disabled = state.dims.length < 2;
    focusTools.hidden = !state.focus;
    depth.value = state.depth;
    conditional.checked = state.conditional;
    conditional.disabled = state.depth === "all";
    separations.checked = state.separations;
    back.hidden = !(state.focus || state.band || state.dims.length);
  }

  // what is stronger and weaker than the notion at hand

  function highlight(state) {
    const id = state.card || state.focus;
    const n = id === null ? null : nodeOf[numberOf.get(id)];
    for (const svg of [...overviews, live].filter(Boolean))
      for (const element of svg.querySelectorAll("[data-node]")) {
        const m = nodeOf[numberOf.get(element.dataset.node)];
        const side = n === null ? "" : m === n ? "own" : above(n).has(m) ? "stronger" : below(n).has(m) ? "weaker" : "";
        if (side) element.dataset.side = side;
        else delete element.dataset.side;
      }
    for (const svg of [...overviews, live].filter(Boolean))
      for (const line of svg.querySelectorAll(".dz-rel-line[data-from]")) {
        const [a, b] = [line.dataset.from, line.dataset.to].map((i) => nodeOf[numberOf.get(i)]);
        line.classList.toggle("dz-rel-line--own", n !== null && (a === n || b === n));
      }
  }

  // cards

  const roomy = matchMedia("(min-width: 60em)");
  function renderCard(state) {
    const id = state.card || (roomy.matches ? state.focus : null); // elsewhere it lies over the picture
    card.replaceChildren();
    card.hidden = !id;
    if (!id) return;
    const number = numberOf.get(id);
    const notion = notions[number];
    const n = nodeOf[number];
    const close = html("button", { type: "button", class: "dz-map-close", "aria-label": closes(state) ? "Close the card" : "Back to the overview" }, "×");
    close.addEventListener("click", leave);
    const heading = html("h2", { tabindex: "-1" }, notion.name);
    const facts = html("p", { class: "dz-map-facts" });
    for (const l of notion.letters) facts.append(html("span", { class: `dz-letter dz-letter--${l}` }, l));
    facts.append(html("span", { class: "dz-map-notation" }, notion.notation), html("span", { class: "dz-year" }, ` ${notion.year}`));
    const counts = html("ul", { class: "dz-map-counts" });
    const count = (number, text) => number && counts.append(html("li", {}, `${number} ${text}`));
    counts.append(html("li", { "data-count": "stronger" }, `${size(above(n))} stronger`), html("li", { "data-count": "weaker" }, `${size(below(n))} weaker`));
    count(notion.cases, notion.cases === 1 ? "special case" : "special cases");
    count(notion.extensions, notion.extensions === 1 ? "extension" : "extensions");
    count(notion.separated, notion.separated === 1 ? "separation" : "separations");
    card.append(close, heading, facts, html("p", {}, notion.gist), counts);
    const others = nodes[n].m.filter((m) => m !== number);
    if (others.length) {
      const list = html("p", { class: "dz-map-equivalents" }, "Equivalent: ");
      others.forEach((m, i) => list.append(i ? ", " : "", html("a", { href: `#${write({ ...state, card: notions[m].id })}` }, notions[m].name)));
      card.append(list);
    }
    const focus = state.focus && nodeOf[numberOf.get(state.focus)];
    if (state.focus && focus !== n)
      for (const e of nodes[n].edges.filter((o) => o.from === focus || o.to === focus))
        for (const k of e.kinds) card.append(html("p", { class: "dz-map-how" }, `${claimed(k)} `, html("a", { href: k.anchor.includes("#") ? k.anchor : `notions/${notions[k.a].id}.html#${k.anchor}` }, "why")));
    const actions = html("p", { class: "dz-map-actions" });
    if (state.focus !== id) actions.append(html("a", { href: `#${write({ ...state, focus: id, card: null })}`, "data-act": "focus" }, "Show its neighbourhood"));
    actions.append(html("a", { href: `notions/${id}.html`, "data-act": "page" }, "Open its page"));
    const pure = nodes[base] ? notions[nodes[base].m[0]].id : null;
    const second = state.focus && state.focus !== id ? state.focus : id !== pure ? pure : null;
    if (second && root.dataset.compare) {
      const address = root.dataset.compare.replace("{a}", id).replace("{b}", second);
      actions.append(html("a", { href: address, "data-act": "compare" }, `Compare with ${notions[numberOf.get(second)].short}`));
    }
    card.append(actions);
  }

  // whether leaving closes a card; where the focus has its card beside it, there is nothing to close
  const closes = (state) => Boolean(state.card) && !(roomy.matches && state.card === state.focus);
  function leave() {
    const state = read();
    const id = state.card || state.focus;
    if (closes(state)) go({ card: null });
    else if (state.focus) go({ focus: null, card: null, separations: false });
    else if (state.band || state.dims.length) go({ band: null, dims: [] });
    const stop = id && stopOf(id);
    if (stop) focusStop(stop);
    else if (stops()[0]) focusStop(current && current.isConnected ? current : stops()[0]);
  }

  // the keyboard: one stop of Tab, arrows inside

  const stops = () => [...picture().querySelectorAll("a")];
  const stopOf = (id) => id && stops().find((s) => s.dataset.shown === id || s.dataset.node === notions[nodes[nodeOf[numberOf.get(id)]].m[0]].id);
  function centre(stop) {
    const box = stop.getBBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }
  function prepare(state) {
    for (const stop of stops()) {
      stop.setAttribute("tabindex", "-1");
      if (stop.dataset.node || stop.dataset.notion) stop.setAttribute("role", "button");
    }
    current = stopOf(state.focus) || picture().querySelector("[data-node]") || stops()[0] || null;
    if (current) current.setAttribute("tabindex", "0");
  }
  function focusStop(stop) {
    if (!stop) return;
    if (current) current.setAttribute("tabindex", "-1");
    current = stop;
    stop.setAttribute("tabindex", "0");
    stop.focus({ preventScroll: true });
    stop.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
  function step(direction) {
    const all = stops();
    if (direction === "left" || direction === "right") {
      const i = all.indexOf(current) + (direction === "right" ? 1 : -1);
      return focusStop(all[i]);
    }
    const from = current.dataset.node ? nodeOf[numberOf.get(current.dataset.node)] : current.dataset.notion ? nodeOf[numberOf.get(current.dataset.notion)] : null;
    if (from === null) return undefined;
    const shown = all.filter((s) => s.dataset.node).map((s) => nodeOf[numberOf.get(s.dataset.node)]);
    const up = direction === "up";
    const other = (e) => (up ? e.from : e.to);
    const here = (e) => (up ? e.to : e.from) === from;
    let found = covers(shown).filter(here);
    if (!found.length && live) {
      const set = new Set(shown);
      found = nodes[from].edges.filter((e) => here(e) && set.has(other(e)) && (e.kind !== "conditional" || read().conditional));
    }
    const here_ = centre(current);
    const stop = found
      .map((e) => all.find((s) => s.dataset.node === notions[nodes[other(e)].m[0]].id))
      .sort((a, b) => Math.abs(centre(a).x - here_.x) + Math.abs(centre(a).y - here_.y) / 9 - Math.abs(centre(b).x - here_.x) - Math.abs(centre(b).y - here_.y) / 9)[0];
    if (!stop) status.textContent = up ? "Nothing stronger is shown." : "Nothing weaker is shown.";
    return focusStop(stop);
  }
  frame.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const moves = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };
    if (moves[event.key] && current) {
      event.preventDefault();
      step(moves[event.key]);
    } else if (event.key === "Enter" || event.key === " ") {
      const stop = event.target.closest("a");
      if (!stop) return;
      event.preventDefault();
      act(stop, true);
    } else if (event.key === "+" || event.key === "-" || event.key === "0") {
      event.preventDefault();
      scale(event.key === "+" ? 1.25 : event.key === "-" ? 0.8 : 0);
    }
  });
  root.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.target === query) return;
    const state = read();
    if (state.card || state.focus || state.band || state.dims.length) {
      event.preventDefault();
      event.stopPropagation();
      leave();
    }
  });

  // clicks

  function act(stop, byKey) {
    const id = stop.dataset.shown || stop.dataset.node || stop.dataset.notion;
    if (stop.dataset.band) return go({ band: stop.dataset.band, card: null });
    if (!id) return undefined;
    focusStop(stop);
    go({ card: id });
    if (byKey) card.querySelector("h2").focus();
    return undefined;
  }
  let dragged = false;
  frame.addEventListener("click", (event) => {
    const stop = event.target.closest("a");
    if (!stop || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (!dragged) act(stop, false);
  });

  // zoom and pan: the frame scrolls, so that touch, wheel and scroll bars pan as everywhere

  function natural(svg) {
    return { width: svg.viewBox.baseVal.width, height: svg.viewBox.baseVal.height };
  }
  function scale(factor, at) {
    const svg = picture();
    const { width } = natural(svg);
    const before = zoom ?? svg.getBoundingClientRect().width / width;
    const fit = Math.min(1, frame.clientWidth / width, Math.max(0.3, (innerHeight * 0.8) / natural(svg).height));
    zoom = factor ? Math.max(0.25, Math.min(3, before * factor)) : fit;
    const box = frame.getBoundingClientRect();
    const [x, y] = at ? [at.x - box.left, at.y - box.top] : [frame.clientWidth / 2, frame.clientHeight / 2];
    const [left, top] = [(frame.scrollLeft + x) / before, (frame.scrollTop + y) / before];
    svg.style.width = `${width * zoom}px`;
    svg.style.height = "auto";
    frame.scrollLeft = left * zoom - x;
    frame.scrollTop = top * zoom - y;
    status.textContent = `Zoom ${Math.round(zoom * 100)} %.`;
  }
  root.querySelectorAll("[data-zoom]").forEach((button) =>
    button.addEventListener("click", () => scale({ in: 1.25, out: 0.8, fit: 0 }[button.dataset.zoom])),
  );
  frame.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      scale(Math.exp(-event.deltaY / 300), { x: event.clientX, y: event.clientY });
    },
    { passive: false },
  );
  const pointers = new Map();
  frame.addEventListener("pointerdown", (event) => {
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    dragged = false;
  });
  frame.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    if (pointers.size === 2) {
      const other = [...pointers].find(([id]) => id !== event.pointerId)[1];
      const apart = (p) => Math.hypot(p.x - other.x, p.y - other.y);
      if (apart(before) > 0) scale(apart(now) / apart(before), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
      dragged = true;
    } else if (event.pointerType === "mouse" && event.buttons === 1) {
      if (!dragged && Math.hypot(now.x - before.x, now.y - before.y) < 5) return;
      dragged = true;
      frame.scrollLeft -= now.x - before.x;
      frame.scrollTop -= now.y - before.y;
    }
    pointers.set(event.pointerId, now);
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) frame.addEventListener(end, (event) => pointers.delete(event.pointerId));
  frame.addEventListener("dragstart", (event) => event.preventDefault());

  // search

  const query = root.querySelector("#dz-map-query");
  const options = root.querySelector("#dz-map-options");
  let offered = [];
  let active = -1;
  function fold(text) {
    const plain = text.replaceAll("ᵅ", "α").normalize("NFKD").replace(/\p{M}/gu, "");
    const named = [...plain].map((c) => (data.greek[c] ? ` ${data.greek[c]} ` : c)).join("");
    return (named.toLowerCase().match(/[\p{L}\p{N}]+/gu) || []).join(" ");
  }
  function score(key, text, words) {
    if (key === text || key.replaceAll(" ", "") === text.replaceAll(" ", "")) return 100;
    if (key.startsWith(text)) return 40 + 10 / key.length;
    return words.every((w) => ` ${key}`.includes(` ${w}`)) ? 20 + 10 / key.length : 0;
  }
  function find(text) {
    const words = text.split(" ");
    if (!text) return [];
    return notions
      .map((n, i) => ({ i, score: Math.max(...n.keys.map((k) => score(k, text, words))) }))
      .filter((h) => h.score)
      .sort((a, b) => b.score - a.score || nodes[nodeOf[b.i]].w - nodes[nodeOf[a.i]].w || a.i - b.i)
      .slice(0, 8)
      .map((h) => notions[h.i]);
  }
  function offer() {
    offered = find(fold(query.value));
    active = -1;
    options.replaceChildren(
      ...offered.map((n, i) => {
        const option = html("li", { role: "option", id: `dz-map-option-${i}`, "aria-selected": "false" }, n.name);
        if (n.short !== n.name) option.append(html("span", { class: "dz-small" }, ` ${n.short}`));
        option.addEventListener("mousedown", (event) => event.preventDefault());
        option.addEventListener("click", () => choose(n));
        return option;
      }),
    );
    if (fold(query.value) && !offered.length) options.append(html("li", { role: "option", "aria-disabled": "true", "aria-selected": "false" }, "No notion of that name"));
    const open = Boolean(options.children.length);
    options.hidden = !open;
    query.setAttribute("aria-expanded", String(open));
    query.removeAttribute("aria-activedescendant");
  }
  function shut() {
    options.hidden = true;
    query.setAttribute("aria-expanded", "false");
    query.removeAttribute("aria-activedescendant");
  }
  function choose(notion) {
    query.value = notion.name;
    shut();
    go({ focus: notion.id, card: null, band: null });
    focusStop(stopOf(notion.id));
  }
  query.addEventListener("input", offer);
  query.addEventListener("focus", () => query.value && query.select());
  query.addEventListener("blur", shut);
  query.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (options.hidden) offer();
      if (!offered.length) return;
      active = (active + (event.key === "ArrowDown" ? 1 : -1) + offered.length) % offered.length;
      [...options.children].forEach((o, i) => o.setAttribute("aria-selected", String(i === active)));
      query.setAttribute("aria-activedescendant", `dz-map-option-${active}`);
      options.children[active].scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter" && offered.length && !options.hidden) {
      event.preventDefault();
      choose(offered[Math.max(active, 0)]);
    } else if (event.key === "Escape") {
      shut();
    }
  });

  // the other tools

  letterBoxes.forEach((b) => b.addEventListener("change", () => go({ dims: letterBoxes.filter((x) => x.checked).map((x) => x.value) })));
  matchAll.addEventListener("change", () => go({ all: matchAll.checked }));
  depth.addEventListener("change", () => go({ depth: depth.value }));
  conditional.addEventListener("change", () => go({ conditional: conditional.checked }));
  separations.addEventListener("change", () => go({ separations: separations.checked }));
  roomy.addEventListener("change", () => renderCard(read()));
  const back = html("button", { type: "button", class: "dz-map-back", hidden: "" }, "Overview");
  back.addEventListener("click", () => go({ focus: null, card: null, band: null, dims: [], separations: false }));
  tools.append(back);

  // start

  document.querySelectorAll('[id^="focus="]').forEach((entry) => entry.removeAttribute("id")); // for readers without scripts
  tools.hidden = false;
  const state = read();
  if (state.focus || state.card || state.band || state.dims.length) root.scrollIntoView();
  render();
  root.dataset.ready = "";
  for (const change of ["hashchange", "popstate"]) window.addEventListener(change, () => location.hash === rendered || render());
  let waiting = 0;
  window.addEventListener("resize", () => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(render);
  });
})();
