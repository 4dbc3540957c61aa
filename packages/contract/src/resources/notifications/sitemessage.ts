import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** The content of a message as its reader sees it. */
export type MessageContent = {
  id: string | null;
  subject: string;
  message: string;
  sender: string;
  date_created: string;
  date_updated: string;
};

/** A message to one user inside the product. Its text is a key with values, or what its author wrote. */
export const sitemessage = defineResource({
  app: 'notifications',
  name: 'sitemessage',
  path: 'site-messages',
  scope: 'global',
  label: 'id',
  sizes: [],
  fields: {
    content: field.computed.of<MessageContent>()({
      as: 'field',
      readOnly: true,
      told: {
        type: 'nested object',
        fields: {
          id: field.uuid(),
          subject: field.text({ required: true, max: 1024 }),
          message: field.text({ required: true, multiline: true }),
          date_created: field.datetime({ readOnly: true }),
          date_updated: field.datetime({ readOnly: true }),
          sender: field.computed({ as: 'field', readOnly: true }),
        },
      },
    }),
    has_read: field.boolean({ default: false, readOnly: true, filter: true }),
    read_at: field.datetime({ nullable: true, readOnly: true }),
    user: field.ref({ to: 'users.user', onDelete: 'cascade', hidden: true }),
    content_id: field.uuid({ hidden: true }),
    text: field.json({ hidden: true }),
    sender: field.text({ max: 256, hidden: true }),
  },
  standard: ['date_created'],
  operations: ['list', 'retrieve'],
  bulk: false,
  permissions: { view: 'validUser' },
  order: ['-date_created'],
  indexes: [['user', 'has_read', 'date_created'], ['date_created']],
  list: { default: ['content', 'has_read', 'date_created'], min: ['content'] },
  audited: false,
  transfer: { export: false, import: false },
});
