import { fieldError } from '@gatehouse/contract/errors.ts';
import type { Jobs } from '../../../../platform/jobs/createJobs.ts';
import { tasksSwitchedOff } from '../../../../resources/ops/celerytask/statements.ts';
import { findPeriodTask, switchSchedule } from '../../../tasks/periodTask.ts';
import { syncTasks } from '../../../tasks/syncTasks.ts';
import type { Collection } from './collection.ts';

/** The schedules of background tasks that may be switched off. */
export const schedulesOf = (jobs: Jobs): Collection => ({
  section: 'tasks',
  title: () => 'Schedules of background tasks that may be switched off',
  stored: async ({ db }) => {
    const off = await tasksSwitchedOff(db);
    const names = jobs
      .declared()
      .filter(({ schedule }) => schedule && !schedule.isNeeded)
      .map(({ name }) => name)
      .sort();
    return new Map(names.map((name) => [name, { values: { enabled: !off.has(name) }, secrets: new Map() }]));
  },
  places: () => new Map([['enabled', 'value']]),
  write: async (name, { values: { enabled } }, ctx) => {
    if (typeof enabled !== 'boolean') throw fieldError('enabled', 'invalid_boolean');
    // An installation whose server has not started yet has no rows of its tasks.
    await syncTasks(jobs.declared(), ctx.db);
    await switchSchedule(await findPeriodTask(name, jobs, ctx), enabled, jobs, ctx);
  },
});
