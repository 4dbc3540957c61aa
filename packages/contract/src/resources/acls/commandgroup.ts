import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** Commands that command filters name together: one per line, or a regular expression. */
export const commandgroup = defineResource({
  app: 'acls',
  name: 'commandgroup',
  path: 'command-groups',
  scope: 'org',
  label: 'name',
  fields: {
    name: field.text({ required: true, max: 128, size: 'mini', search: 'contains', filter: true }),
    type: field.choice({ choices: ['command', 'regex'], default: 'command', size: 'small' }),
    content: field.text({ required: true, multiline: true, size: 'small' }),
    ignore_case: field.boolean({ default: true, size: 'small', help: true }),
  },
  filters: ['command_filters'],
  standard: ['comment', 'created_by', 'date_created', 'date_updated'],
  // Clients of the protocol get the contents however short a row they ask for.
  sizes: [],
  undo: true,
  unique: [['name']],
  order: ['name'],
  list: { default: ['name', 'content', 'actions'], min: ['name', 'actions'] },
  form: [['basic', 'name', 'type', 'content', 'ignore_case', 'comment']],
  transfer: { export: false, import: false },
  console: {
    base: 'CommandGroup',
    path: 'console/perms/cmd-groups',
    pages: ['list', 'create', 'update', 'retrieve'],
    order: 425,
    under: 'console/perms/cmd-acls',
  },
});
