// Pictures of relations: dagre lays them out, at build in Python's engine and in the browser alike; here they become SVG.
//
// dpzoo.mapDrawing(graph, {nodes, lines, …}) returns the picture as text. Boxes stand in rows; a line passes a row straight down
// through a gap that dagre keeps for it, and bends only between rows, where there are no boxes.
(() => {
  const dpzoo = (globalThis.dpzoo = globalThis.dpzoo || {});
  const BOX = { width: 134, height: 50 };
  const GAP = 44; // between rows
  const MARGIN = 8;
  const round = (value) => Math.round(value * 10) / 10;
  const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  const escape = (text) => String(text).replace(/[&<>"']/g, (c) => ENTITIES[c]);

  // the lines as dagre is to see them: none against another one, so that what is stronger stands higher
  function downward(nodes, lines) {
    const next = new Map(nodes.map((n) => [n, new Set()]));
    const leads = (from, to) => {
      const reached = new Set([from]);
      for (const n of reached) next.get(n).forEach((m) => reached.add(m));
      return reached.has(to);
    };
    return lines.map((line) => {
      const up = leads(line.to, line.from);
      const [top, low] = up ? [line.to, line.from] : [line.from, line.to];
      next.get(top).add(low);
      return { line, top, low, up };
    });
  }

  // rows of at most `most` boxes: each node as high as its rank by dagre and the room allow, below all that leads to it
  function rows(ranked, edges, most) {
    const row = new Map();
    const used = [];
    const over = new Map(ranked.map((n) => [n, []]));
    for (const { top, low } of edges) over.get(low).push(top);
    for (const n of ranked) {
      let at = Math.max(0, ...over.get(n).map((m) => row.get(m) + 1));
      while ((used[at] || 0) >= most) at += 1;
      used[at] = (used[at] || 0) + 1;
      row.set(n, at);
    }
    return row;
  }

  function graphFor(nodes, edges, ranker) {
    const g = new dagre.graphlib.Graph({ multigraph: true });
    g.setGraph({ nodesep: 14, edgesep: 10, ranksep: GAP, marginx: MARGIN, marginy: MARGIN, ranker });
    g.setDefaultEdgeLabel(() => ({}));
    for (const n of nodes) g.setNode(String(n), { ...BOX });
    edges.forEach(({ top, low, line }, i) => g.setEdge(String(top), String(low), { weight: line.kind === "stronger" ? 3 : 1 }, String(i)));
    return g;
  }

  // what dagre makes of nodes that lines join. Where a row would be longer than `most`, or where something does not follow, which
  // says nothing about who stands higher, the rows are made first; two boxes in one row cannot be told apart by a line
  function arrange(nodes, edges, most) {
    const firm = edges.filter(({ line }) => line.kind !== "separated");
    const g = graphFor(nodes, firm, "network-simplex");
    dagre.layout(g);
    const place = (n) => g.node(String(n));
    const counts = new Map();
    for (const n of nodes) counts.set(place(n).y, (counts.get(place(n).y) || 0) + 1);
    if (firm.length === edges.length && Math.max(...counts.values()) <= most) return { g, edges };
    const ends = new Set(firm.flatMap(({ top, low }) => [top, low]));
    const ranked = nodes.filter((n) => ends.has(n)).sort((a, b) => place(a).y - place(b).y || place(a).x - place(b).x);
    const row = rows(ranked, firm, most);
    const last = Math.max(-1, ...row.values()) + 1;
    nodes.filter((n) => !ends.has(n)).forEach((n, i) => row.set(n, last + Math.floor(i / most)));
    const turned = (e) => (row.get(e.top) > row.get(e.low) ? { ...e, top: e.low, low: e.top, up: !e.up } : e);
    const all = [...firm, ...edges.filter((e) => !firm.includes(e) && row.get(e.top) !== row.get(e.low)).map(turned)];
    // dagre works with twice as many ranks, every other one in a gap, and a root above all
    const made = graphFor(nodes, all, (own) => own.nodes().forEach((v) => (own.node(v).rank = row.has(Number(v)) ? 2 * row.get(Number(v)) + 1 : 0)));
    dagre.layout(made);
    return { g: made, edges: all };
  }

  // where boxes and lines are; nodes that nothing joins stand in rows below the others
  function layout(nodes, lines, most) {
    const wanted = downward(nodes, lines);
    const ends = new Set(wanted.flatMap(({ top, low }) => [top, low]));
    const joined = nodes.filter((n) => ends.has(n));
    const alone = nodes.filter((n) => !ends.has(n));
    const { g, edges } = joined.length ? arrange(joined, wanted, most) : { g: null, edges: [] };
    const size = g ? g.graph() : { width: 0, height: 0 };
    const step = { x: BOX.width + 16, y: BOX.height + 18 };
    const columns = Math.min(alone.length, Math.max(most, Math.floor((size.width - 2 * MARGIN + 16) / step.x)));
    const width = Math.max(size.width, columns * step.x - 16 + 2 * MARGIN);
    const shift = (width - size.width) / 2;
    const at = new Map(joined.map((n) => [n, { x: g.node(String(n)).x + shift, y: g.node(String(n)).y }]));
    const left = (width - columns * step.x + 16 + BOX.width) / 2;
    const top = (g ? size.height + 14 : MARGIN) + BOX.height / 2;
    alone.forEach((n, i) => at.set(n, { x: left + (i % columns) * step.x, y: top + Math.floor(i / columns) * step.y }));
    const height = Math.max(size.height, ...alone.map((n) => at.get(n).y + BOX.height / 2 + MARGIN));
    const levels = [...new Set(joined.map((n) => at.get(n).y))].sort((a, b) => a - b);
    const paths = edges.map((edge, i) => {
      const points = g.edge(String(edge.top), String(edge.low), String(i)).points;
      const between = levels.filter((y) => y > at.get(edge.top).y && y < at.get(edge.low).y);
      return { ...edge, through: between.map((y) => ({ y, x: across(points, y) + shift })) };
    });
    ports(paths, at);
    return { at, paths, width: round(width), height: round(height) };
  }

  // dagre's way through a row: the point that it keeps free there
  const across = (points, y) => points.reduce((best, p) => (Math.abs(p.y - y) < Math.abs(best.y - y) ? p : best)).x;

  // lines leave and reach a box side by side, in the order of where they go
  function ports(paths, at) {
    const ends = new Map();
    const put = (key, path, name, towards) => ends.set(key, [...(ends.get(key) || []), { path, name, towards }]);
    for (const path of paths) {
      const { top, low, through } = path;
      put(`${top} low`, path, "x1", (through[0] || at.get(low)).x);
      put(`${low} top`, path, "x2", (through.at(-1) || at.get(top)).x);
    }
    for (const [key, list] of ends) {
      list.sort((a, b) => a.towards - b.towards);
      const step = Math.min(18, (BOX.width - 28) / Math.max(1, list.length - 1));
      const middle = at.get(Number(key.split(" ")[0])).x;
      list.forEach(({ path, name }, i) => (path[name] = middle + (i - (list.length - 1) / 2) * step));
    }
  }

  function curve({ top, low, x1, x2, through, up }, at) {
    const half = BOX.height / 2 + 4; // a little room above and below the boxes of a row that is passed
    let [x, y] = [x1, at.get(top).y + BOX.height / 2];
    let path = `M${round(x)} ${round(y)}`;
    const bend = (to, end) => {
      const middle = round((y + end) / 2);
      path += round(x) === round(to) ? `V${round(end)}` : `C${round(x)} ${middle} ${round(to)} ${middle} ${round(to)} ${round(end)}`;
      [x, y] = [to, end];
    };
    for (const p of through) {
      bend(p.x, p.y - half);
      y = p.y + half;
      path += `V${round(y)}`;
    }
    bend(x2, at.get(low).y - BOX.height / 2);
    const [tipX, tipY, way] = up ? [x1, at.get(top).y + BOX.height / 2, 1] : [x2, y, -1];
    return [path, `M${round(tipX - 4)} ${round(tipY + 6 * way)}L${round(tipX)} ${round(tipY)}L${round(tipX + 4)} ${round(tipY + 6 * way)}`];
  }

  // words

  const GRADES = { t: "tested", c: "cited", p: "proved", w: "witness", f: "formal" };
  function sentence({ notions, nodes }, { from, to, kind, claim }) {
    const [a, b] = (claim ? [claim.a, claim.b] : [from, to].map((n) => nodes[n].m[0])).map((m) => notions[m].name);
    if (!claim) return `${a} ${kind === "stronger" ? "is stronger than" : "implies"} ${b} (derived)`;
    return `${a} ${claim.words} ${b}${kind === "conditional" ? ", under conditions" : ""} (${GRADES[claim.grade]})`;
  }

  // drawing

  // what a box is coloured by: a tint of map.css, and the word that says the same
  const PURE = { stronger: ["b", "stronger"], same: ["n", "as strong"], weaker: ["v", "weaker"], incomparable: ["none", "neither"], open: ["open", "not known"] };
  const VERDICTS = { holds: ["good", "holds"], fails: ["bad", "fails"], open: ["open", "not known"] };
  const verdict = (which) => (notion, _, data) => VERDICTS[data.verdicts[notion.verdicts[which]]];
  const PERIODS = [[2011, "to 2011"], [2014, "2012–2014"], [2017, "2015–2017"], [2020, "2018–2020"], [Infinity, "since 2021"]];
  const schemes = {
    pure: { title: "strength beside pure DP", of: (_, node, data) => PURE[data.regions[node.r]] },
    post_processing: { title: "post-processing", of: verdict(0) },
    convexity: { title: "convexity", of: verdict(1) },
    composition: { title: "composition", of: verdict(2) },
    dimension: { title: "first dimension", of: ({ letters }, _, data) => (letters ? [letters[0].toLowerCase(), letters[0], `${letters[0]}, ${data.dimensions[letters[0]].toLowerCase()}`] : ["none", "none", "no dimension"]) },
    year: {
      title: "year",
      of: ({ year }) => {
        const period = PERIODS.findIndex(([last]) => year <= last);
        return [`year${period}`, String(year), PERIODS[period][1]];
      },
    },
    data: { title: "kind of data", of: ({ sheet }, _, data) => [`sheet${sheet}`, "", data.sheets[sheet].title] },
    plain: { title: "", of: () => ["none", ""] },
  };

  // the other members of a class, shortly: the one that was meant, else the best known, and how many there are
  function others({ notions, nodes }, n, named, asked) {
    const rest = nodes[n].m.filter((m) => m !== named);
    if (!rest.length) return "";
    const { lines, short } = notions[asked.find((m) => rest.includes(m)) ?? rest[0]];
    const name = lines.length === 1 && lines[0].length < 14 ? lines[0] : short;
    return name.length < 14 ? `≡ ${name}${rest.length > 1 ? ` +${rest.length - 1}` : ""}` : `≡ ${rest.length} more`;
  }

  function box(graph, n, at, { colour, asked, folder, named, own }) {
    const { data, notions, nodes, above, below, size } = graph;
    const notion = notions[named];
    const [tint, word, period] = schemes[colour].of(notion, nodes[n], data);
    const [x, y] = [round(at.x - BOX.width / 2), round(at.y - BOX.height / 2)];
    const equal = others(graph, n, named, asked.get(n) || []);
    const rest = nodes[n].m.length - 1;
    const said = `${notion.name}${rest ? `, and ${rest} equivalent` : ""}: ${size(above(n))} stronger, ${size(below(n))} weaker${word || period ? `; ${word || period}` : ""}`;
    const rect = (extra, by = 0) => `<rect${extra} x="${round(x + by)}" y="${round(y + by)}" width="${BOX.width}" height="${BOX.height}" rx="6"/>`;
    const lift = notion.lines.length === 1 ? 6 : 0;
    const lines = notion.lines.map((l, i) => `<text x="${round(x + 8)}" y="${round(y + 16 + 14 * i + lift)}">${escape(l)}</text>`);
    if (equal) lines.push(`<text class="dz-map-small" x="${round(x + 8)}" y="${round(y + 44)}">${escape(equal)}</text>`);
    if (word && equal.length + word.length < 20) lines.push(`<text class="dz-map-small" text-anchor="end" x="${round(x + BOX.width - 7)}" y="${round(y + 44)}">${escape(word)}</text>`);
    const id = escape(notions[nodes[n].m[0]].id);
    return `<a class="dz-map-node dz-tint--${tint}${own ? " dz-map-node--own" : ""}" href="${escape(folder)}${escape(notion.id)}.html" data-node="${id}" aria-label="${escape(said)}">${rest ? rect(' class="dz-rel-stack"', 4) : ""}${rect("")}${lines.join("")}</a>`;
  }

  // A picture that stands alone brings its colours along: those of the light scheme.
  const ALONE = `text{font:12px Roboto,Helvetica,Arial,sans-serif;fill:#111}.dz-map-small{font-size:11px;fill:#556}rect{fill:#fff;stroke:#586373}.dz-rel-stack{fill:#f4f6f9}path{fill:none;stroke:#445;stroke-width:1.4}.dz-rel-line--implies path{stroke-dasharray:7 3}.dz-rel-line--case path{stroke-dasharray:1.5 3.5}.dz-rel-line--conditional path{stroke-dasharray:8 3 1.5 3}.dz-rel-line--separated path{stroke:#a3261f;stroke-dasharray:3 3}path.dz-rel-tip{stroke-dasharray:none}`;
  const TINTS = { good: "#dcefe2", bad: "#f9dedb", open: "#fbf0d3", q: "#f6e6d3", n: "#d6e8f3", v: "#d5eae4", b: "#f2dde9", f: "#e4dff2", r: "#f6deda", c: "#e3e6ea", year0: "#fff", year1: "#dfe9f3", year2: "#c3d8ea", year3: "#a3c4e0", year4: "#84afd4" };
  const SHEETS = ["n", "q", "v", "b", "f", "r", "c", "open", "none"];
  const tints = () => [...Object.entries(TINTS), ...SHEETS.map((tint, i) => [`sheet${i}`, TINTS[tint] || "#fff"])].map(([tint, fill]) => `.dz-tint--${tint} rect:last-of-type{fill:${fill}}`).join("");

  // nodes and lines: what is drawn; colour: a scheme; most: boxes of a row; asked: for a node the notions meant; named: for a node
  // the notion that it is called by, where that is not the best known; folder: where pages of notions are; live: for a page with this script; alone: for a file
  dpzoo.mapDrawing = (graph, { nodes, lines, colour = "pure", most = 7, asked = new Map(), named = new Map(), folder = "notions/", live = false, alone = false, label = "Notions and their relations, stronger above weaker" }) => {
    const { at, paths, width, height } = layout(nodes, lines, most);
    const id = (n) => escape(graph.notions[graph.nodes[n].m[0]].id);
    const drawn = paths.map((path) => {
      const { line } = path;
      const [way, tip] = curve(path, at);
      const cited = line.claim && line.claim.grade === "c" ? " dz-rel-line--cited" : "";
      const wide = live ? `<path class="dz-rel-wide" d="${way}"/>` : "";
      return `<g class="dz-rel-line dz-rel-line--${line.kind}${cited}" data-from="${id(line.from)}" data-to="${id(line.to)}"><title>${escape(sentence(graph, line))}</title>${wide}<path d="${way}"/><path class="dz-rel-tip" d="${tip}"/></g>`;
    });
    const ordered = [...nodes].sort((a, b) => at.get(a).y - at.get(b).y || at.get(a).x - at.get(b).x);
    const boxes = ordered.map((n) => box(graph, n, at.get(n), { colour, asked, folder, named: named.get(n) ?? graph.nodes[n].m[0], own: named.has(n) }));
    const style = alone ? `<style>${ALONE}${tints()}</style><rect width="100%" height="100%" style="stroke:none"/>` : "";
    return `<svg class="dz-map-svg" xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="group" aria-label="${escape(label)}">${style}<g class="dz-rel-lines">${drawn.join("")}</g>${boxes.join("")}</svg>`;
  };
  Object.assign(dpzoo.mapDrawing, { schemes, sentence });
})();
