import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../test/api.ts';
import type { Database } from './database.ts';
import { createSettings } from './settings.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

test('a read that was overtaken by a later one does not bring old values back', async () => {
  const { db, vault } = api.services;
  const held = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let reads = 0;
  const slow: Database = {
    ...db,
    rows: async (...statement) => {
      const rows = await db.rows(...statement);
      // The first read is that of the start.
      await held[reads++ - 1]?.promise;
      return rows as never;
    },
  };
  const settings = await createSettings(slow, vault);
  await settings.set({ INTERFACE_LOGIN_TITLE: 'First' }, db);
  const first = settings.reload();
  await expect.poll(() => reads).toBe(2);
  await settings.set({ INTERFACE_LOGIN_TITLE: 'Second' }, db);
  const second = settings.reload();
  held[1]?.resolve();
  await second;
  held[0]?.resolve();
  await first;
  expect(settings.get('INTERFACE_LOGIN_TITLE')).toBe('Second');
});
