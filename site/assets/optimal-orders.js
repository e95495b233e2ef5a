// The largest order at which a target holds, in floats: the twin of `_greatest_order` in dpzoo/optimal/targets.py (theory, T16)
// beside optimal.js, over its values at single orders.
//
// dpzoo.kernel.largestOrder(at, allowed, last)   the largest order with at(order) ≤ allowed: Infinity where all have it,
//   0 where not even order 1 does, null where unknown; at(order) is an answer of dpzoo.optimum, infinite beyond `last`
(() => {
  const { kernel } = globalThis.dpzoo;
  const FAR = 2 ** 20;
  const SAME = 1e-10; // as close to what is allowed as that is equal to it
  const ROUNDING = 2e-13;
  const SCANNED = 2e-11;
  const WORTH = 4e-9;
  const NEAR = 1e-5;

  function largestOrder(at, allowed, last) {
    const known = new Map();
    let [unknown, rounding] = [false, ROUNDING];
    function excess(order) {
      if (!known.has(order)) {
        const found = at(order);
        unknown ||= !found;
        if (found && found.numeric) rounding = SCANNED;
        known.set(order, found ? found.value - allowed : NaN);
      }
      return known.get(order);
    }
    const holds = (order) => excess(order) <= SAME * allowed;
    if (!holds(1)) return unknown ? null : 0;
    if (last < FAR && excess(last * (1 + ROUNDING)) === Infinity && holds(last)) return last; // what is needed grows with the order
    unknown = false;
    let [low, high] = [1, 2];
    while (holds(high)) {
      [low, high] = [high, 2 * high];
      if (high > FAR) return holds(Infinity) && !unknown ? Infinity : null;
    }
    if (excess(high) === Infinity) {
      if (!(last >= low && last < high)) return null;
      high = last;
    }
    if (unknown) return null;
    const found = excess(low) < 0 ? kernel.rootOf(excess, low, high) : low;
    const [before, after] = [Math.max(1, found * (1 - NEAR)), found * (1 + NEAR)];
    const rise = (excess(after) - excess(before)) / (after / before - 1);
    // where the value hardly grows, the order is not known to as many digits
    return !unknown && rise * WORTH > rounding * allowed + Math.abs(excess(found)) ? found : null;
  }

  Object.assign(kernel, { largestOrder });
})();
