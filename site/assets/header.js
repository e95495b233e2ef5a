// What only scripts need and is the same on every page: in the header the choice of colours and the search, as Material for MkDocs
// writes them, and its settings. Its search index, the largest file of most pages, waits until somebody goes to the search. Runs
// before the theme's own script.
{
  const ICONS = {
    auto: '<svg viewBox="0 0 24 24"><path d="m14.3 16-.7-2h-3.2l-.7 2H7.8L11 7h2l3.2 9zM20 8.69V4h-4.69L12 .69 8.69 4H4v4.69L.69 12 4 15.31V20h4.69L12 23.31 15.31 20H20v-4.69L23.31 12zm-9.15 3.96h2.3L12 9z"/></svg>',
    light: '<svg viewBox="0 0 24 24"><path d="M12 8a4 4 0 0 0-4 4 4 4 0 0 0 4 4 4 4 0 0 0 4-4 4 4 0 0 0-4-4m0 10a6 6 0 0 1-6-6 6 6 0 0 1 6-6 6 6 0 0 1 6 6 6 6 0 0 1-6 6m8-9.31V4h-4.69L12 .69 8.69 4H4v4.69L.69 12 4 15.31V20h4.69L12 23.31 15.31 20H20v-4.69L23.31 12z"/></svg>',
    dark: '<svg viewBox="0 0 24 24"><path d="M2 12a10 10 0 0 0 13 9.54 10 10 0 0 1 0-19.08A10 10 0 0 0 2 12"/></svg>',
    search: '<svg viewBox="0 0 24 24"><path d="M9.5 3A6.5 6.5 0 0 1 16 9.5c0 1.61-.59 3.09-1.56 4.23l.27.27h.79l5 5-1.5 1.5-5-5v-.79l-.27-.27A6.52 6.52 0 0 1 9.5 16 6.5 6.5 0 0 1 3 9.5 6.5 6.5 0 0 1 9.5 3m0 2C7 5 5 7 5 9.5S7 14 9.5 14 14 12 14 9.5 12 5 9.5 5"/></svg>',
    back: '<svg viewBox="0 0 24 24"><path d="M20 11v2H8l5.5 5.5-1.42 1.42L4.16 12l7.92-7.92L13.5 5.5 8 11z"/></svg>',
    clear: '<svg viewBox="0 0 24 24"><path d="M19 6.41 17.59 5 12 10.59 6.41 5 5 6.41 10.59 12 5 17.59 6.41 19 12 13.41 17.59 19 19 17.59 13.41 12z"/></svg>',
  };
  const SCHEMES = [
    ["(prefers-color-scheme)", "default", "Use the light scheme", ICONS.auto],
    ["(prefers-color-scheme: light)", "default", "Use the dark scheme", ICONS.light],
    ["(prefers-color-scheme: dark)", "slate", "Use the system’s scheme", ICONS.dark],
  ];
  const colours = SCHEMES.map(
    ([media, scheme, name, icon], i) => `<input class="md-option" data-md-color-media="${media}" data-md-color-scheme="${scheme}" data-md-color-primary="custom" data-md-color-accent="custom" aria-label="${name}" type="radio" name="__palette" id="__palette_${i}">
<label class="md-header__button md-icon" title="${name}" for="__palette_${(i + 1) % SCHEMES.length}" hidden>${icon}</label>`,
  ).join("");
  const search = `<label class="md-header__button md-icon" for="__search">${ICONS.search}</label>
<div class="md-search" data-md-component="search" role="dialog" aria-label="Search">
  <label class="md-search__overlay" for="__search"></label>
  <div class="md-search__inner" role="search">
    <form class="md-search__form" name="search">
      <input type="text" class="md-search__input" name="query" aria-label="Search" placeholder="Search" autocapitalize="off" autocorrect="off" autocomplete="off" spellcheck="false" data-md-component="search-query" required>
      <label class="md-search__icon md-icon" for="__search">${ICONS.search} ${ICONS.back}</label>
      <nav class="md-search__options" aria-label="Search"><button type="reset" class="md-search__icon md-icon" title="Clear" aria-label="Clear" tabindex="-1">${ICONS.clear}</button></nav>
      <div class="md-search__suggest" data-md-component="search-suggest"></div>
    </form>
    <div class="md-search__output">
      <div class="md-search__scrollwrap" tabindex="0" data-md-scrollfix>
        <div class="md-search-result" data-md-component="search-result">
          <div class="md-search-result__meta">Initializing search</div>
          <ol class="md-search-result__list" role="presentation"></ol>
        </div>
      </div>
    </div>
  </div>
</div>`;
  document.querySelector(".md-header__title").insertAdjacentHTML("afterend", `<form class="md-header__option" data-md-component="palette">${colours}</form>${search}`);

  const config = document.getElementById("__config");
  const common = {
    annotate: null,
    tags: null,
    version: null,
    features: ["content.action.edit", "navigation.footer", "navigation.top", "search.highlight", "search.suggest", "toc.follow"],
    translations: {
      "clipboard.copied": "Copied to clipboard",
      "clipboard.copy": "Copy to clipboard",
      "search.result.more.one": "1 more on this page",
      "search.result.more.other": "# more on this page",
      "search.result.none": "No matching documents",
      "search.result.one": "1 matching document",
      "search.result.other": "# matching documents",
      "search.result.placeholder": "Type to start searching",
      "search.result.term.missing": "Missing",
      "select.version": "Select version",
    },
  };
  config.textContent = JSON.stringify({ ...common, ...JSON.parse(config.textContent) });

  const { open, send } = XMLHttpRequest.prototype;
  const { appendChild } = document.head;
  const late = new WeakSet();
  const ready = new Promise((resolve) => {
    for (const event of ["focusin", "pointerdown", "keydown"]) addEventListener(event, resolve, { once: true });
  });
  document.head.appendChild = function (node) {
    if (String(node.src).endsWith("search/search_index.js")) ready.then(() => appendChild.call(this, node));
    else appendChild.call(this, node);
    return node;
  };
  XMLHttpRequest.prototype.open = function (method, address, ...rest) {
    if (String(address).endsWith("search/search_index.json")) late.add(this);
    return open.call(this, method, address, ...rest);
  };
  XMLHttpRequest.prototype.send = function (...body) {
    if (late.has(this)) ready.then(() => send.apply(this, body));
    else send.apply(this, body);
  };
}
