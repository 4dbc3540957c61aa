import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api.ts';

const url = '/api/v1/settings/clean/tonight/';
let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi({ environment: { GATEHOUSE_TIME_ZONE: 'Europe/Berlin' } });
  // One entry for each of the last 400 days, from noon to noon.
  await api.pool.query(`insert into audits_userloginlog (id, username, type, ip, city, user_agent, mfa, reason, backend, status, datetime)
    select gen_random_uuid(), 'ann', 'W', '10.0.0.9', '', '', 0, '', 'password', true, now() - d * interval '1 day' - interval '1 hour'
      from generate_series(0, 399) d`);
  await api.pool.query(
    `insert into terminal_command (id, org_id, "user", asset, account, input, output, session, risk_level, timestamp)
    select gen_random_uuid(), $1, 'u', 'a', 'c', 'ls', '', '', 0, extract(epoch from now())::bigint - d * 86400 from generate_series(0, 249) d`,
    [DEFAULT_ORG_ID],
  );
});
afterAll(() => api.stop());

test('the rows that go tonight are counted by setting, as stored or as they would be', async () => {
  const admin = api.as({ permissions: ['settings.change_clean'], zone: 'Europe/Berlin' });
  const stored = await admin.call('GET /api/v1/settings/clean/tonight/', { query: {} });
  expect(stored.status, stored.text).toBe(200);
  expect(stored.json.date).toMatch(/ 02:00:00 \+0[12]00$/);
  const { LOGIN_LOG_KEEP_DAYS: logins, TERMINAL_SESSION_KEEP_DURATION: commands } = stored.json.rows;
  // The coming night may be up to a day away, by which time another entry is past its retention.
  expect([220, 221]).toContain(logins);
  expect([50, 51]).toContain(commands);
  expect(stored.json.rows.OPERATE_LOG_KEEP_DAYS).toBe(0);
  const shorter = await admin.call('GET /api/v1/settings/clean/tonight/', {
    query: { LOGIN_LOG_KEEP_DAYS: '30' },
  });
  expect(shorter.json.rows.LOGIN_LOG_KEEP_DAYS).toBe((logins ?? 0) + 150);
  expect(shorter.json.rows.TERMINAL_SESSION_KEEP_DURATION).toBe(commands);
});

test('while the clean-up is switched off, there is no night in which rows go', async () => {
  const admin = api.as({ superuser: true });
  await api.pool.query(
    "insert into ops_celerytask (name, is_enabled, is_periodic) values ('clean_up', false, true)",
  );
  const { json } = await admin.call('GET /api/v1/settings/clean/tonight/', { query: {} });
  expect(json.date).toBeNull();
});

test.each(['0', '-1', '1e9', 'soon', '100000', '1;drop table users_user', ''])(
  'a retention of %s days is refused on its field',
  async (days) => {
    const reply = await api
      .as({ superuser: true })
      .get(`${url}?ACTIVITY_LOG_KEEP_DAYS=${encodeURIComponent(days)}`);
    expect([reply.status, reply.json]).toEqual([400, { ACTIVITY_LOG_KEEP_DAYS: ['Enter a whole number.'] }]);
  },
);

test('who may not change the clean-up is not told what it removes', async () => {
  expect((await api.as({ permissions: ['settings.view_setting'] }).get(url)).status).toBe(403);
});
