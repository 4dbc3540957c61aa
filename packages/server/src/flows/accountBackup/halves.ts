/** Part of a secret that a receiver gets: the whole, its front half or its back half. */
export type Part = 'whole' | 'front' | 'back';

const mask = '*';

/**
 * A secret as a part has it: the other half is masked, character by character. The front half is the shorter one of a
 * secret of odd length, so that both parts, laid upon each other, make the whole.
 */
export const partOf = (secret: string, part: Part): string => {
  if (part === 'whole') return secret;
  const signs = Array.from(secret);
  const middle = Math.floor(signs.length / 2);
  return part === 'front'
    ? signs.slice(0, middle).join('') + mask.repeat(signs.length - middle)
    : mask.repeat(middle) + signs.slice(middle).join('');
};
