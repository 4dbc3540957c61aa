import { AppError } from '@gatehouse/contract/errors.ts';
import { type JobSnapshot, NO_TIMEOUT } from '@gatehouse/contract/ops/jobs.ts';
import type { Context } from '../../engine/context.ts';
import { type JudgeDeps, judgeHosts } from '../jobCenter/judgeHosts.ts';
import { textOf } from '../jobCenter/summaries.ts';

/** Why files cannot go to a machine, as far as the asset or the permission is the reason (reference 06 §A.8). */
const reasons: ReadonlySet<string> = new Set([
  'transfer_no_protocol',
  'transfer_protocol_denied',
  'transfer_upload_denied',
]);

type Wish = { assets: readonly string[]; runas: string; args: string };

/** Refuses a transfer if its user may not send files to one of the assets, which is named. */
export const checkTransfer =
  (deps: Pick<JudgeDeps, 'settings' | 'ruleBook'>) =>
  async ({ assets, runas, args }: Wish, ctx: Context): Promise<void> => {
    const definition: JobSnapshot = {
      ...{
        name: '',
        type: 'upload_file' as const,
        module: 'shell',
        args,
        runas,
        runas_policy: 'skip' as const,
      },
      ...{ timeout: NO_TIMEOUT, chdir: '', assets: [...assets], instant: false },
      ...{ use_parameter_define: false, parameters_define: {} },
    };
    const run = { creator: ctx.actor.id, org_id: ctx.org.id, job: null, definition, parameters: {} };
    const judged = await judgeHosts({ ...run, remote_addr: ctx.remoteAddr }, assets, {
      ...{ ...deps, db: ctx.db, engine: ctx.engine },
    });
    if (judged.refused) throw new AppError('permission_denied');
    const kept = judged.hosts.find(({ skipped }) => skipped !== undefined && reasons.has(skipped.key));
    if (kept?.skipped)
      throw new AppError('transfer_not_allowed', { asset: kept.name, reason: textOf(kept.skipped, ctx) });
  };
