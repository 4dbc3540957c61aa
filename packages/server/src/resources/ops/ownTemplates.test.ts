import { randomUUID } from 'node:crypto';
import { ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OTHER_ORG_ID } from '../../../test/api.ts';
import { estateOf } from '../../../test/estate.ts';
import { bodyOf, type Inventory, startInventory } from '../../../test/inventory.ts';

type Row = { id: string; name: string; creator: string };

const url = '/api/v1/ops/adhocs/';
const [ann, bob] = [randomUUID(), randomUUID()];
let inventory: Inventory;
beforeAll(async () => {
  inventory = await startInventory();
  await estateOf(inventory.pool).user('ann', { id: ann });
  await estateOf(inventory.pool).user('bob', { id: bob });
});
afterAll(() => inventory.stop());

const verbs = ['view', 'add', 'change', 'delete'];
const caller = (id: string, org?: string) =>
  inventory.as({ id, permissions: verbs.map((verb) => `ops.${verb}_adhoc`), ...(org && { org }) });

test('a template belongs to the user who made it, whatever the request says', async () => {
  const row = await inventory.made(caller(ann).post(url, { name: 'disk', args: 'df -h', creator: bob }));
  expect(row).toMatchObject({
    name: 'disk',
    args: 'df -h',
    creator: ann,
    module: { value: 'shell', label: 'Shell' },
    comment: '',
    org_name: 'DEFAULT',
  });
  const changed = await caller(ann).patch(`${url}${row.id}/`, { creator: bob, args: 'df' });
  expect(bodyOf(changed)).toMatchObject({ creator: ann, args: 'df' });
});

test('no other user sees, changes or deletes a template, an administrator neither; nor is it in another organization', async () => {
  const row = await inventory.made(caller(ann).post(url, { name: 'private' }));
  const admin = inventory.as({ superuser: true });
  for (const other of [caller(bob), admin, caller(ann, OTHER_ORG_ID)]) {
    expect((await other.get(`${url}${row.id}/`)).status).toBe(404);
    expect((await other.patch(`${url}${row.id}/`, { name: 'mine' })).status).toBe(404);
    expect((await other.delete(`${url}${row.id}/`)).status).toBe(404);
    expect(bodyOf<Row[]>(await other.get(url)).map(({ name }) => name)).not.toContain('private');
  }
  const everywhere = bodyOf<Row[]>(await caller(ann, ROOT_ORG_ID).get(url));
  expect(everywhere.map(({ name }) => name)).toContain('private');
});

test('a name is taken once per user and organization', async () => {
  await inventory.made(caller(ann).post(url, { name: 'uptime' }));
  const again = await caller(ann).post(url, { name: 'uptime' });
  expect([again.status, Object.keys(bodyOf(again))]).toEqual([400, ['name']]);
  await inventory.made(caller(bob).post(url, { name: 'uptime' }));
  await inventory.made(caller(ann, OTHER_ORG_ID).post(url, { name: 'uptime' }));
});

test.each([
  ['name', { name: 'x'.repeat(129) }],
  ['args', { name: 'long', args: 'x'.repeat(8_193) }],
  ['comment', { name: 'long', comment: 'x'.repeat(1_025) }],
  ['module', { name: 'network', module: 'cisco' }],
])('a %s beyond what it may be is refused', async (field, body) => {
  const { status, json } = await caller(ann).post(url, body);
  expect([status, Object.keys(json)]).toEqual([400, [field]]);
});

test('A-6-041 A-6-044 each verb takes its permission', async () => {
  const row = await inventory.made(caller(ann).post(url, { name: 'guarded' }));
  const viewer = inventory.as({ id: ann, permissions: ['ops.view_adhoc'] });
  expect((await viewer.get(`${url}${row.id}/`)).status).toBe(200);
  expect((await viewer.patch(`${url}${row.id}/`, { args: 'id' })).status).toBe(403);
  expect((await viewer.post(url, { name: 'one more' })).status).toBe(403);
  expect((await inventory.as({ id: ann, permissions: [] }).get(url)).status).toBe(403);
});

test('the templates of a user go with the user', async () => {
  const gone = randomUUID();
  await estateOf(inventory.pool).user('gone', { id: gone });
  const { id } = await inventory.made(caller(gone).post(url, { name: 'short-lived' }));
  await inventory.pool.query('delete from users_user where id = $1', [gone]);
  const { rows } = await inventory.pool.query('select 1 from ops_adhoc where id = $1', [id]);
  expect(rows).toEqual([]);
});
