import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, type Inventory, type Json, startInventory } from '../../test/inventory.ts';

const UNDO = '/api/v1/common/undo/';
const HOSTS = '/api/v1/assets/hosts/';
const ACCOUNTS = '/api/v1/accounts/accounts/';
const asks = { 'x-undo': '1' };

let inventory: Inventory;
beforeAll(async () => {
  inventory = await startInventory();
});
afterAll(() => inventory.stop());

type Undone = { restored: number; left: { id: string; name: string; reason: string }[] };
const removing = async (path: string, headers = asks, by = inventory.admin): Promise<string> => {
  const answer = await by.delete(path, undefined, headers);
  expect(answer.status, answer.text).toBe(204);
  return String(answer.headers['x-undo']);
};
const changing = async (rows: Json[], path = HOSTS): Promise<string> => {
  const answer = await inventory.admin.patch(path, rows, asks);
  expect(answer.status, answer.text).toBe(200);
  return String(answer.headers['x-undo']);
};
const undo = async (token: string, by = inventory.admin): Promise<Undone> => {
  const answer = await by.post(UNDO, { token });
  expect(answer.status, answer.text).toBe(200);
  return bodyOf<Undone>(answer);
};
const read = async (path: string): Promise<Json> => bodyOf(await inventory.admin.get(path));
const stored = async (query: string, ...values: unknown[]): Promise<Json[]> =>
  (await inventory.pool.query(query, values)).rows;
const accountOn = (asset: string, username: string, more: Json = {}) =>
  inventory.made(
    inventory.admin.post(ACCOUNTS, { name: username, username, asset, secret: 'Tr0ub4dor&3', ...more }),
  );

test('a deleted asset comes back with its nodes, labels, accounts, secrets and permissions', async () => {
  const { admin, node, host, made } = inventory;
  const plant = await node('/Plant');
  const one = await host({ name: 'mill-1', nodes: [plant.id], labels: ['env:prod'] });
  const root = await accountOn(one.id, 'root');
  await accountOn(one.id, 'deploy', { su_from: root.id });
  const permission = await made(
    admin.post('/api/v1/perms/asset-permissions/', { name: 'mill', assets: [one.id], accounts: ['@ALL'] }),
  );
  // The key that a secret is wrapped with is wrapped anew; the secret itself stays.
  const ciphers = (rows: Json[]) => JSON.stringify(rows).replaceAll(/g1\.\w+\.[\w-]+\./g, '');
  const facts = async () => [
    await read(`${HOSTS}${one.id}/`),
    ciphers(
      await stored('select to_jsonb(a) as row from accounts_account a where asset = $1 order by id', one.id),
    ),
    ciphers(await stored('select account, secret, version from accounts_historicalaccount order by id')),
    (await read(`/api/v1/perms/asset-permissions/${permission.id}/`)).assets,
    (await read(`${HOSTS}?node_id=${plant.id}&limit=5`)).count,
  ];
  const before = await facts();
  const token = await removing(`${HOSTS}${one.id}/`);
  expect((await admin.get(`${HOSTS}${one.id}/`)).status).toBe(404);
  const answer = await admin.post(UNDO, { token });
  expect(answer.json).toEqual({ restored: 1, left: [] });
  expect(answer.text).not.toContain('Tr0ub4dor');
  expect(await facts()).toEqual(before);
});

test('the operate log tells that a deletion and a change were undone, without secrets', async () => {
  const one = await inventory.host({ name: 'logged-1' });
  const account = await accountOn(one.id, 'svc');
  await undo(await removing(`${ACCOUNTS}${account.id}/`));
  await undo(await changing([{ id: account.id, comment: 'x', secret: 'N3w-secret!' }], ACCOUNTS));
  const rows = await stored(
    'select action, diff from audits_operatelog where resource_id = $1 order by datetime, id',
    account.id,
  );
  expect(rows.map(({ action }) => action)).toEqual(['create', 'delete', 'create', 'update', 'update']);
  expect(JSON.stringify(rows[2])).toContain('Deletion undone');
  expect(JSON.stringify(rows[4])).toContain('Change undone');
  expect(JSON.stringify(rows)).not.toMatch(/Tr0ub4dor|N3w-secret|g1\./);
  const kept = await stored("select value from system_cache where key like 'undo:%'");
  expect(JSON.stringify(kept)).not.toMatch(/svc|logged-1/);
});

