/** Numbers from 0 up to, but not including, 1, determined by the seed (mulberry32). */
const numbersFrom = (seed: number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** Draws some of the items; the same seed draws the same ones. */
export const sample = <T>(items: readonly T[], size: number, seed: number): T[] => {
  const next = numbersFrom(seed);
  const rest = [...items];
  const drawn: T[] = [];
  while (drawn.length < size && rest.length > 0)
    drawn.push(...rest.splice(Math.floor(next() * rest.length), 1));
  return drawn;
};
