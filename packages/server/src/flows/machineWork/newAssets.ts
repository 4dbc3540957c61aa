import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { can } from '../../engine/permission.ts';
import { type Database, uuids } from '../../platform/database.ts';
import type { Jobs } from '../../platform/jobs/createJobs.ts';
import { allAccounts } from '../../resources/accounts/account/relations.ts';
import { allAssets } from '../../resources/assets/asset/relations.ts';
import { allPlatforms } from '../../resources/assets/platform/relations.ts';
import { liveRunners } from '../../resources/terminal/terminal/relations.ts';
import { starterOf } from '../ownWork/ownJobs.ts';
import { newAssetFacts, newAssetTest } from './machineJobs.ts';
import { isOn } from './targets.ts';

type Deps = { db: Database; jobs: Pick<Jobs, 'enqueue'> };

type Due = { id: string; ping: boolean; facts: boolean };

/** The new assets to which a connected runner can sign in, and what their platforms have switched on. */
const dueOf = (assets: readonly string[], db: Database): Promise<Due[]> =>
  db.rows<Due>(sql`select a.id::text as id, ${isOn('ping')} as ping, ${isOn('gather_facts')} as facts
    from ${allAssets} a join ${allPlatforms} p on p.id = a.platform
    where a.id = any(${uuids(assets)}) and a.is_active and a.category not in ('gpt', 'custom')
      and exists (select 1 from ${allAccounts} c where c.asset = a.id and c.is_active and c.has_secret)
      and exists (select 1 from ${liveRunners} r)`);

/**
 * Queues the test and the reading of hardware for assets created with accounts, as their platforms say. Only for users
 * who may read secrets: background work of others sends none to a machine at first sight (decision 0431).
 */
export const examineNewAssets =
  ({ db, jobs }: Deps) =>
  (assets: readonly string[], ctx: Context): void => {
    if (ctx.org.isRoot || !can(ctx.actor, 'accounts.view_accountsecret')) return;
    const { language, org } = ctx;
    const starter = { ...starterOf(ctx), db };
    ctx.afterCommit(async () => {
      const due = await dueOf(assets, db);
      for (const [job, wants] of [
        [newAssetTest, 'ping'],
        [newAssetFacts, 'facts'],
      ] as const) {
        const wanted = due.flatMap((one) => (one[wants] ? one.id : []));
        if (wanted.length > 0)
          await jobs.enqueue(job, { org: org.id, language, trust: true, assets: wanted }, starter);
      }
    });
  };