test('only what asks gets an undo, and only where the resource allows it', async () => {
  const { admin, host, node } = inventory;
  const one = await host();
  expect(await removing(`${HOSTS}${one.id}/`, {} as typeof asks)).toBe('undefined');
  const plant = await node('/Short-lived');
  expect(await removing(`/api/v1/assets/nodes/${plant.id}/`)).toBe('undefined');
  const two = await host();
  const single = await admin.patch(`${HOSTS}${two.id}/`, { comment: 'x' });
  expect(single.headers['x-undo']).toBeUndefined();
  const user = await inventory.made(
    admin.post('/api/v1/users/users/', {
      name: 'Una',
      username: 'una',
      email: 'una@example.com',
      password_strategy: 'custom',
      password: 'Tr0ub4dor&3x',
    }),
  );
  const other = await admin.patch(`/api/v1/users/users/${user.id}/`, { comment: 'x' }, asks);
  expect([other.status, other.headers['x-undo']]).toEqual([200, undefined]);
});

test('a row whose name was taken since is named and left, the others come back', async () => {
  const { admin, host } = inventory;
  const [one, two] = [await host({ name: 'pair-1' }), await host({ name: 'pair-2' })];
  const { spm } = bodyOf<{ spm: string }>(
    await admin.post('/api/v1/common/resources/cache/', { resources: [one.id, two.id] }),
  );
  const token = await removing(`${HOSTS}?spm=${spm}`);
  await host({ name: 'pair-1' });
  expect(await undo(token)).toEqual({ restored: 1, left: [{ id: one.id, name: 'pair-1', reason: 'taken' }] });
  expect((await read(`${HOSTS}${two.id}/`)).name).toBe('pair-2');
  expect((await admin.get(`${HOSTS}${one.id}/`)).status).toBe(404);
});

test('a row whose owner was deleted since is named and left', async () => {
  const one = await inventory.host();
  const account = await accountOn(one.id, 'orphan');
  const token = await removing(`${ACCOUNTS}${account.id}/`);
  await removing(`${HOSTS}${one.id}/`);
  expect(await undo(token)).toEqual({
    restored: 0,
    left: [{ id: account.id, name: 'orphan', reason: 'missing' }],
  });
});

test('references that the deletion emptied are filled again, unless they were set since', async () => {
  const { admin, host } = inventory;
  const one = await host();
  const root = await accountOn(one.id, 'root');
  const other = await accountOn(one.id, 'other');
  const [kept, moved] = [
    await accountOn(one.id, 'kept', { su_from: root.id }),
    await accountOn(one.id, 'moved', { su_from: root.id }),
  ];
  const token = await removing(`${ACCOUNTS}${root.id}/`);
  expect((await read(`${ACCOUNTS}${kept.id}/`)).su_from).toBeNull();
  await admin.patch(`${ACCOUNTS}${moved.id}/`, { su_from: other.id });
  await undo(token);
  expect((await read(`${ACCOUNTS}${kept.id}/`)).su_from).toMatchObject({ id: root.id });
  expect((await read(`${ACCOUNTS}${moved.id}/`)).su_from).toMatchObject({ id: other.id });
});

test('a batch change is undone, with relations and labels; rows changed since are named and left', async () => {
  const { admin, host, node } = inventory;
  const [here, there] = [await node('/Here'), await node('/There')];
  const made = [];
  for (const name of ['batch-1', 'batch-2', 'batch-3'])
    made.push(await host({ name, nodes: [here.id], labels: ['env:prod'], comment: 'old' }));
  const [one, two, three] = made.map(({ id }) => id) as [string, string, string];
  const before = await read(`${HOSTS}${one}/`);
  const token = await changing(
    [one, two, three].map((id) => ({
      id,
      is_active: false,
      comment: 'new',
      nodes: [there.id],
      labels: ['env:test'],
    })),
  );
  await admin.patch(`${HOSTS}${two}/`, { comment: 'mine' });
  await removing(`${HOSTS}${three}/`);
  expect(await undo(token)).toEqual({
    restored: 1,
    left: [
      { id: two, name: 'batch-2', reason: 'changed' },
      { id: three, name: 'batch-3', reason: 'changed' },
    ],
  });
  const { date_updated: _then, ...was } = before;
  expect(await read(`${HOSTS}${one}/`)).toMatchObject(was);
  expect(await read(`${HOSTS}${two}/`)).toMatchObject({ is_active: false, comment: 'mine' });
  expect((await read(`${HOSTS}?node_id=${here.id}&limit=5`)).count).toBe(1);
});

