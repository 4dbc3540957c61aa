import { expect, test } from 'vitest';
import { bodyText, errorText, fieldErrorsOf } from './errorText.ts';
import { HttpError } from './HttpError.ts';

const t = (key: string) => key;
const failure = (status: number, body?: unknown) =>
  new HttpError({ status, body, url: '/x/', method: 'GET' });

test.each([
  [{ error: 'from error', msg: 'm', detail: 'd' }, 'from error'],
  [{ msg: 'from msg', detail: 'd' }, 'from msg'],
  [{ detail: 'from detail' }, 'from detail'],
  [{ non_field_errors: ['a', 'b'] }, 'a b'],
  [['one', 'two'], 'one; two'],
  ['plain', 'plain'],
  [[{}, { name: ['taken'] }], 'taken'],
])('A-8-012 the text of %j is "%s"', (body, text) => {
  expect(bodyText(body)).toBe(text);
});

test('A-8-012 a page of markup is not used as a message', () => {
  expect(bodyText('<html><body>502</body></html>')).toBeUndefined();
});

test('A-8-004 a 400 shows its detail, else the generic text', () => {
  expect(errorText(failure(400, { detail: 'name is taken' }), t)).toBe('name is taken');
  expect(errorText(failure(400, { name: ['taken'] }), t)).toBe('error.badRequest');
});

test('a part of the console that fails to load means that the server is unreachable', () => {
  const missing = new TypeError('Failed to fetch dynamically imported module: /ui/assets/x.js');
  expect(errorText(missing, t)).toBe('error.network');
});

test.each([
  [403, 'error.forbidden'],
  [409, 'error.conflict'],
  [500, 'error.server'],
])('A-8-006 A-8-007 A-8-010 status %d has its own text', (status, key) => {
  expect(errorText(failure(status, { detail: 'internal words' }), t)).toBe(key);
});

test("A-8-011 other errors show the body's text", () => {
  expect(errorText(failure(418, { msg: 'teapot' }), t)).toBe('teapot');
  expect(errorText(failure(418), t)).toBe('error.other');
});

test('A-5-001 field errors of a 400: lists are joined, nested objects stay objects', () => {
  const body = {
    name: ['too long', 'taken'],
    rules: { ip_group: ['bad'] },
    protocols: [{}, { port: ['used'] }],
  };
  expect(fieldErrorsOf(failure(400, body))).toEqual({
    name: 'too long; taken',
    rules: { ip_group: ['bad'] },
    protocols: [{}, { port: ['used'] }],
  });
  expect(fieldErrorsOf(failure(500, body))).toEqual({});
});
