// Charts made in the page: lines through points, on axes that fit them, with their numbers as a table. The styles are those of plots.css.
//
// dpzoo.chart({title, says, x, y, lines})   a figure; an axis is {label, low, high, log, text, round}, a line {name, style, points: [[x, y]]}
(() => {
  const dpzoo = (window.dpzoo = window.dpzoo || {});
  const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [380, 268, 52, 12, 24, 40];
  const SVG = "http://www.w3.org/2000/svg";
  let made = 0;

  function svg(tag, attributes, ...children) {
    const node = document.createElementNS(SVG, tag);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...children);
    return node;
  }

  // round numbers between the ends, at most about six
  function ticks({ low, high, log }) {
    if (log) {
      const [a, b] = [Math.ceil(Math.log10(low) - 1e-9), Math.floor(Math.log10(high) + 1e-9)];
      if (Math.log10(high / low) < 3) return [1, 2, 5].flatMap((f) => [a - 1, a, a + 1, a + 2].map((k) => f * 10 ** k)).filter((v) => v >= low * 0.999 && v <= high * 1.001);
      const step = Math.max(1, Math.ceil((b - a) / 6));
      return Array.from({ length: Math.floor((b - a) / step) + 1 }, (_, i) => 10 ** (a + i * step));
    }
    const rough = (high - low) / 5;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((f) => f * power).find((s) => s >= rough * 0.999);
    const first = Math.ceil(low / step - 1e-9);
    return Array.from({ length: Math.floor(high / step + 1e-9) - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
  }

  function scale({ low, high, log }, from, to) {
    const at = log ? Math.log : (v) => v;
    return (v) => from + Math.min(1.2, Math.max(-0.2, (at(v) - at(low)) / (at(high) - at(low)))) * (to - from);
  }

  function chart({ title, says, x, y, lines }) {
    made += 1;
    const id = `dz-chart-${made}`;
    const across = scale(x, LEFT, WIDTH - RIGHT);
    const up = scale(y, HEIGHT - BOTTOM, TOP);
    const show = (axis) => axis.text || ((v) => dpzoo.format(v, { digits: 3 }));
    const picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-labelledby": `${id}-title ${id}-desc` });
    picture.append(svg("title", { id: `${id}-title` }, title), svg("desc", { id: `${id}-desc` }, says));
    picture.append(svg("clipPath", { id: `${id}-clip` }, svg("rect", { x: LEFT, y: TOP, width: WIDTH - LEFT - RIGHT, height: HEIGHT - TOP - BOTTOM })));
    for (const v of ticks(y)) {
      picture.append(svg("line", { class: "dz-plot-grid", x1: LEFT, x2: WIDTH - RIGHT, y1: up(v), y2: up(v) }), svg("text", { class: "dz-plot-text", x: LEFT - 5, y: up(v) + 4, "text-anchor": "end" }, show(y)(v)));
    }
    for (const v of ticks(x)) {
      picture.append(svg("line", { class: "dz-plot-grid", x1: across(v), x2: across(v), y1: TOP, y2: HEIGHT - BOTTOM }), svg("text", { class: "dz-plot-text", x: across(v), y: HEIGHT - BOTTOM + 15, "text-anchor": across(v) > WIDTH - RIGHT - 8 ? "end" : "middle" }, show(x)(v)));
    }
    picture.append(svg("text", { class: "dz-plot-text dz-plot-label", x: WIDTH - RIGHT, y: HEIGHT - BOTTOM + 33, "text-anchor": "end" }, x.label), svg("text", { class: "dz-plot-text dz-plot-label", x: 4, y: 13 }, y.label));
    const within = svg("g", { "clip-path": `url(#${id}-clip)` });
    for (const { style, points } of lines) {
      const drawn = points.filter(([, v]) => Number.isFinite(v) && (!y.log || v > 0));
      within.append(svg("path", { class: `dz-plot-line dz-plot-line--${style}`, d: drawn.length ? `M${drawn.map(([a, b]) => `${across(a).toFixed(1)} ${up(b).toFixed(1)}`).join("L")}` : "" }));
    }
    picture.append(within);
    const legend = dpzoo.element("ul", { class: "dz-plot-legend", "aria-hidden": "true" }, ...lines.map((l) => dpzoo.element("li", {}, svg("svg", { viewBox: "0 0 26 10" }, svg("path", { class: `dz-plot-line dz-plot-line--${l.style}`, d: "M1 5H25" })), dpzoo.element("span", {}, l.name))));
    const figure = dpzoo.element("figure", { class: "dz-figure dz-plot" }, picture, lines.length > 1 ? legend : null, dpzoo.element("figcaption", {}, says), numbers(x, y, lines, title));
    return figure;
  }

  // some of the points, as text
  function numbers(x, y, lines, title) {
    const el = dpzoo.element;
    const some = lines[0].points.filter((_, i, all) => i % Math.ceil(all.length / 12) === 0);
    const text = (axis, v) => (Number.isNaN(v) ? "–" : axis.text ? axis.text(v, axis.round) : dpzoo.format(v, { digits: 4, round: axis.round }));
    const rows = some.map(([a]) => el("tr", {}, el("th", { scope: "row" }, text(x, a)), ...lines.map((l) => el("td", { class: "dz-number" }, text(y, (l.points.find(([b]) => b === a) || [0, NaN])[1])))));
    const head = el("thead", {}, el("tr", {}, el("th", { scope: "col" }, x.label), ...lines.map((l) => el("th", { scope: "col", class: "dz-number" }, l.name))));
    return el("details", {}, el("summary", {}, "the numbers"), el("section", { class: "dz-scroll", tabindex: "0", "aria-label": `${title}: the numbers` }, el("table", { class: "dz-plain" }, head, el("tbody", {}, ...rows))));
  }

  dpzoo.chart = chart;
})();
