import { randomUUID } from 'node:crypto';
import { builtinRoles, permissionsOfBuiltinRole } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { DEFAULT_ORG_ID, ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api.ts';
import { estateOf } from '../../../test/estate.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const gateway = (id: string = randomUUID()) =>
  api.as({
    id,
    serviceAccount: true,
    org: ROOT_ORG_ID,
    permissions: permissionsOfBuiltinRole(builtinRoles.systemComponent),
  });
const people = () => [
  api.as({ superuser: true }),
  api.as({ permissions: permissionsOfBuiltinRole(builtinRoles.orgAdmin) }),
  api.as({ permissions: permissionsOfBuiltinRole(builtinRoles.systemAdmin) }),
];
const recording = (version: string) =>
  `--x\r\nContent-Disposition: form-data; name="version"\r\n\r\n${version}\r\n` +
  '--x\r\nContent-Disposition: form-data; name="file"; filename="../../f"\r\n\r\nshown\r\n--x--\r\n';

test('only components store recordings, whatever permissions people hold', async () => {
  const id = randomUUID();
  const facts = { user: 'Ann(ann)', asset: 'web-1(10.0.0.1)', account: 'root(root)', protocol: 'ssh' };
  const made = await gateway().post('/api/v1/terminal/sessions/', { id, org_id: DEFAULT_ORG_ID, ...facts });
  expect(made.status, made.text).toBe(201);
  const url = `/api/v1/terminal/sessions/${id}/replay/`;
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  for (const person of people()) expect((await person.post(url, recording('3'), headers)).status).toBe(403);
  expect((await gateway().post(url, recording('3'), headers)).status).toBe(201);
});

test('only components redeem connection tokens: people read secrets where they confirm and leave a trace', async () => {
  const base = '/api/v1/authentication/super-connection-token/';
  for (const person of people()) {
    expect((await person.post(`${base}secret/`, { id: randomUUID() })).status).toBe(403);
    expect((await person.patch(`${base}renewal/`, { id: randomUUID() })).status).toBe(403);
  }
  expect((await gateway().post(`${base}secret/`, { id: randomUUID() })).json).toMatchObject({
    code: 'connection_token_invalid',
  });
});

test('a stolen key of a component opens no account of a person', async () => {
  const users = '/api/v1/users/users/';
  const id = await estateOf(api.pool).user('ann');
  const role = builtinRoles.systemComponent;
  await api.pool.query(
    `insert into rbac_role (id, name, scope, codenames, builtin, created_by, updated_by, comment)
     values ($1, $2, 'system', '[]', true, '', '', '') on conflict do nothing`,
    [role.id, role.name],
  );
  const registered = await api
    .as({ anonymous: true })
    .post(
      '/api/v1/terminal/terminal-registrations/',
      { name: 'gw', type: 'koko', comment: '' },
      { authorization: 'BootstrapToken bootstrap-token-for-tests' },
    );
  const thief = gateway((registered.json as { service_account: { id: string } }).service_account.id);
  const password = 'Stolen-password-1';
  const answers = [
    await thief.patch(`${users}${id}/`, { password }),
    await thief.patch(`${users}${id}/password/`, { password }),
    await thief.patch(`${users}${id}/password/reset/`),
    await thief.get(`${users}${id}/mfa/reset/`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
});
