import type { TerminalTask } from '@gatehouse/contract/wire/terminal.ts';
import type { ComponentApi } from '../engine/componentApi.ts';
import type { Outbox } from './outbox.ts';

const REMEMBERED = 1_000;

/** Runs each task once, however often the server sends it, and reports it as finished. */
export const createTaskDesk = (deps: {
  api: Pick<ComponentApi, 'finishTask'>;
  outbox: Outbox;
  carryOut: (task: TerminalTask) => void;
  /** Handles a task the server does not store, such as a change of permissions; false for all others. */
  takeNotice: (task: TerminalTask) => boolean;
}): ((tasks: TerminalTask[]) => void) => {
  const known = new Set<string>();

  return (tasks) => {
    for (const task of tasks) {
      if (deps.takeNotice(task) || known.has(task.id)) continue;
      known.add(task.id);
      for (const oldest of known) {
        if (known.size <= REMEMBERED) break;
        known.delete(oldest);
      }
      deps.carryOut(task);
      deps.outbox.push('finish task', () => deps.api.finishTask(task.id));
    }
  };
};
