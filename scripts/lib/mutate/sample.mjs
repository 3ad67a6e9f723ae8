/** So many of them, drawn without putting back; the same ones for the same seed, in the order they came in. */
export function sample(all, { count, seed }) {
  const random = createRandom(seed);
  const order = all.map((_, at) => at);
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [order[at], order[other]] = [order[other], order[at]];
  }
  return order
    .slice(0, count)
    .sort((a, b) => a - b)
    .map((at) => all[at]);
}

/** Numbers from 0 up to 1: an LCG with the constants of Numerical Recipes, of which the upper bits are used. */
function createRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
