import type { SettingName, SettingValues } from '@gatehouse/contract/settings/catalogue.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeLicence } from '../../../test/licence.ts';
import { createMfaPeople, enrol, password, postForm } from '../../../test/mfa.ts';
import { adminPassword, type Browser, startServer } from '../../../test/signedIn.ts';
import { steady, totpCode } from '../../../test/totpCode.ts';
import { webhook } from '../notifications/webhook/webhook.ts';

let server: Awaited<ReturnType<typeof startServer>>;
let people: ReturnType<typeof createMfaPeople>;
let admin: Browser;
beforeAll(async () => {
  server = await startServer({ GATEHOUSE_LIMIT_ACCOUNT: '0', GATEHOUSE_LIMIT_SIGN_IN: '0' });
  people = createMfaPeople(server);
  admin = await server.admin();
  // An old row of each log whose retention is a setting.
  await server.pool.query(`
    insert into audits_passwordchangelog (id, "user", change_by, remote_addr, datetime)
      values (gen_random_uuid(), 'ann', 'ann', '10.0.0.9', now() - interval '40 days');
    insert into audits_ftplog (id, org_id, "user", remote_addr, asset, account, operate, filename, is_success, has_file, session, date_start)
      values (gen_random_uuid(), gen_random_uuid(), 'ann', '10.0.0.9', 'a', 'c', 'upload', 'f', true, false, '', now() - interval '40 days');
    insert into audits_operatelog (id, org_id, "user", action, resource_key, resource, resource_id, remote_addr, diff, datetime)
      values (gen_random_uuid(), gen_random_uuid(), 'ann', 'update', '', '', '', '10.0.0.9', '{}', now() - interval '40 days');
    insert into audits_activitylog (org_id, resource_id, r_type, content, datetime)
      values (gen_random_uuid(), '', 'O', '', now() - interval '40 days');
    insert into ops_celerytaskexecution (id, name, kwargs, state, attempt, error, created_by, date_published, server, log, log_cut)
      values (gen_random_uuid(), 'clean_up', '{}', 'done', 1, '', '', now() - interval '40 days', '', '', 0);
    insert into audits_joblog (id, org_id, creator_name, material, job_type, is_finished, is_success, time_cost, date_start)
      values (gen_random_uuid(), gen_random_uuid(), 'ann', 'shell:id', 'adhoc', true, true, 1, now() - interval '40 days')`);
});
afterAll(() => server.stop());

/** What a user or client notices of a setting. */
type Seen = () => Promise<unknown>;
type Case<N extends SettingName = SettingName> = {
  [K in N]: {
    name: K;
    first: SettingValues[K];
    last: SettingValues[K];
    seen: Seen;
    shows: [unknown, unknown];
  };
}[N];

const json = async (path: string) => (await admin.get(path)).json as never;
const signInCookie = async (): Promise<number | undefined> => {
  const { raw } = await server.browser().signIn('admin', adminPassword);
  const cookies = raw.cookies as { name: string; maxAge?: number }[];
  return cookies.find(({ name }) => name.endsWith('sessionid'))?.maxAge;
};
const tokenSeconds: Seen = async () => {
  const body = { username: 'admin', password: adminPassword };
  const { date_expired: until } = (await server.browser().post('/api/v1/authentication/auth/', body))
    .json as {
    date_expired: string;
  };
  return Math.round((Date.parse(until.replaceAll('/', '-')) - Date.now()) / 1000 / 60);
};
/** Minutes for which a user is locked, or attempts that are left after one failure. */
const afterFailure: Seen = async () => {
  const { lockOut, db } = server.services;
  const name = `user-${Math.random()}`;
  await lockOut.begin(name, '10.3.3.3', db);
  return lockOut.fail(name, '10.3.3.3', db);
};
const tonight =
  (name: string): Seen =>
  async () =>
    ((await json('/api/v1/settings/clean/tonight/')) as { rows: Record<string, number> }).rows[name];
