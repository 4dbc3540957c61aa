import { GATEWAY_PLATFORM } from '@gatehouse/contract/assets/platforms.ts';
import { AppError, type Message } from '@gatehouse/contract/errors.ts';
import type { ConnectionSecret } from '@gatehouse/contract/wire/connection.ts';
import { MOST_TARGETS, type Target, type takenTargetsSchema } from '@gatehouse/contract/wire/machineWork.ts';
import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Context } from '../../engine/context.ts';
import { type Database, uuids } from '../../platform/database.ts';
import { readAhead } from '../../platform/secretStore/secretStore.ts';
import {
  namedAccounts,
  type SealedAccount,
  workingAccounts,
} from '../../resources/accounts/account/secrets.ts';
import {
  noteHanded,
  type OpenChange,
  openChanges,
} from '../../resources/accounts/changesecretrecord/statements.ts';
import { allUsers } from '../../resources/users/user/relations.ts';
import { aboutChange, changeOf, secretsOf } from '../changeSecret/journal.ts';
import { type AssetRow, assetRows, placeOf, secretOf } from '../connect/place/placeOf.ts';
import { methodFacts } from '../connect/place/secretFacts.ts';
import { judgePlaces, type Places, provesItself } from './confirmedPlaces.ts';
import { type Way, waysOf, wayTo } from './methodProtocol.ts';
import { withOwnMethods } from './ownMethods.ts';
import { type Asking, type Given, giveTargets, noteUsed, skipGiven } from './statements.ts';
import { type Chain, type Chains, chainsOf, maySwitch, openedChain, withheldBefore } from './switching.ts';

type User = ConnectionSecret['user'];

const system: User = { id: '', name: 'System', username: '' };

const usersOf = async (given: readonly Given[], db: Database): Promise<Map<string, User>> => {
  const ids = given.flatMap(({ user_id }) => user_id ?? []);
  const rows = await db.rows<User>(
    sql`select id::text as id, name, username from ${allUsers} u where u.id = any(${uuids(ids)})`,
  );
  return new Map(rows.map((row) => [row.id, row]));
};

/** For some kinds of work, what targets get when a runner takes them: parameters, or why nothing is done. */
export type Preparing = {
  readonly [K in Given['kind']]?: (given: readonly Given[], ctx: Context) => Promise<Map<string, Prepared>>;
};
/** Parameters and the account of a target, or why nothing is done; without an account, one of the asset's is chosen. */
export type Prepared =
  | { reason: Message; params?: undefined }
  | { reason?: undefined; params: Record<string, unknown>; account: string | null };

type Planned = {
  given: Given;
  asset: AssetRow;
  way: Way;
  account: SealedAccount;
  /** From which accounts it switches. */
  chain?: Chain | undefined;
  /** The change of a secret, with the one that the account has, as its row holds it, and from which accounts it switches. */
  change?: { open: OpenChange; held: string | null; chain?: Chain | undefined };
};
type Plan = Planned | { given: Given; reason: Message };

/** The asset with the port that the target says. */
const withPort = (asset: AssetRow, { port }: Given, way: Way): AssetRow =>
  port
    ? {
        ...asset,
        protocols: [
          ...asset.protocols.filter(({ name }) => name !== way.protocol),
          { name: way.protocol, port },
        ],
      }
    : asset;

/** The changes that are not settled, by the targets that are about them. */
type Changes = ReadonlyMap<string, OpenChange>;

/** Whether the target changes a secret, or sets it on its machine. */
const isChange = ({ kind }: Given): boolean => kind === 'change_secret' || kind === 'push_account';
const isAboutChange = (given: Given): boolean => isChange(given) || given.kind === 'find_secret';

/** Whether an account may change its own secret there without the rights of an administrator. */
const letsChangeOneself = ({ protocol }: Way): boolean =>
  ['postgresql', 'mysql', 'mariadb', 'sqlserver', 'oracle'].includes(protocol);

