import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Proves that a window belongs to a session; only a hash of it stays in memory. */
export type ResumeKey = { token: string; matches: (candidate: string) => boolean };

const digest = (text: string) => createHash('sha256').update(text).digest();

/** A fresh 256-bit token. */
export const createResumeKey = (): ResumeKey => {
  const token = randomBytes(32).toString('base64url');
  const expected = digest(token);
  return { token, matches: (candidate) => timingSafeEqual(digest(candidate), expected) };
};
