import {
  changingMethods,
  keyMethods,
  type MethodParams,
  pushingMethods,
} from '@gatehouse/contract/assets/automationMethods.ts';
import type { ChangeKind } from '@gatehouse/contract/automation/plan.ts';
import type { Message } from '@gatehouse/contract/errors.ts';
import type { KeyStrategy } from '@gatehouse/contract/wire/machineWork.ts';
import { type SQL, sql } from 'drizzle-orm';
import { type Database, texts, uuids } from '../../../platform/database.ts';
import { goingRuns } from '../../../platform/jobs/runs.ts';
import { allAssets } from '../../assets/asset/relations.ts';
import { allPlatforms } from '../../assets/platform/relations.ts';
import { allHostKeys } from '../../terminal/hostkey/relations.ts';
import { allAccounts, secretsOfHistory } from '../account/relations.ts';
import { openCheckouts } from '../accountcheckout/relations.ts';
import { allChangeSecretRuns } from '../changesecretexecution/relations.ts';

/** A new secret for an account with the one that it has, as rows hold them. */
export type PlannedChange = {
  account: string;
  old_secret: string | null;
  new_secret: string;
  /** Fingerprint of a new key. */
  ssh_key_fingerprint: string | null;
};

/** What the changes of a run have in common; `is_kept`: each account gets the secret that it has. */
export type ChangeFacts = {
  kind: ChangeKind;
  is_kept: boolean;
  secret_type: 'password' | 'ssh_key';
  ssh_key_change_strategy: KeyStrategy;
};

/**
 * Stores the new secrets of accounts before their machines hear of them; an account whose last change is not settled
 * gets none. The rows of the accounts must be locked. Returns the accounts that got one. `execution`: the run of a plan.
 */
export const addRecords = async (
  {
    work,
    execution,
    facts,
    changes,
  }: { work: string; execution: string | null; facts: ChangeFacts; changes: readonly PlannedChange[] },
  db: Database,
): Promise<string[]> =>
  (
    await db.rows<{ account: string }>(sql`insert into accounts_changesecretrecord as t
        (id, org_id, execution, kind, is_kept, asset, account, old_secret, new_secret, secret_type, ssh_key_change_strategy,
          ssh_key_fingerprint, status, work, tries, date_created)
      select gen_random_uuid(), c.org_id, ${execution}::uuid, ${facts.kind}, ${facts.is_kept}, c.asset, c.id, p.old_secret, p.new_secret,
        ${facts.secret_type}::text, ${facts.ssh_key_change_strategy}::text, p.ssh_key_fingerprint, 'pending', ${work}::uuid, 0, now()
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as p(account uuid, old_secret text, new_secret text, ssh_key_fingerprint text)
        join ${allAccounts} c on c.id = p.account and c.secret_type = ${facts.secret_type}
      where not exists (select 1 from accounts_changesecretrecord r where r.account = p.account and (r.status = 'pending' or r.work = ${work}::uuid))
      returning t.account::text as account`)
  ).map(({ account }) => account);

/** Accounts that no plan changes. */
const isLeftAlone = sql`(c.privileged or lower(c.username) in ('root', 'administrator'))`;

/** Accounts in use by a user whose check-out a change would end, and whose new secret it would tell others. */
const isCheckedOut = sql`exists (select 1 from ${openCheckouts} h where h.account = c.id and h.status = 'held')`;

/**
 * Reopens changes that were not made, for other work, with the secrets that their accounts have now; returns how many.
 * A change stays closed if its account has a later one. The rows of the accounts must be locked.
 */
export const reopenChanges = async (
  {
    work,
    ids,
    accounts,
  }: { work: string; ids: readonly string[]; accounts: readonly { id: string; secret: string | null }[] },
  db: Database,
): Promise<number> =>
  (
    await db.rows(sql`update accounts_changesecretrecord r set status = 'pending', work = ${work}::uuid, old_secret = h.secret,
        tries = 0, date_next = null, failure = null, date_finished = null
      from jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb) as h(id uuid, secret text) join ${allAccounts} c on c.id = h.id
      where r.id = any(${uuids(ids)}) and r.account = h.id and r.status = 'failed' and not r.is_kept and r.new_secret <> '' and r.secret_type = c.secret_type and not ${isLeftAlone} and not ${isCheckedOut}
        and not exists (select 1 from accounts_changesecretrecord o where o.account = r.account and o.id <> r.id
          and (o.status = 'pending' or (o.date_created, o.id) > (r.date_created, r.id)))
      returning 1`)
  ).length;

