import { randomBytes } from 'node:crypto';
import type { Database } from '../../platform/database.ts';
import { keepToken } from '../../resources/users/user/sessions.ts';

type TokenOptions = { userId: string; remoteAddr: string; seconds: number; hasCode: boolean };

/**
 * Issues a bearer token: a new one for every sign-in, so that what was confirmed with one token never holds
 * for another (docs/decisions/0229).
 */
export const issueToken = async (
  { seconds, ...owner }: TokenOptions,
  db: Database,
): Promise<{ token: string; until: Date }> => {
  const until = new Date(Date.now() + seconds * 1000);
  const token = randomBytes(27).toString('base64url');
  await keepToken(token, { ...owner, until }, db);
  return { token, until };
};
