import { randomUUID } from 'node:crypto';
import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OTHER_ORG_ID } from '../../../test/api.ts';
import { estateOf } from '../../../test/estate.ts';
import { bodyOf, type Inventory, type Json, startInventory } from '../../../test/inventory.ts';

const filters = '/api/v1/acls/command-filter-acls/';
const groups = '/api/v1/acls/command-groups/';
let inventory: Inventory;
let ann: string;
let bob: string;
let group: string;
beforeAll(async () => {
  inventory = await startInventory();
  const estate = estateOf(inventory.pool);
  [ann, bob] = [await estate.user('ann'), await estate.user('bob')];
  group = (await newGroup({ content: 'rm -rf\nreboot' })).id;
});
afterAll(() => inventory.stop());

const newGroup = (over: Json = {}) =>
  inventory.made(inventory.admin.post(groups, { name: `group-${randomUUID()}`, content: 'ls', ...over }));
const body = (over: Json = {}): Json => ({
  name: `filter-${randomUUID()}`,
  users: { type: 'all' },
  assets: { type: 'all' },
  accounts: ['@ALL'],
  command_groups: [group],
  ...over,
});
const newFilter = (over: Json = {}) => inventory.made(inventory.admin.post(filters, body(over)));
const refusal = async (over: Json) => {
  const answer = await inventory.admin.post(filters, body(over));
  return answer.status === 400 ? answer.json : answer.status;
};
const named = async (query: string, url = filters) =>
  bodyOf<{ results: Json[] }>(await inventory.admin.get(`${url}?limit=50&${query}`)).results.map(
    ({ id }) => id,
  );

test('B-5-016 a priority from 1 to 100 is accepted, 0 and 101 are refused with the limit', async () => {
  for (const priority of [1, 100]) expect(await newFilter({ priority })).toMatchObject({ priority });
  expect(await refusal({ priority: 0 })).toEqual({ priority: ['Enter 1 or more.'] });
  expect(await refusal({ priority: 101 })).toEqual({ priority: ['Enter 100 or less.'] });
  expect(await newFilter()).toMatchObject({ priority: 50, action: { value: 'reject' }, is_active: true });
});

test('OPTIONS says at the priority that 100 decides first, and offers only actions of the kind', async () => {
  const answer = await inventory.admin.options(filters);
  const { POST } = bodyOf<{ actions: { POST: Record<string, FieldMeta> } }>(answer).actions;
  expect(POST.priority).toMatchObject({ min_value: 1, max_value: 100 });
  expect(POST.priority?.help_text).toContain('100 decides first');
  expect(POST.action?.choices?.map(({ value }) => value)).toEqual(['reject', 'accept', 'review', 'warning']);
});

test('without a licence, review is neither offered nor accepted; a rule that has it can still change', async () => {
  const api = await startInventory({ GATEHOUSE_XPACK: '0' });
  const { admin } = api;
  const answer = await admin.options(filters);
  const { POST } = bodyOf<{ actions: { POST: Record<string, FieldMeta> } }>(answer).actions;
  expect(POST.action?.choices?.map(({ value }) => value)).toEqual(['reject', 'accept', 'warning']);
  const member = await estateOf(api.pool).user('ann');
  const made = bodyOf(await admin.post(groups, { name: 'g', content: 'ls' }));
  const sent = body({ command_groups: [made.id], action: 'review', reviewers: [member] });
  expect((await admin.post(filters, sent)).json).toEqual({ action: ['"review" is not one of the choices.'] });
  const row = bodyOf(await admin.post(filters, { ...sent, action: 'warning' }));
  await api.pool.query("update acls_commandfilteracl set action = 'review'");
  const changed = await admin.patch(`${filters}${row.id}/`, { action: 'review', priority: 3 });
  expect([changed.status, bodyOf(changed).priority]).toEqual([200, 3]);
  await api.stop();
});

test('B-3-014 a command filter and its group keep every field', async () => {
  const made = await newGroup({
    type: 'regex',
    content: 'drop\\s+table',
    ignore_case: false,
    comment: 'SQL',
  });
  expect(bodyOf(await inventory.admin.get(`${groups}${made.id}/`))).toMatchObject({
    type: { value: 'regex' },
    content: 'drop\\s+table',
    ignore_case: false,
    comment: 'SQL',
  });
  const row = await newFilter({
    users: { type: 'ids', ids: [ann] },
    assets: { type: 'attrs', attrs: [{ name: 'address', match: 'ip_in', value: ['10.0.0.0/8'] }] },
    accounts: ['@SPEC', 'root', 'oracle'],
    command_groups: [made.id],
    action: 'warning',
    reviewers: [bob],
    priority: 7,
    comment: 'databases',
  });
  expect(bodyOf(await inventory.admin.get(`${filters}${row.id}/`))).toMatchObject({
    users: { type: 'ids', ids: [ann] },
    assets: { type: 'attrs' },
    accounts: ['root', 'oracle'],
    command_groups: [{ id: made.id, name: made.name }],
    action: { value: 'warning' },
    reviewers: [{ id: bob }],
    priority: 7,
    comment: 'databases',
  });
});

test('filters are listed in the order in which they decide: 100 first, active ones before others', async () => {
  const mark = randomUUID().slice(0, 8);
  const make = (name: string, over: Json) => newFilter({ name: `${mark}-${name}`, ...over });
  await make('off', { priority: 90, is_active: false });
  await make('low', { priority: 1 });
  await make('on', { priority: 90 });
  await make('high', { priority: 100 });
  const answer = await inventory.admin.get(`${filters}?limit=50&search=${mark}`);
  const found = bodyOf<{ results: Json[] }>(answer).results.map(({ name }) => String(name).slice(9));
  expect(found).toEqual(['high', 'on', 'off', 'low']);
});

