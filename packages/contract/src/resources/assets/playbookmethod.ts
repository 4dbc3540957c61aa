import { MOST_PLAYBOOK, ownMethodKinds, ownMethodTypes } from '../../assets/ownMethods.ts';
import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** An automation method that an administrator of the installation has written as a playbook (decision 0474). */
export const playbookmethod = defineResource({
  app: 'assets',
  name: 'playbookmethod',
  path: 'playbook-methods',
  scope: 'global',
  id: 'integer',
  label: 'name',
  sizes: [],
  fields: {
    name: field.text({ required: true, max: 128, search: 'contains', filter: true }),
    automation: field.choice({
      choices: ownMethodKinds,
      required: true,
      createOnly: true,
      filter: true,
      help: true,
    }),
    types: field.choices({ choices: ownMethodTypes, required: true }),
    playbook: field.text({ required: true, max: MOST_PLAYBOOK, multiline: true, help: true }),
    params: field.nested({
      many: true,
      fields: {
        name: field.text({ required: true, max: 64 }),
        label: field.text({ max: 128 }),
        default: field.text({ max: 1024 }),
        help_text: field.text({ max: 1024 }),
      },
    }),
  },
  standard: ['created_by', 'updated_by', 'date_created', 'date_updated', 'comment'],
  bulk: false,
  unique: [['name']],
  order: ['name'],
  permissions: { view: 'superuser', add: 'superuser', change: 'superuser', delete: 'superuser' },
  list: {
    default: ['name', 'automation', 'types', 'comment', 'date_updated', 'actions'],
    min: ['name', 'actions'],
    exclude: ['playbook', 'params'],
  },
  form: [
    ['basic', 'name', 'automation', 'types'],
    ['playbook', 'playbook', 'params'],
    ['other', 'comment'],
  ],
  console: {
    base: 'PlaybookMethod',
    path: 'console/assets/playbook-methods',
    pages: ['list', 'create', 'update', 'retrieve'],
    order: 242,
  },
});
