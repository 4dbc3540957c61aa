import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** A named set of permission codenames, either for the whole system or inside an organization. */
export const role = defineResource({
  app: 'rbac',
  name: 'role',
  path: 'roles',
  scope: 'global',
  label: 'name',
  sizes: [],
  fields: {
    name: field.text({ required: true, max: 128, size: 'mini', search: 'contains', filter: true }),
    display_name: field.computed({ as: 'string', readOnly: true, size: 'mini' }),
    scope: field.choice({
      choices: ['system', 'org'],
      required: true,
      createOnly: true,
      requiredToReplace: true,
      size: 'mini',
      filter: true,
    }),
    users_amount: field.computed({ as: 'integer', readOnly: true }),
    permissions: field.list({ virtual: true, writeOnly: true, noExport: true }),
    comment: field.text({ max: 128 }),
    builtin: field.boolean({ default: false, readOnly: true, filter: true }),
    codenames: field.list({ hidden: true }),
  },
  standard: ['created_by', 'updated_by', 'date_created', 'date_updated'],
  unique: [['name', 'scope']],
  order: ['-builtin', 'name'],
  list: {
    default: ['display_name', 'users_amount', 'builtin', 'comment', 'actions'],
    min: ['display_name', 'actions'],
    exclude: ['name', 'permissions'],
  },
  form: [
    ['basic', 'name', 'scope'],
    ['other', 'comment'],
  ],
  actions: {
    users: {
      on: 'row',
      method: 'GET',
      path: 'users',
      permission: 'superuser',
      variants: true,
      shows: { rows: 'users.user', fields: ['id', 'name', 'username'] },
    },
    holders: {
      on: 'row',
      method: 'GET',
      path: 'holders',
      permission: 'rbac.view_permission',
      variants: true,
      shows: { columns: { users: 'integer', organizations: 'list', elsewhere: 'integer' } },
    },
    permissions: {
      on: 'row',
      method: 'GET',
      path: 'permissions',
      permission: 'rbac.view_permission',
      variants: true,
      shows: { refused: true },
    },
    permissionsTree: {
      on: 'row',
      method: 'GET',
      path: 'permissions/tree',
      permission: 'rbac.view_permission',
      variants: true,
      shows: { refused: true },
    },
  },
  console: {
    base: 'Role',
    path: 'console/users/roles',
    pages: ['list', 'create', 'update', 'retrieve'],
    order: 120,
    needs: { list: 'rbac.view_orgrole|rbac.view_systemrole', create: '', update: '', retrieve: '' },
    licence: true,
    everyOrganization: true,
  },
});