test('actions of other kinds, missing accounts and missing groups are refused on the field', async () => {
  expect(await refusal({ action: 'notice' })).toEqual({ action: ['"notice" is not one of the choices.'] });
  for (const accounts of [[], ['@SPEC']])
    expect(await refusal({ accounts })).toEqual({ accounts: ['Choose at least one.'] });
  expect(await refusal({ command_groups: [] })).toHaveProperty('command_groups');
  expect(await refusal({ users: { type: 'ids', ids: [] } })).toHaveProperty('users');
});

test('review and warning need reviewers from the organization', async () => {
  const estate = estateOf(inventory.pool, OTHER_ORG_ID);
  const stranger = await estate.user('stranger');
  for (const action of ['review', 'warning']) {
    expect(await refusal({ action })).toEqual({ reviewers: ['Choose at least one reviewer.'] });
    expect(await refusal({ action, reviewers: [stranger] })).toEqual({
      reviewers: [`"${stranger}" does not exist or is not visible to you.`],
    });
  }
  const row = await newFilter({ action: 'review', reviewers: [ann] });
  const url = `${filters}${row.id}/`;
  expect((await inventory.admin.patch(url, { reviewers: [] })).json).toHaveProperty('reviewers');
  expect((await inventory.admin.patch(url, { action: 'warning' })).status).toBe(200);
  expect((await inventory.admin.patch(url, { action: 'reject', reviewers: [] })).status).toBe(200);
  expect((await inventory.admin.patch(url, { action: 'review' })).json).toHaveProperty('reviewers');
});

test('a reviewer who leaves the organization no longer reviews, even after coming back', async () => {
  const eve = await estateOf(inventory.pool).user('eve');
  const row = await newFilter({ action: 'review', reviewers: [eve, ann] });
  const left = await inventory.admin.post(`/api/v1/users/users/${eve}/remove/`, {});
  expect(left.status).toBeLessThan(300);
  await inventory.admin.post('/api/v1/users/users/invite/', {
    users: [eve],
    org_roles: [builtinRoles.orgUser.id],
  });
  const { reviewers } = bodyOf<{ reviewers: Json[] }>(await inventory.admin.get(`${filters}${row.id}/`));
  expect(reviewers.map(({ id }) => id)).toEqual([ann]);
});

test('filters are found by a user or an asset they hit, by id and by name', async () => {
  const mark = `hits-${randomUUID().slice(0, 8)}`;
  const host = await inventory.host({ name: mark, address: '10.77.0.1' });
  const make = (over: Json) => newFilter({ name: `${mark}-${randomUUID()}`, ...over });
  const all = await make({});
  const byId = await make({ users: { type: 'ids', ids: [ann] }, assets: { type: 'ids', ids: [host.id] } });
  const byName = await make({
    users: { type: 'attrs', attrs: [{ name: 'username', match: 'startswith', value: 'an' }] },
    assets: { type: 'attrs', attrs: [{ name: 'address', match: 'ip_in', value: ['10.77.0.0/16'] }] },
  });
  const other = await make({
    users: { type: 'ids', ids: [bob] },
    assets: { type: 'ids', ids: [randomUUID()] },
  });
  const hits = new Set([all.id, byId.id, byName.id]);
  for (const query of [
    `users=${ann}`,
    'users=ann',
    `assets=${host.id}`,
    `assets=${mark}`,
    'assets=10.77.0.1',
  ])
    expect(new Set(await named(`search=${mark}&${query}`)), query).toEqual(hits);
  expect(new Set(await named(`search=${mark}&users=bob`))).toEqual(new Set([all.id, other.id]));
  expect(await named(`search=${mark}&users=nobody`)).toEqual([]);
});

test('a group that a filter uses stays, and is found by the filter', async () => {
  const made = await newGroup();
  const row = await newFilter({ command_groups: [made.id, group] });
  expect(new Set(await named(`command_filters=${row.id}`, groups))).toEqual(new Set([made.id, group]));
  expect(await named('command_filters=x', groups)).toEqual([]);
  const answer = await inventory.admin.delete(`${groups}${made.id}/`);
  expect([answer.status, bodyOf(answer).code]).toEqual([400, 'referenced_by_others']);
  expect(bodyOf(answer).detail).toContain(String(row.name));
  expect((await inventory.admin.delete(`${filters}${row.id}/`)).status).toBe(204);
  expect((await inventory.admin.delete(`${groups}${made.id}/`)).status).toBe(204);
});

test('a pattern that is invalid or has no linear time is refused with the reason', async () => {
  const content = async (over: Json) => {
    const sent = { name: `group-${randomUUID()}`, type: 'regex', ...over };
    const answer = await inventory.admin.post(groups, sent);
    return answer.status === 400 ? String(bodyOf<{ content: string[] }>(answer).content[0]) : answer.status;
  };
  expect(await content({ content: 'rm (' })).toMatch(/^This is not a valid regular expression/);
  expect(await content({ content: '(a)\\1' })).toMatch(/cannot be matched in a bounded time/);
  expect(await content({ content: '(a{1,300}){1,300}' })).toMatch(/regular expression|too large/);
  expect(await content({ type: 'command', content: 'x\n'.repeat(1_001) })).toMatch(/1,?000 lines/);
  expect(await content({ type: 'command', content: 'rm (' })).toBe(201);
  const row = await newGroup({ content: 'rm (' });
  const changed = await inventory.admin.patch(`${groups}${row.id}/`, { type: 'regex' });
  expect(changed.json).toHaveProperty('content');
});
