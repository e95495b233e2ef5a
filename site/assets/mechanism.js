// A mechanism's page: its guarantees at the reader's numbers. The page shows them at example values without this script.
// The numbers stand in the address: #f=0.5&p=0.25
(() => {
  const dpzoo = (window.dpzoo = window.dpzoo || {});

  // 0.5, 1e-6, 3/4, log(3) or ln(3)
  function read(text) {
    const plain = text.trim().replace(",", ".").replace("−", "-");
    const log = /^(?:log|ln)\((.+)\)$/.exec(plain);
    if (log) return Math.log(read(log[1]));
    const parts = plain.split("/");
    const numbers = parts.map((part) => (/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(part.trim()) ? Number(part) : NaN));
    return numbers.length === 1 ? numbers[0] : numbers.length === 2 ? numbers[0] / numbers[1] : NaN;
  }

  function holds(constraint, values) {
    try {
      return dpzoo.holds(constraint, values);
    } catch {
      return false;
    }
  }

  // the values, or the field at fault and a sentence
  function check(data, texts) {
    const values = {};
    for (const [name, parameter] of Object.entries(data.parameters)) {
      values[name] = read(texts[name]);
      if (Number.isNaN(values[name])) return { field: name, fault: `${name} is not a number; write 0.5, 1e-6, 3/4 or log(3).` };
    }
    for (const [name, parameter] of Object.entries(data.parameters)) {
      if (parameter.integer && !Number.isInteger(values[name])) return { field: name, fault: `${name} must be a whole number.` };
      if (!holds(parameter.domain, values)) return { field: name, fault: `${name} must satisfy ${parameter.says}.` };
    }
    for (const requirement of data.requires) {
      if (!holds(requirement.that, values)) return { field: requirement.field, fault: `${requirement.because}.` };
    }
    return { values };
  }

  function start(form) {
    const data = JSON.parse(document.getElementById("dz-mechanism-data").textContent);
    const message = form.querySelector("[data-message]");
    const inputs = new Map([...form.querySelectorAll("input")].map((input) => [input.name, input]));
    const places = [...document.querySelectorAll("[data-promise]")];
    const first = Object.fromEntries([...inputs].map(([name, input]) => [name, input.value]));

    function show() {
      const texts = Object.fromEntries([...inputs].map(([name, input]) => [name, input.value]));
      const { values, field, fault } = check(data, texts);
      for (const [name, input] of inputs) {
        if (name === field) input.setAttribute("aria-invalid", "true");
        else input.removeAttribute("aria-invalid");
      }
      message.textContent = fault || "";
      for (const place of places) {
        const claim = data.claims[Number(place.dataset.promise)];
        place.hidden = Boolean(fault) || !claim.given.every((condition) => holds(condition, values));
        if (place.hidden) continue;
        place.querySelector("[data-label]").textContent = "At these values:";
        const found = {};
        for (const output of place.querySelectorAll("[data-value]")) {
          try {
            found[output.dataset.value] = dpzoo.evaluate(claim.map[output.dataset.value], values);
            output.textContent = dpzoo.format(found[output.dataset.value], { round: output.dataset.round || "up" });
          } catch {
            output.textContent = "no value";
          }
        }
        const meaning = place.querySelector("[data-meaning]");
        if (meaning) {
          const state = new URLSearchParams(meaning.hash.slice(1));
          for (const name of state.keys()) if (name in found) state.set(name, String(dpzoo.decimal(found[name], 6, "up")));
          meaning.hash = String(state);
        }
      }
      return !fault;
    }

    function fill() {
      const given = new URLSearchParams(window.location.hash.slice(1));
      for (const [name, input] of inputs) input.value = given.get(name) ?? first[name];
      show();
    }

    form.addEventListener("input", () => {
      if (!show()) return;
      const state = new URLSearchParams();
      for (const [name, input] of inputs) if (input.value !== first[name]) state.set(name, input.value.trim());
      window.history.replaceState(null, "", state.size ? `#${state}` : window.location.pathname + window.location.search);
    });
    form.addEventListener("submit", (event) => event.preventDefault());
    window.addEventListener("hashchange", fill);
    if (window.location.hash.includes("=")) fill();
  }

  const form = document.getElementById("dz-mechanism-form");
  if (form && dpzoo.evaluate) start(form);
})();
