import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api.ts';

const url = '/api/v1/settings/setting/?category=clean';
const said = 'Keep it for at least 180 days: the powers of superusers are limited here.';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const admin = () => api.as({ superuser: true });
const limit = async (isLimited: boolean) => {
  await api.services.settings.set({ LIMIT_SUPER_PRIV: isLimited }, api.services.db);
  await api.services.settings.reload();
};

test('LIMIT_SUPER_PRIV raises the least retention to 180 days, in forms and reverts', async () => {
  const { settings } = api.services;
  expect((await admin().patch(url, { LOGIN_LOG_KEEP_DAYS: 30 })).status).toBe(200);
  expect((await admin().patch(url, { LOGIN_LOG_KEEP_DAYS: 200 })).status).toBe(200);
  const { rows } = await api.pool.query('select id from audits_operatelog order by datetime desc limit 1');
  const minimum = async () =>
    ((await admin().options(url)).json as { actions: { PATCH: Record<string, { min_value: number }> } })
      .actions.PATCH.LOGIN_LOG_KEEP_DAYS?.min_value;
  expect(await minimum()).toBe(1);

  await limit(true);
  expect(await minimum()).toBe(180);
  const short = { LOGIN_LOG_KEEP_DAYS: 179, TERMINAL_SESSION_KEEP_DURATION: 1, FTP_LOG_KEEP_DAYS: 180 };
  const refused = await admin().patch(url, short);
  expect([refused.status, refused.json]).toEqual([
    400,
    { LOGIN_LOG_KEEP_DAYS: [said], TERMINAL_SESSION_KEEP_DURATION: [said] },
  ]);
  expect(settings.get('LOGIN_LOG_KEEP_DAYS')).toBe(200);
  const reverted = await admin().post(`/api/v1/settings/changes/${rows[0].id}/revert/`);
  expect([reverted.status, reverted.text]).toEqual([409, expect.stringContaining(said)]);
  expect(settings.get('LOGIN_LOG_KEEP_DAYS')).toBe(200);
});

test('what was stored before keeps rows for 180 days as well while superusers are limited', async () => {
  await limit(false);
  await api.services.settings.set({ LOGIN_LOG_KEEP_DAYS: 30 }, api.services.db);
  await api.pool.query(`insert into audits_userloginlog (id, username, type, ip, city, user_agent, mfa, reason, backend, status, datetime)
    values (gen_random_uuid(), 'ann', 'W', '10.0.0.9', '', '', 0, '', 'password', true, now() - interval '90 days')`);
  const tonight = async () =>
    (await admin().call('GET /api/v1/settings/clean/tonight/', { query: { LOGIN_LOG_KEEP_DAYS: '30' } })).json
      .rows.LOGIN_LOG_KEEP_DAYS;
  await api.services.settings.reload();
  expect(await tonight()).toBe(1);
  await limit(true);
  expect(await tonight()).toBe(0);
  const { keptDays } = await import('../cleanUp/retentions.ts');
  expect(keptDays(api.services.settings, 'LOGIN_LOG_KEEP_DAYS')).toBe(180);
});
