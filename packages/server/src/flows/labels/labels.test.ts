import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, type Inventory, type Json, startInventory } from '../../../test/inventory.ts';

const base = '/api/v1/labels/';
let inventory: Inventory;
beforeAll(async () => {
  inventory = await startInventory();
});
afterAll(() => inventory.stop());

const label = (name: string, value: string, caller = inventory.admin) =>
  inventory.made(caller.post(`${base}labels/`, { name, value }));
const typeId = async (model: string) => {
  const types = bodyOf<{ id: number; model: string }[]>(await inventory.admin.get(`${base}resource-types/`));
  return types.find((type) => type.model === model)?.id;
};

test('B-5-010 a label has a name and a value, without separator characters', async () => {
  const made = await label('env', 'prod');
  expect(made).toMatchObject({ name: 'env', value: 'prod', res_count: 0 });
  for (const [body, field] of [
    [{ name: 'a:b', value: 'x' }, 'name'],
    [{ name: 'a', value: 'x,y' }, 'value'],
    [{ name: 'a', value: 'x:y' }, 'value'],
    [{ name: '', value: 'x' }, 'name'],
    [{ name: 'x'.repeat(65), value: 'x' }, 'name'],
  ] as const) {
    const refused = await inventory.admin.post(`${base}labels/`, body);
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.json)).toEqual([field]);
  }
  expect((await inventory.admin.post(`${base}labels/`, { name: 'env', value: 'prod' })).status).toBe(400);
  expect((await inventory.admin.get('/api/v1/assets/labels/?name=env')).json).toMatchObject([
    { id: made.id },
  ]);
});

test('B-3-027 B-7-026 a label set on a row may have colons in its value, and is created when missing', async () => {
  const host = await inventory.host({ labels: ['url:http://x:80'] });
  expect(host.labels).toEqual(['url:http://x:80']);
  const patched = await inventory.admin.patch(`/api/v1/assets/assets/${host.id}/`, {
    labels: ['env:prod', 'team:db'],
  });
  expect(bodyOf(patched).labels).toEqual(['env:prod', 'team:db']);
  const [prod] = bodyOf<Json[]>(await inventory.admin.get(`${base}labels/?name=env&value=prod`));
  expect(prod).toMatchObject({ res_count: 1 });
});

test('B-7-027 keys are the distinct label names of the organization', async () => {
  await label('zone', 'a');
  await label('zone', 'b');
  await label('foreign', 'x', inventory.other);
  const keys = bodyOf<string[]>(await inventory.admin.get(`${base}labels/keys/`));
  expect(keys.filter((key) => key === 'zone')).toHaveLength(1);
  expect(keys).not.toContain('foreign');
  expect(bodyOf(await inventory.admin.get('/api/v1/assets/labels/keys/?search=ZON'))).toEqual(['zone']);
});

test('types that can be labelled are listed, with their rows', async () => {
  const types = bodyOf<Json[]>(await inventory.admin.get(`${base}resource-types/`));
  expect(types).toContainEqual({
    id: 19,
    app_label: 'assets',
    app_display: 'Assets',
    model: 'asset',
    name: 'Asset',
  });
  const host = await inventory.host({ name: 'bindable-1' });
  await inventory.host({ name: 'bindable-2' }, inventory.other);
  const url = `${base}resource-types/${await typeId('asset')}/resources/`;
  expect(bodyOf(await inventory.admin.get(`${url}?search=bindable`))).toEqual({
    count: 1,
    next: null,
    previous: null,
    results: [{ id: host.id, name: 'bindable-1' }],
  });
  const page = bodyOf<{ count: number; results: Json[] }>(
    await inventory.admin.get(`${base}resource-types/?limit=2&offset=1`),
  );
  expect([page.count, page.results]).toEqual([types.length, types.slice(1, 3)]);
  expect(bodyOf(await inventory.admin.get(`${base}resource-types/?spm=nothing`))).toEqual([]);
  expect((await inventory.admin.get(`${base}resource-types/99/resources/`)).status).toBe(404);
});

