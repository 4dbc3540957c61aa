import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** One message on one way to one receiver: waiting, delivered, or given up. */
export const messagelog = defineResource({
  app: 'audits',
  name: 'messagelog',
  path: 'message-logs',
  scope: 'org',
  letsOrganizationGo: 'evidence',
  label: 'receiver',
  sizes: [],
  fields: {
    message_type: field.text({ max: 64, readOnly: true, search: 'contains', filter: true }),
    subject: field.computed({ as: 'string', readOnly: true }),
    receiver: field.text({ max: 512, readOnly: true, search: 'contains', filter: true }),
    backend: field.choice({
      choices: ['site_msg', 'email', 'webhook', 'sms'],
      readOnly: true,
      filter: true,
    }),
    state: field.choice({ choices: ['waiting', 'sent', 'failed'], readOnly: true, filter: true }),
    attempts: field.integer({ default: 0, readOnly: true }),
    error: field.text({ max: 1024, readOnly: true, search: 'contains' }),
    date_sent: field.datetime({ nullable: true, readOnly: true }),
    date_due: field.datetime({ nullable: true, hidden: true }),
    carrier: field.text({ max: 512, nullable: true, hidden: true }),
    user: field.ref({ to: 'users.user', nullable: true, onDelete: 'setNull', hidden: true }),
    text: field.json({ nullable: true, hidden: true }),
  },
  standard: ['date_created'],
  operations: ['list', 'retrieve'],
  range: 'date_created',
  order: ['-date_created'],
  indexes: [['date_created']],
  list: {
    default: ['subject', 'receiver', 'backend', 'state', 'error', 'date_created', 'actions'],
    min: ['subject', 'receiver', 'state', 'actions'],
  },
  actions: {
    sendAgain: {
      on: 'row',
      method: 'POST',
      path: 'send-again',
      permission: 'settings.change_systemmsgsubscription',
    },
  },
  audited: false,
  transfer: { import: false },
  console: { base: 'MessageLog', path: 'audit/logs/message-logs', pages: ['list', 'retrieve'], order: 340 },
});
