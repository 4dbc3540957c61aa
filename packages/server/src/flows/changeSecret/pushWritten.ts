import type { account } from '@gatehouse/contract/resources/accounts/account.ts';
import type { Context } from '../../engine/context.ts';
import { can } from '../../engine/permission.ts';
import type { Written } from '../../engine/resource.ts';
import type { Jobs } from '../../platform/jobs/createJobs.ts';
import { pushingTemplates } from '../../resources/accounts/accounttemplate/statements.ts';
import { fittingParams } from '../../resources/accounts/methodParams.ts';
import { starterOf } from '../ownWork/ownJobs.ts';
import { chosenPush } from './planRuns.ts';

/**
 * Pushes new accounts of templates that push theirs, once they are saved: one run for each template. Who may create
 * accounts but not push them gets them without a push.
 */
export const pushWritten =
  ({ jobs }: { jobs: Pick<Jobs, 'enqueue'> }) =>
  async (written: readonly Written<typeof account>[], ctx: Context): Promise<void> => {
    const made = written.filter(({ row, before }) => !before && row.source === 'template');
    if (made.length === 0 || !can(ctx.actor, 'accounts.push_account')) return;
    const templates = await pushingTemplates(
      made.map(({ row }) => row.source_id ?? ''),
      ctx.db,
    );
    const trust = can(ctx.actor, 'accounts.view_accountsecret');
    for (const { id, org_id: org, push_params } of templates) {
      const accounts = made.flatMap(({ row }) => (row.source_id === id && row.org_id === org ? row.id : []));
      if (accounts.length === 0) continue;
      const params = fittingParams('push_account', push_params);
      const payload = { org, accounts, assets: [], params, language: ctx.language, trust };
      // In the transaction that saves them: the run begins once that is committed.
      await jobs.enqueue(chosenPush, payload, starterOf(ctx));
    }
  };
