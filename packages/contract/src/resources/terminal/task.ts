import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** A task for a component, such as terminating a session. */
export const task = defineResource({
  app: 'terminal',
  name: 'task',
  path: 'tasks',
  scope: 'global',
  label: 'name',
  sizes: [],
  fields: {
    name: field.choice({
      choices: ['kill_session', 'lock_session', 'unlock_session'],
      plain: true,
      required: true,
    }),
    args: field.text({ required: true, max: 1024 }),
    kwargs: field.json({}),
    terminal: field.ref({ to: 'terminal.terminal', plain: true, nullable: true, onDelete: 'setNull' }),
    is_finished: field.boolean({ default: false, filter: true }),
    date_finished: field.datetime({ nullable: true }),
  },
  standard: ['created_by', 'updated_by', 'date_created', 'date_updated', 'comment'],
  toldWritable: ['created_by', 'updated_by'],
  operations: ['list', 'retrieve', 'update'],
  mentionedMethods: ['POST'],
  order: ['-date_created'],
  indexes: [['terminal', 'is_finished', 'date_created']],
  list: { default: ['name', 'args', 'terminal', 'is_finished', 'date_created', 'actions'], min: ['name'] },
  actions: {
    killSession: {
      on: 'collection',
      method: 'POST',
      path: 'kill-session',
      permission: 'terminal.terminate_session',
    },
    toggleLockSession: {
      on: 'collection',
      method: 'POST',
      path: 'toggle-lock-session',
      permission: 'terminal.terminate_session',
    },
  },
  audited: false,
  transfer: { export: false, import: false },
});
