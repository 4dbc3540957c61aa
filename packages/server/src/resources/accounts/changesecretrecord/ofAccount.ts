import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';

/** Whether a piece of work has begun a change. */
export const changeBegan = async (work: string, db: Database): Promise<boolean> =>
  (
    await db.rows(
      sql`select 1 from accounts_changesecretrecord r where r.work = ${work}::uuid and r.status = 'pending' limit 1`,
    )
  ).length > 0;

/** Whether it is not known which secret of an account holds, or the one that it has is on its way to its machine. */
export const isChangeOpen = async (account: string, db: Database): Promise<boolean> =>
  (
    await db.rows(
      sql`select 1 from accounts_changesecretrecord r where r.account = ${account}::uuid and r.status = 'pending' limit 1`,
    )
  ).length > 0;
