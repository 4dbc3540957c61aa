import {
  entryAction,
  globalOrganization,
  ruleConditions,
  ruleFields,
  ruleOrder,
  ruleStandard,
} from '../../acls/ruleFields.ts';
import { defineResource } from '../../resource/defineResource.ts';

const { name, priority, is_active, users, reviewers } = ruleFields;

/** Decides about sign-ins of users, by address and time; applies in every organization. */
export const loginacl = defineResource({
  app: 'acls',
  name: 'loginacl',
  path: 'login-acls',
  scope: 'global',
  label: 'name',
  fields: {
    name,
    users,
    rules: ruleConditions,
    priority,
    action: { ...entryAction, help: true },
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
    default: ['name', 'priority', 'is_active', 'action', 'comment', 'actions'],
    min: ['name', 'actions'],
    exclude: ['users', 'rules', 'org_id'],
  },
  form: [
    ['basic', 'name', 'priority'],
    ['user', 'users'],
    ['rules', 'rules'],
    ['action', 'action', 'reviewers'],
    ['other', 'is_active', 'comment'],
  ],
  transfer: { export: false, import: false },
  console: {
    base: 'UserLoginAcl',
    path: 'console/perms/login-acls',
    pages: ['list', 'create', 'update', 'retrieve'],
    order: 410,
    everyOrganization: true,
  },
});
