import type { Message } from '@gatehouse/contract/errors.ts';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { goingRuns } from '../../../platform/jobs/runs.ts';
import { changesAfterReturns } from '../changesecretrecord/relations.ts';

/** A check-out that is about to begin; `limit`: minutes to which it may be extended. */
export type NewCheckout = {
  account: string;
  asset: string;
  org: string;
  user: string;
  userDisplay: string;
  reason: string;
  minutes: number;
  limit: number;
};

/** Opens a check-out, unless the account has an open one. The row of the account must be locked. */
export const openCheckout = async (
  { account, asset, org, user, userDisplay, reason, minutes, limit }: NewCheckout,
  db: Database,
): Promise<string | undefined> =>
  (
    await db.rows<{ id: string }>(sql`insert into accounts_accountcheckout
        (id, org_id, account, asset, "user", user_display, reason, minutes, status, date_start, date_expired, date_limit, is_extended)
      select gen_random_uuid(), ${org}::uuid, ${account}::uuid, ${asset}::uuid, ${user}::uuid, ${userDisplay}::text, ${reason}::text, ${minutes}::int, 'held',
        now(), now() + make_interval(mins => ${minutes}::int), now() + make_interval(mins => ${limit}::int), false
      where not exists (select 1 from accounts_accountcheckout o where o.account = ${account}::uuid and o.status in ('held', 'changing', 'failed'))
      returning id::text as id`)
  )[0]?.id;

/** Extends a check-out once, by the time for which it was asked, at most to its limit; false where that is not possible. */
export const extendCheckout = async (id: string, db: Database): Promise<boolean> =>
  (
    await db.rows(sql`update accounts_accountcheckout set is_extended = true,
        date_expired = least(date_limit, date_expired + make_interval(mins => minutes::int))
      where id = ${id}::uuid and status = 'held' and not is_extended and date_expired > now() and date_limit > date_expired returning 1`)
  ).length > 0;

/** A check-out that has ended; its account waits for another secret. */
export type Returned = {
  id: string;
  org: string;
  account: string;
  asset: string;
  user: string | null;
  user_display: string;
};

const returned = sql`id::text as id, org_id::text as org, account::text as account, asset::text as asset, "user"::text as "user", user_display`;

/** Ends a check-out before its time; undefined where it has ended. */
export const endCheckout = async (
  id: string,
  by: 'holder' | 'administrator',
  db: Database,
): Promise<Returned | undefined> =>
  (
    await db.rows<Returned>(sql`update accounts_accountcheckout set status = 'changing', date_returned = clock_timestamp(), ended_by = ${by}
      where id = ${id}::uuid and status = 'held' returning ${returned}`)
  )[0];

/** Ends some of the check-outs whose time is over. */
export const expireCheckouts = (most: number, db: Database): Promise<Returned[]> =>
  db.rows<Returned>(sql`update accounts_accountcheckout set status = 'changing', date_returned = clock_timestamp(), ended_by = 'expiry'
    where id = any(array(select e.id from accounts_accountcheckout e where e.status = 'held' and e.date_expired <= now()
      order by e.date_expired limit ${most} for update skip locked)) and status = 'held' returning ${returned}`);

/** Notes the task that changes the secret. */
export const noteReturnWork = async (id: string, work: string, db: Database): Promise<void> => {
  await db.rows(
    sql`update accounts_accountcheckout set work = ${work}::uuid, failure = null where id = ${id}::uuid`,
  );
};

/** The account of a check-out whose secret a task is to change; undefined if another task does, or it is done. */
export const accountToChange = async (
  id: string,
  work: string,
  db: Database,
): Promise<{ account: string } | undefined> =>
  (
    await db.rows<{ account: string }>(sql`select account::text as account from accounts_accountcheckout
      where id = ${id}::uuid and work = ${work}::uuid and status = 'changing'`)
  )[0];

/** Has the secret of a check-out changed anew, after that failed; undefined where it did not. */
export const reopenReturn = async (id: string, db: Database): Promise<Returned | undefined> =>
  (
    await db.rows<Returned>(sql`update accounts_accountcheckout set status = 'changing', failure = null
      where id = ${id}::uuid and status = 'failed' returning ${returned}`)
  )[0];

/** Gives an account free although its secret was not changed; undefined where it was. */
export const releaseCheckout = async (id: string, db: Database): Promise<Returned | undefined> =>
  (
    await db.rows<Returned>(sql`update accounts_accountcheckout set status = 'released', ended_by = 'administrator'
      where id = ${id}::uuid and status in ('changing', 'failed') returning ${returned}`)
  )[0];

/** Ends the check-outs whose accounts got another secret since their return, whatever made the change. */
export const settleChanged = async (db: Database): Promise<void> => {
  await db.rows(sql`update accounts_accountcheckout c set status = 'returned', failure = null
    where c.status in ('changing', 'failed') and exists (select 1 from ${changesAfterReturns} r
      where r.account = c.account and r.status = 'success' and r.date_created >= c.date_returned)`);
};

/** A check-out whose secret was not changed. */
export type FailedReturn = Returned & { failure: Message | null };

/** Marks the check-outs whose change ended without success, with the reason. */
export const settleFailed = (db: Database): Promise<FailedReturn[]> =>
  db.rows<FailedReturn>(sql`update accounts_accountcheckout c set status = 'failed', failure = r.failure
    from ${changesAfterReturns} r
    where c.status = 'changing' and r.work = c.work and r.account = c.account and r.status = 'failed'
    returning c.id::text as id, c.org_id::text as org, c.account::text as account, c.asset::text as asset, c."user"::text as "user", c.user_display, c.failure`);

/** Marks a check-out whose secret cannot be changed at all; undefined where that is decided. */
export const failReturn = async (
  id: string,
  failure: Message,
  db: Database,
): Promise<FailedReturn | undefined> =>
  (
    await db.rows<FailedReturn>(sql`update accounts_accountcheckout set status = 'failed', failure = ${JSON.stringify(failure)}::jsonb
      where id = ${id}::uuid and status = 'changing' returning ${returned}, failure`)
  )[0];

/** Some of the check-outs that wait for a change which no task makes, because none began or it was lost. */
export const lostReturns = (most: number, db: Database): Promise<Returned[]> =>
  db.rows<Returned>(sql`select ${returned} from accounts_accountcheckout c
    where c.status = 'changing' and (c.work is null or (c.work not in (select g.id from ${goingRuns} g)
      and not exists (select 1 from ${changesAfterReturns} r where r.account = c.account and r.work = c.work)))
    order by c.date_returned limit ${most} for update skip locked`);
