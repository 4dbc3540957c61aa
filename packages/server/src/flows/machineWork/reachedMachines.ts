import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database.ts';
import { noteReached } from '../../resources/accounts/changesecretrecord/reached.ts';
import { allTerminals } from '../../resources/terminal/terminal/relations.ts';

/**
 * Records that a component, as soon as it gets the answer, may send new secrets to a machine; returns whether it may: a
 * change that was settled meanwhile must not be made any more.
 */
export const mayReach = async (
  { component, asset }: { component: string; asset: string },
  db: Database,
): Promise<boolean> => {
  const changes = await db.rows<{
    work: string;
    account: string;
  }>(sql`select t.work::text as work, t.account::text as account
    from ops_machinetarget t join ops_machinework w on w.id = t.work and w.kind in ('change_secret', 'push_account')
      join ${allTerminals} c on c.id = t.terminal
    where t.state = 'taken' and c."user" = ${component} and t.asset = ${asset}::uuid and t.account is not null`);
  return changes.length === 0 || (await noteReached(changes, db)) === changes.length;
};
