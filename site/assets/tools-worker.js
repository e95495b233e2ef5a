// The other side of worker.js: loads the scripts it is told, then answers one question after the other by functions of dpzoo.
(() => {
  let ready = null;

  addEventListener("message", async ({ data }) => {
    if (data && data.scripts) {
      globalThis.dpzoo = { ...globalThis.dpzoo, ...data.given };
      ready = Promise.resolve(importScripts(...data.scripts));
      return;
    }
    if (!data || !data.name || !ready) return;
    await ready;
    try {
      postMessage({ id: data.id, answer: globalThis.dpzoo[data.name](...data.arguments) });
    } catch (error) {
      postMessage({ id: data.id, error: { name: error.name, message: error.message } });
    }
  });
})();
