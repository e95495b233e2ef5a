// Approximate zCDP as a target, in floats: what is left once a share δ is set aside; the twin of dpzoo/optimal/leftover.py and of
// `_approximately_concentrated` in targets.py (theory, T9, T15 and T21) beside optimal.js.
//
// dpzoo.kernel.setAside(source, {xi, rho, delta})   an answer as optimal.js keeps it for the one that is missing; `source` is what
//   optimal.js knows of it: {parts, c, alone, here, test, promises}; with `binary` only what randomised response decides
(() => {
  const { kernel } = globalThis.dpzoo;
  const { exp, expm1, log, log1p, max, min } = Math;
  const SMALL = -30; // ln of a share that floats hardly tell from 0
  const FAINT = 1e-280;
  const NEAR = 1e-13;
  const LONGEST = 500;

  // what randomised response with loss u needs
  const ofResponse = (u, offset, slope) => (offset === 0 ? kernel.ofResponse(u, 1) : kernel.overOrders((beta) => kernel.ofResponse(u, beta), Infinity, offset, slope));

  const ofPairs = (x) => x.kind === "orders" || x.kind === "range" || (x.kind === "line" && !x.delta);

  // what the worst pair on the boundary needs, where binary pairs suffice (T21); null where they need not
  function leftover({ parts, here, test }, share, offset, slope) {
    if (!parts.every(ofPairs)) return null;
    const { u, end } = here;
    const needs = (a) => {
      const b = here.small(a);
      const [p, , , other] = kernel.masses(a, b);
      const [x, y] = [a + log1p(-share / p), b + log1p(-share / other)];
      return p > share && x > 0 && y > 0 ? kernel.overOrders((beta) => kernel.renyi(x, y, beta - 1), Infinity, offset, slope) : 0;
    };
    let far = u;
    while (far < min(end, 600) && kernel.masses(far, here.small(far))[0] > share) far = min(1.3 * far, end);
    const top = log(min(far, test.longest) / u);
    return kernel.highestAlong(here, needs, (x) => u * exp(top * x), 40);
  }

  const scanned = (value) => (value === null ? null : [value, null, false, true]);

  // the least δ: at the loss for which what is left needs just as much
  function leastShare(source, xi, rho, binary) {
    const { parts, c, alone, here, test } = source;
    const whole = kernel.optimumOf(parts, 0, null, "zero-concentrated-dp", "rho", { xi });
    if (source.promises(xi, rho, Infinity) || (whole && whole[0] <= rho)) return [c, null];
    if (whole && whole[0] <= rho * (1 + 1e-10)) return null; // whether nothing needs to be set aside, floats do not tell
    const gaussian = alone && alone.kind === "gaussian";
    const needs = (x) => (gaussian ? kernel.halfOfGaussian(alone.mu, exp(x)).needs(xi, undefined, Infinity) : ofResponse(exp(x), xi)) - rho;
    let [low, high] = [0, 0];
    while (needs(low) > 0) low -= 2;
    for (high = low; needs(high) <= 0; high += 0.5) if (high > 6) return null;
    const found = test.delta(exp(kernel.rootOf(needs, low, high)));
    if (gaussian) return scanned(found[0]);
    if (!found[1] || found[1][0] === found[1][1]) return found;
    if (binary) return null;
    const share = shareOfPairs(source, kernel.family(xi, rho, Infinity));
    return share ? scanned(c + (1 - c) * share) : null;
  }

  // the least share that leaves `bound` to every pair on the boundary, where binary pairs suffice (T21); 0 where none is found
  function shareOfPairs({ parts, here, test }, bound) {
    if (!parts.every(ofPairs)) return 0;
    const { u, end } = here;
    const ofPair = (a) => {
      const b = here.small(a);
      if (b < FAINT) return 0;
      const [p, , , other] = kernel.masses(a, b);
      const whole = -p * expm1(-a); // nothing is left without it
      const short = (y) => {
        const share = whole * exp(y);
        return kernel.excess(bound, a + log1p(-share / p), b + log1p(-share / other))[0];
      };
      if (kernel.excess(bound, a, b)[0] <= 0) return 0;
      let [less, more] = [-1, log1p(-NEAR)];
      while (short(less) <= 0) {
        [more, less] = [less, 2 * less];
        if (less < SMALL) return 0;
      }
      return short(more) < 0 ? whole * exp(kernel.rootOf(short, less, more, NEAR)) : whole;
    };
    let [far, found] = [u, ofPair(u)];
    while (far < min(end, 600) && kernel.masses(far, here.small(far))[0] > found) {
      far = min(1.3 * far, end);
      found = max(found, ofPair(far));
    }
    const top = log(min(far, test.longest) / u);
    return kernel.highestAlong(here, ofPair, (x) => u * exp(top * x), 40);
  }

  function setAside(source, { xi = 0, rho, delta, binary }) {
    const { parts, c, alone, here, test } = source;
    if (rho === 0) return delta === undefined ? test.delta(xi) : test.epsilon(delta); // (ξ, δ)-DP
    if (delta === undefined) return leastShare(source, xi, rho, binary);
    const [offset, slope] = rho === undefined ? [xi, undefined] : [undefined, rho];
    if (delta >= 1) return [0, null];
    if (delta < c) return [Infinity, null];
    if (delta === c) return kernel.optimumOf(parts, 0, null, "zero-concentrated-dp", rho === undefined ? "rho" : "xi", rho === undefined ? { xi } : { rho });
    const [loss, losses] = test.epsilon(delta);
    if (loss === Infinity || loss === 0) return [loss, null];
    if (loss > LONGEST) return null;
    if (alone && alone.kind === "gaussian") return scanned(kernel.halfOfGaussian(alone.mu, loss).needs(offset, slope, Infinity));
    if (losses && losses[0] !== losses[1]) return binary ? null : scanned(leftover(source, (delta - c) / (1 - c), offset, slope));
    return [ofResponse(loss, offset, slope), [here.u, here.u]];
  }

  Object.assign(kernel, { setAside });
})();