/** The issuer that a user reads while setting up an authenticator app. */
const issuer: Seen = async () => {
  const name = `issued-${Math.random()}`;
  await people.addUser(admin, name, { mfa_level: 1 });
  const browser = server.browser();
  await browser.signIn(name, password);
  await browser.get(`${enrol}start/`);
  return new RegExp(`(\\w+): ${name}`).exec((await browser.get(`${enrol}bind/`)).text)?.[1];
};
/** What a code of the time step before opens. */
const formerCode: Seen = async () => {
  const name = `late-${Math.random()}`;
  const { secret } = await people.addBound(admin, name);
  await people.nextCode(name, secret);
  const browser = server.browser();
  await browser.signIn(name, password);
  await steady();
  return (await postForm(browser, '/core/auth/login/mfa/', { code: totpCode(secret, -1) })).status;
};
/** How a file of more than a mebibyte is refused. */
const refusedImport: Seen = async () => {
  const payload = `*Name\n${`${'x'.repeat(100)}\n`.repeat(11_000)}`;
  const headers = { 'content-type': 'text/csv' };
  const { json: said } = await admin.send('POST', '/api/v1/assets/domains/render-to-json/', {
    payload,
    headers,
  });
  return (said as { code?: string } | undefined)?.code === 'file_content_overflowed';
};
/** Hours for which a change of the security settings waits for a second person. */
const waitingHours: Seen = async () => {
  const { settings, db } = server.services;
  const require = async (isRequired: boolean) => {
    await settings.set({ SECOND_PERSON_ENABLED: isRequired }, db);
    await settings.reload();
  };
  await require(true);
  await admin.patch('/api/v1/settings/setting/?category=security_session', { SECURITY_MAX_SESSION_TIME: 11 });
  const { rows } = await server.pool.query(
    'delete from settings_proposal returning round(extract(epoch from date_expired - now()) / 3600)::int as hours',
  );
  await require(false);
  return rows[0]?.hours;
};
const minutes = { left: 6, minutes: 30 };

