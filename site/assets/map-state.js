// What the map draws, as its address says it.
//
// #draw=a*,b       the notions a and b, and with a * what stands next to one, with ** all that is stronger or weaker
// #focus=a         the same as draw=a*
// #sheet=graphs    the best known notions of one kind of data
// and: colour=…, lines=cases,conditions,apart, more=yes, card=a
(() => {
  const dpzoo = (globalThis.dpzoo = globalThis.dpzoo || {});
  const LINES = ["cases", "conditions", "apart"];

  dpzoo.mapState = ({ data, numberOf }) => {
    const usual = (items) => (items.length ? ["cases"] : []);

    function read(address) {
      const given = new URLSearchParams(address.replace(/^#/, ""));
      const unknown = [];
      const known = (id) => numberOf.has(id) || (unknown.push(id), false);
      const focus = given.get("focus");
      const asked = focus ? [`${focus}${given.get("depth") === "all" ? "**" : "*"}`] : (given.get("draw") || "").split(",").filter(Boolean);
      const items = new Map();
      for (const word of asked) {
        const id = word.replace(/\*+$/, "");
        if (known(id)) items.set(id, Math.min(2, word.length - id.length));
      }
      const drawn = [...items].map(([id, reach]) => ({ id, reach }));
      const card = given.get("card");
      return {
        items: drawn,
        sheet: Math.max(0, data.sheets.findIndex((s) => s.key === given.get("sheet"))),
        colour: given.get("colour") in dpzoo.mapDrawing.schemes ? given.get("colour") : "pure",
        lines: given.has("lines") ? LINES.filter((l) => given.get("lines").split(",").includes(l)) : usual(drawn),
        more: given.get("more") === "yes",
        card: card && known(card) ? card : null,
        unknown: unknown[0] || null,
      };
    }

    function write({ items, sheet, colour, lines, more, card }) {
      const parts = [];
      const put = (key, value) => value && parts.push(`${key}=${value}`);
      if (items.length === 1 && items[0].reach === 1) put("focus", items[0].id);
      else put("draw", items.map(({ id, reach }) => id + "*".repeat(reach)).join(","));
      if (!items.length && sheet) put("sheet", data.sheets[sheet].key);
      if (colour !== "pure") put("colour", colour);
      if (String(lines) !== String(usual(items))) put("lines", lines.join(",") || "none");
      if (more) put("more", "yes");
      put("card", card);
      return parts.join("&");
    }

    return { read, write };
  };

  // the nodes that a state asks for, for each the notions that were meant, and how many notions are left out
  dpzoo.mapChoice = (graph, { items, sheet, more }, narrow) => {
    if (!items.length) return { ...graph.sheet(sheet, (narrow ? 10 : 24) * (more ? 2 : 1)), asked: new Map() };
    const asked = new Map();
    const nodes = new Set();
    let left = 0;
    for (const { id, reach } of items) {
      const number = graph.numberOf.get(id);
      const node = graph.nodeOf[number];
      asked.set(node, [...(asked.get(node) || []), number]);
      nodes.add(node);
      const near = reach === 1 ? graph.around(number, more ? Infinity : 6) : reach === 2 ? graph.everything(node, more ? Infinity : 40) : null;
      if (!near) continue;
      near.nodes.forEach((n) => nodes.add(n));
      left += near.left;
    }
    return { nodes: [...nodes], left, asked };
  };
})();
