import { createHash } from 'node:crypto';
import { AppError } from '@gatehouse/contract/errors.ts';
import { inIpGroup } from '@gatehouse/contract/network/ipGroup.ts';
import type { integrationResults } from '@gatehouse/contract/resources/accounts/integrationlog.ts';
import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../engine/context.ts';
import type { Cache } from '../../platform/cache.ts';
import { type Database, isUuid } from '../../platform/database.ts';
import { throttled } from '../../platform/limits/rateLimits.ts';
import type { Settings } from '../../platform/settings.ts';
import { instantOf } from '../../platform/time.ts';
import { allAccounts } from '../../resources/accounts/account/relations.ts';
import { sealedAccount } from '../../resources/accounts/account/secrets.ts';
import {
  accountsOfApplications,
  allApplications,
  assetsOfApplications,
} from '../../resources/accounts/integrationapplication/relations.ts';
import { noteApplicationUsed } from '../../resources/accounts/integrationapplication/statements.ts';
import { addIntegrationLog } from '../../resources/accounts/integrationlog/statements.ts';
import { openedSecret } from '../../resources/accounts/secretValue.ts';
import { allAssets } from '../../resources/assets/asset/relations.ts';
import { withheldAmong } from '../access/withheld.ts';
import { addActivities } from '../audit/activity.ts';
import { checkSignature, isFormTaken, nonceSeconds, readSignature } from '../identify/signature.ts';

/** What fetching secrets needs. */
export type FetchDeps = { db: Database; cache: Cache; settings: Settings };

/** Most requests of an application in a minute, over all servers. */
const mostPerMinute = 120;

/** Most wrong signatures in a minute that the log of an application takes: anyone who knows its key id can send some. */
const mostWrong = 30;

const emptyBody = createHash('sha256').digest();

type Result = (typeof integrationResults)[number];
type Application = {
  id: string;
  org: string;
  name: string;
  ip_group: string[];
  is_active: boolean;
  date_expired: string | null;
  secret: string;
};
type Asked = { asset: string; account: string };
type Found = { id: string; asset: string; asset_name: string; address: string; name: string };

/** A refusal that is written to the log of the application. */
class Refused extends Error {
  readonly result: Result;
  readonly error: AppError;

  constructor(result: Result, error: AppError) {
    super(result);
    this.result = result;
    this.error = error;
  }
}

/** All that an application learns of a credential that does not let it in. */
const unknown = () => new AppError('authentication_failed');

const applicationOf = async (keyId: string, db: Database): Promise<Application | undefined> =>
  (
    await db.rows<Application>(
      sql`select a.id::text as id, a.org_id::text as org, a.name, a.ip_group, a.is_active, a.date_expired, a.secret
        from ${allApplications} a where a.id = ${keyId}::uuid`,
    )
  )[0];

/** Lets each signature through once: one that was read on its way is worth nothing. */
const admit = async (
  application: Application,
  request: FastifyRequest,
  ctx: Context,
  { db, cache, settings }: FetchDeps,
): Promise<void> => {
  const signature = readSignature(request.headers.authorization ?? '');
  const signed = { method: request.method, url: request.raw.url ?? '/', headers: request.headers };
  const secret = ctx.engine.vault.open(application.secret);
  const proof = signature && checkSignature(secret, signature, signed, Date.now());
  const isTaken = signature !== undefined && proof !== undefined && isFormTaken(proof, settings);
  // The request has no body; a signature of one is a signature of another request.
  if (!isTaken || (proof.form === 'full' && !proof.digest.equals(emptyBody)))
    throw new Refused('signature', unknown());
  if (!inIpGroup(ctx.remoteAddr, application.ip_group)) throw new Refused('address', unknown());
  if (!application.is_active) throw new Refused('inactive', unknown());
  const ends = instantOf(application.date_expired ?? '');
  if (ends && ends.getTime() <= Date.now()) throw new Refused('expired', unknown());
  const mark = proof.form === 'full' ? proof.nonce : signature.signature.toString('base64url');
  const uses = await cache.increment(`integration:${application.id}:${mark}`, nonceSeconds, db);
  if (uses > 1) throw new Refused('replayed', unknown());
  const { count, left } = await cache.count(`rate:integration:${application.id}`, 60, db);
  if (count > mostPerMinute) throw new Refused('throttled', throttled('integration', mostPerMinute, left));
};