test.each(['patch', 'put'] as const)('a single change by %s is undone', async (method) => {
  const { admin, host, platform } = inventory;
  const one = await host({ name: `single-${method}`, labels: ['env:prod'], comment: 'old' });
  const body = {
    name: one.name,
    address: '10.0.0.9',
    platform: platform('Linux'),
    protocols: [{ name: 'ssh', port: 22 }],
    comment: 'new',
    labels: [],
  };
  const answer = await admin[method](`${HOSTS}${one.id}/`, body, asks);
  expect(answer.status, answer.text).toBe(200);
  expect((await read(`${HOSTS}${one.id}/`)).comment).toBe('new');
  expect(await undo(String(answer.headers['x-undo']))).toEqual({ restored: 1, left: [] });
  expect(await read(`${HOSTS}${one.id}/`)).toMatchObject({
    address: '10.0.0.1',
    comment: 'old',
    labels: ['env:prod'],
  });
});

test('a change that moves or makes rows of another resource has no undo', async () => {
  const { admin, host, made } = inventory;
  const one = await host();
  const ZONES = '/api/v1/assets/domains/';
  const zone = await made(admin.post(ZONES, { name: 'moving', assets: [] }));
  const tokenOf = async (path: string, body: Json) => {
    const answer = await admin.patch(path, body, asks);
    expect(answer.status, answer.text).toBe(200);
    return answer.headers['x-undo'];
  };
  expect(await tokenOf(`${ZONES}${zone.id}/`, { assets: [one.id] })).toBeUndefined();
  expect(await tokenOf(`${ZONES}${zone.id}/`, { assets: [one.id], comment: 'x' })).toBeDefined();
  expect(await tokenOf(`${ZONES}${zone.id}/`, { assets: [] })).toBeUndefined();
  const template = await made(
    admin.post('/api/v1/accounts/account-templates/', {
      name: 'svc',
      username: 'svc',
      secret_type: 'password',
      secret_strategy: 'specific',
      secret: 'Tr0ub4dor&3',
    }),
  );
  const PERMISSIONS = '/api/v1/perms/asset-permissions/';
  const grant = await made(admin.post(PERMISSIONS, { name: 'grant', assets: [one.id], accounts: ['@ALL'] }));
  expect(await tokenOf(`${PERMISSIONS}${grant.id}/`, { accounts: ['svc'] })).toBeDefined();
  const templated = { accounts: [`%${template.id}`] };
  expect(await tokenOf(`${PERMISSIONS}${grant.id}/`, templated)).toBeUndefined();
});

test('a host key whose trust was withdrawn or that was deleted comes back', async () => {
  const { admin, host, made } = inventory;
  const one = await host();
  const KEYS = '/api/v1/terminal/host-keys/';
  const key = await made(
    admin.post(KEYS, {
      asset: one.id,
      address: '10.0.0.1',
      port: 22,
      key_type: 'ssh-ed25519',
      fingerprint: 'SHA256:x',
      key: 'x',
    }),
  );
  const answer = await admin.patch(`${KEYS}${key.id}/`, { is_active: false }, asks);
  await undo(String(answer.headers['x-undo']));
  await undo(await removing(`${KEYS}${key.id}/`));
  expect(await read(`${KEYS}${key.id}/`)).toMatchObject({ is_active: true, fingerprint: 'SHA256:x' });
});

test('a batch change whose former name was taken since is named and left', async () => {
  const { host } = inventory;
  const one = await host({ name: 'former' });
  const token = await changing([{ id: one.id, name: 'renamed' }]);
  await host({ name: 'former' });
  expect(await undo(token)).toEqual({
    restored: 0,
    left: [{ id: one.id, name: 'renamed', reason: 'taken' }].map((row) => ({ ...row, name: 'former' })),
  });
});

type Forecast = { can_be_undone: boolean; most: number };
const forecast = async (place: string, ids: string[], change = 'delete', by = inventory.admin) => {
  const answer = await by.post(`${UNDO}forecast/`, { place, change, ids });
  expect(answer.status, answer.text).toBe(200);
  return bodyOf<Forecast>(answer);
};

/** Binds new labels to a row, or one label to rows that do not exist. */
const bind = (count: number, to: { label: string } | { zone: string }) =>
  'label' in to
    ? inventory.pool.query(
        `insert into labels_labeledresource (org_id, label, res_type, res_id)
        select org_id, id, 'assets.domain', gen_random_uuid() from labels_label, generate_series(1, $1) where id = $2`,
        [count, to.label],
      )
    : inventory.pool.query(
        `with made as (insert into labels_label (org_id, name, value, comment)
        select org_id, 'n' || gen_random_uuid(), 'x', '' from assets_domain, generate_series(1, $1) where id = $2 returning id, org_id)
        insert into labels_labeledresource (org_id, label, res_type, res_id) select org_id, id, 'assets.domain', $2::text from made`,
        [count, to.zone],
      );

