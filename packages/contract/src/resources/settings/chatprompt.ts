import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/**
 * A prepared instruction on how the assistant answers; every user may choose one, and administrators write
 * them.
 */
export const chatprompt = defineResource({
  app: 'settings',
  name: 'chatprompt',
  path: 'chatai-prompts',
  scope: 'global',
  label: 'name',
  fields: {
    name: field.text({ required: true, max: 128, search: 'contains', filter: true, size: 'mini' }),
    content: field.text({ required: true, max: 8000, multiline: true }),
    builtin: field.boolean({ default: false, readOnly: true }),
  },
  standard: ['created_by', 'date_created', 'date_updated'],
  undo: true,
  unique: [['name']],
  permissions: { view: 'validUser' },
  order: ['name'],
  form: [['basic', 'name', 'content']],
  settingsFile: { section: 'chat_prompts' },
  list: { default: ['name', 'content', 'actions'], min: ['name', 'actions'] },
});
