import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** A comment on a ticket, or a record of a decision on it. */
export const comment = defineResource({
  app: 'tickets',
  name: 'comment',
  path: 'comments',
  scope: 'global',
  label: 'id',
  fields: {
    ticket: field.ref({ to: 'tickets.ticket', plain: true, readOnly: true, onDelete: 'cascade' }),
    user: field.ref({
      to: 'users.user',
      plain: true,
      nullable: true,
      readOnly: true,
      onDelete: 'setNull',
    }),
    user_display: field.text({ max: 256, readOnly: true }),
    body: field.text({ required: true, multiline: true, max: 4096 }),
    type: field.choice({ choices: ['common', 'state'], default: 'common', hidden: true }),
    state: field.text({ max: 16, hidden: true }),
  },
  filters: ['ticket_id'],
  neededQuery: 'ticket_id',
  standard: ['date_created', 'date_updated'],
  operations: ['list', 'retrieve', 'create'],
  bulk: false,
  permissions: { view: 'tickets.view_ticket', add: 'tickets.view_ticket' },
  order: ['date_created'],
  indexes: [['ticket', 'date_created']],
  list: { default: ['user_display', 'body', 'date_created'], min: ['body'] },
  audited: false,
  transfer: { export: false, import: false },
});
