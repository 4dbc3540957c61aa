import { AppError } from '@gatehouse/contract/errors.ts';
import { inIpGroup } from '@gatehouse/contract/network/ipGroup.ts';
import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Cache } from '../../platform/cache.ts';
import type { Vault } from '../../platform/crypto/vault.ts';
import { type Database, isUuid } from '../../platform/database.ts';
import { expectBody } from '../../platform/http/signedBody.ts';
import type { Settings } from '../../platform/settings.ts';
import { accessKey } from '../../resources/authentication/accesskey/relations.ts';
import { noteKeyUsed } from '../../resources/authentication/accesskey/statements.ts';
import { allUsers, sessionByHash, tokenByHash } from '../../resources/users/user/relations.ts';
import { hashOf, type Session } from '../../resources/users/user/sessions.ts';
import { noteKeyUsedBy } from '../../resources/users/user/statements.ts';
import type { IsRefusedHere } from '../accessRules/refusedHere.ts';
import { mfaStateOf } from '../mfa/duty.ts';
import { checkSignature, isFormTaken, nonceSeconds, type Proof, readSignature } from './signature.ts';
import { isValid, type User, userColumns } from './user.ts';

/** The credential a request used. `id` identifies the credential, not the user. */
export type Credential =
  | { scheme: 'session'; id: string; session: Session }
  | { scheme: 'token'; id: string }
  | { scheme: 'accessKey'; id: string };

/** A signed-in user and the credential of the request. */
export type SignedIn = { user: User; credential: Credential };

const refused = () => new AppError('authentication_failed');

const valid = (user: User): User => {
  if (!isValid(user)) throw refused();
  return user;
};

/**
 * Web sessions and tokens opened without a code are invalid once MFA is forced, however long they might have
 * lasted (docs/decisions/0070).
 */
const lacksCode = (user: User, hasMfa: boolean, settings: Settings, method?: string): boolean =>
  !hasMfa && mfaStateOf(user, settings, method).isForced;

/** Refuses a user whom a login rule rejects here and now, in the words of the sign-in page. */
const refuseByRule = async (
  { id }: User,
  remoteAddr: string,
  isRefusedHere: IsRefusedHere,
): Promise<void> => {
  if (await isRefusedHere(id, remoteAddr))
    throw new AppError('authentication_failed', {}, { messageKey: 'acl_not_allow' });
};

const byToken = async (
  token: string,
  remoteAddr: string,
  { db, settings, isRefusedHere }: Pick<SignatureDeps, 'db' | 'settings' | 'isRefusedHere'>,
): Promise<SignedIn> => {
  const id = hashOf(token);
  const rows = await db.rows<User & { has_mfa: boolean }>(
    sql`select ${userColumns}, k.has_mfa from ${tokenByHash(id)} k join ${allUsers} u on u.id = k.user_id`,
  );
  if (!rows[0]) throw refused();
  const { has_mfa, ...user } = rows[0];
  if (lacksCode(user, has_mfa, settings)) throw refused();
  const known = valid(user);
  await refuseByRule(known, remoteAddr, isRefusedHere);
  return { user: known, credential: { scheme: 'token', id } };
};

const findSession = async (
  secret: string,
  db: Database,
): Promise<{ session: Session; user: User } | undefined> => {
  const rows = await db.rows<User & { session: Session }>(
    sql`select ${userColumns}, jsonb_build_object('id', s.id, 'data', s.data, 'expires_at', s.expires_at, 'created_at', s.created_at) as session
      from ${sessionByHash(hashOf(secret))} s join ${allUsers} u on u.id = s.user_id`,
  );
  const found = rows[0];
  if (!found) return undefined;
  const { session, ...user } = found;
  return { session, user };
};

type KeyRow = User & {
  key: { id: string; secret: string; ip_group: string[]; is_active: boolean; stale: boolean };
};

/** Records that a key was used; its caller does so at most once a minute per key. */
const noteUse = async (keyId: string, userId: string, db: Database) => {
  await noteKeyUsed(keyId, db);
  await noteKeyUsedBy(userId, db);
};

type SignatureDeps = {
  db: Database;
  vault: Vault;
  cache: Cache;
  settings: Settings;
  isRefusedHere: IsRefusedHere;
};

/**
 * Lets each nonce of a key through once, over all servers. The database forgets it when its date is too old
 * anyway, and only holders of a key can add any.
 */
const acceptProof = async (proof: Proof, keyId: string, request: FastifyRequest, deps: SignatureDeps) => {
  if (!isFormTaken(proof, deps.settings)) throw refused();
  if (proof.form === 'date') return;
  expectBody(request, proof.digest);
  const uses = await deps.cache.increment(`nonce:${keyId}:${proof.nonce}`, nonceSeconds, deps.db);
  if (uses > 1) throw refused();
};

const bySignature = async (
  authorization: string,
  request: FastifyRequest,
  remoteAddr: string,
  deps: SignatureDeps,
): Promise<SignedIn> => {
  const { db, vault } = deps;
  const signature = readSignature(authorization);
  if (!signature || !isUuid(signature.keyId)) throw refused();
  const rows = await db.rows<KeyRow>(
    sql`select ${userColumns}, jsonb_build_object('id', k.id, 'secret', k.secret, 'ip_group', k.ip_group, 'is_active', k.is_active,
      'stale', k.date_last_used is null or k.date_last_used < now() - interval '60 seconds') as key
      from ${accessKey(signature.keyId)} k join ${allUsers} u on u.id = k."user"`,
  );
  const found = rows[0];
  if (!found || !(found.key.is_active || found.is_service_account)) throw refused();
  const { key, ...user } = found;
  const signed = { method: request.method, url: request.raw.url ?? '/', headers: request.headers };
  const proof = checkSignature(vault.open(key.secret), signature, signed, Date.now());
  if (!proof) throw refused();
  if (!inIpGroup(remoteAddr, key.ip_group)) throw refused();
  if (user.is_service_account && !(key.is_active && isValid(user))) throw new AppError('component_disabled');
  const known = valid(user);
  if (!user.is_service_account) await refuseByRule(known, remoteAddr, deps.isRefusedHere);
  await acceptProof(proof, key.id, request, deps);
  if (key.stale) await noteUse(key.id, known.id, db);
  return { user: known, credential: { scheme: 'accessKey', id: key.id } };
};

/**
 * The caller, by the `Authorization` header or else the session cookie; undefined for anonymous requests and
 * invalid cookies. Wrong credentials in the header throw 401; those of a disabled component throw 403.
 */
export const findCredential = async (
  request: FastifyRequest,
  remoteAddr: string,
  deps: SignatureDeps & { sessionCookie: string },
): Promise<SignedIn | undefined> => {
  const authorization = request.headers.authorization ?? '';
  const [word = '', ...rest] = authorization.trim().split(/\s+/);
  const scheme = word.toLowerCase();
  if (scheme === 'signature') return bySignature(authorization, request, remoteAddr, deps);
  if (scheme === 'bearer' || scheme === 'token') {
    if (scheme === 'token' || rest.length !== 1) throw refused();
    return byToken(rest[0] as string, remoteAddr, deps);
  }
  const secret = request.cookies[deps.sessionCookie];
  const found = secret ? await findSession(secret, deps.db) : undefined;
  if (!found || !isValid(found.user)) return undefined;
  const { has_mfa, backend } = found.session.data;
  if (lacksCode(found.user, has_mfa, deps.settings, backend)) return undefined;
  return {
    user: found.user,
    credential: { scheme: 'session', id: found.session.id, session: found.session },
  };
};