const targetName = sql`c.name || ' @ ' || a.name || '(' || a.address || ')'`;

/** A JSON object; an empty one if it is anything else. */
const objectIn = (value: SQL): SQL =>
  sql`(case when jsonb_typeof(${value}) = 'object' then ${value} else '{}'::jsonb end)`;

/** A setting of the platform about a kind of work. */
const setting = (kind: ChangeKind, name: 'enabled' | 'method'): SQL =>
  sql`p.automation->>${`${kind}_${name}`}::text`;

/** The parameters of the platform, and in their place those that the plan, or the request, names for the method. */
const paramsOfChange = (kind: ChangeKind, asked: MethodParams): SQL =>
  sql`${objectIn(sql`p.automation->${`${kind}_params`}::text`)}
  || ${objectIn(sql`e.snapshot->'params'->(${setting(kind, 'method')})`)}
  || ${objectIn(sql`${JSON.stringify(asked)}::jsonb->(${setting(kind, 'method')})`)}`;

/** Whether the platform names a method for POSIX machines, which also know keys. */
const isPosix = (kind: ChangeKind): SQL => sql`${setting(kind, 'method')} = any(${texts(keyMethods)})`;

/** No name, or one that POSIX machines would read as something else, next to a password or in the path of keys. */
const isUnfitName = (kind: ChangeKind): SQL =>
  sql`(case when not ${isPosix(kind)} then c.username = ''
    when r.secret_type = 'ssh_key' then c.username !~ '^[A-Za-z0-9_][A-Za-z0-9_.@-]*$'
    else c.username = '' or c.username ~ '^-|[:\r\n]' end)`;

/** Why nothing is done about an account whose name does not fit. */
const unfit = sql`jsonb_build_object('key', 'machine_secret_unfit', 'params', jsonb_build_object('username', coalesce(nullif(c.username, ''), c.name)))`;

const posixMethods: ReadonlySet<string> = new Set(keyMethods);

/** Whether the platform names a method that an administrator has written; these set passwords. */
const isOwn = (kind: ChangeKind): SQL => sql`${setting(kind, 'method')} ~ '^playbook_[0-9]+$'`;

/** The methods that runners carry out. */
const methodsOf = { change_secret: changingMethods, push_account: pushingMethods } as const;

/** The targets of work that changes secrets or pushes accounts, with the method of the platform, or why there is none. */
export const targetsOfChanges = (work: string, kind: ChangeKind, asked: MethodParams = {}): SQL =>
  sql`(select a.id as asset, c.id as account, ${targetName} as name, ${setting(kind, 'method')} as method,
      ${paramsOfChange(kind, asked)} as params, null::int as port,
      case when not a.is_active then jsonb_build_object('key', 'work_inactive', 'params', '{}'::jsonb)
        when not c.is_active then jsonb_build_object('key', 'work_account_inactive', 'params', '{}'::jsonb)
        when not (coalesce((p.automation->>'ansible_enabled')::boolean, false)
          and coalesce((${setting(kind, 'enabled')})::boolean, false)
          and coalesce(${setting(kind, 'method')}, '') <> '')
          then jsonb_build_object('key', 'work_method_off', 'params', jsonb_build_object('platform', p.name))
        when not (${setting(kind, 'method')} = any(${texts(methodsOf[kind])}) or ${isOwn(kind)})
          then jsonb_build_object('key', 'machine_method_unsupported', 'params', jsonb_build_object('method', ${setting(kind, 'method')}))
        when r.secret_type = 'ssh_key' and not ${isPosix(kind)}
          then jsonb_build_object('key', 'work_no_keys', 'params', jsonb_build_object('platform', p.name))
        when ${isUnfitName(kind)} then ${unfit} end as skipped
    from accounts_changesecretrecord r join ${allAccounts} c on c.id = r.account join ${allAssets} a on a.id = r.asset
      join ${allPlatforms} p on p.id = a.platform left join ${allChangeSecretRuns} e on e.id = r.execution
    where r.work = ${work}::uuid and r.status = 'pending')`;

