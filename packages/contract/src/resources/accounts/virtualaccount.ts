import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** How a virtual account (`@INPUT`, `@USER`, `@ANON`, `@SPEC`) behaves in an organization. */
export const virtualaccount = defineResource({
  app: 'accounts',
  name: 'virtualaccount',
  path: 'virtual-accounts',
  scope: 'org',
  letsOrganizationGo: 'a choice, no content',
  label: 'alias',
  sizes: [],
  fields: {
    alias: field.choice({
      choices: ['@INPUT', '@USER', '@ANON', '@SPEC'],
      plain: true,
      readOnly: true,
      size: 'mini',
      search: 'contains',
      filter: true,
      told: { type: 'choice', readOnly: false },
    }),
    name: field.computed({ as: 'string', readOnly: true, size: 'mini' }),
    username: field.computed({ as: 'string', readOnly: true }),
    secret_from_login: field.boolean({ nullable: true, default: null, help: true }),
    comment: field.computed({ as: 'string', readOnly: true }),
  },
  standard: ['date_created', 'date_updated'],
  operations: ['list', 'retrieve', 'update'],
  mentionedMethods: ['POST'],
  bulk: false,
  undo: true,
  unique: [['alias']],
  list: { default: ['name', 'username', 'comment', 'actions'], min: ['name', 'username', 'actions'] },
  form: [
    ['basic', 'name', 'username'],
    ['secret', 'secret_from_login'],
  ],
  transfer: { export: false, import: false },
  console: {
    base: 'VirtualAccount',
    path: 'console/accounts/virtual-accounts',
    pages: ['update', 'retrieve'],
    order: 310,
    under: 'console/accounts/accounts',
  },
});
