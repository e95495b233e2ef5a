// The map by keyboard: one stop of Tab in the picture, arrows from box to box.
(() => {
  const dpzoo = (globalThis.dpzoo = globalThis.dpzoo || {});

  // picture() and lines() are what is drawn; say(text) tells; act(box) opens a box; scale(factor) zooms
  dpzoo.mapKeys = ({ notions, nodes, nodeOf, numberOf }, frame, { picture, lines, say, act, scale }) => {
    let current = null; // the box that the keyboard is at

    const stops = () => [...picture().querySelectorAll("a")];
    const named = (node) => stops().find((stop) => stop.dataset.node === notions[nodes[node].m[0]].id);
    const stopOf = (id) => (id ? named(nodeOf[numberOf.get(id)]) : undefined);

    function focus(stop = current) {
      if (!stop || !stop.isConnected) return;
      if (current) current.setAttribute("tabindex", "-1");
      current = stop;
      stop.setAttribute("tabindex", "0");
      stop.focus({ preventScroll: true });
      stop.scrollIntoView({ block: "nearest", inline: "nearest" });
    }

    // in a new picture Tab leads to this notion, else to the first box
    function begin(id) {
      current = stopOf(id) || stops()[0] || null;
      for (const stop of stops()) stop.setAttribute("tabindex", stop === current ? "0" : "-1");
    }

    // along the row; or up or down along a line, to the box that is nearest
    function step(direction) {
      const sideways = { left: -1, right: 1 }[direction];
      if (sideways) return focus(stops()[stops().indexOf(current) + sideways]);
      const middle = (stop) => stop.getBoundingClientRect().left + stop.getBoundingClientRect().width / 2;
      const [here, there] = direction === "up" ? ["to", "from"] : ["from", "to"];
      const node = nodeOf[numberOf.get(current.dataset.node)];
      const next = lines().filter((line) => line[here] === node && line.kind !== "separated").map((line) => named(line[there]));
      next.sort((a, b) => Math.abs(middle(a) - middle(current)) - Math.abs(middle(b) - middle(current)));
      if (!next.length) say(direction === "up" ? "Nothing stronger is drawn." : "Nothing weaker is drawn.");
      return focus(next[0]);
    }

    frame.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const stop = event.target.closest("a");
      const factor = { "+": 1.25, "-": 0.8, 0: 0 }[event.key];
      if (event.key.startsWith("Arrow") && current) step(event.key.slice(5).toLowerCase());
      else if ((event.key === "Enter" || event.key === " ") && stop) act(stop, true);
      else if (factor !== undefined) scale(factor);
      else return;
      event.preventDefault();
    });

    return { stopOf, focus, begin };
  };
})();