/** The host key for which the last search could not ask the machine is trusted by now. */
const isConfirmed = sql`(r.failure->>'key' in ('machine_host_key_unconfirmed', 'machine_host_key_changed') and exists (select 1 from ${allHostKeys} k
  where k.asset = r.asset and k.is_active and k.fingerprint = r.failure->'params'->>'fingerprint'))`;

/** A change that is not settled and not under way: no run follows it, and its runner's time is over. */
const doubtful = sql`r.status = 'pending' and (coalesce(r.date_next, r.date_created) <= now() or ${isConfirmed})
  and r.work not in (select g.id from ${goingRuns} g)`;

/** How accounts of the platform sign in; over SSH where it names RDP, which no runner speaks. */
const signIn = sql`(case p.automation->>'verify_account_method' when 'verify_account_by_rdp' then 'verify_account_windows'
  else p.automation->>'verify_account_method' end)`;

/** The targets of a work that finds out which secrets hold; each says about which attempt of which record it is. */
export const targetsOfDoubts = (most: number): SQL =>
  sql`(select a.id as asset, c.id as account, ${targetName} as name, ${signIn} as method,
      jsonb_build_object('record', r.id, 'work', r.work) as params, null::int as port,
      case when coalesce(p.automation->>'verify_account_method', '') = ''
        then jsonb_build_object('key', 'work_method_off', 'params', jsonb_build_object('platform', p.name))
        when c.username = '' then ${unfit} end as skipped
    from accounts_changesecretrecord r join ${allAccounts} c on c.id = r.account join ${allAssets} a on a.id = r.asset
      join ${allPlatforms} p on p.id = a.platform
    where ${doubtful} order by r.date_next nulls first limit ${most})`;

/** How many changes have an unknown outcome. */
export const countDoubts = async (db: Database): Promise<number> =>
  (
    await db.rows<{ count: number }>(
      sql`select count(*)::int as count from accounts_changesecretrecord r where ${doubtful}`,
    )
  )[0]?.count ?? 0;

/**
 * A target that is about the change of an account: the one of its own work, or the attempt at the record for which it
 * searches. The account may have had other changes, and the record other attempts, on which late targets still report.
 */
export type AboutChange = { target: string; account: string; work: string; record: string | null };

/** A change that is not settled, for a target about it, with the account as it is now; its secrets as the row holds them. */
export type OpenChange = {
  target: string;
  id: string;
  account: string;
  name: string;
  username: string;
  privileged: boolean;
  old_secret: string | null;
  new_secret: string;
  ssh_key_fingerprint: string | null;
} & ChangeFacts;

/** The changes that these targets are about, as far as they are not settled. */
export const openChanges = (targets: readonly AboutChange[], db: Database): Promise<OpenChange[]> =>
  db.rows<OpenChange>(sql`select n.target::text as target, r.id::text as id, r.account::text as account, c.name, c.username, c.privileged,
      r.old_secret, r.new_secret, r.kind, r.is_kept, r.secret_type, r.ssh_key_change_strategy, r.ssh_key_fingerprint
    from jsonb_to_recordset(${JSON.stringify(targets)}::jsonb) as n(target uuid, account uuid, work uuid, record uuid)
      join accounts_changesecretrecord r on r.account = n.account and r.work = n.work and (n.record is null or r.id = n.record)
      join ${allAccounts} c on c.id = r.account
    where r.status = 'pending'`);

/**
 * Notes, before a machine can hear of changes, until when their runner may be at work on them. Returns those that may
 * still be made: a search may be about to settle the others, because no run follows them any more.
 */
