import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { messageSpec, messages, systemMessages } from './messages.ts';
import { laterMessages, protocolMessages } from './protocolMessages.ts';

const texts = JSON.parse(
  readFileSync(new URL('../locales/en/messages.json', import.meta.url), 'utf8'),
) as Record<string, { subject?: string; message?: string }>;

test.each(Object.entries(messages))(
  '%s has a subject and a text that use only its parameters',
  (key, { params }) => {
    const { subject = '', message = '' } = texts[key] ?? {};
    expect([subject, message]).not.toContain('');
    const used = [...`${subject} ${message}`.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys(params.shape)).toEqual(expect.arrayContaining(used));
  },
);

test('every message that clients of the protocol may subscribe to exists, or is named as coming later and not offered', () => {
  const offered = systemMessages.map((key) => messageSpec(key)?.subscription);
  const named = ['ServerPerformanceMessage', 'CommandAlertMessage', 'CommandExecutionAlert'];
  for (const name of [...named, 'StorageConnectivityMessage'])
    expect([name, offered.includes(name)]).toEqual([name, Array.isArray(protocolMessages[name])]);
  expect(laterMessages.map(([name]) => name)).toEqual([
    'sign-in from another city',
    'account of another service bound',
    'session shared',
    'result of a directory import',
  ]);
});
