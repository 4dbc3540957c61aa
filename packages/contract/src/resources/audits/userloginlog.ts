import { signInFailures, signInMethods } from '../../authentication/signIn.ts';
import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** One attempt to sign in. */
export const userloginlog = defineResource({
  app: 'audits',
  name: 'userloginlog',
  path: 'login-logs',
  scope: 'global',
  label: 'username',
  sizes: [],
  fields: {
    username: field.text({ max: 256, readOnly: true, search: 'contains', filter: true }),
    type: field.choice({ choices: ['W', 'T', 'U'], nullable: true, readOnly: true, filter: true }),
    ip: field.text({ max: 39, readOnly: true, search: 'contains', filter: true }),
    city: field.text({ max: 254, nullable: true, readOnly: true, search: 'contains', filter: true }),
    user_agent: field.text({ max: 512, nullable: true, readOnly: true }),
    mfa: field.choice({ choices: [0, 1, 2], int: true, default: 2, readOnly: true, filter: true }),
    /** Why it failed, or that a reviewer approved it. */
    reason: field.choice({
      choices: ['', 'review_approved', ...signInFailures],
      plain: true,
      open: true,
      readOnly: true,
      told: { type: 'string' },
    }),
    /** Name that the rule had which decided it, or asked a reviewer; empty where none did. */
    rule: field.text({ max: 128, readOnly: true, filter: true }),
    /** What an administrator has to know of a failure; the user was not told. */
    detail: field.text({ max: 1024, readOnly: true, on: 'retrieve' }),
    reason_display: field.computed({ as: 'string', readOnly: true }),
    backend: field.choice({
      choices: ['', ...signInMethods],
      plain: true,
      open: true,
      readOnly: true,
      told: { type: 'string' },
    }),
    backend_display: field.computed({ as: 'string', readOnly: true }),
    status: field.choice({
      choices: ['true', 'false'],
      bool: true,
      default: 'true',
      readOnly: true,
      filter: true,
      told: { choices: [1, 0] },
    }),
    datetime: field.datetime({ default: 'now', readOnly: true }),
  },
  operations: ['list', 'retrieve'],
  range: 'datetime',
  order: ['-datetime', 'username'],
  indexes: [['datetime'], ['username', 'datetime'], ['rule', 'datetime']],
  list: {
    default: [
      'username',
      'type',
      'backend_display',
      'ip',
      'city',
      'user_agent',
      'mfa',
      'reason_display',
      'status',
      'datetime',
    ],
    min: ['username', 'ip', 'status', 'datetime'],
    exclude: ['reason', 'backend'],
  },
  audited: false,
  transfer: { import: false },
  console: { base: 'LoginLog', path: 'audit/logs/login-logs', pages: ['list', 'retrieve'], order: 300 },
});
