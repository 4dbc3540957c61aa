import { neededText } from '@gatehouse/contract/call/bodyFields.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { CallAnswer } from '../http.ts';
import { handlerOf, WholeAnswer } from './bind.ts';

const shape = {
  summary: 'Renames a lamp',
  body: z.object({ name: neededText }),
  answer: z.object({ name: z.string() }),
};
const request = { method: 'POST', routeOptions: { url: '/lamps/' }, params: {}, body: { name: 'desk' } };

/** What a handler answers, and what is reported about it. */
const outcomeOf = async (...[call, handle]: Parameters<typeof handlerOf>) => {
  const reported: CallAnswer[] = [];
  const served = handlerOf(call, handle, { answered: (_call, answer) => void reported.push(answer) });
  return { answer: await served({} as Context, request as never, {} as never), reported };
};

test('each answer is reported with its address, its status, and whether the body was read', async () => {
  const { reported } = await outcomeOf(shape, async ({ body }) => body() as never);
  const address = 'POST /lamps/';
  expect(reported).toEqual([{ address, status: 200, body: { name: 'desk' }, isRead: true }]);
  const deaf = await outcomeOf({ ...shape, status: 201 }, async () => ({ name: 'desk' }) as never);
  expect(deaf.reported).toEqual([{ address, status: 201, body: { name: 'desk' }, isRead: false }]);
});

test('only the usual answer of a call with a secret is kept out of caches', async () => {
  const secret = { ...shape, noStore: true } as const;
  const usual = await outcomeOf(secret, async () => ({ name: 'desk' }) as never);
  expect(usual.answer.headers).toEqual({ 'cache-control': 'no-store' });
  const refusal = new WholeAnswer({ status: 409, body: { name: '' } });
  const refused = await outcomeOf(secret, async () => refusal as never);
  expect([refused.answer.status, refused.answer.headers]).toEqual([409, undefined]);
  expect(refused.reported).toMatchObject([{ status: 409, body: { name: '' } }]);
});
