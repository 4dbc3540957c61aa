import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { messages } from './messages.ts';

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
