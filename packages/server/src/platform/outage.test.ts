import { expect, test } from 'vitest';
import { outageOf } from './outage.ts';

const coded = (code: string) => Object.assign(new Error('x'), { code });

test.each([
  ...['57P01', '57P02', '57P03', '25006', '53000', '53200', '53300', '53400', '58000', '58030'],
  ...[
    '08000',
    '08006',
    '08P01',
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'ENOTFOUND',
    'EAI_AGAIN',
  ],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'EMFILE', 'ENFILE'],
])('%s means that something does not answer', (code) => {
  expect(outageOf(coded(code))).toBe('unavailable');
});

test.each(['ENOSPC', 'EDQUOT', '53100'])('%s means that there is no space', (code) => {
  expect(outageOf(coded(code))).toBe('disk_full');
});

test.each([
  'timeout exceeded when trying to connect',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  'Cannot use a pool after calling end on the pool',
])('the driver says "%s" without a code', (message) => {
  expect(outageOf(new Error(message))).toBe('unavailable');
});

test('the cause of an error counts, and each part of several', () => {
  const failed = new Error('Failed query', { cause: coded('53300') });
  expect(outageOf(new Error('outer', { cause: failed }))).toBe('unavailable');
  expect(outageOf(new AggregateError([new Error('x'), coded('ENOSPC')]))).toBe('disk_full');
});

test.each([
  ['another code', coded('23505')],
  ['a code that resembles one', coded('080060')],
  ['the name of a built-in property', coded('constructor')],
  ['a code that is no text', Object.assign(new Error('x'), { code: 53300 })],
  ['a message that only mentions one', new Error('a Connection terminated')],
  ['no error at all', 'ENOSPC'],
  ['nothing', undefined],
])('%s is no outage', (_what, error) => {
  expect(outageOf(error)).toBeUndefined();
});
