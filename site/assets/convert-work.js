// What the calculator leaves to its worker: conversions of one guarantee, what it means, and its curves.
//
// dpzoo.conversions(source, [{target, fix}])   for each its answers, as dpzoo.convert gives them; none where it refuses. Of several
//   guarantees {notion, values, also} the answers of each, `from` it, the best first
// dpzoo.meaningOf(source, trees, own, {failure, prior, alarm})   numbers about one person; null where nothing is known
// dpzoo.curveOf(source, target, wanted, [fix])   [[recorded, best possible]] of one parameter at each fix; null for what is unknown
// dpzoo.tradeoffOf(source, trees, own, levels)   the least misses at each false-alarm probability
(() => {
  const root = typeof window === "undefined" ? globalThis : window;
  const dpzoo = (root.dpzoo = root.dpzoo || {});

  function attempt(source, target, fix) {
    try {
      return dpzoo.convert(source, target, fix);
    } catch (error) {
      if (error.name === "GuaranteeError" || error.name === "EvaluationError") return [];
      throw error;
    }
  }

  function ofSeveral(parts, target, fix) {
    const free = dpzoo.parametersOf(target).find((p) => !(p.name in fix));
    const found = parts.flatMap((from) => attempt(from, target, fix).map((each) => ({ ...each, from })));
    return free ? found.sort((x, y) => free.sign * (x.values[free.name] - y.values[free.name])) : found;
  }

  dpzoo.conversions = (source, questions) =>
    questions.map(({ target, fix }) => (source.also?.length ? ofSeveral([source, ...source.also], target, fix) : attempt(source, target, fix)));

  dpzoo.meaningOf = (source, trees, own, { failure, prior, alarm }) => {
    const known = dpzoo.promise(source, trees, own);
    const belief = known && known.belief(failure);
    if (!belief) return null;
    const { epsilon, delta } = belief;
    if (epsilon === Infinity || delta >= 1) return { void: true };
    const bounds = own && own.oneSided ? {} : { ceiling: known.ceiling(prior), even: known.ceiling(0.5), power: known.power(alarm) };
    return { epsilon, delta, failure: belief.failure, upper: belief.upper(prior), lower: belief.lower(prior), ...bounds };
  };

  dpzoo.curveOf = (source, target, wanted, fixes) =>
    fixes.map((fix) => {
      const same = !source.also?.length && source.notion === target && Object.entries(fix).every(([n, x]) => source.values[n] === x);
      const [found] = same ? [{ values: source.values, conditions: [] }] : dpzoo.conversions(source, [{ target, fix }])[0];
      const best = dpzoo.optimum(source, target, fix);
      const recorded = found && !found.conditions.length ? found.values[wanted] : null;
      return [recorded, best && best.parameter === wanted ? best.value : null];
    });

  dpzoo.tradeoffOf = (source, trees, own, levels) => {
    const known = dpzoo.promise(source, trees, own);
    return known && !(own && own.oneSided) ? levels.map((level) => 1 - known.curve(level)) : null;
  };
})();
