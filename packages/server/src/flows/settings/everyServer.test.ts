import { expect, onTestFinished, test } from 'vitest';
import { createBrowser, startServer } from '../../../test/signedIn.ts';
import { compose } from '../../app/compose.ts';
import { openPool } from '../../platform/database.ts';
import { createNotices } from '../../platform/notices.ts';

/** A change is in force on every server within a second; within this time, in milliseconds, on a busy machine. */
const soon = 5_000;

test('a change on one server is in force on the other within a second, each time, without a restart', async () => {
  const one = await startServer({}, { notices: createNotices });
  const pool = openPool(one.config.GATEHOUSE_DATABASE_URL, 4);
  const { app, services } = await compose({
    pool,
    config: one.config,
    notices: createNotices(one.config.GATEHOUSE_DATABASE_URL),
    tell: () => undefined,
    logger: false,
  });
  onTestFinished(async () => {
    await app.close();
    await pool.end();
    await one.stop();
  });
  const admin = await one.admin();
  const url = '/api/v1/settings/setting/?category=auth';
  for (const address of ['https://one.example/lost', 'https://two.example/lost', '']) {
    const changed = await admin.send('PATCH', url, { payload: { FORGOT_PASSWORD_URL: address } });
    expect(changed.status, changed.text).toBe(200);
    await expect
      .poll(() => services.settings.get('FORGOT_PASSWORD_URL'), { timeout: soon, interval: 10 })
      .toBe(address);
    const { text } = await createBrowser({ app }).send('GET', '/core/auth/login/');
    const links = ['https://one.example/lost', 'https://two.example/lost'].filter((link) =>
      text.includes(link),
    );
    expect(links).toEqual(address ? [address] : []);
  }
});
