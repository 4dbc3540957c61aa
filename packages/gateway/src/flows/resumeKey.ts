import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Proves that a window belongs to a session and to its person; only a hash of both stays in memory. */
export type ResumeKey = { token: string; matches: (candidate: string, visitor: string) => boolean };

const digest = (token: string, visitor: string) =>
  createHash('sha256')
    .update(JSON.stringify([token, visitor]))
    .digest();

/** A fresh 256-bit token for the session of one person, who is told by the mark that the server gives him. */
export const createResumeKey = (owner: string): ResumeKey => {
  const token = randomBytes(32).toString('base64url');
  const expected = digest(token, owner);
  return {
    token,
    matches: (candidate, visitor) => timingSafeEqual(digest(candidate, visitor), expected),
  };
};
