import {
  entryAction,
  hitFilters,
  ruleConditions,
  ruleFields,
  ruleOrder,
  ruleStandard,
  ruleTargets,
} from '../../acls/ruleFields.ts';
import { defineResource } from '../../resource/defineResource.ts';

const { name, priority, is_active, users, reviewers } = ruleFields;
const { assets, accounts } = ruleTargets;

/** Decides about connections of users to assets, by address and time. */
export const loginassetacl = defineResource({
  app: 'acls',
  name: 'loginassetacl',
  path: 'login-asset-acls',
  scope: 'org',
  label: 'name',
  fields: {
    name,
    users,
    assets,
    accounts,
    rules: ruleConditions,
    priority,
    action: entryAction,
    reviewers,
    is_active,
  },
  filters: hitFilters,
  standard: ruleStandard,
  toldWritable: ['created_by'],
  small: [...ruleStandard, 'org_id'],
  undo: true,
  unique: [['name']],
  order: ruleOrder,
  list: {
    default: ['name', 'priority', 'is_active', 'comment', 'actions'],
    min: ['name', 'actions'],
    exclude: ['users', 'assets', 'rules'],
  },
  form: [
    ['basic', 'name', 'priority'],
    ['user', 'users'],
    ['asset', 'assets'],
    ['account', 'accounts'],
    ['rules', 'rules'],
    ['action', 'action', 'reviewers'],
    ['other', 'is_active', 'comment'],
  ],
  transfer: { export: false, import: false },
  console: {
    base: 'AssetAcl',
    path: 'console/perms/login-asset-acls',
    pages: ['list', 'create', 'update', 'retrieve'],
    order: 430,
    licence: true,
  },
});
