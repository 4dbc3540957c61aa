import { expect, test } from 'vitest';
import { createTicketEnds } from './ticketEnds.ts';

const never = new AbortController().signal;
const long = 60_000;

test('a watch wakes for its own ticket, and for news that name none', async () => {
  const ends = createTicketEnds();
  const [one, two] = [ends.watch('/tickets/one/status/'), ends.watch('/tickets/two/status/')];
  const woken: string[] = [];
  void one.next(long, never).then(() => woken.push('one'));
  const second = two.next(long, never).then(() => woken.push('two'));
  ends.ended('two');
  await second;
  expect(woken).toEqual(['two']);
  ends.ended('');
  await one.next(long, never);
  await two.next(long, never);
  expect(woken).toEqual(['two', 'one']);
});

test('news that come while nothing waits are not lost', async () => {
  const ends = createTicketEnds();
  const watch = ends.watch('/tickets/one/status/');
  ends.ended('one');
  await watch.next(long, never);
  watch.stop();
});

test('without news a watch wakes after its time, or when it is given up', async () => {
  const watch = createTicketEnds().watch('/tickets/one/status/');
  await watch.next(5, never);
  const stop = new AbortController();
  const waiting = watch.next(long, stop.signal);
  stop.abort();
  await waiting;
  await watch.next(long, stop.signal);
});