export const noteHanded = async (
  handed: readonly { id: string; seconds: number; isUnreached: boolean }[],
  db: Database,
): Promise<string[]> =>
  (
    await db.rows<{
      id: string;
    }>(sql`update accounts_changesecretrecord r set date_next = now() + make_interval(secs => h.seconds), is_unreached = h."isUnreached"
      from jsonb_to_recordset(${JSON.stringify(handed)}::jsonb) as h(id uuid, seconds int, "isUnreached" boolean)
      where r.id = h.id and r.status = 'pending' and r.work in (select g.id from ${goingRuns} g) returning r.id::text as id`)
  ).map(({ id }) => id);

/** How a change ended. */
export type Settled = { id: string; status: 'success' | 'failed'; failure: Message | null };

/**
 * Settles changes: the secret was changed, or was not, for a reason. Others stay as they are. Returns those that were
 * settled here.
 */
export const settleChanges = async (settled: readonly Settled[], db: Database): Promise<string[]> =>
  (
    await db.rows<{
      id: string;
    }>(sql`update accounts_changesecretrecord r set status = s.status, failure = s.failure, date_finished = now()
      from jsonb_to_recordset(${JSON.stringify(settled)}::jsonb) as s(id uuid, status text, failure jsonb)
      where r.id = s.id and r.status = 'pending' returning r.id::text as id`)
  ).map(({ id }) => id);

/** Settles changes of a piece of work that were not made, with the reasons. */
export const failChanges = async (
  work: string,
  failed: readonly { account: string; failure: Message | null }[],
  db: Database,
): Promise<void> => {
  await db.rows(sql`update accounts_changesecretrecord r set status = 'failed', failure = f.failure, date_finished = now()
    from jsonb_to_recordset(${JSON.stringify(failed)}::jsonb) as f(account uuid, failure jsonb)
    where r.work = ${work}::uuid and r.account = f.account and r.status = 'pending'`);
};

/** Settles changes whose run ended before their secrets left the server, such as a retry that was stopped while it waited. */
export const failUnsent = async (db: Database): Promise<void> => {
  const failure = JSON.stringify({ key: 'machine_stopped', params: {} });
  await db.rows(sql`update accounts_changesecretrecord r set status = 'failed', failure = ${failure}::jsonb, date_finished = now()
    where r.status = 'pending' and r.date_next is null and r.work not in (select g.id from ${goingRuns} g)`);
};

/** Pieces of work with unsettled changes that no run follows. */
export const pendingWorks = async (db: Database): Promise<string[]> =>
  (
    await db.rows<{
      work: string;
    }>(sql`select distinct r.work::text as work from accounts_changesecretrecord r
      where r.status = 'pending' and r.work not in (select g.id from ${goingRuns} g) limit 1000`)
  ).map(({ work }) => work);

/** Shortest and longest time until the next search for the valid secret, in minutes. */
const firstTry = 1;
const longestTry = 24 * 60;

/**
 * Notes that it is not known which secrets hold, and why; they are looked for again, each time later, and not while
 * their runner may be at work on them.
 */
export const noteDoubts = async (
  doubts: readonly { id: string; failure: Message | null }[],
  db: Database,
): Promise<void> => {
  await db.rows(sql`update accounts_changesecretrecord r set failure = coalesce(d.failure, r.failure), tries = r.tries + 1,
      date_next = greatest(r.date_next,
        now() + make_interval(mins => least(${longestTry}::int, ${firstTry}::int * (2 ^ least(r.tries, 12))::int)))
    from jsonb_to_recordset(${JSON.stringify(doubts)}::jsonb) as d(id uuid, failure jsonb)
    where r.id = d.id and r.status = 'pending'`);
};

/**
 * Postpones searches that are still due for the secrets of these accounts. Pushes of secrets that stay current end
 * instead: nothing can be on its way to their machines any more, and each can be repeated.
 */
export const putOffDoubts = async (accounts: readonly string[], db: Database): Promise<void> => {
  const lost = JSON.stringify({ key: 'work_lost', params: {} });
  await db.rows(sql`update accounts_changesecretrecord r set status = 'failed', failure = coalesce(r.failure, ${lost}::jsonb), date_finished = now()
    where ${doubtful} and r.is_kept and r.account = any(${uuids(accounts)})`);
  const due = await db.rows<{ id: string }>(sql`select r.id::text as id from accounts_changesecretrecord r
    where ${doubtful} and r.account = any(${uuids(accounts)})`);
  await noteDoubts(
    due.map(({ id }) => ({ id, failure: null })),
    db,
  );
};

