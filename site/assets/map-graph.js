// The graph behind the map: which notions give which, and the fewest lines that say so among any of them.
//
// dpzoo.mapGraph(data) reads what dpzoo/site/map_page.py writes. A node is a class of equivalent notions; its first member, the
// best known, speaks for it. Notions and nodes are numbers.
(() => {
  const dpzoo = (globalThis.dpzoo = globalThis.dpzoo || {});

  dpzoo.mapGraph = (data) => {
    const { notions, nodes } = data;
    const numberOf = new Map(notions.map((notion, i) => [notion.id, i]));
    const nodeOf = [];
    nodes.forEach((node, i) => node.m.forEach((member) => (nodeOf[member] = i)));
    const claim = ([a, b, grade, anchor, words]) => ({ a, b, grade, anchor, words });
    const edges = data.edges.map(([from, to, kind, ...said]) => ({ from, to, kind: data.kinds[kind], claim: claim(said) }));
    const separations = data.separations.map(([from, to, ...said]) => ({ from, to, kind: "separated", claim: claim(said) }));
    const direct = new Map(edges.filter((e) => e.kind !== "case" && e.kind !== "conditional").map((e) => [`${e.from} ${e.to}`, e]));
    const touching = nodes.map(() => []);
    for (const edge of edges) for (const end of [edge.from, edge.to]) touching[end].push(edge);

    // everything that a node leads to by lines of some kinds
    function closure(kinds, backwards = false) {
      const found = new Map();
      const next = nodes.map((_, n) => touching[n].filter((e) => kinds.includes(e.kind) && (backwards ? e.to : e.from) === n).map((e) => (backwards ? e.from : e.to)));
      return (start) => {
        if (!found.has(start)) {
          const reached = new Set([start]);
          for (const n of reached) next[n].forEach((m) => reached.add(m)); // a set grows while it is walked
          reached.delete(start);
          found.set(start, reached);
        }
        return found.get(start);
      };
    }
    const below = closure(["stronger"]);
    const above = closure(["stronger"], true);
    const gives = closure(["stronger", "implies"]);

    const better = (a, b) => nodes[b].w - nodes[a].w || a - b;
    const size = (some) => [...some].reduce((sum, n) => sum + nodes[n].m.length, 0);

    // the fewest lines among some nodes that give every ≻ (solid) and every other ⟹ (dashed) between them
    function reduced(shown) {
      const set = new Set(shown);
      const line = (from, to, kind) => {
        const known = direct.get(`${from} ${to}`);
        return known && known.kind === kind ? known : { from, to, kind, claim: null };
      };
      const lines = [];
      for (const a of shown) {
        const under = [...below(a)].filter((n) => set.has(n));
        for (const b of under) if (!under.some((c) => c !== b && below(c).has(b))) lines.push(line(a, b, "stronger"));
      }
      const next = new Map(shown.map((n) => [n, new Set()]));
      for (const { from, to } of lines) next.get(from).add(to);
      const extra = [];
      for (const a of shown) for (const b of gives(a)) if (set.has(b) && !below(a).has(b)) extra.push(line(a, b, "implies"));
      for (const { from, to } of extra) next.get(from).add(to);
      const leads = (from, to) => {
        const reached = new Set([from]);
        for (const n of reached) next.get(n).forEach((m) => reached.add(m));
        return reached.has(to);
      };
      // what no claim says directly goes first, then what the least known take part in
      const known = ({ from, to }) => Math.min(nodes[from].w, nodes[to].w);
      extra.sort((a, b) => Boolean(a.claim) - Boolean(b.claim) || known(a) - known(b) || a.from - b.from || a.to - b.to);
      for (const e of extra) {
        next.get(e.from).delete(e.to);
        if (leads(e.from, e.to)) continue;
        next.get(e.from).add(e.to);
        lines.push(e);
      }
      return lines;
    }

    // ⊂ is said of single notions: it joins two boxes only where they bear the names of these, or these were asked for
    const meant = (e, asked) => [[e.from, e.claim.a], [e.to, e.claim.b]].every(([n, m]) => nodes[n].m[0] === m || (asked.get(n) || []).includes(m));

    // with what is asked for besides: special cases that give no implication, what needs conditions, and what does not follow
    function lines(shown, { cases = false, conditions = false, apart = false, asked = new Map() } = {}) {
      const set = new Set(shown);
      const inside = (e) => set.has(e.from) && set.has(e.to);
      const wanted = { case: cases, conditional: conditions };
      const more = edges.filter((e) => wanted[e.kind] && inside(e) && !gives(e.from).has(e.to) && meant(e, asked));
      return [...reduced(shown), ...more, ...(apart ? separations.filter(inside) : [])];
    }

    // a notion's node and what stands next to it; at most `most` above it and as many below, the best known
    function around(notion, most = Infinity) {
      const node = nodeOf[notion];
      const sides = [[], []];
      const seen = new Set([node]);
      const asked = new Map([[node, [notion]]]);
      for (const kind of ["stronger", "implies", "case"])
        for (const e of touching[node].filter((one) => one.kind === kind && (kind !== "case" || meant(one, asked)))) {
          const other = e.from === node ? e.to : e.from;
          if (!seen.has(other)) sides[e.from === node ? 1 : 0].push(other);
          seen.add(other);
        }
      const kept = sides.flatMap((side) => (side.length > most ? side.sort(better).slice(0, most) : side));
      return { nodes: [node, ...kept], left: seen.size - 1 - kept.length };
    }

    // a node and all that is stronger or weaker than it
    function everything(node, most = Infinity) {
      const others = [...above(node), ...below(node)].sort(better);
      return { nodes: [node, ...others.slice(0, most)], left: Math.max(0, others.length - most) };
    }

    // the best known nodes of a sheet, and how many notions of it those leave out
    function sheet(number, most) {
      const own = nodes.map((_, n) => n).filter((n) => nodes[n].m.some((m) => notions[m].sheet === number));
      own.sort(better);
      const shown = own.slice(0, most);
      const kept = new Set(shown);
      return { nodes: shown, left: notions.filter((notion, i) => notion.sheet === number && !kept.has(nodeOf[i])).length };
    }

    return { data, notions, nodes, numberOf, nodeOf, edges, touching, above, below, gives, size, lines, around, everything, sheet };
  };
})();
