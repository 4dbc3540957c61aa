import { expect, test } from 'vitest';
import { freshDatabase } from '../../test/database.ts';
import { openPool } from './database.ts';
import { createNotices, MISSED } from './notices.ts';

test('once listening is established, notifications arrive on channels added before and after the connection', async () => {
  const { url, drop } = await freshDatabase();
  const pool = openPool(url, 2);
  const notices = createNotices(url);
  const heard: string[] = [];
  for (const channel of ['early', 'also_early']) notices.listen(channel, (payload) => heard.push(payload));
  await notices.standing();
  await pool.query("select pg_notify('early', 'one'), pg_notify('also_early', 'two')");
  for (let round = 0; round < 20; round += 1) {
    notices.listen(`late_${round}`, (payload) => heard.push(payload));
    await notices.standing();
    await pool.query('select pg_notify($1, $2)', [`late_${round}`, `round ${round}`]);
  }
  const payloads = ['one', 'two', ...Array.from({ length: 20 }, (_, round) => `round ${round}`)];
  await expect.poll(() => heard).toEqual(payloads);
  await notices.close();
  await pool.end();
  await drop();
});

test('a listener added while the connection is down is told that it may have missed something', async () => {
  const { url, drop } = await freshDatabase();
  const pool = openPool(url, 2);
  const notices = createNotices(url);
  const heard: string[] = [];
  await notices.standing();
  await pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  notices.listen('away', (payload) => heard.push(payload));
  await notices.standing();
  await expect.poll(() => heard).toContain(MISSED);
  await notices.close();
  await pool.end();
  await drop();
});
