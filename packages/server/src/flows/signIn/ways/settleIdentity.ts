import { ValidationError } from '@gatehouse/contract/errors.ts';
import { user as userDefinition } from '@gatehouse/contract/resources/users/user.ts';
import { ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import type { Context } from '../../../engine/context.ts';
import { update } from '../../../engine/operations/write.ts';
import type { Database } from '../../../platform/database.ts';
import type { Settings } from '../../../platform/settings.ts';
import {
  hasIdentity,
  type Identity,
  isMessenger,
  joinIdentity,
  type Known,
  lockNewcomers,
  type NewcomerRules,
  userOfIdentity,
  usersNamedLike,
} from '../../../resources/users/user/identities.ts';
import { isOrdinary, storedUsers } from '../../../resources/users/user/statements.ts';
import { adminName } from '../../../resources/users/user/unused.ts';
import { changingContext, type SystemDeps } from '../../systemContext.ts';
import type { Refused } from '../backends/backend.ts';
import { createUser, factsOf, followGroups } from './newcomers.ts';
import { withFitting } from './withFitting.ts';

/** What settling needs. */
export type SettleDeps = SystemDeps & { db: Database; settings: Pick<Settings, 'get'> };

type Settled = { userId: string } | Refused;

/** Longest subject that is stored. */
const longestSubject = 512;

const refused = (
  reason: 'user_not_exist' | 'backend_not_match' | 'identity_refused' | 'user_inactive',
  cause: string,
): Refused => ({
  refusal: { code: 'identity_refused' },
  reason,
  cause,
});

/** What is wrong with an identity itself. */
const faultIn = ({ subject, username }: Identity): string | undefined => {
  if (subject === '' || subject.length > longestSubject)
    return `a subject has 1 to ${longestSubject} characters`;
  if (username === '' || username.length > 128) return 'a username has 1 to 128 characters';
  if (/[\p{C}\p{Zl}\p{Zp}]|^\s|\s$/u.test(username)) return 'the username has characters that are not shown';
  return undefined;
};

/**
 * Why a user of the same name is not the one who arrives. A name alone is no proof across systems: `admin` of a
 * provider is not the `admin` of this installation, and a name that a provider gave away again is a new user there
 * (docs/decisions/0484).
 */
const cannotJoin = async (found: Known, identity: Identity, db: Database): Promise<Refused | undefined> => {
  const { source, username } = identity;
  if (found.is_service_account) return refused('identity_refused', `${username} is a service account`);
  if (found.username !== username)
    return refused(
      'identity_refused',
      `the username differs from ${found.username} in the case of letters only`,
    );
  if (found.source !== source)
    return refused('backend_not_match', `the user ${username} has the source ${found.source}, not ${source}`);
  if (await hasIdentity(found.id, source, db))
    return refused('identity_refused', `${username} was joined to another identity of ${source} before`);
  return undefined;
};

type Settling = { identity: Identity; rules: NewcomerRules; ctx: Context; deps: SettleDeps };

/**
 * Tells what the system says of a user it named before, where the settings follow it. A phone that is known stays: codes
 * are sent to it, and one factor must not decide where the other goes.
 */
const refresh = async (id: string, { identity, rules, ctx }: Settling): Promise<void> => {
  const [row] = await storedUsers([id], ctx.db);
  if (!row || !rules.updates) return;
  const facts = Object.fromEntries(
    Object.entries(factsOf(identity)).filter(([name, value]) => {
      const stored = row[name as keyof typeof row];
      return stored !== value && !(name === 'phone' && stored);
    }),
  );
  if (Object.keys(facts).length === 0) return;
  const resource = ctx.engine.resource(userDefinition);
  await withFitting(facts, [], (fitting) =>
    ctx.db.transaction((tx) => update(resource, id, fitting, 'patch', { ...ctx, db: tx })),
  );
};

/** Disables a user who was disabled at the system; superusers stay, so that the installation keeps one. */
const shutOut = async (id: string, { identity, rules, ctx }: Settling): Promise<Refused> => {
  const [row] = await storedUsers([id], ctx.db);
  if (row?.is_active && rules.updates && (await isOrdinary(id, ctx.db)))
    await update(ctx.engine.resource(userDefinition), id, { is_active: false }, 'patch', ctx);
  const cause = `${identity.username} is disabled at ${identity.source}`;
  return { refusal: { code: 'user_inactive' }, reason: 'user_inactive', cause };
};

/** The user whom an identity belongs to, or why none does; undefined for one who is new here. */
const find = async ({ identity, ctx }: Settling): Promise<Settled | undefined> => {
  const { source, username } = identity;
  const joined = await userOfIdentity(identity, ctx.db);
  if (joined?.is_service_account)
    return refused('identity_refused', `${joined.username} is a service account`);
  if (joined && joined.source !== source && !isMessenger(source))
    return refused('backend_not_match', `the user ${joined.username} has the source ${joined.source} by now`);
  if (joined) return { userId: joined.id };
  if (username.toLowerCase() === adminName)
    return refused('identity_refused', `no identity of ${source} is the user ${adminName}`);
  const [found] = await usersNamedLike(username, ctx.db);
  if (!found) return undefined;
  const fault = await cannotJoin(found, identity, ctx.db);
  if (fault) return fault;
  await joinIdentity(identity, found.id, ctx.db);
  return { userId: found.id };
};

const settle = async (settling: Settling): Promise<Settled> => {
  const { identity, rules, ctx, deps } = settling;
  const known = await find(settling);
  if (known && 'refusal' in known) return known;
  if (known && identity.is_active === false) return shutOut(known.userId, settling);
  if (known) {
    await refresh(known.userId, settling);
    if (rules.updates) await followGroups(known.userId, settling);
    return known;
  }
  if (identity.is_active === false)
    return refused('user_inactive', `${identity.username} is disabled at ${identity.source}`);
  if (!rules.creates || deps.settings.get('ONLY_ALLOW_EXIST_USER_AUTH'))
    return refused(
      'user_not_exist',
      `there is no user ${identity.username}, and the settings allow no new users`,
    );
  const userId = await createUser(settling);
  await joinIdentity(identity, userId, ctx.db);
  await followGroups(userId, settling);
  return { userId };
};

/**
 * Finds the user whom an identity belongs to, adds or changes one where the settings say so, and refuses all others; in
 * one transaction, with entries in the operate log. Of two sign-ins that are the first of a user, one adds it.
 */
export const settleIdentity = async (
  identity: Identity,
  { rules, remoteAddr }: { rules: NewcomerRules; remoteAddr: string },
  deps: SettleDeps,
): Promise<Settled> => {
  const fault = faultIn(identity);
  if (fault) return refused('identity_refused', fault);
  const inTurn = () =>
    deps.db.transaction(async (tx) => {
      const ctx = changingContext(ROOT_ORG_ID, { ...deps, db: tx, remoteAddr });
      await lockNewcomers(identity.source, tx);
      return settle({ identity, rules, ctx, deps });
    });
  try {
    return await inTurn();
  } catch (error) {
    if (error instanceof ValidationError)
      return refused('identity_refused', `the user does not fit: ${JSON.stringify(error.fields)}`);
    throw error;
  }
};
