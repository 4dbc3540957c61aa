import { CHECK_PERMISSIONS, type TerminalTask } from '@gatehouse/contract/wire/terminal.ts';
import type { CoreApi } from '../engine/core/coreApi.ts';
import { SessionFailure } from '../engine/sessionFailure.ts';
import type { Log } from '../platform/log.ts';
import type { Outbox } from './outbox.ts';
import type { Registry } from './registry.ts';

const REMEMBERED = 1_000;

/** Carries out tasks of the control plane, each once, however often it is told. */
export const createTaskRunner = (deps: {
  core: Pick<CoreApi, 'finishTask'>;
  registry: Registry;
  outbox: Outbox;
  checkPermissions: () => void;
  log: Log;
}): ((tasks: TerminalTask[]) => void) => {
  const known = new Set<string>();

  const carryOut = (task: TerminalTask) => {
    const session = deps.registry.get(task.args);
    const by = task.kwargs?.terminated_by ?? task.kwargs?.created_by ?? '';
    if (task.name === 'kill_session')
      deps.registry.end(task.args, new SessionFailure('admin_terminate', { by }));
    else if (task.name === 'lock_session') session?.lock(true, by);
    else if (task.name === 'unlock_session') session?.lock(false, by);
    else return deps.log.warn({ task: task.name }, 'unknown task');
    deps.log.info({ task: task.name, session: task.args, found: session !== undefined }, 'task carried out');
  };

  return (tasks) => {
    for (const task of tasks) {
      if (task.name === CHECK_PERMISSIONS) {
        deps.checkPermissions();
        continue;
      }
      if (known.has(task.id)) continue;
      known.add(task.id);
      for (const oldest of known) {
        if (known.size <= REMEMBERED) break;
        known.delete(oldest);
      }
      carryOut(task);
      deps.outbox.push('finish task', () => deps.core.finishTask(task.id));
    }
  };
};
