import { readFile } from 'node:fs/promises';
import { type MessageKey, messages } from '@gatehouse/contract/messages/messages.ts';
import { expect, test } from 'vitest';

/** Where the test of a message is, and the words by which it refers to the message, if not by its key. */
type Place = string | readonly [file: string, words: string];

const flow = (path: string): string => `flows/${path}.test.ts`;
const care = flow('users/care');
const decisions = flow('tickets/decide');
const confirmations = flow('tickets/confirmations/confirmations');
const proposals = flow('settings/proposals/proposals');
const reviews = flow('accessReview/accessReview');
const system = flow('notifications/systemMessages');
const commands = flow('notifications/commandNews');
const jobs = flow('jobCenter/jobCenter');
const approval = flow('jobCenter/approval/approval');
const checkouts = flow('checkout/checkout');
const changes = flow('changeSecret/report');

/** The test in which the event of each message happens and its receivers get the message. */
const tests: { readonly [K in MessageKey]: Place } = {
  platform_kept: ['resources/assets/asset/asset.test.ts', 'Some assets kept their platform'],
  user_created: [flow('notifications/mail/mail'), 'Your account'],
  password_expiring: system,
  account_expiring: system,
  permissions_expiring: system,
  org_permissions_expiring: system,
  access_to_review: reviews,
  access_review_overdue: reviews,
  password_reset: care,
  password_changed: care,
  public_key_removed: care,
  public_key_changed: care,
  mfa_reset: care,
  settings_to_confirm: proposals,
  settings_confirmed: proposals,
  settings_refused: proposals,
  ticket_to_decide: decisions,
  login_to_confirm: confirmations,
  connection_to_confirm: confirmations,
  command_to_confirm: confirmations,
  ticket_level_passed: decisions,
  ticket_approved: confirmations,
  ticket_rejected: decisions,
  rule_signed_in: flow('signIn/gate/ruleAttacks'),
  rule_connected: flow('connect/rules'),
  command_warned: commands,
  job_command_warned: jobs,
  job_command_refused: jobs,
  job_paused: flow('jobCenter/stages'),
  job_to_approve: approval,
  job_approved: approval,
  job_rejected: approval,
  job_approval_expired: approval,
  schedule_approved: approval,
  schedule_rejected: approval,
  schedule_revoked: approval,
  schedule_approval_expired: approval,
  accounts_found: flow('gatherAccounts/gatherAccounts'),
  server_performance: system,
  storage_unreachable: flow('storages/probe'),
  backup_failed: flow('backup/runBackup'),
  account_backup_failed: flow('accountBackup/accountBackup'),
  secret_changes_done: changes,
  secret_changes_failed: changes,
  checkout_expired: checkouts,
  checkout_taken: checkouts,
  checkout_not_changed: checkouts,
  checkout_released: checkouts,
  command_alert: commands,
};

const read = (path: string): Promise<string> =>
  readFile(new URL(`../../src/${path}`, import.meta.url), 'utf8');

test('every message has a test in which its event sends it', async () => {
  expect(Object.keys(tests).toSorted()).toEqual(Object.keys(messages).toSorted());
  for (const [key, place] of Object.entries<Place>(tests)) {
    const [path, words] = typeof place === 'string' ? [place, key] : place;
    expect(await read(path), `${path} does not name ${words}`).toMatch(new RegExp(`\\b${words}\\b`));
  }
});
