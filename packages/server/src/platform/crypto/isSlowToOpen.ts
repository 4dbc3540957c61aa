/** Maximum number of bcrypt rounds. Each takes milliseconds; programs choose 16 to 24, careful users 100. */
const mostRounds = 128;
/** Maximum number of PBKDF2 iterations. A million take about a second; programs choose 2,048 to 600,000. */
const mostHashes = 1_000_000;
/**
 * Maximum product of scrypt's cost, block size and lanes; it takes half a second. OpenSSL chooses half of it.
 */
const mostBlocks = 2 ** 18;

/** The limits as a refusal states them. */
export const openingLimits = { rounds: mostRounds, iterations: mostHashes };

const OPENSSH_KEY = /-----BEGIN OPENSSH PRIVATE KEY-----([\s\S]+)-----END OPENSSH PRIVATE KEY-----/;
const MAGIC_BYTES = 15;

const hasSlowBcrypt = (text: string): boolean => {
  const [, body] = OPENSSH_KEY.exec(text) ?? [];
  if (body === undefined) return false;
  const bytes = Buffer.from(body, 'base64');
  const end = (start: number) => start + 4 + bytes.readUInt32BE(start);
  const kdf = end(MAGIC_BYTES);
  const options = end(kdf);
  const hasRounds = bytes.toString('latin1', kdf + 4, options) === 'bcrypt';
  return hasRounds && bytes.readUInt32BE(end(options + 4)) > mostRounds;
};

const CONSTRUCTED = 0x20;
const INTEGER = 0x02;
const OBJECT = 0x06;
const SCRYPT = '2b06010401da47040b';

type Value = { tag: number; content: Buffer; end: number };

/** The value at a position of a DER structure. */
const valueAt = (der: Buffer, at: number): Value => {
  const first = der.readUInt8(at + 1);
  const more = first < 0x80 ? 0 : first & 0x7f;
  const start = at + 2 + more;
  const length = more === 0 ? first : der.readUIntBE(at + 2, more);
  if (start + length > der.length) throw new RangeError('the structure ends early');
  return { tag: der.readUInt8(at), content: der.subarray(start, start + length), end: start + length };
};

/** The primitive values inside a DER structure, such as integers and object identifiers, in their order. */
const leavesOf = (der: Buffer): Value[] => {
  const found: Value[] = [];
  for (let at = 0; at < der.length; ) {
    const value = valueAt(der, at);
    found.push(...(value.tag & CONSTRUCTED ? leavesOf(value.content) : [value]));
    at = value.end;
  }
  return found;
};

const LOCKED_KEY = /-----BEGIN ENCRYPTED PRIVATE KEY-----([^-]*)/g;
const BASE64 = /^[A-Za-z0-9+/\s]+={0,2}\s*$/;

/**
 * Whether an encrypted PKCS#8 key is slow to open, by the key derivation and cost parameters in its first
 * part.
 */
const hasSlowDerivation = ([, body = '']: RegExpMatchArray): boolean => {
  // OpenSSL would skip headers inside the block. They cannot be read here, so such a key counts as slow.
  if (!BASE64.test(body)) return true;
  const { content } = valueAt(Buffer.from(body, 'base64'), 0);
  const leaves = leavesOf(valueAt(content, 0).content);
  const numbers = leaves
    .filter(({ tag }) => tag === INTEGER)
    .map((leaf) => Number(`0x${leaf.content.toString('hex')}`));
  const isScrypt = leaves.some((leaf) => leaf.tag === OBJECT && leaf.content.toString('hex') === SCRYPT);
  const isAffordable = isScrypt
    ? numbers.slice(0, 3).reduce((all, number) => all * number, 1) <= mostBlocks
    : Math.max(...numbers) <= mostHashes;
  return !isAffordable;
};

/**
 * Whether opening a private key takes more work than the server can spend, as it does nothing else meanwhile.
 * The key itself determines the effort; one whose effort cannot be read counts as slow.
 */
export const isSlowToOpen = (text: string): boolean => {
  try {
    return hasSlowBcrypt(text) || [...text.matchAll(LOCKED_KEY)].some(hasSlowDerivation);
  } catch {
    return true;
  }
};