const cases: Case[] = [
  {
    name: 'USER_GUIDE_URL',
    ...{ first: '', last: 'https://guide.example' },
    seen: async () => ((await json('/api/v1/users/profile/')) as { guide_url: string }).guide_url,
    shows: ['', 'https://guide.example'],
  },
  {
    name: 'GLOBAL_ORG_DISPLAY_NAME',
    ...{ first: '', last: 'Head office' },
    seen: async () => server.services.organizations.find('root')?.name,
    shows: ['GLOBAL', 'Head office'],
  },
  {
    name: 'EMAIL_SUBJECT_PREFIX',
    ...{ first: '', last: '[gate]' },
    seen: async () => {
      const { json: mail } = await admin.post('/api/v1/settings/mail/preview/', {
        EMAIL_CUSTOM_USER_CREATED_SUBJECT: 'Hello',
      });
      return (mail as { subject: string }).subject;
    },
    shows: ['Hello', '[gate] Hello'],
  },
  {
    name: 'WEBHOOK_ENABLED',
    ...{ first: false, last: true },
    seen: async () => {
      await server.services.settings.set({ WEBHOOK_URL: 'https://hooks.example' }, server.services.db);
      await server.services.settings.reload();
      return webhook.isOn(server.services.settings);
    },
    shows: [false, true],
  },
  { name: 'TOKEN_EXPIRATION', first: 600, last: 3600, seen: tokenSeconds, shows: [10, 60] },
  { name: 'SESSION_COOKIE_AGE', first: 600, last: 3600, seen: signInCookie, shows: [600, 3600] },
  {
    name: 'SECURITY_LOGIN_LIMIT_COUNT',
    ...{ first: 7, last: 3 },
    seen: afterFailure,
    shows: [minutes, { ...minutes, left: 2 }],
  },
  {
    name: 'SECURITY_LOGIN_LIMIT_TIME',
    ...{ first: 30, last: 45 },
    seen: afterFailure,
    shows: [minutes, { ...minutes, minutes: 45 }],
  },
  {
    name: 'PASSWORD_CHANGE_LOG_KEEP_DAYS',
    ...{ first: 50, last: 30 },
    seen: tonight('PASSWORD_CHANGE_LOG_KEEP_DAYS'),
    shows: [0, 1],
  },
  {
    name: 'FTP_LOG_KEEP_DAYS',
    ...{ first: 50, last: 30 },
    seen: tonight('FTP_LOG_KEEP_DAYS'),
    shows: [0, 1],
  },
  {
    name: 'TASK_LOG_KEEP_DAYS',
    ...{ first: 50, last: 30 },
    seen: tonight('TASK_LOG_KEEP_DAYS'),
    shows: [0, 1],
  },
  {
    name: 'JOB_EXECUTION_KEEP_DAYS',
    ...{ first: 50, last: 30 },
    seen: tonight('JOB_EXECUTION_KEEP_DAYS'),
    shows: [0, 1],
  },
  {
    name: 'OPERATE_LOG_KEEP_DAYS',
    ...{ first: 50, last: 30 },
    seen: tonight('OPERATE_LOG_KEEP_DAYS'),
    shows: [0, 1],
  },
  {
    name: 'ACTIVITY_LOG_KEEP_DAYS',
    ...{ first: 50, last: 30 },
    seen: tonight('ACTIVITY_LOG_KEEP_DAYS'),
    shows: [0, 1],
  },
  { name: 'SECOND_PERSON_HOURS', first: 72, last: 5, seen: waitingHours, shows: [72, 5] },
  {
    name: 'LIMIT_SUPER_PRIV',
    ...{ first: false, last: true },
    seen: async () =>
      ((await json('/api/v1/users/profile/')) as { audit_orgs: object[] }).audit_orgs.length > 0,
    shows: [true, false],
  },
  {
    name: 'OTP_ISSUER_NAME',
    first: 'Gatehouse',
    last: 'Northwind',
    seen: issuer,
    shows: ['Gatehouse', 'Northwind'],
  },
  { name: 'OTP_VALID_WINDOW', first: 2, last: 0, seen: formerCode, shows: [303, 401] },
  {
    name: 'INTERFACE_THEME',
    ...{ first: 'classic_green', last: 'wine' },
    seen: async () => /#9b2c4d/i.test((await server.browser().get('/core/look.css')).text),
    shows: [false, true],
  },
  {
    name: 'LICENCE',
    ...{ first: makeLicence(), last: '' },
    seen: async () =>
      ((await json('/api/v1/settings/public/')) as { XPACK_LICENSE_IS_VALID: boolean })
        .XPACK_LICENSE_IS_VALID,
    shows: [true, false],
  },
  {
    name: 'SECURITY_VIEW_AUTH_BY_PASSWORD',
    ...{ first: false, last: true },
    seen: async () => {
      const { code, confirm_type } = (await json('/api/v1/authentication/confirm/?confirm_type=mfa')) as {
        code?: string;
        confirm_type?: string;
      };
      return code ?? confirm_type;
    },
    shows: ['mfa_first', 'password'],
  },
  { name: 'IMPORT_FILE_SIZE_LIMIT_MB', first: 30, last: 1, seen: refusedImport, shows: [false, true] },
  {
    name: 'AUTH_LDAP_SYNC_ORG_IDS',
    ...{ first: [], last: ['00000000-0000-0000-0000-000000000002'] },
    seen: async () => {
      const { AUTH_LDAP_SYNC_ORG_IDS: ids } = (await json('/api/v1/settings/public/')) as {
        AUTH_LDAP_SYNC_ORG_IDS: string[];
      };
      return ids;
    },
    shows: [[], ['00000000-0000-0000-0000-000000000002']],
  },
];

test.each(cases)('$name is heeded', async ({ name, first, last, seen, shows }) => {
  const found: unknown[] = [];
  for (const value of [first, last]) {
    await server.services.settings.set({ [name]: value }, server.services.db);
    await server.services.settings.reload();
    found.push(await seen());
  }
  expect(found).toEqual(shows);
  await server.services.settings.set({ [name]: first }, server.services.db);
  await server.services.settings.reload();
});

test('a password cannot be used again as long as the history says', async () => {
  const { settings, db } = server.services;
  const created = await admin.post('/api/v1/users/users/', {
    ...{ name: 'Pat', username: 'pat', email: 'pat@example.com', password_strategy: 'custom' },
    ...{ password: 'First-password-1', need_update_password: false },
  });
  expect(created.status, created.text).toBe(201);
  const { id } = created.json as { id: string };
  const reuse = () => admin.patch(`/api/v1/users/users/${id}/`, { password: 'First-password-1' });
  expect((await reuse()).json).toMatchObject({ password: [expect.any(String)] });
  await settings.set({ OLD_PASSWORD_HISTORY_LIMIT_COUNT: 0 }, db);
  await settings.reload();
  expect((await reuse()).status).toBe(200);
});
