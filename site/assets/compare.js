// The page that compares two notions, until somebody does something: the first pair stands in it already. What it takes to answer
// any other one, the claims with their maps and the scripts that read them, is loaded when it is first needed.
(() => {
  const EVENTS = ["pointermove", "pointerdown", "touchstart", "wheel", "scroll", "keydown", "focusin"];

  // scripts, each loaded once, in their order
  const loading = new Map();
  function need(file) {
    if (!loading.has(file)) {
      loading.set(file, new Promise((resolve, reject) => {
        const script = Object.assign(document.createElement("script"), { src: file, async: false });
        script.addEventListener("load", resolve);
        script.addEventListener("error", () => reject(new Error(`${file} is missing`)));
        document.head.append(script);
      }));
    }
    return loading.get(file);
  }

  function start() {
    const page = document.getElementById("dz-compare");
    if (!page) return;
    const data = JSON.parse(document.getElementById("dz-compare-data").textContent);
    const form = page.querySelector("form");
    const ready = !location.search && page.querySelector("[data-results]").childElementCount > 0;

    async function work() {
      await Promise.all(data.scripts.map(need));
      window.dpzoo.comparePairs(page, data, need, ready);
    }

    form.addEventListener("submit", (event) => event.preventDefault());
    page.querySelector("[data-swap]").addEventListener("click", () => {
      [form.a.value, form.b.value] = [form.b.value, form.a.value];
      form.a.dispatchEvent(new Event("change", { bubbles: true }));
    });
    if (!ready) {
      work();
      return;
    }
    page.dataset.state = "done";
    const begin = () => {
      for (const event of EVENTS) removeEventListener(event, begin);
      work();
    };
    for (const event of EVENTS) addEventListener(event, begin, { passive: true });
    addEventListener("popstate", begin, { once: true });
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
