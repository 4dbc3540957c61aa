import { uuid } from '@gatehouse/contract/call/bodyFields.ts';
import { listOf, rowOf } from '@gatehouse/contract/call/rowOf.ts';
import { domain } from '@gatehouse/contract/resources/assets/domain.ts';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { judgeAnswer } from './judgeAnswer.ts';

vi.spyOn(process.stderr, 'write').mockReturnValue(true);
const shape = {
  summary: 'Counts',
  body: z.object({ id: uuid }),
  answer: z.object({ total: z.int(), rows: listOf(rowOf(domain)) }),
  otherwise: { 202: z.object({ wait: z.boolean() }) },
};
const judge =
  (body: unknown, more: { status?: number; isRead?: boolean } = {}) =>
  () =>
    judgeAnswer(shape, { address: 'GET /x/', status: 200, isRead: true, body, ...more });

test('answers that match their declaration pass', () => {
  expect(judge({ total: 1, rows: [{ id: 'x', name: 'dmz' }] })).not.toThrow();
  expect(judge({ wait: true }, { status: 202, isRead: false })).not.toThrow();
});

test.each([
  ['a missing key', { rows: [] }, {}],
  ['a key of the wrong type', { total: '1', rows: [] }, {}],
  ['an extra key', { total: 1, rows: [], more: 1 }, {}],
  ['a row of another resource', { total: 1, rows: [{ id: 'x', hostname: 'y' }] }, {}],
  ['an undeclared status', { error: 'x' }, { status: 400 }],
  ['a request body the handler never read', { total: 1, rows: [] }, { isRead: false }],
])('%s is found', (_what, body, more) => {
  expect(judge(body, more)).toThrow('GET /x/ answered');
});
