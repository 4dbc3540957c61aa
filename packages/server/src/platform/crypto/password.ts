import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

/** OWASP's recommended minimum for argon2id: 19 MiB, 2 passes, 1 lane (docs/decisions/0020). */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;

type Cost = { memory: number; passes: number; parallelism: number; tagLength: number };

const encoded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** At most this many hashes are computed at once: each takes memory and a thread that other work needs. */
const mostAtOnce = 2;

const createTurns = () => {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    while (running >= mostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
};

/** Hashes passwords and checks them against their hashes. */
export type Passwords = {
  /** Hash in the usual `$argon2id$…` form, with a salt of its own. */
  hash(password: string): Promise<string>;
  /** Whether the password belongs to the hash; false without a hash, after the same time. */
  matches(password: string, hash: string | null | undefined): Promise<boolean>;
};

/** Password hashing for one process; work beyond a few at once waits its turn. */
export const createPasswords = (): Passwords => {
  const inTurn = createTurns();
  const tagOf = (password: string, nonce: Buffer, cost: Cost): Promise<Buffer> =>
    inTurn(() => derive('argon2id', { message: password.normalize('NFKC'), nonce, ...cost }));
  const hash = async (password: string): Promise<string> => {
    const nonce = randomBytes(16);
    const tag = await tagOf(password, nonce, cost);
    const { memory, passes, parallelism } = cost;
    return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encoded(nonce)}$${encoded(tag)}`;
  };
  // Stands in for a missing or unreadable hash, as of a user who does not exist, so that the answer takes as
  // long.
  let nobody: Promise<string> | undefined;
  const standIn = () => {
    nobody ??= hash(randomBytes(16).toString('hex'));
    return nobody;
  };
  return {
    hash,
    matches: async (password, stored) => {
      const own = form.exec(stored ?? '');
      const [, memory, passes, parallelism, nonce = '', tag = ''] = own ?? form.exec(await standIn()) ?? [];
      const expected = Buffer.from(tag, 'base64');
      const computed = await tagOf(password, Buffer.from(nonce, 'base64'), {
        memory: Number(memory),
        passes: Number(passes),
        parallelism: Number(parallelism),
        tagLength: expected.length,
      });
      return timingSafeEqual(computed, expected) && own !== null;
    },
  };
};
