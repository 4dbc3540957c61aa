import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';
import type { ChatTurn } from '../../wire/chat.ts';

/** A user's conversation with the assistant; encrypted, and visible to that user only. */
export const chatconversation = defineResource({
  app: 'settings',
  name: 'chatconversation',
  path: 'chatai-conversations',
  scope: 'global',
  label: 'title',
  fields: {
    title: field.text({ max: 1024, readOnly: true, encrypted: true, order: false, size: 'mini' }),
    messages: field.computed.of<ChatTurn[]>()({ as: 'list', readOnly: true, on: 'retrieve' }),
    turns: field.text({ hidden: true, encrypted: true, on: 'retrieve' }),
    user: field.ref({ to: 'users.user', onDelete: 'cascade', hidden: true }),
  },
  standard: ['date_created', 'date_updated'],
  operations: ['list', 'retrieve', 'destroy'],
  bulk: false,
  permissions: { view: 'validUser', delete: 'validUser' },
  order: ['-date_updated'],
  indexes: [['user', 'date_updated']],
  list: { default: ['title', 'date_updated', 'actions'], min: ['title', 'actions'] },
  audited: false,
  transfer: { export: false, import: false },
});
