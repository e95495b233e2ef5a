// What a guarantee says between two neighbours: the same bounds as dpzoo/meaning/profiles.py and dpzoo/meaning/promise.py give, from the
// whole privacy profile of the guarantee and never from one (ε, δ). Formulas are exported trees, maps those of assets/data/maps.js.
//
// window.dpzoo.promise({notion, values, also}, trees, own)   null where nothing is known, else
//   {ceiling(prior), power(level), curve(level), belief(failure)}: how often a guess is right, the power of a test (a quick
//   bound for a picture), and
//   {upper(prior), lower(prior), failure, epsilon, delta} of beliefs; `own` says what a notion with its own neighbours reads;
//   of several guarantees {notion, values, also} the best that they give together, by dpzoo.optimum where it knows that
(() => {
  const root = typeof window === "undefined" ? globalThis : window;
  const dpzoo = (root.dpzoo = root.dpzoo || {});
  const LARGEST = 700;

  const made = new Map(); // of the last guarantees: a page asks again whenever something else changes

  function promise(source, trees, own = null) {
    const key = JSON.stringify([source, own && own.reads]);
    if (!made.has(key)) {
      if (made.size > 20) made.clear();
      made.set(key, remembering(source.also?.length ? together(source, trees) : reckoned(source, trees, own)));
    }
    return made.get(key);
  }

  function remembering(known) {
    if (!known) return known;
    const once = (f) => {
      const answers = new Map();
      return (x) => (answers.has(x) ? answers : answers.set(x, f(x))).get(x);
    };
    return { ...known, ceiling: once(known.ceiling), power: once(known.power), belief: once(known.belief) };
  }

  function beliefOf(epsilon, delta, trees) {
    const at = { epsilon: Math.min(epsilon, LARGEST) };
    const kind = delta ? "-approximate" : "";
    const within = (prior, end, side) => (prior > 0 && prior < 1 ? side(dpzoo.enclosure(trees[`belief-${end}${kind}`], { ...at, prior })) : prior);
    return {
      upper: (prior) => within(prior, "upper", ([, x]) => Math.min(1, x)),
      lower: (prior) => within(prior, "lower", ([x]) => (epsilon > LARGEST ? 0 : Math.max(0, x))),
      failure: Math.min(1, 2 * delta),
      epsilon,
      delta,
    };
  }

  // the best of what each guarantee gives and of what all of them give together
  function together(source, trees) {
    const { also, ...first } = source;
    const each = [first, ...also].map((x) => promise(x, trees)).filter(Boolean);
    const best = (target, fix) => {
      const found = dpzoo.optimum(source, target, fix);
      return found && Number.isFinite(found.value) ? found.value * (1 + (found.numeric ? 1e-8 : 1e-12)) : null;
    };
    const least = (values, found) => Math.min(1, ...values, ...(found === null ? [] : [found]));
    const ofTest = (level) => (level < 1 ? best("f-dp", { x: level }) : level);
    const beliefs = (failure) => {
      const pure = best("epsilon-dp", {});
      const epsilon = pure ?? best("approximate-dp", { delta: failure });
      const known = each.map((x) => x.belief(failure)).filter(Boolean);
      if (epsilon !== null) known.push(beliefOf(epsilon, pure === null ? failure : 0, trees));
      return known.sort((x, y) => x.delta - y.delta || x.epsilon - y.epsilon)[0] || null;
    };
    if (beliefs(1e-6) === null) return null;
    return {
      ceiling(prior) {
        const odds = Math.abs(Math.log(prior / (1 - prior))) * (1 - 1e-15);
        const delta = best("approximate-dp", { epsilon: Math.min(odds, LARGEST) });
        const found = delta === null ? null : dpzoo.enclosure(trees["ceiling-profile"], { prior, delta: Math.min(1, delta) })[1];
        return least(each.map((x) => x.ceiling(prior)), found);
      },
      power: (level) => least(each.map((x) => x.power(level)), ofTest(level)),
      curve: (level) => least(each.map((x) => x.curve(level)), ofTest(level)),
      belief: beliefs,
    };
  }

  function reckoned(source, trees, own) {
    const reads = own ? own.reads : source.notion;
    const values = own ? Object.fromEntries(Object.entries(own.takes).map(([name, mine]) => [name, source.values[mine]])) : source.values;
    const up = (name, at) => Math.min(1, dpzoo.enclosure(trees[name], at)[1]);

    const gaussian = (mu) => ({
      ceiling: (prior) => (mu ? up("ceiling-gaussian", { mu, prior }) : Math.max(prior, 1 - prior)),
      power: (level) => (level === 0 || level === 1 ? level : up("power-gaussian", { mu, level })),
      curve: (level) => (level === 0 || level === 1 ? level : up("power-gaussian", { mu, level })),
    });

    const belief = (epsilon, delta) => beliefOf(epsilon, delta, trees);

    if (reads === "epsilon-dp" || reads === "approximate-dp") {
      const delta = values.delta || 0;
      const at = { epsilon: Math.min(values.epsilon, LARGEST), delta };
      return {
        ceiling: (prior) => up("ceiling", { ...at, prior }),
        power: (level) => up("power", { ...at, level }),
        curve: (level) => up("power", { ...at, level }),
        belief: () => belief(values.epsilon, delta),
      };
    }

    const read = { notion: reads, values };
    const plain = (target, wanted, fix = {}) => {
      try {
        const [best] = dpzoo.convert(read, target, fix);
        return best && !best.conditions.length ? best.values[wanted] : null;
      } catch (error) {
        if (error.name === "GuaranteeError") return null;
        throw error;
      }
    };
    const beliefs = (failure) => {
      const pure = plain("epsilon-dp", "epsilon");
      if (pure !== null) return belief(pure, 0);
      const epsilon = plain("approximate-dp", "epsilon", { delta: failure });
      if (epsilon !== null) return belief(epsilon, failure);
      const excess = (loss) => {
        const delta = plain("approximate-dp", "delta", { epsilon: loss });
        return delta === null ? null : belief(loss, delta);
      };
      const found = excess(0) || ("epsilon" in values ? excess(values.epsilon) : null);
      if (found || !("delta" in values)) return found;
      const twice = plain("approximate-dp", "epsilon", { delta: 2 * values.delta });
      return twice === null ? null : belief(twice, 2 * values.delta);
    };
    if (reads === "gaussian-dp") return { ...gaussian(values.mu), belief: beliefs };
    const mu = plain("gaussian-dp", "mu");
    const known = mu === null ? null : gaussian(mu);
    const pure = plain("epsilon-dp", "epsilon");
    const both = pure === null ? [] : [promise({ notion: "epsilon-dp", values: { epsilon: pure } }, trees)];
    if (known) both.push(known);
    if (beliefs(1e-6) === null) return null;
    let pairs = null;
    const through = []; // levels of approximate DP at which a power was found
    const ofPair = ({ epsilon, delta }, level) => {
      const e = Math.exp(Math.min(epsilon, LARGEST));
      return Math.min(e * level + delta, 1 - (1 - delta - level) / e);
    };
    return {
      // for a picture: bounds from many levels of approximate DP, and from those that are the best at one point
      curve: (level) => {
        pairs ||= dpzoo.sweep(read, "approximate-dp");
        const best = [...pairs, ...through].reduce((least, pair) => Math.min(least, ofPair(pair, level)), 1);
        return Math.min(best, ...both.map((b) => b.curve(level)));
      },
      ceiling: (prior) => {
        // a smaller ε is a worse guarantee: the odds are rounded towards 0
        const odds = Math.abs(Math.log(prior / (1 - prior))) * (1 - 1e-15);
        const excess = [plain("approximate-dp", "delta", { epsilon: Math.min(odds, LARGEST) }), plain("total-variation-privacy", "epsilon")].filter((x) => x !== null);
        const found = both.map((b) => b.ceiling(prior));
        return Math.min(1, ...found, ...excess.map((delta) => up("ceiling-profile", { prior, delta })));
      },
      power: (level) => {
        const found = ["power-steep", "power-flat"].map((name) => dpzoo.least(read, "approximate-dp", trees[name], { level }));
        for (const [, best] of found.filter(Boolean)) through.push(best.values);
        return Math.min(1, ...found.filter(Boolean).map(([value]) => value), ...both.map((b) => b.power(level)));
      },
      belief: beliefs,
    };
  }

  dpzoo.promise = promise;
})();
