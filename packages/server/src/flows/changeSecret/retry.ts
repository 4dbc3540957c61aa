import type { ChangeKind } from '@gatehouse/contract/automation/plan.ts';
import { AppError, fieldError } from '@gatehouse/contract/errors.ts';
import { changesecretrecord } from '@gatehouse/contract/resources/accounts/changesecretrecord.ts';
import { pushaccountrecord } from '@gatehouse/contract/resources/accounts/pushaccountrecord.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { selectRows } from '../../engine/operations/read.ts';
import { can } from '../../engine/permission.ts';
import { scopeOf } from '../../engine/query.ts';
import { allOf, isUuid, uuids } from '../../platform/database.ts';
import type { Jobs } from '../../platform/jobs/createJobs.ts';
import { lockSecrets } from '../../resources/accounts/account/statements.ts';
import { reopenChanges } from '../../resources/accounts/changesecretrecord/statements.ts';
import { starterOf } from '../ownWork/ownJobs.ts';
import { secretRetry } from './planRuns.ts';

type Named = { record_ids: readonly string[]; execution?: string | undefined };

/** A request of either kind. */
type Asked = { ctx: Context; body: () => Promise<Named> };

/** Most changes that one request retries; the next request takes those that are left. */
const MOST_CHANGES = 10_000;

/** The changes that a caller names and may see; refuses those of several runs. */
const namedChanges = async (kind: ChangeKind, { record_ids, execution }: Named, ctx: Context) => {
  const ids = [...new Set(record_ids.map((id) => id.toLowerCase()))];
  const unknown = (pk: string) => fieldError('record_ids', 'does_not_exist', { pk: pk.slice(0, 64) });
  const wrong = ids.find((id) => !isUuid(id));
  if (wrong !== undefined) throw unknown(wrong);
  const resource = ctx.engine.resource(kind === 'push_account' ? pushaccountrecord : changesecretrecord);
  const failed = sql`t.status = 'failed' and t.new_secret <> ''`;
  const ofRun =
    execution && isUuid(execution) ? sql`t.execution = ${execution}::uuid and ${failed}` : sql`false`;
  const named = ids.length > 0 ? sql`t.id = any(${uuids(ids)})` : ofRun;
  const where = allOf([named, await scopeOf(resource, ctx)]);
  const rows = await selectRows(resource, { where, order: sql`t.id`, limit: MOST_CHANGES, offset: 0 }, ctx);
  const found = new Set(rows.map(({ id }) => id));
  const missing = ids.find((id) => !found.has(id));
  if (missing !== undefined) throw unknown(missing);
  if (new Set(rows.map((row) => `${row.execution} ${row.org_id}`)).size > 1)
    throw new AppError('change_secret_many_runs');
  return rows;
};

/** Retries changes that did not succeed, with the new secrets that are stored for them (reference 04 §8.3). */
export const retryChanges = (
  kind: ChangeKind,
  { jobs }: { jobs: Jobs },
): { execute: (input: Asked) => Promise<{ task: string }> } => ({
  execute: async ({ ctx, body }) => {
    const rows = await namedChanges(kind, await body(), ctx);
    const org = rows[0]?.org_id;
    if (!org) throw new AppError('change_secret_nothing_to_retry');
    const trust = can(ctx.actor, 'accounts.view_accountsecret');
    return ctx.db.transaction(async (tx) => {
      const payload = { org, kind, language: ctx.language, trust };
      const task = await jobs.enqueue(secretRetry, payload, { ...starterOf(ctx), db: tx });
      if (!task) throw new AppError('task_waits_already');
      const accounts = await lockSecrets(
        rows.map(({ account }) => String(account)),
        tx,
      );
      const ids = rows.map(({ id }) => id);
      if ((await reopenChanges({ work: task, ids, accounts }, tx)) === 0)
        throw new AppError('change_secret_nothing_to_retry');
      return { task };
    });
  },
});
