import type { Database } from '../../platform/database.ts';
import type { JobDefinition } from '../../platform/jobs/defineJob.ts';
import { storeTasks, tasksSwitchedOff } from '../../resources/ops/celerytask/statements.ts';

/** Gives every background job its row in the list of tasks; returns those whose schedule is switched off. */
export const syncTasks = async (
  definitions: readonly JobDefinition[],
  db: Database,
): Promise<ReadonlySet<string>> => {
  await storeTasks(
    definitions.map(({ name, schedule }) => ({ name, is_periodic: schedule !== undefined })),
    db,
  );
  const needed = new Set(definitions.filter(({ schedule }) => schedule?.isNeeded).map(({ name }) => name));
  return new Set([...(await tasksSwitchedOff(db))].filter((name) => !needed.has(name)));
};
