import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { VISITOR_HEADER, WATCHER_HEADER } from './gateway.ts';
import { quoted, sentText } from './sentText.ts';
import { messageBackends } from './siteMessages.ts';
import {
  CHECK_PERMISSIONS,
  CHECK_SETTINGS,
  COMMAND_REVIEW_PATH,
  JOIN_VALIDATE_PATH,
  lifecycleEvents,
  sessionCreateSchema,
  TICKET_RELATION_PATH,
} from './terminal.ts';

/** Events the server records by itself. */
const own = ['gateway_lost', 'gateway_returned'];

test('every event that components may report has a text in the activity of its session, and no other has', () => {
  const file = new URL('../locales/en/activity.json', import.meta.url);
  const texts = Object.keys(JSON.parse(readFileSync(file, 'utf8')).session);
  expect(texts).toEqual([...lifecycleEvents, ...own]);
});

test('the names of tasks, headers and message channels stay the same for components of other versions', () => {
  expect([CHECK_PERMISSIONS, CHECK_SETTINGS]).toEqual(['check_permissions', 'check_settings']);
  expect([TICKET_RELATION_PATH, COMMAND_REVIEW_PATH, JOIN_VALIDATE_PATH]).toEqual([
    '/api/v1/tickets/ticket-session-relation/',
    '/api/v1/acls/command-filter-acls/command-review/',
    '/api/v1/terminal/sessions/join/validate/',
  ]);
  expect([VISITOR_HEADER, WATCHER_HEADER]).toEqual(['x-gatehouse-visitor', 'x-gatehouse-watcher']);
  expect(messageBackends).toEqual(['email', 'site_msg']);
});

test('a component may open a session of type normal or command from a known client', () => {
  const session = {
    id: '019f0000-0000-7000-8000-000000000001',
    user: 'Ann(ann)',
    user_id: '1',
    asset: 'web-01(10.0.0.1)',
    asset_id: '2',
    account: 'root(root)',
    account_id: '3',
    protocol: 'ssh',
    login_from: 'WT',
    remote_addr: '10.0.0.9',
    org_id: '4',
    date_start: '2026-05-05T12:00:00Z',
  };
  const isRead = (over: object) => sessionCreateSchema.safeParse({ ...session, ...over }).success;
  expect([isRead({ type: 'normal' }), isRead({ type: 'command' })]).toEqual([true, true]);
  expect([isRead({ type: '' }), isRead({}), isRead({ type: 'normal', login_from: '' })]).toEqual([
    false,
    false,
    false,
  ]);
});

test('every sent value can be shown as text, even an object whose toString fails', () => {
  expect([sentText(5), sentText('x'), sentText(undefined), sentText({ toString: 1 })]).toEqual([
    '5',
    'x',
    'undefined',
    '',
  ]);
  expect(quoted('x'.repeat(99))).toBe('x'.repeat(64));
});
