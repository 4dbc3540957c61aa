import { type JobModule, jobVariables } from '@gatehouse/contract/ops/jobs.ts';
import { ENTRY_FILE } from '@gatehouse/contract/ops/playbookFiles.ts';
import type { job } from '@gatehouse/contract/resources/ops/job.ts';
import type { Context } from '../../engine/context.ts';
import type { Row } from '../../engine/resource.ts';
import type { Cache } from '../../platform/cache.ts';
import type { Jobs } from '../../platform/jobs/createJobs.ts';
import type { Settings } from '../../platform/settings.ts';
import { jobBehaviour } from '../../resources/ops/job/index.ts';
import { jobApprovalBehaviour } from '../../resources/ops/jobapproval/index.ts';
import { scheduleStates } from '../../resources/ops/jobapproval/statements.ts';
import { jobRunBehaviour } from '../../resources/ops/jobexecution/index.ts';
import { readFile } from '../../resources/ops/playbook/files.ts';
import { checkTransfer } from '../fileTransfer/checkTransfer.ts';
import { pausedWorks } from '../machineWork/stages.ts';
import { blockedAnywhere, blockedWord } from './commandRules.ts';
import type { JudgeDeps } from './judgeHosts.ts';
import { blockedInLines } from './modules/deviceLines.ts';
import { anyCase, variableIn, wayOf } from './modules/modules.ts';
import { assetsAt, countForbidden, countWith, isCommandExecutionOn } from './ownAssets.ts';
import { scheduleJobs, snapshotOf, startRun } from './startRun.ts';
import { summariesOf } from './summaries.ts';
import { parametersOf } from './variables.ts';

type Deps = {
  jobs: Pick<Jobs, 'enqueue' | 'planFor' | 'unplanFor'>;
  settings: Pick<Settings, 'get'>;
  cache: Pick<Cache, 'increment'>;
  ruleBook: JudgeDeps['ruleBook'];
};

/** A word of a command that the settings block, as its language is read. */
const blockedIn = (command: string, module: JobModule, list: readonly string[]): string | undefined => {
  switch (wayOf({ module })?.language) {
    case 'shell':
      return blockedWord({ prelude: '', command }, list);
    case 'lines':
      return blockedInLines(command, list);
    case 'program':
      return blockedAnywhere(module === 'win_shell' ? anyCase(command) : command, list);
    default:
      return undefined;
  }
};

/** Jobs and their runs. */
export const jobCenterBehaviours = ({ jobs, settings, cache, ruleBook }: Deps) => ({
  'ops.job': jobBehaviour({
    ...scheduleJobs({ jobs, settings, cache }),
    ...{ assetsAt, countForbidden, countWith, checkTransfer: checkTransfer({ settings, ruleBook }) },
    scheduleStates: (ids, { db }) => scheduleStates(ids, db),
    isOn: () => isCommandExecutionOn(settings),
    blockedWord: (command, module) => blockedIn(command, module, settings.get('SECURITY_COMMAND_BLACKLIST')),
    variableIn: (row) =>
      variableIn(row.args, new Set([...jobVariables, ...Object.keys(parametersOf(row, {}))])),
    hasEntry: async (playbook, ctx) => (await readFile(playbook, ENTRY_FILE, ctx.db)) !== undefined,
    start: (row: Row<typeof job>, ctx: Context) =>
      startRun(
        { org: row.org_id, job: row.id, definition: snapshotOf(row), parameters: {} },
        { jobs, settings, cache },
        ctx,
      ),
  }),
  'ops.jobapproval': jobApprovalBehaviour(),
  'ops.jobexecution': jobRunBehaviour({ summaries: summariesOf, paused: pausedWorks }),
});
