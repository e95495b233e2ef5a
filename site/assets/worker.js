// Work that takes long, off the main thread; from disk, where a browser starts no worker, in a frame that stands for one (the shim).
//
// dpzoo.worker(scripts, given)   a function ask(name, ...arguments): a promise of what dpzoo[name] returns there, or of its error.
//   Scripts are loaded at the first question; `given` is put into the worker's dpzoo before.
(() => {
  const dpzoo = (window.dpzoo = window.dpzoo || {});
  const MAIN = "assets/tools-worker.js";

  dpzoo.worker = (scripts, given = {}) => {
    let worker = null;
    let asked = 0;
    const waiting = new Map();

    function heard({ data }) {
      const question = waiting.get(data.id);
      if (!question) return;
      waiting.delete(data.id);
      if (data.error) question.reject(Object.assign(new Error(data.error.message), { name: data.error.name }));
      else question.resolve(data.answer);
    }

    function start() {
      const before = window.onmessage;
      worker = new Worker(MAIN);
      if (window.onmessage !== before) {
        // the shim's frame answers by the page's one handler, which belongs to the search
        const own = window.onmessage;
        window.onmessage = before;
        addEventListener("message", (event) => own.call(window, event));
      }
      worker.onmessage = heard;
      worker.postMessage({ scripts: scripts.map((s) => new URL(s, document.baseURI).href), given });
    }

    return (name, ...sent) =>
      new Promise((resolve, reject) => {
        if (!worker) start();
        asked += 1;
        waiting.set(asked, { resolve, reject });
        worker.postMessage({ id: asked, name, arguments: sent });
      });
  };
})();
