import { changeKinds } from '../../automation/plan.ts';
import type { Message } from '../../errors.ts';
import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';
import { keyStrategies } from '../../wire/machineWork.ts';

/**
 * The journal of changed secrets (decision 0432): it holds the new secret of an account before the machine gets it, and
 * until it is known which one is valid. An account has at most one open record.
 */
export const changesecretrecord = defineResource({
  app: 'accounts',
  name: 'changesecretrecord',
  path: 'change-secret-records',
  scope: 'org',
  letsOrganizationGo: 'goes with its account',
  label: 'account',
  where: { kind: 'change_secret' },
  sizes: [],
  fields: {
    execution: field.ref({
      to: 'accounts.changesecretexecution',
      attrs: ['name'],
      nullable: true,
      onDelete: 'setNull',
      readOnly: true,
      filter: true,
    }),
    asset: field.ref({
      to: 'assets.asset',
      attrs: ['name', 'address'],
      required: true,
      onDelete: 'cascade',
      readOnly: true,
    }),
    account: field.ref({
      to: 'accounts.account',
      attrs: ['name', 'username'],
      required: true,
      onDelete: 'cascade',
      readOnly: true,
    }),
    kind: field.choice({ choices: changeKinds, default: 'change_secret', hidden: true, noDiff: true }),
    /** Whether the secret is the one that the account has: a push that changes nothing of it. */
    is_kept: field.boolean({ default: false, hidden: true, noDiff: true }),
    old_secret: field.text({ max: 40960, encrypted: true, nullable: true, hidden: true, noDiff: true }),
    new_secret: field.text({ max: 40960, encrypted: true, hidden: true, noDiff: true }),
    /** What kind of secret it is, and for keys the fingerprint of the new one and which others stay. */
    secret_type: field.choice({
      choices: ['password', 'ssh_key'],
      default: 'password',
      hidden: true,
      noDiff: true,
    }),
    ssh_key_change_strategy: field.choice({
      choices: keyStrategies,
      default: 'add',
      hidden: true,
      noDiff: true,
    }),
    ssh_key_fingerprint: field.text({ max: 64, nullable: true, hidden: true, noDiff: true }),
    status: field.choice({
      choices: ['pending', 'success', 'failed'],
      default: 'pending',
      readOnly: true,
      filter: true,
      plain: true,
      told: { type: 'string' },
    }),
    is_success: field.computed.of<boolean>()({ as: 'boolean', readOnly: true }),
    error: field.computed.of<string>()({ as: 'string', readOnly: true }),
    date_finished: field.datetime({ nullable: true, readOnly: true }),
    /** Why it did not succeed, or why the outcome is unknown. */
    failure: field.json.of<Message | null>()({ nullable: true, hidden: true, noDiff: true }),
    /** The work on machines that makes the change; its run outlives the record of the execution. */
    work: field.uuid({ hidden: true, noDiff: true }),
    /** How often the valid secret was searched for, and when the next search may take place. */
    tries: field.integer({ default: 0, hidden: true, noDiff: true }),
    date_next: field.datetime({ nullable: true, hidden: true, noDiff: true }),
    /** Whether its runner was given no host key, and so cannot have sent the secret before it asked about one. */
    is_unreached: field.boolean({ default: false, hidden: true, noDiff: true }),
  },
  standard: ['date_created'],
  filters: ['asset_id', 'account_id', 'execution_id', 'asset_name', 'account_username'],
  operations: ['list'],
  bulk: false,
  indexes: [['work'], ['account', 'status'], ['status', 'date_next']],
  order: ['-date_created'],
  list: {
    default: ['asset', 'account', 'date_finished', 'status', 'error', 'actions'],
    min: ['asset', 'account', 'actions'],
  },
  actions: {
    secret: {
      on: 'row',
      method: 'GET',
      path: 'secret',
      permission: 'accounts.view_changesecretrecord',
      confirm: 'mfa',
    },
    execute: {
      on: 'collection',
      ofRows: true,
      method: 'POST',
      path: 'execute',
      permission: 'accounts.add_changesecretexecution',
    },
  },
  audited: false,
  transfer: { import: false },
});
