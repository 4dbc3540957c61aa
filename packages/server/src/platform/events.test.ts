import { channelOf, eventNames } from '@gatehouse/contract/events/events.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '../../test/database.ts';
import { databaseOf, openPool } from './database.ts';
import { createEvents, publish, publishEach } from './events.ts';
import { createNotices } from './notices.ts';

const ann = '10000000-0000-4000-8000-000000000001';
const bob = '10000000-0000-4000-8000-000000000002';

let database: Awaited<ReturnType<typeof freshDatabase>>;
let pool: ReturnType<typeof openPool>;
beforeAll(async () => {
  database = await freshDatabase();
  pool = openPool(database.url, 2);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const listening = async () => {
  const events = createEvents(createNotices(database.url));
  const heard: unknown[] = [];
  events.on('site_message', (userId) => heard.push(userId));
  events.on('settings', () => heard.push('settings'));
  await events.ready();
  return { events, heard };
};

test('an event reaches every server once its transaction commits, and never when it rolls back', async () => {
  const servers = [await listening(), await listening()];
  const db = databaseOf(pool);
  await expect(
    db.transaction(async (tx) => {
      await publish(tx, 'site_message', ann);
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  await db.transaction(async (tx) => {
    await publishEach(tx, 'site_message', [bob, ann]);
    await publish(tx, 'settings');
    for (const { heard } of servers) expect(heard).toEqual([]);
  });
  for (const { events, heard } of servers) {
    await expect.poll(() => heard).toEqual([bob, ann, 'settings']);
    await events.close();
  }
});

test('a payload that does not match the catalogue counts as missed', async () => {
  const { events, heard } = await listening();
  await pool.query('select pg_notify($1, $2)', [channelOf('site_message'), 'everybody']);
  await expect.poll(() => heard).toEqual([undefined]);
  await events.close();
});

test('the channels notified by database triggers are those of the catalogue', async () => {
  const { rows } = await pool.query<{ name: string; source: string }>(
    "select proname as name, prosrc as source from pg_proc where pronamespace = 'public'::regnamespace and prosrc ~* 'notify'",
  );
  expect(rows.map((row) => row.name)).toContain('gatehouse_access_changed');
  const channels = rows.flatMap(({ source }) =>
    [...source.matchAll(/notify\s*\(?\s*([^,;]+)/gi)].map(([, channel]) => channel),
  );
  const catalogue = eventNames.map((name) => `'${channelOf(name)}'`);
  for (const channel of channels) expect(catalogue).toContain(channel);
});
