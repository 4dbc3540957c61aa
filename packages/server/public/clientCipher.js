// Encrypts what a page sends (protocol reference §5) without WebCrypto, which browsers withhold from plain HTTP.

const blockBytes = 16;
const keyLength = 16;
const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz';

const doubled = (byte) => ((byte << 1) ^ (byte & 0x80 ? 0x11b : 0)) & 0xff;

/** The AES substitution box, computed instead of listed. */
const substitutions = (() => {
  const box = new Uint8Array(256);
  let p = 1;
  let q = 1;
  do {
    p ^= doubled(p);
    q ^= q << 1;
    q ^= q << 2;
    q ^= q << 4;
    q &= 0xff;
    if (q & 0x80) q ^= 0x09;
    const rotated = (bits) => ((q << bits) | (q >> (8 - bits))) & 0xff;
    box[p] = q ^ rotated(1) ^ rotated(2) ^ rotated(3) ^ rotated(4) ^ 0x63;
  } while (p !== 1);
  box[0] = 0x63;
  return box;
})();

const expandedKey = (key) => {
  const words = Array.from({ length: 4 }, (_, index) => [...key.slice(index * 4, index * 4 + 4)]);
  let round = 1;
  for (let index = 4; index < 44; index += 1) {
    let word = words[index - 1];
    if (index % 4 === 0) {
      word = [...word.slice(1), word[0]].map((byte) => substitutions[byte]);
      word[0] ^= round;
      round = doubled(round);
    }
    words.push(word.map((byte, at) => byte ^ words[index - 4][at]));
  }
  return words.flat();
};

const mixed = (column) => {
  const all = column[0] ^ column[1] ^ column[2] ^ column[3];
  return column.map((byte, at) => byte ^ all ^ doubled(byte ^ column[(at + 1) % 4]));
};

const encryptBlock = (block, keys) => {
  let state = block.map((byte, at) => byte ^ keys[at]);
  for (let round = 1; round <= 10; round += 1) {
    state = state.map((_, at) => substitutions[state[(at + 4 * (at % 4)) % 16]]);
    if (round < 10) state = [0, 4, 8, 12].flatMap((at) => mixed(state.slice(at, at + 4)));
    state = state.map((byte, at) => byte ^ keys[round * 16 + at]);
  }
  return state;
};

const zeroPadded = (bytes) => {
  const padded = new Array(Math.ceil(bytes.length / blockBytes) * blockBytes).fill(0);
  for (const [at, byte] of bytes.entries()) padded[at] = byte;
  return padded;
};

const base64 = (bytes) => btoa(String.fromCharCode(...bytes));

/** Modulus and exponent out of a SubjectPublicKeyInfo. */
const publicNumbers = (pem) => {
  const text = atob(pem.replace(/-----[^-]+-----|\s/g, ''));
  const bytes = Uint8Array.from(text, (char) => char.charCodeAt(0));
  let at = 0;
  const lengthOf = () => {
    const first = bytes[at++];
    if (first < 0x80) return first;
    let length = 0;
    for (let count = first & 0x7f; count > 0; count -= 1) length = length * 256 + bytes[at++];
    return length;
  };
  const enter = (tag) => {
    if (bytes[at++] !== tag) throw new Error('not a public key');
    return lengthOf();
  };
  const numberHere = () => {
    const length = enter(0x02);
    const hex = [...bytes.slice(at, at + length)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    at += length;
    return BigInt(`0x${hex}`);
  };
  enter(0x30);
  const algorithm = enter(0x30);
  at += algorithm;
  enter(0x03);
  at += 1;
  enter(0x30);
  return { modulus: numberHere(), exponent: numberHere() };
};

const power = (base, exponent, modulus) => {
  let result = 1n;
  let square = base % modulus;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
};

const nonZeroRandom = (count) => {
  const made = [];
  while (made.length < count)
    for (const byte of crypto.getRandomValues(new Uint8Array(count)))
      if (byte !== 0 && made.length < count) made.push(byte);
  return made;
};

const rsaEncrypt = (message, { modulus, exponent }) => {
  const size = Math.ceil(modulus.toString(16).length / 2);
  const padded = [0, 2, ...nonZeroRandom(size - 3 - message.length), 0, ...message];
  const hex = padded.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const cipher = power(BigInt(`0x${hex}`), exponent, modulus)
    .toString(16)
    .padStart(size * 2, '0');
  return cipher.match(/../g).map((pair) => Number.parseInt(pair, 16));
};

/** `keypart:ciphertext` of a text for the holder of the private key; the cookie's value is the base64 of a PEM. */
export const encryptValue = (text, publicKeyCookie) => {
  if (!text || !publicKeyCookie) return text;
  const letters = Array.from(
    crypto.getRandomValues(new Uint32Array(keyLength)),
    (number) => alphabet[number % alphabet.length],
  ).join('');
  const key = [...new TextEncoder().encode(letters)];
  const keys = expandedKey(key);
  const plain = zeroPadded([...new TextEncoder().encode(text)]);
  const cipher = [];
  for (let at = 0; at < plain.length; at += blockBytes)
    cipher.push(...encryptBlock(plain.slice(at, at + blockBytes), keys));
  return `${base64(rsaEncrypt(key, publicNumbers(atob(publicKeyCookie))))}:${base64(cipher)}`;
};
