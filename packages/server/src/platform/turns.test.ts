import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

/** Work that ends when it is told to. */
const held = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, end: resolve };
};
const never = () => new Error('too late');

test('whoever came first is served first, and never more at once than there are places', async () => {
  const turns = createTurns(2);
  const order: number[] = [];
  let most = 0;
  let running = 0;
  const work = (number: number) => async () => {
    running += 1;
    most = Math.max(most, running);
    order.push(number);
    await sleep(5);
    running -= 1;
  };
  await Promise.all([1, 2, 3, 4, 5].map((number) => turns(work(number))));
  expect([order, most]).toEqual([[1, 2, 3, 4, 5], 2]);
});

test('whoever waits too long is told so and leaves the queue; the next one gets the place', async () => {
  const turns = createTurns(1);
  const first = held();
  const begun = turns(first.work);
  const hasty = turns(async () => 'served', { ms: 20, refusal: never });
  const patient = turns(async () => 'served');
  await expect(hasty).rejects.toThrow('too late');
  first.end();
  await begun;
  expect(await patient).toBe('served');
  expect(await turns(async () => 'served', { ms: 20, refusal: never })).toBe('served');
});

test('work that fails gives its place back', async () => {
  const turns = createTurns(1);
  await expect(turns(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await turns(async () => 'served')).toBe('served');
});