/** The next accounts of an organization that a plan changes: those on its assets that follow a given one. */
export const accountsToChange = (
  {
    org,
    usernames,
    secretType,
    assets,
  }: { org: string; usernames: readonly string[]; secretType: string; assets: SQL },
  after: string,
  most: number,
  db: Database,
): Promise<{ id: string }[]> =>
  db.rows<{ id: string }>(sql`select c.id::text as id from ${allAccounts} c
    where c.org_id = ${org}::uuid and c.id > ${after}::uuid and c.username = any(${texts(usernames)}) and c.secret_type = ${secretType}
      and not ${isLeftAlone} and not ${isCheckedOut} and c.asset in ${assets}
    order by c.id limit ${most}`);

/** How many days after a change was settled its record keeps both secrets. */
const keptDays = 30;

/**
 * Removes both secrets from a batch of records that were settled long ago; returns how many. A record of a change that
 * was made loses them once the history of the account has a secret since then.
 */
export const forgetSecrets = async (most: number, db: Database): Promise<number> =>
  (
    await db.rows(sql`update accounts_changesecretrecord r set old_secret = null, new_secret = ''
      where r.id = any(array(select o.id from accounts_changesecretrecord o
        where o.status <> 'pending' and o.new_secret <> '' and o.date_finished < now() - make_interval(days => ${keptDays}::int)
          and (o.status = 'failed' or o.is_kept or exists (select 1 from ${secretsOfHistory} h
            where h.account = o.account and h.secret_type = o.secret_type and h.history_date >= o.date_finished))
        limit ${most}))
      and r.status <> 'pending' returning 1`)
  ).length;

/** The next accounts of an organization that a request pushes: some of them, or all of some assets. */
export const accountsToPush = (
  {
    org,
    accounts,
    assets,
    secretType,
  }: { org: string; accounts: readonly string[]; assets: readonly string[]; secretType: string },
  after: string,
  most: number,
  db: Database,
): Promise<{ id: string }[]> =>
  db.rows<{ id: string }>(sql`select c.id::text as id from ${allAccounts} c
    where c.org_id = ${org}::uuid and c.id > ${after}::uuid and (c.id = any(${uuids(accounts)}) or c.asset = any(${uuids(assets)}))
      and c.secret_type = ${secretType} and c.has_secret and c.username <> '' and not ${isLeftAlone}
    order by c.id limit ${most}`);

/** An account that a plan pushes and that an asset does not have. */
export type MissingAccount = { asset: string; username: string };

/** What comes before every account that is missing. */
export const beforeMissing: MissingAccount = {
  asset: '00000000-0000-0000-0000-000000000000',
  username: '',
};

/** The next accounts of a plan, after a given one, that its assets do not have, where the platform pushes. */
export const missingAccounts = (
  {
    org,
    usernames,
    secretType,
    assets,
  }: { org: string; usernames: readonly string[]; secretType: string; assets: SQL },
  after: MissingAccount,
  most: number,
  db: Database,
): Promise<MissingAccount[]> =>
  db.rows<MissingAccount>(sql`select a.id::text as asset, n.username
    from ${allAssets} a join ${allPlatforms} p on p.id = a.platform cross join unnest(${texts(usernames)}) as n(username)
    where a.org_id = ${org}::uuid and (a.id, n.username) > (${after.asset}::uuid, ${after.username}::text)
      and a.id in ${assets} and a.is_active and (${setting('push_account', 'method')} = any(${texts(pushingMethods.filter((method) => secretType !== 'ssh_key' || posixMethods.has(method)))})
        or ${secretType}::text = 'password' and ${isOwn('push_account')})
      and coalesce((${setting('push_account', 'enabled')})::boolean, false) and coalesce((p.automation->>'ansible_enabled')::boolean, false)
      and lower(n.username) not in ('root', 'administrator')
      and not exists (select 1 from ${allAccounts} c where c.asset = a.id and c.username = n.username and c.secret_type = ${secretType})
    order by a.id, n.username limit ${most}`);
