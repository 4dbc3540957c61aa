import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** A heartbeat of a component. */
export const status = defineResource({
  app: 'terminal',
  name: 'status',
  path: 'status',
  aliases: ['/terminal/terminals/status'],
  scope: 'global',
  label: 'id',
  fields: {
    session_online: field.integer({ default: 0, min: 0 }),
    cpu_load: field.float({ default: 0, min: 0 }),
    memory_used: field.float({ default: 0, min: 0 }),
    disk_used: field.float({ default: 0, min: 0 }),
    sessions: field.list({ required: true, maxItem: 36, virtual: true, writeOnly: true }),
    terminal: field.ref({
      to: 'terminal.terminal',
      plain: true,
      nullable: true,
      readOnly: true,
      told: { readOnly: false },
      onDelete: 'cascade',
      filter: true,
    }),
  },
  standard: ['date_created'],
  operations: ['list', 'retrieve', 'create'],
  order: ['-date_created'],
  indexes: [['terminal', 'date_created']],
  audited: false,
  transfer: { export: false, import: false },
});
