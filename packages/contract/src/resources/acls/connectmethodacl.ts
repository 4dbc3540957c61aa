import { globalOrganization, ruleFields, ruleOrder, ruleStandard } from '../../acls/ruleFields.ts';
import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

const { name, priority, is_active, users, reviewers } = ruleFields;

/** Takes ways to connect from users; applies in every organization. */
export const connectmethodacl = defineResource({
  app: 'acls',
  name: 'connectmethodacl',
  path: 'connect-method-acls',
  scope: 'global',
  label: 'name',
  fields: {
    name,
    users,
    connect_methods: field.list({ required: true, maxItem: 64, told: { type: 'json', required: false } }),
    priority,
    action: field.choice({ choices: ['reject'], default: 'reject', size: 'small' }),
    reviewers,
    is_active,
    org_id: globalOrganization.field,
  },
  filters: ['users'],
  mentions: { org_name: globalOrganization.name },
  standard: ruleStandard,
  toldWritable: ['created_by'],
  small: ruleStandard,
  undo: true,
  unique: [['name']],
  order: ruleOrder,
  list: {
    default: ['name', 'priority', 'is_active', 'comment', 'actions'],
    min: ['name', 'actions'],
    exclude: ['users', 'org_id'],
  },
  form: [
    ['basic', 'name', 'priority'],
    ['user', 'users'],
    ['methods', 'connect_methods'],
    ['action', 'action', 'reviewers'],
    ['other', 'is_active', 'comment'],
  ],
  transfer: { export: false, import: false },
  console: {
    base: 'ConnectMethodAcl',
    path: 'console/perms/connect-method-acls',
    pages: ['list', 'create', 'update', 'retrieve'],
    order: 440,
    licence: true,
    everyOrganization: true,
  },
});