test('a label is bound to exactly the chosen rows', async () => {
  const made = await label('tier', 'gold');
  const hosts = [
    await inventory.host({ name: 'gold-1' }),
    await inventory.host({ name: 'gold-2' }),
    await inventory.host({ name: 'gold-3' }),
  ];
  const [hostA = '', hostB = '', hostC = ''] = hosts.map(({ id }) => id);
  const url = `${base}labels/${made.id}/resource-types/${await typeId('asset')}/resources/`;
  const put = (res_ids: unknown) => inventory.admin.put(url, { res_ids });
  const bound = async (query = '') =>
    bodyOf<{ name: string }[]>(await inventory.admin.get(`${url}?search=gold${query}`)).map(
      ({ name }) => name,
    );
  expect((await put([hostA, hostB])).json).toEqual({ total: 2 });
  expect(await bound()).toEqual(['gold-1', 'gold-2']);
  expect(await bound('&bound=0')).toEqual(['gold-3']);
  expect((await put([hostB, hostC])).json).toEqual({ total: 2 });
  expect(await bound()).toEqual(['gold-2', 'gold-3']);
  const foreign = await inventory.host({}, inventory.other);
  for (const wrong of [[foreign.id], ['x'], 'x', undefined])
    expect(await put(wrong)).toMatchObject({
      status: 400,
      json: { code: 'invalid_data', detail: expect.any(String) },
    });
  expect(await bound()).toEqual(['gold-2', 'gold-3']);
  expect((await inventory.other.get(url)).status).toBe(404);
});

test('bound labels are listed with their rows', async () => {
  const made = await label('owner', 'ops');
  const host = await inventory.host({ name: 'owned-host', labels: ['owner:ops'] });
  const zone = await inventory.made(
    inventory.admin.post('/api/v1/assets/domains/', { name: 'owned-zone', labels: ['owner:ops'] }),
  );
  const url = `${base}labeled-resources/`;
  const rows = bodyOf<Json[]>(await inventory.admin.get(`${url}?label=${made.id}&order=res_type`));
  expect(rows).toMatchObject([
    {
      label: { id: made.id, display_name: 'owner:ops' },
      res_type: { value: await typeId('asset'), label: 'Asset' },
      res_id: host.id,
      resource: 'owned-host',
    },
    { res_type: { value: await typeId('domain'), label: 'Domain' }, res_id: zone.id, resource: 'owned-zone' },
  ]);
  const found = async (query: string) =>
    bodyOf<Json[]>(await inventory.admin.get(`${url}?${query}`)).map(({ resource }) => resource);
  expect(await found('search=owned-z')).toEqual(['owned-zone']);
  expect(await found(`label__name=owner&label__value=ops&res_type=${await typeId('domain')}`)).toEqual([
    'owned-zone',
  ]);
  for (const [index, res_type] of [await typeId('asset'), 'assets.asset'].entries()) {
    const { id } = await inventory.host({ name: `named-${index}` });
    const bound = await inventory.admin.post(url, { label: made.id, res_type, res_id: id });
    expect(bound).toMatchObject({
      status: 201,
      json: { res_type: { value: await typeId('asset') }, resource: `named-${index}` },
    });
  }
  const options = await inventory.admin.options(url);
  const offered = bodyOf<{ actions: { POST: { res_type: { choices: Json[] } } } }>(options);
  const types = bodyOf<Json[]>(await inventory.admin.get(`${base}resource-types/`));
  expect(offered.actions.POST.res_type.choices.map(({ value }) => value)).toEqual(types.map(({ id }) => id));
  const refused = await inventory.admin.post(url, {
    label: made.id,
    res_type: 'assets.asset',
    res_id: zone.id,
  });
  expect(refused).toMatchObject({ status: 400, json: { res_id: expect.any(Array) } });
  expect((await inventory.admin.delete(`${url}${String(rows[0]?.id)}/`)).status).toBe(204);
  expect(bodyOf(await inventory.admin.get(`/api/v1/assets/assets/${host.id}/`)).labels).toEqual([]);
});

test('the routes of labels refuse users without permissions', async () => {
  const nobody = inventory.as({ permissions: [] });
  const made = await label('guarded', 'x');
  const answers = await Promise.all([
    nobody.get(`${base}labels/keys/`),
    nobody.get(`${base}resource-types/`),
    nobody.get(`${base}resource-types/19/resources/`),
    nobody.get(`${base}labels/${made.id}/resource-types/19/resources/`),
    nobody.put(`${base}labels/${made.id}/resource-types/19/resources/`, { res_ids: [] }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
});
