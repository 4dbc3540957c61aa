import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

const bytesOf = (base32: string): Buffer => {
  const bits = [...base32].map((char) => alphabet.indexOf(char).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};

const stepMs = 30_000;
/** What is done with a code takes less than this, even on a busy machine. */
const unhurriedMs = 3_000;

/** Waits for the next step of codes if the present one is about to end, so that a code grows no older meanwhile. */
export const steady = async (): Promise<void> => {
  const leftMs = stepMs - (Date.now() % stepMs);
  if (leftMs < unhurriedMs) await sleep(leftMs);
};

/**
 * The code an authenticator app shows, `steps` of 30 seconds from now: RFC 6238 written out, independent of
 * the server's library.
 */
export const totpCode = (secret: string, steps = 0): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / stepMs) + steps));
  const digest = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const number = digest.readUInt32BE((digest[19] ?? 0) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
};