/**
 * The account that signs in: to change a secret, another account of the asset, on databases a privileged one or the
 * account itself; to find out which secret is valid, the account itself with its new secret.
 */
const accountOfChange = (
  given: Given,
  way: Way,
  accounts: Accounts,
  changes: Changes,
): Pick<Planned, 'account' | 'change'> | string => {
  const id = given.account ?? '';
  const open = changes.get(given.id);
  if (!open) return 'work_change_over';
  const change = { open, held: accounts.named(id, way)?.secret ?? null };
  const { name, username, secret_type, privileged, new_secret: secret } = open;
  if (given.kind === 'find_secret')
    return { account: { id, name, username, secret_type, privileged, secret }, change };
  const best = accounts.ofAsset(given.asset, way);
  const own = given.kind === 'change_secret' && letsChangeOneself(way) ? accounts.named(id, way) : undefined;
  const account = best?.privileged ? best : (own ?? best);
  if (!account) return 'work_no_account';
  return account.id === id && !own ? 'work_no_other_account' : { account, change };
};

/** The targets as the work of their kind prepares them, and those that it withholds. */
const prepare = async (
  given: readonly Given[],
  preparing: Preparing,
  ctx: Context,
): Promise<{ ready: Given[]; refused: Plan[] }> => {
  const refused: Plan[] = [];
  const ready: Given[] = [];
  for (const [kind, some] of Map.groupBy(given, (one) => one.kind)) {
    const prepared = await preparing[kind]?.(some, ctx);
    for (const one of some) {
      const found = prepared?.get(one.id);
      if (!prepared) ready.push(one);
      else if (!found) refused.push({ given: one, reason: { key: 'work_gone', params: {} } });
      else if (found.reason) refused.push({ given: one, reason: found.reason });
      else ready.push({ ...one, params: found.params, account: found.account });
    }
  }
  return { ready, refused };
};

const planned = (given: Given, asset: AssetRow | undefined, accounts: Accounts, changes: Changes): Plan => {
  const fail = (key: string, params: Message['params'] = {}): Plan => ({ given, reason: { key, params } });
  if (!asset) return fail('work_gone');
  const way = given.port ? waysOf(given.method)[0] : wayTo(given.method, asset.protocols);
  if (!way) return fail('work_no_protocol', { protocol: waysOf(given.method)[0]?.protocol ?? '-' });
  if (isAboutChange(given)) {
    const chosen = accountOfChange(given, way, accounts, changes);
    return typeof chosen === 'string'
      ? fail(chosen, { protocol: way.protocol })
      : { given, asset, way, ...chosen };
  }
  const found = given.account ? accounts.named(given.account, way) : accounts.ofAsset(given.asset, way);
  if (!found) return fail(given.account ? 'work_no_secret' : 'work_no_account', { protocol: way.protocol });
  const { username } = found;
  // Without it, nothing more could be done on the machine.
  if (given.kind === 'remove_account' && given.params.username === username)
    return fail('work_removes_own', { username });
  return { given, asset: withPort(asset, given, way), way, account: found };
};

/** The plans with the accounts from which theirs switch; one that can neither switch nor sign in is refused. */
const withChains = (plans: readonly Plan[], chains: Chains): Plan[] =>
  plans.map((plan): Plan => {
    if ('reason' in plan) return plan;
    const { given, account, way, change } = plan;
    const found = given.kind !== 'find_secret' && maySwitch(given.method, way) && chains.get(account.id);
    if (found && 'reason' in found) return { given, reason: found.reason };
    if (!account.secret && !(found && found.method === 'sudo'))
      return { given, reason: { key: 'work_no_secret', params: { protocol: way.protocol } } };
    const proof = change && maySwitch(given.method, way) ? chains.get(change.open.account) : undefined;
    return {
      ...{ ...plan, chain: found || undefined },
      ...(change && { change: { ...change, chain: proof && 'from' in proof ? proof : undefined } }),
    };
  });

