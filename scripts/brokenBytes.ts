import fc from 'fast-check';

/** One kind of damage, at a place given as a share of the length. */
type Damage = {
  kind: 'cut' | 'drop' | 'flip' | 'repeat' | 'insert';
  at: number;
  length: number;
  bytes: Uint8Array;
};

const damage: fc.Arbitrary<Damage> = fc.record({
  kind: fc.constantFrom('cut', 'drop', 'flip', 'repeat', 'insert'),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.integer({ min: 1, max: 200 }),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 8 }),
});

const damaged = (original: Buffer, { kind, at, length, bytes }: Damage): Buffer => {
  const place = Math.floor(at * original.length);
  const [before, after] = [original.subarray(0, place), original.subarray(place)];
  if (kind === 'cut') return Buffer.from(before);
  if (kind === 'drop') return Buffer.concat([before, after.subarray(length)]);
  if (kind === 'insert') return Buffer.concat([before, bytes, after]);
  if (kind === 'repeat') return Buffer.concat([before, after.subarray(0, length), after]);
  return Buffer.concat([before, bytes, after.subarray(bytes.length)]);
};

/** Damaged copies of valid files, for readers that must survive any file. */
export const brokenBytes = (originals: readonly Uint8Array[]): fc.Arbitrary<Buffer> =>
  fc
    .tuple(fc.constantFrom(...originals), fc.array(damage, { maxLength: 5 }))
    .map(([original, damages]) => damages.reduce(damaged, Buffer.from(original)));
