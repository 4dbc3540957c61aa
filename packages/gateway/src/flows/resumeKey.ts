import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { userMarksIn } from '@gatehouse/contract/wire/gateway.ts';

/** Proves that a window belongs to a session and its user; candidates are compared by hash. */
export type ResumeKey = { token: string; matches: (candidate: string, visitor: string) => boolean };

const digest = (token: string, visitor: string) =>
  createHash('sha256')
    .update(JSON.stringify([token, visitor]))
    .digest();

/**
 * A fresh 256-bit token for a session of one user, whom the server's mark identifies; while the master key is
 * being changed there are several marks, and one in common is enough. The address may change: networks do.
 */
export const createResumeKey = (owner: string): ResumeKey => {
  const token = randomBytes(32).toString('base64url');
  const expected = userMarksIn(owner).map((mark) => digest(token, mark));
  return {
    token,
    matches: (candidate, visitor) =>
      userMarksIn(visitor)
        .map((mark) => digest(candidate, mark))
        .some((shown) => expected.some((own) => timingSafeEqual(shown, own))),
  };
};