/** The plans without those of jobs whose user may not use an account from which they switch. */
const withoutWithheld = async (plans: readonly Plan[], db: Database): Promise<Plan[]> => {
  const ofUsers = plans.flatMap((plan) =>
    'chain' in plan && plan.chain && plan.given.kind === 'run_command'
      ? [{ id: plan.given.id, user: plan.given.user_id ?? undefined, chain: plan.chain }]
      : [],
  );
  const withheld = await withheldBefore(ofUsers, db);
  return plans.map((plan) => {
    const username = withheld.get(plan.given.id);
    return username === undefined
      ? plan
      : { given: plan.given, reason: { key: 'work_su_withheld', params: { username } } };
  });
};

type Accounts = {
  named(id: string, way: Way): SealedAccount | undefined;
  ofAsset(id: string, way: Way): SealedAccount | undefined;
};

const everySecret = ['password', 'ssh_key'];

/** The accounts that the targets may use; passwords of another kind only where the way takes them. */
const accountsOf = async (given: readonly Given[], db: Database): Promise<Accounts> => {
  const ids = given.flatMap(({ account }) => account ?? []);
  const assets = given.flatMap((one) => (one.account && !isChange(one) ? [] : one.asset));
  const named = new Map((await namedAccounts(ids, everySecret, db)).map((row) => [row.id, row]));
  const best = async (types: readonly string[]) =>
    new Map((await workingAccounts(assets, types, db)).map((row) => [row.asset, row]));
  const byTypes = new Map([
    [everySecret.length, await best(everySecret)],
    [1, await best(['password'])],
  ]);
  return {
    named: (id, { secretTypes }) => {
      const account = named.get(id);
      return account && secretTypes.includes(account.secret_type) ? account : undefined;
    },
    ofAsset: (id, { secretTypes }) => byTypes.get(secretTypes.length)?.get(id),
  };
};

/** A target with the secret of its account; throws an AppError where the secret is lost, or must not be sent. */
const targetOf = async (
  { given, asset, way, account, chain, change }: Planned,
  user: User,
  places: Places,
  ctx: Context,
): Promise<Target> => {
  const place = await placeOf(asset, way.protocol, ctx);
  // A gateway leads to others; it is reached directly.
  const domain = place.platform.name === GATEWAY_PLATFORM ? null : place.domain;
  places.judge(
    { asset: place.asset, domain, protocol: way.protocol },
    { trustsFirst: given.trusts_first, confirms: given.kind !== 'run_command' },
  );
  const connection = {
    ...{ id: given.id, user, ...place, domain },
    account: await secretOf(account, account.name, ctx),
    command_filter_acls: [],
    from_ticket: null,
    protocol: way.protocol,
    connect_method: methodFacts('ansible'),
    connect_options: {},
    actions: [],
    expire_at: null,
    remote_addr: '',
  };
  const { id, work, kind, method, params, seconds } = given;
  return {
    ...{ id, work, operation: { kind, method, params }, timeout: seconds, connection },
    switching: await openedChain(chain, ctx),
    change: change
      ? {
          ...(await changeOf(change.open, change.held, ctx)),
          switching: await openedChain(change.chain, ctx),
        }
      : null,
  };
};

/** Opens what belongs to the targets; those of which the secret cannot be had are skipped for that reason. */
const opened = async (
  plans: readonly Plan[],
  { users, places }: { users: Map<string, User>; places: Places },
  ctx: Context,
) => {
  const targets: Target[] = [];
  const skipped: { id: string; reason: Message }[] = [];
  for (const plan of plans) {
    const { id, user_id } = plan.given;
    if ('reason' in plan) skipped.push({ id, reason: plan.reason });
    else
      try {
        targets.push(await targetOf(plan, users.get(user_id ?? '') ?? system, places, ctx));
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        skipped.push({ id, reason: { key: error.messageKey, params: error.params } });
      }
  }
  return { targets, skipped };
};

