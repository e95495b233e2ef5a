// The map's cards: a notion in a few words, what to draw next, and its lines in the drawing with why they hold.
(() => {
  const dpzoo = (globalThis.dpzoo = globalThis.dpzoo || {});
  const MOST = 8; // lines that a card lists

  function html(name, attributes = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  }

  // how a line is known: the claim with the place that supports it; of what is derived, the comparison of the two
  function reason(graph, line, compare) {
    const { notions, nodes } = graph;
    const { claim } = line;
    const [a, b] = [line.from, line.to].map((n) => notions[nodes[n].m[0]].id);
    const own = claim && (claim.anchor.includes("#") ? claim.anchor : `notions/${notions[claim.a].id}.html#${claim.anchor}`);
    const address = own || (compare && compare(a, b));
    return html("li", {}, dpzoo.mapDrawing.sentence(graph, line), ...(address ? [" ", html("a", { href: address }, "why")] : []));
  }

  // href(change) is the address of the map with something else; compare(a, b) that of a comparison, or null
  dpzoo.mapCard = (card, graph, id, { state, lines, compare, href, close }) => {
    const { notions, nodes, numberOf, nodeOf, above, below, size } = graph;
    const number = numberOf.get(id);
    const notion = notions[number];
    const node = nodeOf[number];
    const facts = html("p", { class: "dz-map-facts" });
    for (const l of notion.letters) facts.append(html("span", { class: `dz-letter dz-letter--${l}` }, l));
    facts.append(html("span", { class: "dz-map-notation" }, notion.notation), html("span", { class: "dz-year" }, ` ${notion.year}`));
    const counts = html("ul", { class: "dz-map-counts" }, html("li", { "data-count": "stronger" }, `${size(above(node))} stronger`), html("li", { "data-count": "weaker" }, `${size(below(node))} weaker`));
    if (notion.separated) counts.append(html("li", {}, `${notion.separated} ${notion.separated === 1 ? "separation" : "separations"}`));
    card.replaceChildren(close, html("h2", { tabindex: "-1" }, notion.name), facts, html("p", {}, notion.gist), counts);

    const { items } = state;
    const item = items.find((i) => i.id === id);
    const rest = items.filter((i) => i.id !== id);
    const actions = html("p", { class: "dz-map-actions" });
    const action = (name, text, change) => actions.append(html("a", { href: href({ more: false, ...change }), "data-act": name }, text));
    if (!(items.length === 1 && item && item.reach === 1)) action("focus", "Draw it and its neighbours", { items: [{ id, reach: 1 }], card: null });
    if (items.length && !(item && item.reach)) action("add", "Add its neighbours", { items: [...rest, { id, reach: 1 }] });
    if (!(item && item.reach === 2)) action("all", "Draw all that is stronger or weaker", { items: [{ id, reach: 2 }], card: null });
    if (item && rest.length) action("out", "Take it out", { items: rest, card: null });
    actions.append(html("a", { href: `notions/${id}.html`, "data-act": "page" }, "Open its page"));
    const pure = nodes.find((n) => n.r === graph.data.regions.indexOf("same"));
    const second = rest.length ? rest[0].id : pure && notions[pure.m[0]].id;
    if (compare && second && second !== id) actions.append(html("a", { href: compare(id, second), "data-act": "compare" }, `Compare with ${notions[numberOf.get(second)].short}`));
    card.append(actions);
    const others = nodes[node].m.filter((m) => m !== number);
    if (others.length) {
      const list = html("p", { class: "dz-map-equivalents" }, "Equivalent: ");
      others.forEach((m, i) => list.append(i ? ", " : "", html("a", { href: href({ card: notions[m].id }) }, notions[m].name)));
      card.append(list);
    }
    const own = lines.filter((line) => line.from === node || line.to === node);
    if (own.length) {
      const list = html("ul", { class: "dz-map-how" }, ...own.slice(0, MOST).map((line) => reason(graph, line, compare)));
      if (own.length > MOST) list.append(html("li", {}, `and ${own.length - MOST} more lines`));
      card.append(list);
    }
  };
})();
