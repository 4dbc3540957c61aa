import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { type ApiClient, eventually } from './api.ts';

/** A client that creates rows continuously, whatever happens, and remembers which were confirmed. */
export interface Writer {
  /** Waits until a row whose request starts after this call is confirmed. */
  nextWrite: () => Promise<void>;
  confirmed: () => number;
  stop: () => Promise<void>;
  /** Fails unless every confirmed row exists exactly once and no request was refused. */
  expectNothingLost: () => Promise<void>;
}

const path = '/api/v1/labels/labels/';
const pauseMs = 20;

/** Starts to write labels; `hands` requests run at a time. */
export const createWriter = (client: ApiClient, hands = 2): Writer => {
  const name = `writer-${randomUUID()}`;
  const confirmed = new Set<string>();
  const refused: string[] = [];
  let lastBegun = 0;
  let isStopped = false;
  let count = 0;

  const write = async () => {
    count += 1;
    const value = `row-${count}`;
    const begun = Date.now();
    // After a failed request, or a status of 500 or more, the row may or may not be stored; it does not count
    // as confirmed.
    const answer = await client.call<{ id: string }>('POST', path, { name, value }).catch(() => undefined);
    if (answer?.status === 201) {
      confirmed.add(value);
      lastBegun = Math.max(lastBegun, begun);
    } else if (answer && answer.status < 500) refused.push(`${answer.status} ${answer.text}`);
  };
  const work = async () => {
    while (!isStopped) {
      await write();
      await sleep(pauseMs);
    }
  };
  const working = Promise.all(Array.from({ length: hands }, work));
  return {
    nextWrite: async () => {
      const from = Date.now();
      await eventually('a confirmed write', async () => lastBegun >= from, 20);
    },
    confirmed: () => confirmed.size,
    stop: async () => {
      isStopped = true;
      await working;
    },
    expectNothingLost: async () => {
      const rows = await client.call<{ value: string }[]>('GET', `${path}?name=${name}`);
      const stored = rows.body.map((row) => row.value);
      expect(new Set(stored).size).toBe(stored.length);
      expect([...confirmed].filter((value) => !stored.includes(value))).toEqual([]);
      // Requests may fail because the server is down, but none may be refused.
      expect(refused).toEqual([]);
    },
  };
};