/** The request with the secrets that the targets need read ahead, together. */
const withSecrets = async (plans: readonly Plan[], ctx: Context): Promise<Context> => {
  const held = plans.flatMap((plan) => {
    if ('reason' in plan) return [];
    const { account, chain, change } = plan;
    const before = [...(chain?.from ?? []), ...(change?.chain?.from ?? [])].map(({ secret }) => secret);
    return [account.secret, ...before, ...(change ? Object.values(secretsOf(change.open, change.held)) : [])];
  });
  return { ...ctx, engine: { ...ctx.engine, secrets: await readAhead(ctx.engine.secrets, held) } };
};

/** How long a runner may take longer than it was told, in seconds. */
const graceSeconds = 60;

/** Notes that the changes among the targets are handed out; returns the targets of those that may not be made any more. */
const noteChanges = async (
  plans: readonly Plan[],
  targets: readonly Target[],
  db: Database,
): Promise<Set<string>> => {
  const going = new Map(targets.map(({ id, connection }) => [id, connection]));
  const handed = plans.flatMap((plan) => {
    const { id: target, seconds } = plan.given;
    const connection = going.get(target);
    if (!connection || !('change' in plan) || !plan.change || !isChange(plan.given)) return [];
    const isUnreached = provesItself(plan.way.protocol) && connection.known_host_keys.length === 0;
    return [{ target, id: plan.change.open.id, seconds: seconds + graceSeconds, isUnreached }];
  });
  if (handed.length === 0) return new Set();
  const noted = new Set(await noteHanded(handed, db));
  return new Set(handed.flatMap(({ target, id }) => (noted.has(id) ? [] : [target])));
};

const openChangesOf = async (given: readonly Given[], db: Database): Promise<Changes> => {
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  const about = given.flatMap(({ params: { record, work }, ...target }) =>
    aboutChange({ ...target, record: text(record), recorded: text(work) }),
  );
  return new Map((await openChanges(about, db)).map((open) => [open.target, open]));
};

/**
 * Gives a runner the next targets with their secrets. What was given to it is committed first: if this server dies
 * before it answers, the targets are lost with their time limit, and none is given twice.
 */
export const takeTargets = async (
  runner: Asking,
  { places, preparing }: { places: number; preparing: Preparing },
  ctx: Context,
): Promise<z.input<typeof takenTargetsSchema>> => {
  const { db } = ctx;
  const given = await giveTargets(runner, places, db);
  if (given.length === 0) return { targets: [], has_more: false };
  const prepared = await prepare(given, preparing, ctx);
  const { ready, refused } = await withOwnMethods(prepared.ready, db);
  const assets = new Map(
    (
      await assetRows(
        ready.map(({ asset }) => asset),
        db,
      )
    ).map((row) => [row.id, row]),
  );
  const accounts = await accountsOf(ready, db);
  const changes = await openChangesOf(ready, db);
  const bare = [
    ...prepared.refused,
    ...refused,
    ...ready.map((one) => planned(one, assets.get(one.asset), accounts, changes)),
  ];
  const chains = await chainsOf(
    bare.flatMap((plan) =>
      'account' in plan ? [plan.account.id, ...(plan.change ? [plan.change.open.account] : [])] : [],
    ),
    db,
  );
  const plans = await withoutWithheld(withChains(bare, chains), db);
  const judged = await judgePlaces([...assets.keys()], db);
  const about = { users: await usersOf(given, db), places: judged };
  const { targets, skipped } = await opened(plans, about, await withSecrets(plans, ctx));
  const used = plans.flatMap((plan) =>
    'account' in plan ? { id: plan.given.id, account: plan.account.id } : [],
  );
  if (used.length) await noteUsed(used, db);
  await judged.note();
  // From here on their machines may hear of the changes.
  const gone = await noteChanges(plans, targets, db);
  for (const id of gone) skipped.push({ id, reason: { key: 'work_change_over', params: {} } });
  if (skipped.length) await skipGiven(skipped, db);
  // A call names at most so many places; with more of them free, commands may have more as well.
  const mayHaveMore = given.length === places || places === MOST_TARGETS;
  return { targets: targets.filter(({ id }) => !gone.has(id)), has_more: mayHaveMore };
};
