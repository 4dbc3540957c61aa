import type { Message } from '@gatehouse/contract/errors.ts';
import type { Message as Told } from '@gatehouse/contract/messages/messages.ts';
import type { Context } from '../../../engine/context.ts';
import type { Database } from '../../../platform/database.ts';
import type { Jobs } from '../../../platform/jobs/createJobs.ts';
import type { Settings } from '../../../platform/settings.ts';
import type { ChangeSecretPlan } from '../../../resources/accounts/changesecretautomation/statements.ts';
import { type ChangeCounts, countsOfRun } from '../../../resources/accounts/changesecretrecord/report.ts';
import { planReceivers } from '../../machineWork/planReceivers.ts';
import { isMailOn } from '../../notifications/mail/email.ts';
import { notify } from '../../notifications/notify.ts';
import { organizationContext, type SystemDeps } from '../../systemContext.ts';
import { secretReport } from '../planRuns.ts';

/** What telling recipients needs. */
export type TellDeps = SystemDeps & { settings: Settings; jobs: Pick<Jobs, 'enqueue'> };

/** How a run ended. */
export type Ending = { status: 'success' | 'failure' | 'stopped'; failures: readonly Message[] };

const messageOf = (
  run: string,
  { plan, ending, counts }: { plan: ChangeSecretPlan; ending: Ending; counts: ChangeCounts },
  { t }: Context,
): Told => {
  const { done, failed, unknown } = counts;
  const about = { plan: plan.name, run };
  if (ending.status === 'success' && failed + unknown === 0)
    return { key: 'secret_changes_done', params: { ...about, count: done } };
  const reasons = ending.status === 'stopped' ? [{ key: 'machine_stopped', params: {} }] : ending.failures;
  const cause = reasons.map(({ key, params }) => t(`errors.${key}`, params)).join('\n');
  const all = done + failed + unknown;
  return { key: 'secret_changes_failed', params: { ...about, all, done, failed, unknown, cause } };
};

/**
 * Tells the recipients of a plan how its run ended, in the transaction that ends it. Those who can open files get the
 * changed secrets by mail, encrypted (decision 0450). Plans that push accounts have none, whatever an earlier version stored.
 */
export const tellRecipients = async (
  run: string,
  { plan, ending }: { plan: ChangeSecretPlan; ending: Ending },
  db: Database,
  deps: TellDeps,
): Promise<void> => {
  if (plan.recipients.length === 0 || plan.kind === 'push_account') return;
  const ctx = organizationContext(plan.org_id, { ...deps, db });
  const counts = await countsOfRun(run, db);
  const message = messageOf(run, { plan, ending, counts }, ctx);
  const hasFile = counts.done + counts.failed + counts.unknown > 0 && isMailOn(deps.settings);
  const [withFile, others] = [new Set<string>(), new Set<string>()];
  for (const { id, opens_files } of await planReceivers(plan, ctx))
    (hasFile && opens_files ? withFile : others).add(id);
  await notify([...others], message, db, { org: plan.org_id });
  await notify([...withFile], message, db, { org: plan.org_id, backends: [] });
  for (const user of withFile) await deps.jobs.enqueue(secretReport, { org: plan.org_id, run, user }, { db });
};
