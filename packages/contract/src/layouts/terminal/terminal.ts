import type { DetailLayoutOf, ListModeOf } from '../../console/ListMode.ts';
import type { terminal } from '../../resources/terminal/terminal.ts';

/** Registered components: they register themselves, so the list creates and imports none. */
export const componentList: ListModeOf<typeof terminal> = {
  abilities: true,
  columns: [
    'name',
    'type',
    'session_online',
    'stat',
    'load',
    'is_active',
    'playbooks',
    'remote_addr',
    'actions',
  ],
  fixed: ['name', 'actions'],
  without: ['create', 'import', 'export', 'labels'],
  batchFields: ['command_storage', 'replay_storage'],
};

/** The facts on the page of a component. */
export const componentDetail: DetailLayoutOf<typeof terminal> = {
  order: [
    'name',
    'id',
    'type',
    'load',
    'stat',
    'session_online',
    'is_active',
    'is_alive',
    'playbooks',
    'remote_addr',
    'command_storage',
    'replay_storage',
    'date_created',
    'comment',
  ],
};