/**
 * The one account that the application may fetch under these names. What it may not fetch does not exist for it, nor
 * does a name that several accounts have.
 */
const accountOf = async (
  { id: application, org }: Application,
  { asset, account }: Asked,
  db: Database,
): Promise<Found> => {
  const is = (column: ReturnType<typeof sql>, value: string) =>
    isUuid(value) ? sql`${column} = ${value}::uuid` : sql`false`;
  const rows =
    await db.rows<Found>(sql`select c.id::text as id, a.id::text as asset, a.name as asset_name, a.address, c.name
    from ${allAccounts} c join ${allAssets} a on a.id = c.asset
    where c.org_id = ${org}::uuid and c.is_active and a.is_active and (a.name = ${asset} or ${is(sql`a.id`, asset)})
      and (c.name = ${account} or c.username = ${account} or ${is(sql`c.id`, account)})
      and (exists (select 1 from ${accountsOfApplications} o where o.application = ${application}::uuid and o.account = c.id)
        or exists (select 1 from ${assetsOfApplications} o join ${allApplications} p on p.id = o.application
          where o.application = ${application}::uuid and o.asset = a.id
            and (jsonb_exists(p.account_names, c.name) or jsonb_exists(p.account_names, c.username))))
    order by (c.id::text = ${account}) desc, (c.name = ${account}) desc, c.id limit 2`);
  const [first, second] = rows;
  const isNamed = (row: Found | undefined) => row?.name === account || row?.id === account;
  if (!first || (second && isNamed(first) === isNamed(second)))
    throw new Refused('not_allowed', new AppError('object_does_not_exist'));
  return first;
};

const secretOf = async (found: Found, ctx: Context, db: Database) => {
  if ((await withheldAmong([found.id], undefined, db)).size > 0)
    throw new Refused('withheld', new AppError('account_withheld'));
  const row = await sealedAccount(found.id, db);
  const secret = await openedSecret(row?.secret, { engine: ctx.engine });
  if (!row || !secret) throw new Refused('no_secret', new AppError('object_does_not_exist'));
  const { asset: id, asset_name: name, address } = found;
  return {
    ...{ id: found.id, asset: { id, name, address } },
    ...{ name: row.name, username: row.username, secret_type: row.secret_type, secret },
  };
};

/**
 * Gives an application one secret, and writes to its log what it asked for, from where, and what came of it. The log is
 * written before the answer leaves, and stays when the request is refused: so there is no transaction around both.
 */
export const fetchSecret = async (
  asked: Asked,
  request: FastifyRequest,
  ctx: Context,
  deps: FetchDeps,
): Promise<Awaited<ReturnType<typeof secretOf>>> => {
  const { db, cache } = deps;
  const keyId = readSignature(request.headers.authorization ?? '')?.keyId ?? '';
  const application = isUuid(keyId) ? await applicationOf(keyId, db) : undefined;
  if (!application) throw unknown();
  const { id, org, name } = application;
  const log = (result: Result, at: Database) =>
    addIntegrationLog({ application: id, name, org, address: ctx.remoteAddr, ...asked, result }, at);
  try {
    await admit(application, request, ctx, deps);
    const found = await accountOf(application, asked, db);
    const answer = await secretOf(found, ctx, db);
    await db.transaction(async (tx) => {
      await log('success', tx);
      await noteApplicationUsed(id, tx);
      const note = { type: 'O', resourceId: found.id, orgId: org, key: 'activity.secret_fetched' } as const;
      await addActivities([{ ...note, params: { application: name } }], { ...ctx, db: tx });
    });
    return answer;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const wrong = error.result === 'signature' && (await cache.count(`wrong:integration:${id}`, 60, db));
    if (!wrong || wrong.count <= mostWrong) await log(error.result, db);
    throw error.error;
  }
};
