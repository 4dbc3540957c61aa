import { SessionFailure } from '@gatehouse/component/engine/sessionFailure.ts';
import type { Log } from '@gatehouse/component/platform/log.ts';
import { CHECK_PERMISSIONS, type TerminalTask, TICKET_ENDED } from '@gatehouse/contract/wire/terminal.ts';
import type { Registry } from './registry.ts';

/** Carries out the server's tasks for sessions. */
export const createTaskRunner =
  (deps: { registry: Registry; log: Log }) =>
  (task: TerminalTask): void => {
    const session = deps.registry.get(task.args);
    const by = task.kwargs?.terminated_by ?? task.kwargs?.created_by ?? '';
    if (task.name === 'kill_session')
      deps.registry.end(task.args, new SessionFailure('admin_terminate', { by }));
    else if (task.name === 'lock_session') session?.lock(true, by);
    else if (task.name === 'unlock_session') session?.lock(false, by);
    else {
      deps.log.warn({ task: task.name }, 'unknown task');
      return;
    }
    deps.log.info({ task: task.name, session: task.args, found: session !== undefined }, 'task carried out');
  };

/** Whether a task only announces something: changed permissions or rules, or the end of a ticket. */
export const createNoticeTaker =
  (deps: { check: (concerned?: ReadonlySet<string>) => void; ticketEnded: (id: string) => void }) =>
  ({ name, args }: TerminalTask): boolean => {
    if (name === CHECK_PERMISSIONS) deps.check(args === '' ? undefined : new Set(args.split(',')));
    else if (name === TICKET_ENDED) deps.ticketEnded(args);
    else return false;
    return true;
  };
