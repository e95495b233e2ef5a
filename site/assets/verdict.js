// One direction of a comparison in a sentence: the same parts as dpzoo/site/verdicts.py makes, for any two notions.
//
// window.dpzoo.sentence(a, b, [stronger, implied, case])   of the three answers of dpzoo.decide; returns
//   {word, parts, claims, telling}: a part is a text, {notion}, {formula: claim, start, end} or {where: last step}; `telling` is the
//   claim whose argument is worth reading first, or null.
(() => {
  const root = typeof window === "undefined" ? globalThis : window;
  const dpzoo = (root.dpzoo = root.dpzoo || {});
  const POSITIVE = new Set(["stronger_than", "implies", "special_case_of", "equivalent_to", "same_as"]);
  const PASSED = "special case at chosen structure";

  let best = null;

  // where several claims lead from a notion to another, the one with the formula that a reader wants
  function preferred(start, end, claim) {
    best ||= new Map(dpzoo.claims.preferred.map(([a, b, number]) => [`${dpzoo.claims.notions[a][0]} ${dpzoo.claims.notions[b][0]}`, number]));
    const number = best.get(`${start} ${end}`);
    return number === undefined ? claim : dpzoo.claimAt(number);
  }

  const notion = (id) => ({ notion: id });
  const claimsOf = (steps) => [...new Map(steps.filter((s) => s.claim).map((s) => [s.claim.id, s.claim])).values()];
  const separation = (steps) => claimsOf(steps).find((c) => !POSITIVE.has(c.kind)) || null;
  const refutes = ({ answer }) => answer === "no" || answer === "no in general, yes under conditions";

  function sentence(a, b, [strength, implied, special]) {
    if (implied.answer === "yes") return given(a, b, implied.derivation, strength, special);
    const where = implied.under.flatMap((steps, i) => [i ? " or where " : " It does where ", { where: steps[steps.length - 1] }]);
    if (where.length) where.push(".");
    if (refutes(implied)) {
      const steps = implied.derivation;
      return { word: where.length ? "In general no" : "No", parts: [...refused(a, b, steps), ...where], claims: claimsOf(steps), telling: separation(steps) };
    }
    if (refutes(strength)) {
      const parts = ["Some levels of ", notion(b), " follow from no level of ", notion(a), "; whether ", notion(a), " always gives some level of ", notion(b), " is not known."];
      return { word: "Not in full", parts, claims: claimsOf(strength.derivation), telling: separation(strength.derivation) };
    }
    if (implied.answer === "different data") {
      return { word: "Different data", parts: [notion(a), " and ", notion(b), " speak of different data, and no translation between the two is recorded."], claims: [], telling: null };
    }
    return { word: "Not known", parts: ["Nobody has decided whether ", notion(a), " gives ", notion(b), ".", ...where], claims: [], telling: null };
  }

  // the claims of a positive derivation in their order, each with where it is read from and to
  function hops(steps, start) {
    let here = start;
    return steps.filter((s) => s.claim).map(({ claim }) => {
      const [from, to] = [here, claim.subject === here ? claim.object : claim.subject];
      here = to;
      return [preferred(from, to, claim), from, to];
    });
  }

  function given(a, b, steps, strength, special) {
    const way = hops(steps, a);
    const parts = [];
    if (way.length <= 3) {
      way.forEach(([claim, start, end], i) => {
        parts.push(!i ? "" : i === way.length - 1 ? ", and " : ", ", notion(start), " gives ", notion(end), { formula: claim, start, end });
      });
    } else {
      parts.push(notion(a), " gives ", notion(b), ", by way of ");
      way.slice(1).forEach(([, start], i) => parts.push(!i ? "" : i === way.length - 2 ? " and " : ", ", notion(start)));
    }
    parts.push(".");
    const claims = way.map(([claim]) => claim);
    let word = "Yes";
    let telling = way.length === 1 ? claims[0] : null;
    if (refutes(strength)) {
      word = "Yes, but";
      parts.push(" Yet some levels of ", notion(b), " follow from no level of ", notion(a), ".");
      claims.push(...claimsOf(strength.derivation));
      telling = separation(strength.derivation);
    } else if (strength.answer !== "yes") {
      parts.push(" It is not known whether every level of ", notion(b), " can be reached.");
    }
    if (special.answer === "yes") parts.push(" By definition, ", notion(a), " is a special case of ", notion(b), ".");
    return { word, parts: parts.filter((p) => p !== ""), claims, telling };
  }

  // that a does not give b, and from which other two that follows
  function refused(a, b, steps) {
    const claim = separation(steps);
    const plain = [notion(a), " does not give ", notion(b)];
    if (!claim || steps.some((s) => s.rule.includes(PASSED))) return [...plain, "."];
    const [s, o] = [claim.subject, claim.object];
    if (s === a && o === b) return [...plain, "."];
    if (o === b) return ["Even ", notion(s), ", which gives ", notion(a), ", does not give ", notion(b), "."];
    if (s === a) return [...plain, ": ", notion(b), " gives ", notion(o), ", and ", notion(a), " does not."];
    return [...plain, ": ", notion(b), " gives ", notion(o), ", and even ", notion(s), ", which gives ", notion(a), ", does not."];
  }

  dpzoo.sentence = sentence;
})();