test('what a deletion takes with it decides whether it can be undone, and that is told beforehand', async () => {
  const { admin, made, other } = inventory;
  const { id } = await made(admin.post('/api/v1/labels/labels/', { name: 'stage', value: 'prod' }));
  await bind(4999, { label: id });
  expect(await forecast('labels/labels', [id])).toEqual({ can_be_undone: true, most: 5000 });
  await bind(1, { label: id });
  expect(await forecast('labels/labels', [id])).toEqual({ can_be_undone: false, most: 5000 });
  // Rows of another organization are not counted for a caller who does not see them.
  expect((await forecast('labels/labels', [id], 'delete', other)).can_be_undone).toBe(true);
  expect(await removing(`/api/v1/labels/labels/${id}/`)).toBe('undefined');
});

test('the relations of changed rows decide whether the change can be undone, and that is told beforehand', async () => {
  const { admin, made } = inventory;
  const { id } = await made(admin.post('/api/v1/assets/domains/', { name: 'labelled' }));
  const change = () => changing([{ id, comment: 'x' }], '/api/v1/assets/domains/');
  await bind(4999, { zone: id });
  expect((await forecast('assets/domains', [id], 'change')).can_be_undone).toBe(true);
  expect((await undo(await change())).restored).toBe(1);
  await bind(1, { zone: id });
  expect((await forecast('assets/domains', [id], 'change')).can_be_undone).toBe(false);
  expect(await change()).toBe('undefined');
});

test('a forecast is for callers who may make the change, and knows how many rows are too many', async () => {
  const { as, admin } = inventory;
  const ids = (count: number) => Array.from({ length: count }, () => '00000000-0000-4000-8000-00000000dddd');
  expect((await forecast('assets/hosts', ids(5000))).can_be_undone).toBe(true);
  expect((await forecast('assets/hosts', ids(5001))).can_be_undone).toBe(false);
  expect((await forecast('assets/nodes', ids(1))).can_be_undone).toBe(false);
  const ask = (place: string, change: string) => ({ place, change, ids: ids(1) });
  const may = as({ permissions: ['assets.view_asset', 'assets.change_asset'] });
  expect((await may.post(`${UNDO}forecast/`, ask('assets/hosts', 'change'))).status).toBe(200);
  expect((await may.post(`${UNDO}forecast/`, ask('assets/hosts', 'delete'))).status).toBe(403);
  expect((await admin.post(`${UNDO}forecast/`, ask('assets/nothing', 'delete'))).status).toBe(404);
});

test('an undo is for its user in its organization, once, for half a minute', async () => {
  const { as, host, pool, other } = inventory;
  const refused = { status: 404, json: { code: 'undo_expired' } };
  const one = await host();
  const token = await removing(`${HOSTS}${one.id}/`);
  const stranger = as({ superuser: true, id: '00000000-0000-4000-8000-00000000bbbb' });
  expect(await stranger.post(UNDO, { token })).toMatchObject(refused);
  expect(await other.post(UNDO, { token })).toMatchObject(refused);
  expect((await undo(token)).restored).toBe(1);
  expect(await inventory.admin.post(UNDO, { token })).toMatchObject(refused);
  const late = await removing(`${HOSTS}${one.id}/`);
  const [left] = await stored(
    "select extract(epoch from expires_at - now()) as seconds from system_cache where key like 'undo:%:' || $1",
    late,
  );
  expect(Math.round(Number(left?.seconds))).toBeLessThanOrEqual(30);
  await pool.query("update system_cache set expires_at = now() where key like 'undo:%:' || $1", [late]);
  expect(await inventory.admin.post(UNDO, { token: late })).toMatchObject(refused);
  expect((await inventory.admin.post(UNDO, { token: 'no' })).status).toBe(400);
});

test('an undo needs the permission its change needed, again', async () => {
  const { as, host } = inventory;
  const id = '00000000-0000-4000-8000-00000000cccc';
  const may = as({ id, permissions: ['assets.view_asset', 'assets.delete_asset', 'assets.change_asset'] });
  const mayNot = as({ id, permissions: ['assets.view_asset', 'assets.add_asset'] });
  const [one, two] = [await host(), await host()];
  const removed = await removing(`${HOSTS}${one.id}/`, asks, may);
  const changed = String((await may.patch(HOSTS, [{ id: two.id, comment: 'x' }], asks)).headers['x-undo']);
  for (const token of [removed, changed]) expect((await mayNot.post(UNDO, { token })).status).toBe(403);
  for (const token of [removed, changed]) expect((await may.post(UNDO, { token })).status).toBe(200);
});
