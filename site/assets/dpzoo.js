// Sortable tables, links that open what they point to, and a search that hears more than keys. The pages read well without.
(() => {
  // the landmark diagram begins at its middle where the screen is narrow
  for (const frame of document.querySelectorAll(".dz-landmarks-scroll")) frame.scrollLeft = (frame.scrollWidth - frame.clientWidth) / 2;

  const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

  function text(row, column) {
    return row.cells[column].textContent.trim();
  }

  function sort(table, column, ascending) {
    const body = table.tBodies[0];
    const rows = [...body.rows];
    const sign = ascending ? 1 : -1;
    rows.sort((a, b) => {
      const x = text(a, column);
      const y = text(b, column);
      if (!x || !y) return (x ? 0 : 1) - (y ? 0 : 1); // empty cells last, in either direction
      return sign * collator.compare(x, y);
    });
    body.append(...rows);
  }

  function makeSortable(table) {
    if (table.dataset.sortable === "ready") return;
    table.dataset.sortable = "ready";
    const headings = [...table.tHead.rows[0].cells];
    headings.forEach((heading, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "dz-sort";
      button.textContent = heading.textContent.trim();
      button.addEventListener("click", () => {
        const ascending = heading.getAttribute("aria-sort") !== "ascending";
        headings.forEach((other) => other.removeAttribute("aria-sort"));
        heading.setAttribute("aria-sort", ascending ? "ascending" : "descending");
        sort(table, column, ascending);
      });
      heading.replaceChildren(button);
    });
  }

  // a link to a claim opens what explains it
  function openTarget() {
    const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target && target.matches("details")) target.open = true;
    const list = target && target.closest(".dz-how-from");
    if (list && !list.open) {
      list.open = true;
      target.scrollIntoView();
    }
    if (!target || !target.matches(".dz-relation, .dz-property, .dz-named a")) return;
    const details = target.querySelector("details");
    if (details) details.open = true;
    const rest = target.closest("details[data-rest]");
    if (!rest || rest.open) return;
    rest.open = true;
    target.scrollIntoView(); // before it unfolded, there was no place to go to
  }

  // the search listens to keys only, which misses a pasted, dictated or composed query (an ε from a picker)
  function searchWhatever() {
    const field = document.querySelector("[data-md-component=search-query]");
    if (field) field.addEventListener("input", () => field.dispatchEvent(new KeyboardEvent("keyup", { bubbles: true })));
  }

  // a button that copies what stands before it; where nothing can be copied (an old browser), it selects the text
  async function copy(button) {
    const code = button.parentElement.querySelector("code");
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(code);
      button.textContent = "Selected";
    }
    button.setAttribute("aria-live", "polite");
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  }

  function offerCopies() {
    for (const button of document.querySelectorAll("button[data-copy]")) {
      button.hidden = false;
      button.addEventListener("click", () => copy(button));
    }
  }

  function openSearch() {
    const toggle = document.querySelector("[data-md-toggle=search]");
    const field = document.querySelector("[data-md-component=search-query]");
    if (toggle && !toggle.checked) toggle.click();
    if (field) field.focus();
  }

  // a formula wider than its place scrolls there, and what scrolls must be reached by keys; watched, not measured, so that
  // nothing is laid out for it
  const WIDE = ".dz-formula, .dz-display, .dz-rule, .dz-shared-map, .dz-block, .dz-derived details p, .dz-formulas dd, .dz-relation-text, .dz-costs, .md-typeset__table, .dz-compared td, pre > code";

  function letKeysScroll() {
    const content = document.querySelector(".md-content");
    if (!content || !window.ResizeObserver) return;
    const watcher = new ResizeObserver((entries) => {
      for (const { target } of entries) {
        const scrolls = target.scrollWidth > target.clientWidth + 1 && getComputedStyle(target).overflowX !== "visible";
        if (scrolls && !target.hasAttribute("tabindex")) {
          target.tabIndex = 0;
          target.dataset.scrolls = "";
        } else if (!scrolls && "scrolls" in target.dataset) {
          target.removeAttribute("tabindex");
          delete target.dataset.scrolls;
        }
      }
    });
    const watch = () => content.querySelectorAll(WIDE).forEach((e) => watcher.observe(e));
    watch();
    new MutationObserver((changes) => {
      if (changes.some((c) => c.addedNodes.length)) watch();
    }).observe(content, { childList: true, subtree: true });
  }

  function start() {
    letKeysScroll();
    searchWhatever();
    document.querySelectorAll("button[data-search]").forEach((button) => button.addEventListener("click", openSearch));
    offerCopies();
    document.querySelectorAll("table[data-sortable]").forEach(makeSortable);
    openTarget();
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
  window.addEventListener("hashchange", openTarget);
})();
