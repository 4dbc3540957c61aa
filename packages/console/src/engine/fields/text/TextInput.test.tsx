import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { expect, test } from 'vitest';
import { meta } from '../../../../test/domains.ts';
import { renderPage } from '../../../../test/renderPage.tsx';
import { TextInput } from './TextInput.tsx';

const show = async (name: string, over: Partial<FieldMeta> = {}) => {
  const page = <TextInput name={name} aria-label="Field" meta={meta(over)} />;
  const { screen } = await renderPage({ page, routes: {} });
  return (await screen.findByLabelText('Field')) as HTMLInputElement;
};

test.each([
  ['the field named password', 'password', {}],
  ['a short secret', 'token', { write_only: true, max_length: 64 }],
])('%s is hidden, and the browser does not fill in a saved password', async (_what, name, over) => {
  const input = await show(name, over);
  expect(input.type).toBe('password');
  expect(input.autocomplete).toBe('new-password');
});

test.each([
  ['text without a limit', 'note', {}],
  ['text that may have several lines', 'note', { max_length: 64, multiline: true }],
  ['a comment', 'comment', { max_length: 64 }],
  ['a secret without a limit, such as a key', 'key', { write_only: true }],
] as const)('%s has room for several lines', async (_what, name, over) => {
  expect((await show(name, over)).tagName).toBe('TEXTAREA');
});

test.each([
  ['short text', 'name', { max_length: 64 }, 'text'],
  ['the field named email', 'email', { max_length: 64 }, 'email'],
  ['a field of type email', 'contact', { max_length: 64, type: 'email' }, 'email'],
] as const)('%s is edited on one line, in an input of its type', async (_what, name, over, type) => {
  const input = await show(name, over);
  expect([input.tagName, input.type]).toEqual(['INPUT', type]);
});

test.each([
  ['text of a special type', 'site', { type: 'url' }],
  ['a short secret', 'note', { write_only: true, max_length: 8, multiline: true }],
] as const)('%s is edited in a single-line input', async (_what, name, over) => {
  expect((await show(name, over as Partial<FieldMeta>)).tagName).toBe('INPUT');
});

test.each([
  ['text', 'abc', 'abc'],
  ['a number', 7, '7'],
  ['nothing', null, ''],
  ['an object', { a: 1 }, ''],
])('an input shows text and numbers, and is empty for other values: %s', async (_what, value, shown) => {
  const page = <TextInput name="x" aria-label="Field" meta={meta({ max_length: 8 })} value={value} />;
  const { screen } = await renderPage({ page, routes: {} });
  expect((await screen.findByLabelText('Field')) as HTMLInputElement).toHaveProperty('value', shown);
});
