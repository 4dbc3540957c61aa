import { ENTRY_FILE } from '@gatehouse/contract/ops/playbookFiles.ts';
import type { job } from '@gatehouse/contract/resources/ops/job.ts';
import type { Context } from '../../engine/context.ts';
import type { Row } from '../../engine/resource.ts';
import type { Jobs } from '../../platform/jobs/createJobs.ts';
import type { Settings } from '../../platform/settings.ts';
import { jobBehaviour } from '../../resources/ops/job/index.ts';
import { jobRunBehaviour } from '../../resources/ops/jobexecution/index.ts';
import { readFile } from '../../resources/ops/playbook/files.ts';
import { checkTransfer } from '../fileTransfer/checkTransfer.ts';
import { pausedWorks } from '../machineWork/stages.ts';
import { blockedWord } from './commandRules.ts';
import type { JudgeDeps } from './judgeHosts.ts';
import { assetsAt, countForbidden, isCommandExecutionOn } from './ownAssets.ts';
import { scheduleJobs, snapshotOf, startRun } from './startRun.ts';
import { summariesOf } from './summaries.ts';

type Deps = {
  jobs: Pick<Jobs, 'enqueue' | 'planFor' | 'unplanFor'>;
  settings: Pick<Settings, 'get'>;
  ruleBook: JudgeDeps['ruleBook'];
};

/** Jobs and their runs. */
export const jobCenterBehaviours = ({ jobs, settings, ruleBook }: Deps) => ({
  'ops.job': jobBehaviour({
    ...scheduleJobs({ jobs }),
    ...{ assetsAt, countForbidden, checkTransfer: checkTransfer({ settings, ruleBook }) },
    isOn: () => isCommandExecutionOn(settings),
    blockedWord: (command) =>
      blockedWord({ prelude: '', command }, settings.get('SECURITY_COMMAND_BLACKLIST')),
    hasEntry: async (playbook, ctx) => (await readFile(playbook, ENTRY_FILE, ctx.db)) !== undefined,
    start: (row: Row<typeof job>, ctx: Context) =>
      startRun({ org: row.org_id, job: row.id, definition: snapshotOf(row), parameters: {} }, jobs, ctx),
  }),
  'ops.jobexecution': jobRunBehaviour({ summaries: summariesOf, paused: pausedWorks }),
});
