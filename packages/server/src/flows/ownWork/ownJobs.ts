import type { AnswerOf } from '@gatehouse/contract/call/callTypes.ts';
import type { listOwnRuns } from '@gatehouse/contract/calls/ops.ts';
import { settingCategories } from '@gatehouse/contract/settings/catalogue.ts';
import { type Actor, type Context, displayOf } from '../../engine/context.ts';
import { can } from '../../engine/permission.ts';
import type { RunState } from '../../platform/jobs/runs.ts';
import { chosenPush } from '../changeSecret/planRuns.ts';
import { machineJobNames } from '../machineWork/machineJobs.ts';
import { fetchJob } from '../playbooks/repository/fetchPlaybook.ts';
import { followJob } from '../storages/followStorage.ts';
import { vaultSync } from '../vault/vaultSync.ts';
import { exportJob } from './exportToFile.ts';
import { importJob } from './importFromFile.ts';

type OwnJob = {
  unit: AnswerOf<typeof listOwnRuns>[number]['unit'];
  /** Whether a user may start a run again that ended early; none may if absent. */
  mayRepeat?: (actor: Actor) => boolean;
};

/** Work on machines. Whether a user may start it again depends on where it was started, so it is started there. */
const onMachines: OwnJob = { unit: 'targets' };

/** Jobs that users start, and whose end is told to them. */
const ownJobs: { readonly [name: string]: OwnJob } = {
  // What it may read is looked up when it runs.
  [exportJob.name]: { unit: 'rows', mayRepeat: () => true },
  [importJob.name]: { unit: 'rows', mayRepeat: () => true },
  [followJob.name]: {
    unit: 'recordings',
    mayRepeat: (actor) => can(actor, 'terminal.change_terminal'),
  },
  [fetchJob.name]: { unit: 'rows', mayRepeat: (actor) => can(actor, 'ops.change_playbook') },
  [vaultSync.name]: { unit: 'secrets', mayRepeat: (actor) => can(actor, settingCategories.vault.permission) },
  ...Object.fromEntries([...machineJobNames, chosenPush.name].map((name) => [name, onMachines])),
};

/** Names of the jobs whose end is told to the user who started them. */
export const toldJobs: readonly string[] = Object.keys(ownJobs);

/** What a job counts. */
export const unitOf = (name: string): OwnJob['unit'] => ownJobs[name]?.unit ?? 'rows';

const endedEarly: ReadonlySet<RunState> = new Set(['stopped', 'failed', 'interrupted']);

/** Whether a run ended early, and its user may start it again. */
export const isRepeatable = (run: { name: string; state: RunState }, actor: Actor): boolean =>
  endedEarly.has(run.state) && ownJobs[run.name]?.mayRepeat?.(actor) === true;

/** Who starts a run, as part of how it is enqueued. */
export const starterOf = ({ db, actor }: Context) => ({ db, by: displayOf(actor), creator: actor.id });
