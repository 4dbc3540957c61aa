import { expect, test } from 'vitest';
import type { AuditEvent } from './event.ts';
import { eventText } from './format.ts';

const from = { host: 'gate 1', version: '3.10.9' };
const event: AuditEvent = {
  number: 7,
  kind: 'login_log',
  at: new Date('2026-01-02T03:04:05.006Z'),
  body: { username: 'a=b\\c', ip: '10.0.0.1', reason: 'no\nsuch|user', status: false },
};

test('a syslog message is framed by its length in bytes, and a line break does not end it', () => {
  const text = eventText({ ...event, body: { username: '李雷\nx' } }, 'syslog', from);
  const [, length = '', line = ''] = /^(\d+) (.*)$/s.exec(text) ?? [];
  expect(Buffer.byteLength(line)).toBe(Number(length));
  expect(line).toBe(
    '<110>1 2026-01-02T03:04:05.006Z gate-1 gatehouse - login_log - login_log - {"number":7,"username":"李雷\\nx"}',
  );
});

test('CEF escapes what would end a field, and what was refused is more severe', () => {
  const text = eventText(event, 'cef', from).replace(/^\d+ /, '');
  expect(text).toContain('<109>1 ');
  expect(text).toContain(
    'CEF:0|Gatehouse|Gatehouse|3.10.9|login_log|Sign-in|5|rt=1767323045006 externalId=7 ',
  );
  expect(text).toContain(' suser=a\\=b\\\\c src=10.0.0.1 reason=no\\nsuch|user msg=');
});

test('JSON lines are one object each; lost events are a warning', () => {
  const text = eventText(event, 'json', from);
  expect(text.endsWith('}\n')).toBe(true);
  expect(JSON.parse(text)).toEqual({
    number: 7,
    kind: 'login_log',
    time: '2026-01-02T03:04:05.006Z',
    host: 'gate 1',
    event: event.body,
  });
  expect(eventText({ ...event, kind: 'gap', body: { lost: 3 } }, 'syslog', from)).toContain('<108>1 ');
});

test.each([
  ['acls.loginassetacl', '<109>'],
  ['tickets.ticket', '<110>'],
])('a rejection of %s is written as %s: by a rule it was an attempt that failed', (resource_key, level) => {
  const body = { action: 'reject', resource_key };
  expect(eventText({ ...event, kind: 'operation_log', body }, 'syslog', from)).toContain(`${level}1 `);
});
