// The guided choice: one question at a time. The answers are the address; the cards are those of the page's list of rules.
(() => {
  const source = document.getElementById("dz-choose-data");
  if (!source) return;
  const guide = JSON.parse(source.textContent);
  const find = (selector) => document.querySelector(selector);
  const said = find(".dz-said");
  const soFar = find(".dz-so-far");
  const outcome = find(".dz-outcome");
  const picks = find(".dz-picks");
  const versus = find(".dz-versus");

  const fits = (when, answers) => Object.entries(when).every(([question, wanted]) => wanted.includes(answers[question]));

  // only what the questions allow, in their order: what follows a question without an answer does not count
  function fromAddress() {
    const given = new URLSearchParams(location.search || location.hash.slice(1));
    const answers = {};
    for (const question of guide.questions) {
      if (!fits(question.when, answers)) continue;
      const answer = given.get(question.id);
      if (!answer || !Object.hasOwn(question.answers, answer)) return { answers, next: question };
      answers[question.id] = answer;
    }
    return { answers, next: null };
  }

  function address(answers) {
    const parts = Object.entries(answers).map(([question, answer]) => `${question}=${answer}`);
    return location.pathname + (parts.length ? `?${parts.join("&")}` : "");
  }

  function recommend(answers) {
    const found = [];
    for (const part of guide.parts) {
      const index = part.rules.findIndex((r) => fits(r.when, answers) && !found.some((f) => f.rule.notion === r.notion));
      if (index >= 0) found.push({ part, index, rule: part.rules[index] });
    }
    return found;
  }

  function element(name, className, text) {
    const made = document.createElement(name);
    if (className) made.className = className;
    if (text) made.textContent = text;
    return made;
  }

  function answered(question, answers) {
    return question.answers[answers[question.id]];
  }

  function card({ part, index, rule }, answers) {
    const made = find(`.dz-tree .dz-pick[data-part="${part.id}"][data-rule="${index}"]`).cloneNode(true);
    made.querySelector(".dz-pick-if").remove();
    [...made.querySelectorAll(".dz-pick-why > li")].forEach((item, i) => {
      const when = rule.why[i];
      if (!fits(when, answers)) {
        item.remove();
        return;
      }
      const words = guide.questions.filter((q) => Object.hasOwn(when, q.id)).map((q) => `“${answered(q, answers)}”`);
      if (words.length) item.querySelector(".dz-because").textContent = `Because you said ${words.join(" and ")}: `;
    });
    return made;
  }

  function name(notion) {
    return find(`.dz-tree .dz-pick h3 a[href$="/${notion}.html"]`).textContent;
  }

  function show(answers) {
    const found = recommend(answers);
    picks.replaceChildren(...found.map((f) => card(f, answers)));
    versus.replaceChildren(document.createTextNode("Compare "));
    let first = true;
    for (let a = 0; a < found.length; a += 1)
      for (let b = a + 1; b < found.length; b += 1) {
        const link = element("a", "", `${name(found[a].rule.notion)} with ${name(found[b].rule.notion)}`);
        link.href = `compare.html?a=${found[a].rule.notion}&b=${found[b].rule.notion}`;
        if (!first) versus.append("; ");
        versus.append(link);
        first = false;
      }
    versus.append(".");
  }

  function render(focus) {
    const { answers, next } = fromAddress();
    const before = {};
    const lines = [];
    for (const question of guide.questions) {
      if (!Object.hasOwn(answers, question.id)) continue;
      const item = element("li");
      item.append(element("span", "dz-said-question", asked(question)), " ");
      item.append(element("strong", "", answered(question, answers)), " ");
      const change = element("a", "dz-change", "change");
      change.href = address(before);
      change.setAttribute("aria-label", `Change the answer to: ${asked(question)}`);
      item.append(change);
      lines.push(item);
      before[question.id] = answers[question.id];
    }
    said.replaceChildren(...lines);
    said.hidden = !lines.length;
    for (const section of document.querySelectorAll(".dz-question")) {
      section.hidden = !next || section.dataset.question !== next.id;
      if (section.hidden) continue;
      for (const link of section.querySelectorAll(".dz-answer")) link.href = address({ ...answers, [next.id]: link.dataset.answer });
    }
    // what the answers so far lead to, before the next question
    soFar.hidden = !next || !lines.length;
    if (!soFar.hidden) {
      const links = recommend(answers).map(({ rule }) => Object.assign(element("a", "", name(rule.notion)), { href: `notions/${rule.notion}.html` }));
      soFar.replaceChildren("If you stop here: ", ...links.flatMap((link, i) => [i ? (i === links.length - 1 ? " and " : ", ") : "", link]), ".");
    }
    outcome.hidden = Boolean(next);
    if (!next) show(answers);
    if (!focus) return;
    const heading = next ? document.getElementById(`ask-${next.id}`) : document.getElementById("outcome");
    heading.focus({ preventScroll: true });
    const top = find(".dz-choose");
    if (top.getBoundingClientRect().top < 0) top.scrollIntoView();
  }

  function asked(question) {
    return document.getElementById(`ask-${question.id}`).textContent.trim();
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest(".dz-answer, .dz-change, .dz-again");
    if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    try {
      history.pushState(null, "", link.href);
    } catch {
      return; // a browser that keeps the addresses of files as they are: follow the link
    }
    event.preventDefault();
    render(true);
  });
  window.addEventListener("popstate", () => render(true));
  render(false);
})();
