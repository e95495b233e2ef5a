// What follows from the claims, what is refuted, what is open: the rules of dpzoo/relations/inference.py over assets/data/claims.js.
//
// window.dpzoo.decide(kind, a, b)   kind: "stronger_than" | "implies" | "special_case_of"; a, b: ids of notions. Returns
//   {answer: "yes" | "no in general, yes under conditions" | "no" | "open, but yes under conditions" | "open" |
//   "different data", derivation, under}.
//   A derivation is a list of steps {kind, subject, object, conditions, rule, premises, claim}; a claim has its id, page, grade
//   and evidence. `under` holds one derivation for each minimal set of conditions.
// window.dpzoo.claimAt(number)   the claim in this row of the data.
(() => {
  const root = typeof window === "undefined" ? globalThis : window;
  const dpzoo = (root.dpzoo = root.dpzoo || {});

  const STRONGER = "stronger_than";
  const IMPLIES = "implies";
  const CASE = "special_case_of";
  const DENIAL = { [STRONGER]: "not_stronger_than", [IMPLIES]: "does_not_imply", [CASE]: "not_special_case_of" };
  const NEGATIVE = new Set(Object.values(DENIAL));
  const MAX_CONDITION_SETS = 8;
  const RULES = {
    claim: "claim",
    lifted: "lifted from blocks",
    equivalent: "equivalence gives both directions",
    same: "identity gives every relation",
    proper: "a special case at proper quantitative values is an implication",
    strongerImplies: "stronger gives implies",
    reflexive: "every notion is related to itself",
    transitive: "transitivity",
    notImplied: "not implied gives not stronger",
    noCase: "what gives no level of a notion is a case of none of its levels",
    caseLacks: "what a special case at chosen structure does not give, the notion does not give in general",
    caseMissed: "what does not give a special case at chosen structure does not give the notion in general",
    left: "what the stronger one does not give, the weaker one does not either",
    right: "what does not give the weaker one does not give the stronger one either",
  };

  let base = null;

  function data() {
    if (base) return base;
    const { notions, kinds, grades, conditions, evidence, claims, lifted } = dpzoo.claims;
    const ids = notions.map(([id]) => id);
    const made = ([subject, kind, object, grade, needed, proper, suffix, support, unsaid]) => {
      const word = kinds[kind][0];
      const anchor = ["claim", word.replaceAll("_", "-"), ids[object], ...(suffix ? [suffix] : [])].join("-");
      return {
        id: [ids[subject], word, ids[object], ...(suffix ? [suffix] : [])].join("/"),
        subject: ids[subject],
        kind: word,
        object: ids[object],
        grade: grades[grade],
        conditions: [...needed].sort((a, b) => a - b),
        proper: Boolean(proper),
        unsaid,
        lifted: evidence[support[0]][0] === "rule",
        page: evidence[support[0]][0] === "rule" ? evidence[support[0]][1] : `notions/${ids[subject]}.html#${anchor}`,
        evidence: support.map((i) => evidence[i]),
      };
    };
    const all = claims.map((row, number) => ({ ...made(row), number })); // the best supported first
    // what the blocks of two notions give by themselves, positive and negative: as good as a recorded claim
    const direct = new Map();
    for (const [subject, pairs] of lifted.rows) {
      for (let i = 0; i < pairs.length; i += 2) {
        const [kind, support] = lifted.reasons[pairs[i + 1]];
        const negative = NEGATIVE.has(kinds[kind][0]);
        direct.set([ids[subject], ids[pairs[i]], negative].join("|"), () => made([subject, kind, pairs[i], lifted.grade, [], 0, lifted.suffix, support, 0]));
      }
    }
    const universes = new Map(ids.map((id, i) => [id, dpzoo.claims.universes[i]]));
    const bounded = new Map(dpzoo.claims.bounded.map(([id, ...others]) => [ids[id], others.map((i) => ids[i])]));
    base = { all, direct, universes, bounded, conditions, edges: { [STRONGER]: [], [IMPLIES]: [], [CASE]: [] }, cache: new Map() };
    for (const claim of all) {
      if (claim.kind in ORDERS) {
        if (!possible(claim.conditions)) continue;
        for (const order of ORDERS[claim.kind]) {
          if (claim.kind === CASE && order === IMPLIES && !claim.proper) continue;
          base.edges[order].push({ start: claim.subject, end: claim.object, claim });
          if (["equivalent_to", "same_as"].includes(claim.kind)) {
            base.edges[order].push({ start: claim.object, end: claim.subject, claim });
          }
        }
      }
    }
    // an equivalence without a formula in this direction only where no claim of the two has one
    const unsaid = (e) => (e.claim.unsaid >> (e.start === e.claim.subject ? 0 : 1)) & 1;
    for (const kind of Object.keys(base.edges)) base.edges[kind].sort((a, b) => unsaid(a) - unsaid(b));
    const asked = new Set(Object.values(base.edges).flat().flatMap((e) => e.claim.conditions));
    const groups = new Map();
    for (const claim of all.filter((c) => !(c.kind in ORDERS))) {
      const inside = [...entailed(claim.conditions)].filter((c) => asked.has(c)).sort((a, b) => a - b);
      const key = inside.join();
      if (!groups.has(key)) groups.set(key, { inside: new Set(inside), key, claims: [] });
      groups.get(key).claims.push(claim);
    }
    base.separations = [...groups.values()];
    return base;
  }

  const ORDERS = {
    stronger_than: [STRONGER, IMPLIES],
    equivalent_to: [STRONGER, IMPLIES],
    same_as: [STRONGER, IMPLIES, CASE],
    implies: [IMPLIES],
    special_case_of: [CASE, IMPLIES],
  };

  function entailed(conditions) {
    const found = new Set(conditions);
    for (const c of found) for (const other of base.conditions[c][2]) found.add(other); // a set grows while it is walked
    return found;
  }

  function possible(conditions) {
    const found = entailed(conditions);
    return ![...found].some((c) => base.conditions[c][3].some((other) => found.has(other)));
  }

  // edges by where they start (or end), of claims that hold wherever `inside` does; null grants everything
  function adjacency(kind, inside, key, backwards = false) {
    const { cache, edges } = data();
    const name = [kind, key, backwards].join("|");
    if (!cache.has(name)) {
      const found = new Map();
      for (const edge of edges[kind]) {
        if (inside && !edge.claim.conditions.every((c) => inside.has(c))) continue;
        const at = backwards ? edge.end : edge.start;
        if (!found.has(at)) found.set(at, []);
        found.get(at).push(edge);
      }
      cache.set(name, found);
    }
    return cache.get(name);
  }

  // breadth first: how many claims lead from `start` to each notion reached, and the edge by which it was first reached
  function search(kind, start, inside, key, backwards = false) {
    const outgoing = adjacency(kind, inside, key, backwards);
    const parents = new Map([[start, null]]);
    const distance = new Map([[start, 0]]);
    const queue = [start];
    for (let i = 0; i < queue.length; i++) {
      for (const edge of outgoing.get(queue[i]) || []) {
        const next = backwards ? edge.start : edge.end;
        if (parents.has(next)) continue;
        parents.set(next, edge);
        distance.set(next, distance.get(queue[i]) + 1);
        queue.push(next);
      }
    }
    return { parents, distance };
  }

  function path(kind, start, end, inside, key) {
    const { parents } = search(kind, start, inside, key);
    if (!parents.has(end)) return null;
    const found = [];
    for (let node = end; node !== start; node = found[found.length - 1].start) found.push(parents.get(node));
    return found.reverse();
  }

  const NOTHING = new Set();

  // the relation of this kind, or a stronger one, that blocks give by themselves; null if they give none
  function byBlocks(kind, a, b) {
    if (kind === CASE) return null;
    const found = data().direct.get([a, b, NEGATIVE.has(kind)].join("|"))?.();
    const silent = { [STRONGER]: IMPLIES, [DENIAL[IMPLIES]]: DENIAL[STRONGER] };
    return !found || found.kind === silent[kind] ? null : found;
  }

  // whether two notions speak of different data
  function apart(a, b) {
    const [x, y] = [a, b].map((id) => data().universes.get(id));
    return x.length > 0 && y.length > 0 && !x.some((u) => y.includes(u));
  }

  // Derivations

  const union = (a, b) => [...new Set([...a, ...b])].sort((x, y) => x - y);

  function step(kind, subject, object, conditions, rule, premises = [], claim = null) {
    return { kind, subject, object, conditions, rule: RULES[rule], premises, claim };
  }

  // a claim: as a record asserts it, or lifted from blocks
  const stated = (claim) => step(claim.kind, claim.subject, claim.object, claim.conditions, claim.lifted ? "lifted" : "claim", [], claim);

  function chain(kind, edges, start) {
    if (!edges.length) return [step(kind, start, start, [], "reflexive")];
    const steps = [];
    let last = null;
    for (const edge of edges) {
      const arrived = read(steps, kind, edge);
      if (last === null) {
        last = arrived;
        continue;
      }
      const [first, second] = [steps[last], steps[arrived]];
      steps.push(step(kind, first.subject, second.object, union(first.conditions, second.conditions), "transitive", [last, arrived]));
      last = steps.length - 1;
    }
    return steps;
  }

  function read(steps, kind, edge) {
    const { claim } = edge;
    steps.push(stated(claim));
    const then = (target, rule) => steps.push(step(target, edge.start, edge.end, claim.conditions, rule, [steps.length - 1]));
    if (claim.kind === "same_as") then(kind, "same");
    else if (claim.kind === CASE && kind === IMPLIES) then(IMPLIES, "proper");
    else if (claim.kind === STRONGER || claim.kind === "equivalent_to") {
      if (claim.kind === "equivalent_to") then(STRONGER, "equivalent");
      if (kind === IMPLIES) then(IMPLIES, "strongerImplies");
    }
    return steps.length - 1;
  }

  function append(steps, more) {
    const shift = steps.length;
    for (const s of more) steps.push({ ...s, premises: s.premises.map((p) => p + shift) });
    return steps.length - 1;
  }

  // of what a notion does not imply, at any level that it has, it is not a special case
  function noCase(a, b) {
    if (!data().bounded.has(b)) return null;
    const steps = [];
    const premises = [];
    for (const other of [b, ...data().bounded.get(b)]) {
      const denial = refute(IMPLIES, a, other);
      if (!denial) return null;
      premises.push(append(steps, denial));
    }
    return [...steps, step(DENIAL[CASE], a, b, [], "noCase", premises)];
  }

  function denies(claim, order) {
    if (order === CASE) return claim.kind === DENIAL[CASE];
    return claim.kind === DENIAL[IMPLIES] || (claim.kind === DENIAL[STRONGER] && order === STRONGER);
  }

  // append to a denied fact, which is the last step, what its subject gives and what gives its object
  function spread(steps, order, before, behind, a, b) {
    const { kind, subject, object, conditions } = steps[steps.length - 1];
    if (before.length) {
      const last = steps.length - 1;
      const led = append(steps, chain(order, before, subject));
      steps.push(step(kind, a, object, conditions, "left", [last, led]));
    }
    if (behind.length) {
      const last = steps.length - 1;
      const led = append(steps, chain(order, behind, b));
      steps.push(step(kind, a, b, conditions, "right", [last, led]));
    }
  }

  // what a special case at chosen structure passes on, by the one that was found first
  function refuteByCase(kind, a, b) {
    if (kind === CASE) return null;
    const ids = dpzoo.claims.notions.map(([id]) => id);
    const givesFirst = search(IMPLIES, a, NOTHING, "", true).distance;
    const givenBySecond = search(IMPLIES, b, NOTHING, "").distance;
    for (const [number, forward, position, row] of dpzoo.claims.passed) {
      const [own, others] = forward ? [givesFirst, givenBySecond] : [givenBySecond, givesFirst];
      const reached = row.map((i) => ids[i]).filter((id) => others.has(id));
      if (!own.has(ids[position]) || !reached.length) continue;
      const wanted = forward ? b : a;
      const third = reached.includes(wanted) ? wanted : reached[0];
      const claim = data().all[number];
      const [start, end] = forward ? [ids[position], third] : [third, ids[position]];
      const steps = [...(forward ? refute(IMPLIES, claim.subject, third) : refute(IMPLIES, third, claim.subject))];
      const denied = steps.length - 1;
      steps.push(stated(claim));
      steps.push(step(DENIAL[IMPLIES], start, end, steps[denied].conditions, forward ? "caseLacks" : "caseMissed", [denied, denied + 1]));
      spread(steps, IMPLIES, path(IMPLIES, start, a, NOTHING, ""), path(IMPLIES, b, end, NOTHING, ""), a, b);
      if (kind === STRONGER) steps.push(step(DENIAL[STRONGER], a, b, steps[denied].conditions, "notImplied", [steps.length - 1]));
      return steps;
    }
    return null;
  }

  function refute(kind, a, b) {
    let best = null;
    const case_ = kind === CASE ? noCase(a, b) : null;
    if (case_) return case_;
    for (const order of kind === STRONGER ? [STRONGER, IMPLIES] : [kind]) {
      for (const group of data().separations) {
        const left = search(order, a, group.inside, group.key, true).distance;
        const right = search(order, b, group.inside, group.key).distance;
        for (const claim of group.claims) {
          if (!denies(claim, order) || !left.has(claim.subject) || !right.has(claim.object)) continue;
          const length = left.get(claim.subject) + right.get(claim.object) + (claim.kind === DENIAL[order] ? 0 : 1);
          if (!best || length < best.length || (length === best.length && claim.number < best.claim.number)) best = { length, order, claim, group };
        }
      }
    }
    const direct = kind !== CASE && (!best || best.length > 0) ? byBlocks(DENIAL[kind], a, b) : null;
    if (direct) best = { order: direct.kind === DENIAL[IMPLIES] ? IMPLIES : STRONGER, claim: direct, group: { inside: NOTHING, key: "" } };
    if (!best) return refuteByCase(kind, a, b);
    const { order, claim, group } = best;
    const denial = DENIAL[order];
    const steps = [stated(claim)];
    const then = (target, subject, object, rule, premises) => steps.push(step(target, subject, object, claim.conditions, rule, premises));
    if (claim.kind !== denial) then(denial, claim.subject, claim.object, "notImplied", [0]);
    spread(steps, order, path(order, claim.subject, a, group.inside, group.key), path(order, b, claim.object, group.inside, group.key), a, b);
    if (denial !== DENIAL[kind]) then(DENIAL[kind], a, b, "notImplied", [steps.length - 1]);
    return steps;
  }

  // paths whose conditions are minimal; none for conditions that exclude each other
  function conditionalPaths(kind, start, end) {
    const hopeful = search(kind, end, null, "all", true).distance;
    if (!hopeful.has(start)) return [];
    const outgoing = adjacency(kind, null, "all");
    const within = (a, b) => a.every((c) => b.includes(c));
    const best = new Map([[start, [{ needed: [], edges: [] }]]]);
    const queue = [[start, best.get(start)[0]]];
    for (let i = 0; i < queue.length; i++) {
      const [node, entry] = queue[i];
      if (!best.get(node).includes(entry)) continue; // overtaken by a smaller set
      for (const edge of outgoing.get(node) || []) {
        if (!hopeful.has(edge.end)) continue;
        const needed = union(entry.needed, edge.claim.conditions);
        if (!best.has(edge.end)) best.set(edge.end, []);
        const known = best.get(edge.end);
        if (known.some((k) => within(k.needed, needed)) || !possible(needed)) continue;
        const kept = known.filter((k) => !within(needed, k.needed));
        best.set(edge.end, kept);
        if (kept.length < MAX_CONDITION_SETS) {
          const next = { needed, edges: [...entry.edges, edge] };
          kept.push(next);
          queue.push([edge.end, next]);
        }
      }
    }
    return (best.get(end) || []).filter((e) => e.needed.length).map((e) => e.edges);
  }

  function decide(kind, a, b) {
    data();
    const direct = path(kind, a, b, NOTHING, "");
    if (direct) {
      const claim = direct.length > 1 ? byBlocks(kind, a, b) : null;
      return { answer: "yes", derivation: chain(kind, claim ? [{ start: a, end: b, claim }] : direct, a), under: [] };
    }
    const under = conditionalPaths(kind, a, b).map((edges) => chain(kind, edges, a));
    const derivation = refute(kind, a, b);
    const answer = derivation
      ? under.length ? "no in general, yes under conditions" : "no"
      : under.length ? "open, but yes under conditions"
      : apart(a, b) ? "different data" : "open";
    return { answer, derivation, under };
  }

  // in a sentence about two notions; a condition on others says on which
  function conditionWords({ subject, object, conditions }) {
    const named = conditions.map((c) => data().conditions[c]).sort(([a], [b]) => (a < b ? -1 : 1));
    const pair = [subject, object];
    const familiar = (id) => dpzoo.claims.notions.find(([n]) => n === id)[4];
    return named.map(([, words, , , about = []]) => (about.every((n) => pair.includes(n)) ? words : `${words} (${about.length > 1 ? "between " : "for "}${about.map(familiar).join(" and ")})`)).join(" and ");
  }

  const claimAt = (number) => data().all[number];

  Object.assign(dpzoo, { decide, conditionWords, claimAt });
})();
