import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api.ts';

let api: Awaited<ReturnType<typeof startApi>>;
const ada = () => api.as({ superuser: true, username: 'Ada' });
const bob = () => api.as({ superuser: true, username: 'Bob', language: 'zh-hans' });
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const made = async (url: string, body: object) => {
  const answer = await ada().post(url, body);
  expect(answer.status, answer.text).toBe(201);
  const row = `${url}${(answer.json as { id: string }).id}/`;
  return { row, etag: String((await ada().get(row)).headers.etag) };
};

test("a late save is refused in the user's language, saying who saved first and when", async () => {
  const { row, etag } = await made('/api/v1/accounts/account-templates/', { name: 'deploy', username: 'a' });
  await ada().patch(row, { username: 'b' });
  const late = await bob().put(row, { name: 'deploy', username: 'c' }, { 'if-match': etag });
  expect(late.status).toBe(409);
  expect(late.json).toEqual({
    code: 'changed_meanwhile',
    detail: '打开之后内容已被更改，本次未保存任何内容。',
    updated_by: 'Ada',
    date_updated: expect.stringMatching(/^\d{4}\/\d\d\/\d\d /),
  });
});

test('of four simultaneous saves of a row only one succeeds', async () => {
  const { row, etag } = await made('/api/v1/assets/domains/', { name: 'raced' });
  const names = ['one', 'two', 'three', 'four'];
  const answers = await Promise.all(
    names.map((name) => ada().patch(row, { name, labels: [`by:${name}`] }, { 'if-match': etag })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  const winner = names[answers.findIndex(({ status }) => status === 200)];
  expect((await ada().get(row)).json).toMatchObject({ name: winner, labels: [`by:${winner}`] });
});

test('renaming a related row does not change the ETag of a row, but changing the permissions of a role does', async () => {
  const group = await made('/api/v1/users/groups/', { name: 'crew' });
  const { id } = (await ada().get(group.row)).json as { id: string };
  const grant = await made('/api/v1/perms/asset-permissions/', {
    name: 'g',
    accounts: ['@ALL'],
    user_groups: [id],
  });
  await ada().patch(group.row, { name: 'renamed' });
  expect((await ada().get(grant.row)).headers.etag).toBe(grant.etag);
  const role = await made('/api/v1/rbac/org-roles/', {
    name: 'watch',
    scope: 'org',
    permissions: ['assets.view_asset'],
  });
  await ada().patch(role.row, { permissions: ['assets.view_asset', 'assets.view_node'] });
  expect((await ada().get(role.row)).headers.etag).not.toBe(role.etag);
});

test('a user who may delete but not view is not told who changed the row', async () => {
  const { row } = await made('/api/v1/accounts/account-templates/', { name: 'unseen', username: 'a' });
  await bob().patch(row, { username: 'b' });
  const late = async (...permissions: string[]) =>
    Object.keys((await api.as({ permissions }).delete(row, undefined, { 'if-match': '"old"' })).json);
  const seen = await late('accounts.delete_accounttemplate', 'accounts.view_accounttemplate');
  expect(seen).toEqual(expect.arrayContaining(['code', 'detail', 'updated_by', 'date_updated']));
  expect(await late('accounts.delete_accounttemplate')).toEqual(['detail', 'code']);
});

test('If-Match with several rows in the path is refused, and nothing is deleted', async () => {
  const [firstZone, secondZone] = [
    await made('/api/v1/assets/domains/', { name: 'first' }),
    await made('/api/v1/assets/domains/', { name: 'second' }),
  ];
  const path = firstZone.row.replace(/\/$/, `,${secondZone.row.split('/').at(-2)}/`);
  for (const ifMatch of [firstZone.etag, '*']) {
    const refused = await ada().delete(path, undefined, { 'if-match': ifMatch });
    expect([refused.status, refused.json]).toMatchObject([400, { code: 'state_of_many' }]);
  }
  for (const { row } of [firstZone, secondZone]) expect((await ada().get(row)).status).toBe(200);
  expect((await ada().delete(path)).status).toBe(204);
});

test('answers with an ETag are not cached, and conditional requests are answered in full', async () => {
  const { row, etag } = await made('/api/v1/assets/domains/', { name: 'kept' });
  const second = await ada().get(row, undefined, { 'if-none-match': etag });
  expect(second.status).toBe(200);
  expect(second.headers['cache-control']).toBe('no-store');
});

test('the operate log says who changed a row that does not record it', async () => {
  const { row } = await made('/api/v1/assets/domains/', { name: 'told' });
  await bob().patch(row, { name: 'told anew' });
  const id = row.split('/').at(-2);
  const logs = await ada().get(`/api/v1/audits/operate-logs/?resource_id=${id}&action=update&limit=1`);
  expect(logs.json).toMatchObject({ count: 1, results: [{ user: expect.stringContaining('Bob') }] });
});
