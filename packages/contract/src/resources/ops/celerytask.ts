import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** How the latest runs of a task ended: the last one failed, one of the last five failed, or none of them. */
export type TaskHealth = 'red' | 'yellow' | 'green';

/** A background task of the installation: what the servers do by schedule or on request. */
export const celerytask = defineResource({
  app: 'ops',
  name: 'celerytask',
  path: 'tasks',
  scope: 'global',
  label: 'name',
  sizes: [],
  toldIdReadOnly: true,
  fields: {
    name: field.text({ max: 128, readOnly: true, filter: true, size: 'mini' }),
    meta: field.computed.of<{ comment: string; queue: string; help: string }>()({
      as: 'field',
      readOnly: true,
    }),
    summary: field.computed.of<{ total: number; success: number }>()({ as: 'field', readOnly: true }),
    state: field.computed.of<TaskHealth>()({ as: 'string', readOnly: true }),
    exec_cycle: field.computed.of<string | undefined>()({ as: 'string', readOnly: true }),
    next_exec_time: field.computed.of<string | null | undefined>()({ as: 'datetime', readOnly: true }),
    enabled: field.computed.of<boolean | undefined>()({ as: 'boolean', readOnly: true }),
    may_switch_off: field.computed.of<boolean>()({ as: 'boolean', readOnly: true }),
    date_last_publish: field.computed.of<string | null>()({ as: 'datetime', readOnly: true }),
    is_enabled: field.boolean({ default: true, hidden: true }),
    is_periodic: field.boolean({ default: false, hidden: true }),
  },
  operations: ['list', 'retrieve', 'destroy'],
  bulk: false,
  permissions: { delete: 'superuser' },
  unique: [['name']],
  order: ['-is_periodic', 'name'],
  list: {
    default: ['name', 'summary', 'state', 'date_last_publish', 'exec_cycle', 'next_exec_time', 'enabled'],
    min: ['name'],
  },
  audited: false,
  transfer: { export: false, import: false },
  console: {
    base: 'Task',
    path: 'settings/tasks',
    pages: ['list', 'retrieve'],
    order: 290,
    icon: 'branches',
  },
});
