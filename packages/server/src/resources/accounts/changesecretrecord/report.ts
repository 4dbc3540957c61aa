import type { Message } from '@gatehouse/contract/errors.ts';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { allAssets } from '../../assets/asset/relations.ts';
import { allAccounts } from '../account/relations.ts';

/** How many changes of a run were made, were not made, and have an unknown outcome. */
export type ChangeCounts = { done: number; failed: number; unknown: number };

/** How the changes of a run stand. */
export const countsOfRun = async (run: string, db: Database): Promise<ChangeCounts> =>
  (
    await db.rows<ChangeCounts>(sql`select count(*) filter (where r.status = 'success')::int as done,
        count(*) filter (where r.status = 'failed')::int as failed, count(*) filter (where r.status = 'pending')::int as unknown
      from accounts_changesecretrecord r where r.execution = ${run}::uuid`)
  )[0] ?? { done: 0, failed: 0, unknown: 0 };

/** A change as a report has it; its secrets as the row holds them. */
export type ReportedChange = {
  id: string;
  asset: string;
  address: string;
  account: string;
  username: string;
  status: 'pending' | 'success' | 'failed';
  failure: Message | null;
  old_secret: string | null;
  new_secret: string;
};

/** The changes of a run that follow a given one, by asset. */
export const changesOfRun = (
  run: string,
  after: Pick<ReportedChange, 'id' | 'asset'> | undefined,
  most: number,
  db: Database,
): Promise<ReportedChange[]> =>
  db.rows<ReportedChange>(sql`select r.id::text as id, a.name as asset, a.address, c.name as account, c.username, r.status,
      r.failure, r.old_secret, r.new_secret
    from accounts_changesecretrecord r join ${allAssets} a on a.id = r.asset join ${allAccounts} c on c.id = r.account
    where r.execution = ${run}::uuid and (${after?.asset ?? null}::text is null
      or (a.name, r.id) > (${after?.asset ?? null}::text, ${after?.id ?? null}::uuid))
    order by a.name, r.id limit ${most}`);
