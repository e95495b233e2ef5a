// The map's search field: every spelling of a notion's names, the best known first.
(() => {
  const dpzoo = (globalThis.dpzoo = globalThis.dpzoo || {});

  dpzoo.mapFind = ({ data, notions, nodes, nodeOf }) => {
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
    return (query) => {
      const text = fold(query);
      const words = text.split(" ");
      if (!text) return [];
      return notions
        .map((n, i) => ({ i, score: Math.max(...n.keys.map((k) => score(k, text, words))) }))
        .filter((h) => h.score)
        .sort((a, b) => b.score - a.score || nodes[nodeOf[b.i]].w - nodes[nodeOf[a.i]].w || a.i - b.i)
        .slice(0, 8)
        .map((h) => notions[h.i]);
    };
  };

  // a combobox: arrows, Enter and Escape; `choose` gets the notion
  dpzoo.mapSearch = (query, options, find, choose) => {
    let offered = [];
    let active = -1;
    const shut = () => {
      options.hidden = true;
      query.setAttribute("aria-expanded", "false");
      query.removeAttribute("aria-activedescendant");
    };
    const take = (notion) => {
      query.value = "";
      shut();
      choose(notion);
    };
    function entry(n, i) {
      const option = Object.assign(document.createElement("li"), { id: `dz-map-option-${i}`, textContent: n.name });
      option.setAttribute("role", "option");
      option.setAttribute("aria-selected", "false");
      if (n.short !== n.name) option.append(Object.assign(document.createElement("span"), { className: "dz-small", textContent: ` ${n.short}` }));
      option.addEventListener("mousedown", (event) => event.preventDefault());
      option.addEventListener("click", () => take(n));
      return option;
    }
    function offer() {
      offered = find(query.value);
      active = -1;
      options.replaceChildren(...offered.map(entry));
      if (query.value.trim() && !offered.length) {
        const none = Object.assign(document.createElement("li"), { textContent: "No notion of that name" });
        none.setAttribute("role", "option");
        none.setAttribute("aria-disabled", "true");
        none.setAttribute("aria-selected", "false");
        options.append(none);
      }
      options.hidden = !options.children.length;
      query.setAttribute("aria-expanded", String(!options.hidden));
      query.removeAttribute("aria-activedescendant");
    }
    query.addEventListener("input", offer);
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
        take(offered[Math.max(active, 0)]);
      } else if (event.key === "Escape") {
        shut();
      }
    });
  };
})();
