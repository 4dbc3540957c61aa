import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api.ts';
import { estateOf } from '../../../test/estate.ts';

const here = '127.0.0.1';
let api: Awaited<ReturnType<typeof startApi>>;
let admin: ReturnType<(typeof api)['as']>;
const ids = { ann: '', web: '' };
const needed = ['perms.view_assetpermission', 'users.view_user', 'assets.view_asset'];

beforeAll(async () => {
  api = await startApi();
  admin = api.as({ superuser: true });
  const estate = estateOf(api.pool);
  ids.web = await estate.asset({ name: 'web-1', address: '10.0.0.7' });
  ids.ann = await estate.user('ann');
  await estate.admit(ids.ann);
  const account = { name: 'root', username: 'root', asset: ids.web, secret: 'x' };
  await admin.post('/api/v1/accounts/accounts/', account);
  await admin.post('/api/v1/perms/asset-permissions/', {
    ...{ name: 'one', users: [ids.ann], assets: [ids.web], accounts: ['root'], actions: ['connect'] },
  });
});
afterAll(() => api.stop());

const told = async (more: object = {}, caller = admin) => {
  const answer = await caller.call('POST /api/v1/perms/explain/', {
    body: { user: ids.ann, asset: ids.web, account: 'root', protocol: 'ssh', address: here, ...more },
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.json;
};
const stepOf = ({ steps }: Awaited<ReturnType<typeof told>>, name: string) =>
  steps.find(({ step }) => step === name);
/** Failed attempts, as the sign-in counts them. */
const fail = async (times: number, kind: 'login' | 'mfa' = 'login', username = 'ann') => {
  const { lockOut, db } = api.services;
  const tries = kind === 'login' ? lockOut : lockOut.mfa;
  for (let time = 0; time < times; time += 1) {
    await tries.begin(username, here, db);
    await tries.fail(username, here, db);
  }
};
const set = async (values: Parameters<typeof api.services.settings.set>[0]) => {
  await api.services.settings.set(values, api.services.db);
  await api.services.settings.reload();
};
const refusal = async (more: object = {}, caller = admin) => {
  const answer = await told(more, caller);
  const { decided_by: by, sign_in } = answer;
  return { by, reason: by && stepOf(answer, by)?.reason, minutes: sign_in.minutes, lock: sign_in.lock };
};

test('a user who is locked out is refused at that address, and elsewhere only said to be', async () => {
  expect(await refusal()).toEqual({ by: null, reason: null, minutes: null, lock: 'none' });
  await fail(7);
  const locked = { by: 'proof', reason: 'password_locked', minutes: 30, lock: 'here' };
  expect(await refusal()).toEqual(locked);
  for (const address of ['127.0.0.2', undefined])
    expect(await refusal({ address })).toMatchObject({ by: null, lock: 'elsewhere' });
  expect(await refusal({ date: '2031-03-03T12:00:00Z' })).toMatchObject({ by: null, lock: 'unknown' });
  await api.services.lockOut.release('ann', api.services.db);
  expect(await refusal()).toMatchObject({ by: null, lock: 'none' });
});

test('a blocked address refuses every user; callers who may not see which are blocked learn nothing of it', async () => {
  const viewer = api.as({ permissions: needed });
  const unseen = { by: null, reason: null, minutes: null, lock: 'none' };
  await set({ SECURITY_LOGIN_IP_LIMIT_COUNT: 3 });
  await fail(3, 'login', 'another');
  expect(await refusal()).toMatchObject({ by: 'address', reason: 'address_locked', minutes: 30 });
  expect(await refusal({}, viewer)).toEqual(unseen);
  expect(await refusal({ date: '2031-03-03T12:00:00Z' })).toMatchObject({ by: null });
  await api.services.lockOut.releaseAddresses([here], api.services.db);
  expect(await refusal()).toMatchObject({ by: null });
  await set({ SECURITY_LOGIN_IP_LIMIT_COUNT: 99_999, SECURITY_LOGIN_IP_BLACK_LIST: ['127.0.0.0/24'] });
  const listed = { by: 'address', reason: 'address_blocked', minutes: null };
  expect(await refusal()).toMatchObject(listed);
  expect(await refusal({ date: '2031-03-03T12:00:00Z' })).toMatchObject(listed);
  expect(await refusal({}, viewer)).toEqual(unseen);
  expect(stepOf(await told({ address: undefined }), 'address')).toBeUndefined();
  await set({ SECURITY_LOGIN_IP_BLACK_LIST: [] });
});

test('an explanation says what a sign-in asks for: a code, an app, a new password', async () => {
  const facts = async (more: object = {}) => (await told(more)).sign_in;
  const change = (what: string) => api.pool.query(`update users_user set ${what} where id = $1`, [ids.ann]);
  expect(await facts()).toMatchObject({ mfa: null, password: null });
  await set({ SECURITY_MFA_AUTH: 1 });
  const unset = await told();
  expect(unset.sign_in).toMatchObject({ mfa: 'enrolment' });
  expect(stepOf(unset, 'mfa')?.settings).toEqual(['SECURITY_MFA_AUTH']);
  await change("otp_secret = 'sealed', need_update_password = true");
  expect(await facts()).toMatchObject({ mfa: 'code', password: 'need_update_password' });
  await api.services.lockOut.releaseAddresses([here], api.services.db);
  await fail(7, 'mfa');
  expect(await refusal()).toEqual({ by: 'mfa', reason: 'code_locked', minutes: 30, lock: 'here' });
  await set({ SECURITY_MFA_AUTH: 0 });
  expect(await refusal()).toMatchObject({ by: null, lock: 'elsewhere' });
  await change("otp_secret = null, need_update_password = false, date_password_last_updated = '2026-01-01'");
  await set({ SECURITY_PASSWORD_EXPIRATION_TIME: 90 });
  expect(await facts({ date: '2026-02-01T00:00:00Z' })).toMatchObject({ password: null });
  const late = await told({ date: '2026-06-01T00:00:00Z' });
  expect(late.sign_in).toMatchObject({ password: 'password_expired' });
  expect(stepOf(late, 'proof')?.settings).toEqual(['SECURITY_PASSWORD_EXPIRATION_TIME']);
  const viewer = api.as({ permissions: needed });
  expect(stepOf(await told({ date: '2026-06-01T00:00:00Z' }, viewer), 'proof')?.settings).toEqual([]);
  await set({ SECURITY_PASSWORD_EXPIRATION_TIME: 9999 });
  await api.services.lockOut.release('ann', api.services.db);
});
