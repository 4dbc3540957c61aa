import { expect, test } from 'vitest';
import { freshDatabase } from '../../test/database.ts';
import { openPool } from './database.ts';
import { createNotices, MISSED } from './notices.ts';

test('what is told as soon as the listening stands is heard, on channels of before the connection and after it', async () => {
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
  const told = ['one', 'two', ...Array.from({ length: 20 }, (_, round) => `round ${round}`)];
  await expect.poll(() => heard).toEqual(told);
  await notices.close();
  await pool.end();
  await drop();
});

test('who listens while the connection is away is told that something may have been missed', async () => {
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
