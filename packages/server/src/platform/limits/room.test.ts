import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRoom } from './room.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A room of 100 in which two may wait for a second; `in` names who is in it. */
const open = () => {
  const room = createRoom({ most: 100, waiting: 2, patienceMs: 1_000, refusal: () => new Error('full') });
  const inside: string[] = [];
  const refused: string[] = [];
  const enter = (who: string, weight: number, signal = new AbortController().signal) => {
    const name = `${who}${weight}`;
    const entered = room({ who, weight, signal }).then(
      (leave) => {
        inside.push(name);
        return leave;
      },
      (error: Error) => {
        refused.push(`${name}: ${error.message}`);
        return () => undefined;
      },
    );
    return async () => (await entered)();
  };
  const settle = () => vi.advanceTimersByTimeAsync(0);
  return { enter, inside, refused, settle };
};

test('guests are let in while there is room, and the next one when another leaves', async () => {
  const { enter, inside, settle } = open();
  const leave = enter('a', 60);
  enter('b', 40);
  enter('c', 60);
  await settle();
  expect(inside).toEqual(['a60', 'b40']);
  await leave();
  await settle();
  expect(inside).toEqual(['a60', 'b40', 'c60']);
});

test('who leaves twice gives its room back once', async () => {
  const { enter, inside, settle } = open();
  const leave = enter('a', 60);
  await leave();
  await leave();
  enter('b', 60);
  enter('c', 60);
  await settle();
  expect(inside).toEqual(['a60', 'b60']);
});

test('what is heavier than the room is let in alone', async () => {
  const { enter, inside, settle } = open();
  const leave = enter('a', 500);
  enter('b', 1);
  await settle();
  expect(inside).toEqual(['a500']);
  await leave();
  await settle();
  expect(inside).toEqual(['a500', 'b1']);
});

test('a heavy guest is not passed by lighter ones', async () => {
  const { enter, inside, settle } = open();
  const leave = enter('a', 60);
  enter('b', 90);
  enter('c', 10);
  await settle();
  expect(inside).toEqual(['a60']);
  await leave();
  await settle();
  expect(inside).toEqual(['a60', 'b90', 'c10']);
});

test('one sender takes half of the room at most, and others do not wait for it', async () => {
  const { enter, inside, settle } = open();
  const leave = enter('a', 30);
  enter('a', 20);
  enter('a', 1);
  enter('b', 50);
  await settle();
  expect(inside).toEqual(['a30', 'a20', 'b50']);
  await leave();
  await settle();
  expect(inside).toEqual(['a30', 'a20', 'b50', 'a1']);
});

test('a guest that waits too long is refused, and one that finds too many waiting at once', async () => {
  const { enter, inside, refused, settle } = open();
  enter('a', 100);
  enter('b', 10);
  enter('c', 10);
  enter('d', 10);
  await settle();
  expect(refused).toEqual(['d10: full']);
  await vi.advanceTimersByTimeAsync(999);
  expect(refused).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect([refused, inside]).toEqual([['d10: full', 'b10: full', 'c10: full'], ['a100']]);
});

test('a client that goes away leaves the line, and those behind it move up', async () => {
  const { enter, inside, refused, settle } = open();
  enter('a', 60);
  const gone = new AbortController();
  enter('b', 90, gone.signal);
  enter('c', 10);
  await settle();
  gone.abort(new Error('gone'));
  await settle();
  expect([inside, refused]).toEqual([['a60', 'c10'], ['b90: gone']]);
  enter('d', 1, gone.signal);
  await settle();
  expect(refused).toEqual(['b90: gone', 'd1: gone']);
});
