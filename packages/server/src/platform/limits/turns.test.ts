import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

/** Work that ends on request. */
const held = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, end: resolve };
};
const refusal = (holdsPlace: boolean) => new Error(holdsPlace ? 'one at a time' : 'too late');
const { signal } = new AbortController();
const served = async () => 'served';

test('turns are served in order, never more at once than there are places', async () => {
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
  await Promise.all([1, 2, 3, 4, 5].map((number) => turns(work(number), { who: `p${number}`, signal })));
  expect([order, most]).toEqual([[1, 2, 3, 4, 5], 2]);
});

test('a user holds one place, and users take turns however many requests each makes', async () => {
  const turns = createTurns(2);
  const order: string[] = [];
  const holders: string[] = [];
  const come = (who: string) =>
    turns(
      async () => {
        expect(holders).not.toContain(who);
        holders.push(who);
        order.push(who);
        await sleep(5);
        holders.splice(holders.indexOf(who), 1);
      },
      { who, signal },
    );
  await Promise.all(['a', 'a', 'a', 'a', 'b', 'b', 'c'].map(come));
  expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'a', 'a']);
});

test('a request that waits too long is refused and leaves the queue; the next one gets the place', async () => {
  const turns = createTurns(1);
  const first = held();
  const begun = turns(first.work, { who: 'a', signal });
  const patience = { ms: 20, refusal };
  const hasty = turns(served, { who: 'b', signal, patience });
  const second = turns(served, { who: 'a', signal, patience });
  const patient = turns(served, { who: 'c', signal });
  await expect(hasty).rejects.toThrow('too late');
  await expect(second).rejects.toThrow('one at a time');
  first.end();
  await begun;
  expect(await patient).toBe('served');
  expect(await turns(served, { who: 'b', signal, patience })).toBe('served');
});

test('a client that disconnects is not served and delays no other', async () => {
  const turns = createTurns(1);
  const first = held();
  const begun = turns(first.work, { who: 'a', signal });
  const line = new AbortController();
  const served: string[] = [];
  const come = (who: string, at: AbortSignal) =>
    turns(async () => void served.push(who), { who, signal: at });
  const gone = come('b', line.signal);
  const next = come('c', signal);
  line.abort(new Error('gone'));
  await expect(gone).rejects.toThrow('gone');
  await expect(come('b', line.signal)).rejects.toThrow('gone');
  first.end();
  await Promise.all([begun, next]);
  expect(served).toEqual(['c']);
});

test('a client that disconnects just as its turn comes is not served either', async () => {
  const turns = createTurns(1);
  const line = new AbortController();
  const late = turns(served, { who: 'a', signal: line.signal });
  line.abort(new Error('gone'));
  await expect(late).rejects.toThrow('gone');
  expect(await turns(served, { who: 'b', signal })).toBe('served');
});

test('work that fails frees its place', async () => {
  const turns = createTurns(1);
  await expect(turns(() => Promise.reject(new Error('broken')), { who: 'a', signal })).rejects.toThrow(
    'broken',
  );
  expect(await turns(served, { who: 'a', signal })).toBe('served');
});
