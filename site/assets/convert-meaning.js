// The calculator's words on what a guarantee means for one person; the numbers come from the worker, again at each move of a slider.
//
// dpzoo.meaningIn(place, source, {own, trees, failure, ask})   fills the place; resolves when the words stand there
(() => {
  const dpzoo = window.dpzoo;
  const el = (...a) => dpzoo.element(...a);

  async function meaningIn(place, source, { own, trees, failure, ask }) {
    const find = (name) => place.querySelector(`[data-${name}]`);
    const slider = (name, most, usual, label) => el("input", { type: "range", min: "1", max: most, value: find(name) ? find(name).value : usual, [`data-${name}`]: "", "aria-label": label });
    const prior = slider("prior", "99", "50", "What the attacker believed before, in percent");
    const alarm = slider("alarm", "50", "5", "False alarms that the attacker accepts, in percent");
    const share = (input) => Number(input.value) / 100;
    const reckon = () => ask("meaningOf", source, trees, own, { failure, prior: share(prior), alarm: share(alarm) });
    const first = await reckon();
    if (!first || first.void) {
      const nothing = "No recorded way leads from here to ε-DP or (ε, δ)-DP, so no bound for one person is known here. The notion's page says what it promises.";
      return () => place.replaceChildren(el("p", {}, first ? "With these numbers nothing is promised." : nothing));
    }
    const { epsilon, delta } = first;
    const text = el("div", { "data-sentences": "" });
    const write = (m) => text.replaceChildren(...(own ? ownLines(own, m, share(prior), share(alarm)) : recordLines(m, share(prior), share(alarm))).map((l) => el("p", {}, l)));
    let asked = 0;
    let busy = false;
    // of several moves only the last is answered
    async function moved() {
      asked += 1;
      if (busy) return;
      busy = true;
      for (let done = 0; done !== asked; ) {
        done = asked;
        write(await reckon());
      }
      busy = false;
    }
    prior.addEventListener("input", moved);
    alarm.addEventListener("input", moved);
    write(first);
    const alarms = own && own.oneSided ? null : el("label", { class: "dz-field" }, el("span", {}, "False alarms"), alarm);
    const parts = [
      ...(own ? ownIntroduction(own, epsilon, delta) : [recordIntroduction(epsilon, delta, source.also?.length)]),
      el("div", { class: "dz-fields" }, el("label", { class: "dz-field" }, el("span", {}, "Believed before"), prior), alarms),
      text,
      el("p", {}, el("a", { href: own && own.oneSided ? "meaning.html" : further(source, epsilon, delta) }, "More about what this means"), ": tests, people who resemble each other, attacks."),
    ];
    return () => place.replaceChildren(...parts);
  }

  const percent = (x, round) => `${dpzoo.format(100 * x, { digits: x > 0.999 ? 8 : 3, round })} %`;
  const outcome = ({ failure }) => (failure ? `, but for results that come with a probability of at most ${dpzoo.format(failure, { digits: 2, round: "up" })} on either side.` : ", whatever the result is.");

  function recordIntroduction(epsilon, delta, several) {
    const claim = delta ? `(ε, δ)-DP with ε = ${dpzoo.format(epsilon, { round: "up" })} and δ = ${dpzoo.format(delta)}` : `ε-DP with ε = ${dpzoo.format(epsilon, { round: "up" })}`;
    return el("p", {}, `${several ? "Your guarantees together give" : "Your guarantee gives"} ${claim}, among others; the bounds on guesses and tests use ${several ? "all that they give" : "all that the recorded formulas give"}. “Your record” is what the definition lets change between neighbouring datasets. The attacker knows all other records, or holds them independent of yours.`);
  }

  const tested = (m, alarm, what) => {
    const equal = percent(1 - m.even, "down");
    return `raises a false alarm in ${percent(alarm)} of the cases misses ${what}in at least ${percent(1 - m.power, "down")} of the cases. A test with as many misses as false alarms has at least ${equal} of each.`;
  };

  function recordLines(m, prior, alarm) {
    return [
      `Somebody who held it ${percent(prior)} likely that your record was used holds it between ${percent(m.lower, "down")} and ${percent(m.upper, "up")} likely after seeing the result${outcome(m)}`,
      `Whoever must guess whether your record was used is right with probability at most ${percent(m.ceiling, "up")}; without the result it is ${percent(Math.max(prior, 1 - prior))}.`,
      `The best test that ${tested(m, alarm, "your record ")}`,
    ];
  }

  // notions with neighbours of their own: no conversion, which would change the neighbours and pay for it

  function ownIntroduction(own, epsilon, delta) {
    const numbers = `ε = ${dpzoo.format(epsilon, { round: "up" })}${delta ? ` and δ = ${dpzoo.format(delta)}` : ""}`;
    const attacker = own.knowsAll ? " The attacker knows all else, or holds it independent of what differs." : "";
    return [
      el("p", {}, `Your guarantee holds as it stands, with ${numbers}, between two neighbours of its own.${attacker}${own.note ? ` ${own.note}` : ""}`),
      el("p", { "data-neighbours": "" }, `How two neighbours differ: ${own.neighbours}.`),
    ];
  }

  function ownLines(own, m, prior, alarm) {
    const most = percent(m.upper, "up");
    if (own.oneSided) return [`Somebody who held the secret ${percent(prior)} likely holds it at most ${most} likely after seeing the result, whatever the result is.`];
    return [
      `Somebody who held one of two neighbours ${percent(prior)} likely to be the true one holds it between ${percent(m.lower, "down")} and ${most} likely after seeing the result${outcome(m)}`,
      `Whoever must guess which of the two is the true one is right with probability at most ${percent(m.ceiling, "up")}; without the result it is ${percent(Math.max(prior, 1 - prior))}.`,
      `The best test of one against the other that ${tested(m, alarm, "")}`,
    ];
  }

  // the page on meaning with these numbers, where its dials reach them
  function further({ notion, values, also }, epsilon, delta) {
    const alone = !also?.length;
    if (alone && notion === "zero-concentrated-dp" && values.xi === 0 && values.rho >= 0.0001 && values.rho <= 20) return `meaning.html#kind=concentrated&rho=${values.rho}`;
    if (alone && notion === "gaussian-dp" && values.mu >= 0.01 && values.mu <= 10) return `meaning.html#kind=gaussian&mu=${values.mu}`;
    const fits = epsilon >= 0.01 && epsilon <= 20 && (!delta || (delta >= 1e-12 && delta <= 0.1));
    if (!fits) return "meaning.html";
    const state = new URLSearchParams({ kind: delta ? "approximate" : "pure", epsilon: dpzoo.format(epsilon, { digits: 6, round: "up" }), ...(delta ? { delta: String(delta) } : {}) });
    return `meaning.html#${state}`;
  }

  dpzoo.meaningIn = meaningIn;
})();
