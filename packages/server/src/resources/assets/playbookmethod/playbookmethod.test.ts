import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, type Inventory, type Json, startInventory } from '../../../../test/inventory.ts';

const url = '/api/v1/assets/playbook-methods/';
const platforms = '/api/v1/assets/platforms/';
const METHODS = '/api/v1/assets/platform-automation-methods/';

let inventory: Inventory;
beforeAll(async () => {
  inventory = await startInventory();
});
afterAll(() => inventory.stop());

const method = (more: Json = {}) => ({
  ...{ name: `m-${crypto.randomUUID()}`, automation: 'ping', types: ['linux'] },
  ...{ playbook: '- hosts: all\n  tasks: []\n', params: [], ...more },
});
const create = (more: Json = {}) => inventory.made(inventory.admin.post(url, method(more)));
const platform = (automation: Json, name = `p-${crypto.randomUUID()}`) =>
  inventory.admin.post(platforms, {
    ...{ name, category: 'host', type: 'linux', protocols: [{ name: 'ssh', port: 22 }] },
    automation: { ansible_enabled: true, ...automation },
  });
const offered = async (caller = inventory.admin) => {
  const { automation } = bodyOf<{ automation: Record<string, { id: string; name: string }[]> }>(
    await caller.get('/api/v1/assets/categories/constraints/?category=host&type=linux'),
  );
  return automation.ping_methods ?? [];
};

test('administrators of the installation write methods; no permission lets others see or write them', async () => {
  const { id } = await create();
  const other = inventory.as({ permissions: ['assets.view_platform', 'assets.change_platform'] });
  for (const answer of [
    await other.get(url),
    await other.get(`${url}${id}/`),
    await other.post(url, method()),
  ])
    expect(answer.status).toBe(403);
  expect((await inventory.admin.get(`${url}${id}/`)).status).toBe(200);
});

test('a playbook that would run on the runner, and parameters that plays cannot name, are refused', async () => {
  const refused = async (more: Json) => bodyOf(await inventory.admin.post(url, method(more)));
  expect(await refused({ playbook: '- hosts: localhost\n' })).toEqual({
    playbook: [expect.stringContaining('Line 1')],
  });
  const params = [{ name: 'a' }, { name: 'a' }, { name: 'b c' }];
  expect(await refused({ params })).toEqual({
    params: [{}, { name: [expect.any(String)] }, { name: [expect.stringContaining('letters')] }],
  });
  expect(await refused({ automation: 'gather_facts' })).toHaveProperty('automation');
  expect(await refused({ types: ['mysql'] })).toHaveProperty('types');
});

test('platforms of its types offer a method with its form, and keep values that it declares', async () => {
  const params = [{ name: 'count', label: 'How often', default: '3', help_text: 'A number.' }];
  const { id, name } = await create({ params });
  const known = `playbook_${id}`;
  const methods = await offered();
  expect([methods[0]?.id, methods.find((one) => one.id === known)]).toEqual([
    'posix_ping',
    { id: known, name },
  ]);
  expect(await offered(inventory.as({}))).not.toContainEqual({ id: known, name });
  const { actions } = bodyOf<{ actions: { GET: Json } }>(await inventory.admin.options(METHODS));
  expect(actions.GET[known]).toMatchObject({
    label: name,
    children: { count: { label: 'How often', default: '3', help_text: 'A number.' } },
  });
  const made = await platform({ ping_enabled: true, ping_method: known, ping_params: { count: '5' } });
  expect(bodyOf(made)).toMatchObject({ automation: { ping_method: known, ping_params: { count: '5' } } });
  const unknown = await platform({ ping_enabled: true, ping_method: known, ping_params: { other: '5' } });
  expect([unknown.status, Object.keys(bodyOf<{ automation: Json }>(unknown).automation)]).toEqual([
    400,
    ['ping_params'],
  ]);
  const elsewhere = await platform({ change_secret_enabled: true, change_secret_method: known });
  expect(elsewhere.status).toBe(400);
});

test('a method that a platform names is not deleted', async () => {
  const { id } = await create();
  const made = bodyOf(await platform({ ping_enabled: true, ping_method: `playbook_${id}` }, 'uses-it'));
  const refused = await inventory.admin.delete(`${url}${id}/`);
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('uses-it')]);
  await inventory.admin.delete(`${platforms}${made.id}/`);
  expect((await inventory.admin.delete(`${url}${id}/`)).status).toBe(204);
});
