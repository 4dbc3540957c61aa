import type { Message } from '../../errors.ts';
import { openCheckoutStates } from '../../policy/checkout.ts';
import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/**
 * Exclusive check-outs of accounts (decision 0472). An account has at most one that is open: it withholds the account
 * from all other users until its secret was changed.
 */
export const accountcheckout = defineResource({
  app: 'accounts',
  name: 'accountcheckout',
  path: 'account-checkouts',
  scope: 'org',
  letsOrganizationGo: 'goes with its account',
  label: 'account',
  sizes: [],
  fields: {
    account: field.ref({
      to: 'accounts.account',
      attrs: ['name', 'username'],
      required: true,
      onDelete: 'cascade',
      filter: true,
    }),
    asset: field.ref({
      to: 'assets.asset',
      attrs: ['name', 'address'],
      required: true,
      onDelete: 'cascade',
      readOnly: true,
    }),
    user: field.ref({
      to: 'users.user',
      attrs: ['name', 'username'],
      nullable: true,
      onDelete: 'setNull',
      readOnly: true,
      filter: true,
    }),
    /** What the user was called, who may be gone. */
    user_display: field.text({ max: 256, search: 'contains', hidden: true, noDiff: true }),
    reason: field.text({ required: true, max: 512, search: 'contains' }),
    /** For how long it was asked. */
    minutes: field.integer({ default: 60, min: 5, max: 10_080 }),
    status: field.choice({
      choices: [...openCheckoutStates, 'returned', 'released'],
      default: 'held',
      readOnly: true,
      filter: true,
    }),
    date_start: field.datetime({ default: 'now', readOnly: true }),
    date_expired: field.datetime({ default: 'now', readOnly: true }),
    /** The latest moment to which it may be extended. */
    date_limit: field.datetime({ default: 'now', readOnly: true, noDiff: true }),
    is_extended: field.boolean({ default: false, readOnly: true }),
    date_returned: field.datetime({ nullable: true, readOnly: true }),
    ended_by: field.choice({
      choices: ['holder', 'expiry', 'administrator'],
      nullable: true,
      readOnly: true,
    }),
    error: field.computed.of<string>()({ as: 'string', readOnly: true }),
    /** Why the secret was not changed afterwards. */
    failure: field.json.of<Message | null>()({ nullable: true, hidden: true, noDiff: true }),
    /** The task that changes the secret. */
    work: field.uuid({ nullable: true, hidden: true, noDiff: true }),
  },
  filters: ['account_id', 'asset_id'],
  operations: ['list', 'retrieve', 'create'],
  bulk: false,
  indexes: [
    ['account', 'status'],
    ['status', 'date_expired'],
  ],
  order: ['-date_start'],
  list: {
    default: [
      'account',
      'asset',
      'user',
      'status',
      'date_start',
      'date_expired',
      'reason',
      'error',
      'actions',
    ],
    min: ['account', 'actions'],
  },
  actions: {
    extend: { on: 'row', method: 'POST', path: 'extend', permission: 'accounts.add_accountcheckout' },
    checkIn: { on: 'row', method: 'POST', path: 'check-in', permission: 'accounts.add_accountcheckout' },
    secret: {
      on: 'row',
      method: 'GET',
      path: 'secret',
      permission: 'accounts.add_accountcheckout',
      confirm: 'mfa',
    },
    release: {
      on: 'row',
      method: 'POST',
      path: 'release',
      permission: 'accounts.release_accountcheckout',
    },
    retry: { on: 'row', method: 'POST', path: 'retry', permission: 'accounts.release_accountcheckout' },
  },
  transfer: { import: false },
  console: {
    base: 'AccountCheckout',
    path: 'console/accounts/account-checkouts',
    pages: ['list'],
    order: 305,
  },
});
