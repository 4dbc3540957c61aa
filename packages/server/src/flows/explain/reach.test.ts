import { afterAll, beforeAll, expect, test } from 'vitest';
import { OTHER_ORG_ID, startApi } from '../../../test/api.ts';
import { estateOf } from '../../../test/estate.ts';

type Caller = ReturnType<(typeof api)['as']>;
type Reached = {
  name: string;
  accounts: string[];
  date_expired: string | null;
  paths: { name: string; is_direct: boolean; groups: { name: string }[]; nodes: { id: string }[] }[];
};
const users = '/api/v1/perms/explain/users/';
const assets = '/api/v1/perms/explain/assets/';
let api: Awaited<ReturnType<typeof startApi>>;
let admin: Caller;
const ids: Record<string, string> = {};
const rowsOf = async (url: string, caller = admin) => {
  const answer = await caller.get(url);
  expect(answer.status, answer.text).toBe(200);
  return answer.json as unknown as Reached[];
};
const post = async (at: string, body: object): Promise<string> => {
  const made = await admin.post(at, body);
  expect(made.status, made.text).toBe(201);
  return (made.json as { id: string }).id;
};

beforeAll(async () => {
  api = await startApi();
  admin = api.as({ superuser: true });
  const estate = estateOf(api.pool);
  ids.top = await estate.node('1', 'Default');
  ids.shop = await estate.node('1:0', 'Shop');
  ids.web = await estate.asset({ name: 'web-1', address: '10.0.0.7', nodes: [ids.shop] });
  ids.db = await estate.asset({ name: 'db-1', address: '10.0.0.8' });
  ids.crew = await estate.group('=crew');
  ids.ann = await estate.user('ann', { groups: [ids.crew] });
  ids.bob = await estate.user('bob');
  ids.gone = await estate.user('gone');
  ids.late = await estate.user('late');
  await api.pool.query('update users_user set is_active = false where id = $1', [ids.gone]);
  ids.stranger = await estateOf(api.pool, OTHER_ORG_ID).user('stranger');
  await post('/api/v1/accounts/accounts/', { name: 'root', username: 'root', asset: ids.web, secret: 'x' });
  const grant = (name: string, more: object) =>
    post('/api/v1/perms/asset-permissions/', { name, accounts: ['root'], actions: ['connect'], ...more });
  await grant('crew on shop', { user_groups: [ids.crew], nodes: [ids.shop] });
  await grant('direct', {
    users: [ids.ann, ids.bob, ids.gone],
    assets: [ids.web, ids.db],
    accounts: ['@USER'],
  });
  await grant('ended', {
    ...{ users: [ids.late], assets: [ids.web], date_start: '2019/01/02 00:00:00 +0000' },
    date_expired: '2020/01/02 00:00:00 +0000',
  });
  await grant('off', { users: [ids.late], assets: [ids.web], is_active: false });
  await grant('only files', { users: [ids.late], assets: [ids.web], actions: ['download'] });
});
afterAll(() => api.stop());

test('who reaches an asset now, as whom, and by which permissions', async () => {
  const rows = await rowsOf(`${users}?asset=${ids.web}`);
  expect(rows.map(({ name, accounts }) => [name, accounts])).toEqual([
    ['ANN', ['root', '@USER']],
    ['BOB', ['@USER']],
  ]);
  expect(rows[0]?.paths).toMatchObject([
    { name: 'crew on shop', is_direct: false, groups: [{ name: '=crew' }], nodes: [{ id: ids.shop }] },
    { name: 'direct', is_direct: true, groups: [], nodes: [] },
  ]);
  expect(rows[0]?.date_expired).not.toBeNull();
});

test('what a user reaches now; a disabled user reaches nothing', async () => {
  const rows = await rowsOf(`${assets}?user=${ids.ann}`);
  expect(rows.map(({ name, accounts }) => [name, accounts])).toEqual([
    ['db-1', ['@USER']],
    ['web-1', ['root', '@USER']],
  ]);
  expect(await rowsOf(`${assets}?user=${ids.gone}`)).toEqual([]);
});

test('the lists have pages, search and order like any other', async () => {
  const page = (await admin.get(`${users}?asset=${ids.web}&limit=1&offset=1&order=-username`)).json;
  expect(page).toMatchObject({ count: 2, results: [{ name: 'ANN' }] });
  expect((await rowsOf(`${users}?asset=${ids.web}&search=bo`)).map(({ name }) => name)).toEqual(['BOB']);
  expect((await rowsOf(`${assets}?user=${ids.ann}&search=10.0.0.8`)).map(({ name }) => name)).toEqual([
    'db-1',
  ]);
});

test('a file holds every row with the path, and the operate log says who asked for it', async () => {
  const file = await admin.get(`${users}file/?asset=${ids.web}&limit=1`);
  expect([file.status, file.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  const [titles, first, second] = file.text.replace('\ufeff', '').split('\r\n');
  expect(titles).toBe('*Name,*Username,Accounts,Protocols,Granted by,Expires');
  expect(first).toContain('ANN,ann,"root, @USER",all,\'=crew > crew on shop > /Shop; direct,');
  expect(second).toContain('BOB,bob');
  expect((await admin.get(`${assets}file/?user=${ids.ann}&format=xlsx`)).status).toBe(200);
  const { rows } = await api.pool.query(
    "select resource from audits_operatelog where action = 'download' and resource_id = any($1) order by datetime",
    [[ids.web, ids.ann]],
  );
  expect(rows).toEqual([{ resource: 'web-1(10.0.0.7)' }, { resource: 'ANN(ann)' }]);
});

test('lists and files need the rights to see permissions, users and assets, and stay in the organization', async () => {
  const needed = ['perms.view_assetpermission', 'users.view_user', 'assets.view_asset'];
  for (const url of [
    `${users}?asset=${ids.web}`,
    `${assets}?user=${ids.ann}`,
    `${assets}file/?user=${ids.ann}&format=csv`,
  ]) {
    expect((await api.as({ permissions: needed }).get(url)).status).toBe(200);
    for (const missing of needed)
      expect((await api.as({ permissions: needed.filter((name) => name !== missing) }).get(url)).status).toBe(
        403,
      );
    expect((await api.as({ superuser: true, org: OTHER_ORG_ID }).get(url)).status).toBe(400);
  }
  expect((await admin.get(`${assets}?user=${ids.stranger}`)).status).toBe(400);
});
