import { sql } from 'drizzle-orm';
import type { Vault } from '../../../platform/crypto/vault.ts';
import type { Identity } from '../../../resources/users/user/identities.ts';
import type { SessionProvider } from '../../../resources/users/user/sessions.ts';
import { findUser, type User } from '../../identify/user.ts';
import type { Refused, SignInBackend } from '../backends/backend.ts';
import type { Origin } from '../log.ts';
import { type SettleDeps as Settling, settleIdentity } from './settleIdentity.ts';

/** What finding the user of an answer needs. */
export type SettleDeps = Settling & { vault: Vault };

/** A user as the answer of a backend names one, and what the web session keeps of the provider. */
export type Arrived = { user: User; provider?: SessionProvider | undefined };

/** Rules of a backend that says none: it adds its users, and what it says of them holds. */
const usual = { creates: true, updates: true };

/** The user of a proven answer; an identity is settled first, and its user read anew, with the roles it has now. */
export const arrivedAs = async (
  answer: { user: User } | { identity: Identity },
  backend: Pick<SignInBackend, 'newcomers'>,
  { remoteAddr }: Origin,
  deps: SettleDeps,
): Promise<Arrived | Refused> => {
  if ('user' in answer) return { user: answer.user };
  const { identity } = answer;
  const rules = backend.newcomers?.(deps.settings) ?? usual;
  const settled = await settleIdentity(identity, { rules, remoteAddr }, deps);
  if ('refusal' in settled) return settled;
  const user = await findUser(sql`u.id = ${settled.userId}`, deps.db);
  if (!user) throw new Error(`the user of an identity is gone: ${settled.userId}`);
  const { source, subject, session } = identity;
  const token = session?.token && deps.vault.seal(session.token);
  return { user, provider: { source, subject, sid: session?.sid, token } };
};
