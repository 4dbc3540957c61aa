import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** A named set of members of one organization. */
export const usergroup = defineResource({
  app: 'users',
  name: 'usergroup',
  path: 'groups',
  scope: 'org',
  label: 'name',
  fields: {
    name: field.text({ required: true, max: 128, size: 'mini', search: 'contains', filter: true }),
    users: field.refs({
      to: 'users.user',
      inverse: 'groups',
      attrs: ['name', 'is_service_account'],
      on: 'retrieve',
    }),
    users_amount: field.amount({ of: 'users', on: 'list', readOnly: true }),
    labels: field.labels(),
  },
  standard: ['created_by', 'date_created', 'comment'],
  small: ['created_by', 'date_created', 'comment'],
  undo: true,
  unique: [['name']],
  order: ['name'],
  list: { default: ['name', 'users_amount', 'comment', 'actions'], min: ['name', 'actions'] },
  form: [
    ['basic', 'name', 'users', 'labels'],
    ['other', 'comment'],
  ],
  actions: {
    addAllUsers: { on: 'row', method: 'POST', path: 'add-all-users', permission: 'users.add_usergroup' },
  },
  console: {
    base: 'UserGroup',
    path: 'console/users/groups',
    pages: ['list', 'create', 'update', 'retrieve'],
    order: 110,
  },
});
