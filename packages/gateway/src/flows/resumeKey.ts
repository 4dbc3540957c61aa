import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Proves that a window belongs to a session and its user; candidates are compared by hash. */
export type ResumeKey = { token: string; matches: (candidate: string, visitor: string) => boolean };

const digest = (token: string, visitor: string) =>
  createHash('sha256')
    .update(JSON.stringify([token, visitor]))
    .digest();

/**
 * A fresh 256-bit token for a session of one user, whom the server's mark identifies; while the master key is
 * being changed there are several marks, and one in common is enough.
 */
export const createResumeKey = (owner: string): ResumeKey => {
  const token = randomBytes(32).toString('base64url');
  const expected = owner.split(',').map((mark) => digest(token, mark));
  return {
    token,
    matches: (candidate, visitor) =>
      visitor
        .split(',')
        .map((mark) => digest(candidate, mark))
        .some((shown) => expected.some((own) => timingSafeEqual(shown, own))),
  };
};
