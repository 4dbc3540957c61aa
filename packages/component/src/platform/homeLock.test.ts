import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockHome } from './homeLock.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'gatehouse-lock-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

test('a second component of one type is refused a data folder in use, by a message that names both', async () => {
  const unlock = await lockHome('gateway', home, 0);
  await expect(lockHome('gateway', home, 0)).rejects.toThrow(`Another gateway already works in ${home}.`);
  unlock();
});

test('components of two types share a data folder', async () => {
  const first = await lockHome('gateway', home, 0);
  const second = await lockHome('runner', home, 0);
  second();
  first();
});

test('a component waits for the one before it to leave its data folder', async () => {
  const leave = await lockHome('gateway', home, 0);
  const next = lockHome('gateway', home, 60_000);
  await expect(lockHome('gateway', home, 0)).rejects.toThrow('already works');
  leave();
  const unlock = await next;
  unlock();
});
