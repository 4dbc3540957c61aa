import type { MethodParams } from '../../assets/automationMethods.ts';
import { changeKinds, planSchedule } from '../../automation/plan.ts';
import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';
import { keyStrategies } from '../../wire/machineWork.ts';
import { accounttemplate } from './accounttemplate.ts';

/** A plan that changes the secrets of accounts on their machines (reference 04 §8). */
export const changesecretautomation = defineResource({
  app: 'accounts',
  name: 'changesecretautomation',
  path: 'change-secret-automations',
  scope: 'org',
  label: 'name',
  where: { kind: 'change_secret' },
  sizes: [],
  fields: {
    name: field.text({ required: true, max: 128, size: 'mini', search: 'contains', filter: true }),
    type: field.computed.of<string>()({ as: 'string', readOnly: true }),
    /** Plans that push accounts are rows of the same table (decision 0456). */
    kind: field.choice({ choices: changeKinds, default: 'change_secret', hidden: true, noDiff: true }),
    /** Usernames of the accounts. */
    accounts: field.list({ required: true, maxItem: 128, maxItems: 200, told: { type: 'json' } }),
    assets: field.refs({ to: 'assets.asset', attrs: ['name', 'address'] }),
    nodes: field.refs({ to: 'assets.node', attrs: ['full_value'] }),
    secret_type: field.choice({
      choices: ['password', 'ssh_key'],
      required: true,
      search: 'exact',
      filter: true,
    }),
    secret_strategy: field.choice({
      choices: ['specific', 'random'],
      required: true,
      search: 'exact',
      filter: true,
    }),
    secret: field.secret({ max: 40960, nullable: true, writeOnly: true }),
    passphrase: field.text({ max: 512, virtual: true, writeOnly: true }),
    password_rules: accounttemplate.fields.password_rules,
    /** Which other keys stay on the machine. */
    ssh_key_change_strategy: field.choice({ choices: keyStrategies, default: 'add', help: true }),
    /** Parameters of methods; they take precedence over those of the platforms. */
    params: field.json.of<MethodParams>()({ order: false }),
    ...planSchedule({ isPeriodic: false }),
    is_active: field.boolean({ default: true }),
    /** Users who are told how each run ended. */
    recipients: field.refs({ to: 'users.user', attrs: ['name', 'username'], help: true }),
  },
  standard: ['created_by', 'date_created', 'date_updated', 'comment'],
  unique: [['name']],
  order: ['name'],
  list: {
    default: [
      'name',
      'accounts',
      'secret_strategy',
      'is_periodic',
      'periodic_display',
      'executed_amount',
      'is_active',
      'actions',
    ],
    min: ['name', 'actions'],
  },
  form: [
    ['basic', 'name'],
    ['asset', 'accounts', 'assets', 'nodes'],
    [
      'strategy',
      'secret_strategy',
      'secret_type',
      'secret',
      'passphrase',
      'password_rules',
      'ssh_key_change_strategy',
      'params',
    ],
    ['timer', 'is_periodic', 'crontab', 'interval'],
    ['other', 'is_active', 'recipients', 'comment'],
  ],
  console: {
    base: 'AccountChangeSecret',
    path: 'console/accounts/account-change-secret',
    pages: ['list', 'create', 'update', 'retrieve'],
    order: 340,
    licence: true,
  },
});
