import { hitFilters, ruleFields, ruleOrder, ruleStandard, ruleTargets } from '../../acls/ruleFields.ts';
import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

const { name, priority, is_active, users, reviewers } = ruleFields;
const { assets, accounts } = ruleTargets;

/** Decides about commands of a group that users run on assets. */
export const commandfilteracl = defineResource({
  app: 'acls',
  name: 'commandfilteracl',
  path: 'command-filter-acls',
  scope: 'org',
  label: 'name',
  fields: {
    name,
    users,
    assets,
    accounts,
    command_groups: field.refs({
      to: 'acls.commandgroup',
      required: true,
      filter: true,
      told: { required: false },
    }),
    priority,
    action: field.choice({
      choices: ['reject', 'accept', 'review', 'warning'],
      default: 'reject',
      size: 'small',
      filter: true,
    }),
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
    default: ['name', 'command_groups', 'priority', 'is_active', 'comment', 'actions'],
    min: ['name', 'actions'],
    exclude: ['users', 'assets'],
  },
  form: [
    ['basic', 'name', 'priority'],
    ['user', 'users'],
    ['asset', 'assets'],
    ['account', 'accounts'],
    ['commands', 'command_groups'],
    ['action', 'action', 'reviewers'],
    ['other', 'is_active', 'comment'],
  ],
  transfer: { export: false, import: false },
  console: {
    base: 'CommandFilterAcl',
    path: 'console/perms/cmd-acls',
    pages: ['list', 'create', 'update', 'retrieve'],
    order: 420,
  },
});
