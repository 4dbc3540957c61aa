const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3] as const;

const checksumOf = (values: readonly number[]): number => {
  let sum = 1;
  for (const value of values) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    for (const [bit, generator] of generators.entries()) if ((top >>> bit) & 1) sum ^= generator;
  }
  return sum;
};

const expanded = (prefix: string): number[] => {
  const codes = [...prefix].map((letter) => letter.charCodeAt(0));
  return [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)];
};

/** The same bits in words of another length; undefined if bits are left over that are not zero. */
const regrouped = (words: readonly number[], from: number, to: number, isPadded: boolean) => {
  const out: number[] = [];
  let [bits, held] = [0, 0];
  for (const word of words) {
    held = ((held << from) | word) & 0xfff;
    for (bits += from; bits >= to; ) {
      bits -= to;
      out.push((held >> bits) & ((1 << to) - 1));
    }
  }
  const rest = (held << (to - bits)) & ((1 << to) - 1);
  if (isPadded) return bits > 0 ? [...out, rest] : out;
  return bits < from && rest === 0 ? out : undefined;
};

/** Bytes as Bech32 with a prefix, in lower case. */
export const toBech32 = (prefix: string, bytes: Buffer): string => {
  const words = regrouped([...bytes], 8, 5, true) ?? [];
  const sum = checksumOf([...expanded(prefix), ...words, 0, 0, 0, 0, 0, 0]) ^ 1;
  const all = [...words, ...[25, 20, 15, 10, 5, 0].map((shift) => (sum >>> shift) & 31)];
  return `${prefix}1${all.map((word) => alphabet[word]).join('')}`;
};

/** The bytes of a Bech32 text with this prefix; undefined for anything else. */
export const fromBech32 = (prefix: string, text: string): Buffer | undefined => {
  const lower = text.toLowerCase();
  if ((text !== lower && text !== text.toUpperCase()) || !lower.startsWith(`${prefix}1`)) return undefined;
  const words = [...lower.slice(prefix.length + 1)].map((letter) => alphabet.indexOf(letter));
  if (words.length < 6 || words.includes(-1) || checksumOf([...expanded(prefix), ...words]) !== 1)
    return undefined;
  const bytes = regrouped(words.slice(0, -6), 5, 8, false);
  return bytes && Buffer.from(bytes);
};
