import { ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { mostSavedFilters } from '@gatehouse/contract/wire/savedFilters.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OTHER_ORG_ID } from '../../../test/api.ts';
import { blockTable, untilWaiting } from '../../../test/blockTable.ts';
import { estateOf } from '../../../test/estate.ts';
import { bodyOf, type Inventory, type Json, startInventory } from '../../../test/inventory.ts';

const FILTERS = '/api/v1/users/saved-filters/';
const SHARE = 'users.share_savedfilter';
const VIEW = 'assets.view_asset';

type Client = Inventory['admin'];
let inventory: Inventory;
let [annId, benId] = ['', ''];
let ann: Client;
let ben: Client;
beforeAll(async () => {
  inventory = await startInventory();
  const estate = estateOf(inventory.pool);
  annId = await estate.user('ann');
  benId = await estate.user('ben');
  ann = inventory.as({ id: annId, permissions: [SHARE, VIEW] });
  ben = inventory.as({ id: benId, permissions: [VIEW] });
});
afterAll(() => inventory.stop());

const filter = (name: string, more: Json = {}): Json => ({
  name,
  list_name: 'HostList',
  place: 'assets/hosts',
  query: 'search=web&order=-name',
  ...more,
});
const save = (name: string, more: Json = {}, by = ann) =>
  inventory.made(by.post(FILTERS, filter(name, more)));
const namesFor = async (by: Client, query = '') =>
  bodyOf<{ name: string }[]>(await by.get(`${FILTERS}${query}`)).map(({ name }) => name);

test('a filter is its user’s own, in its organization, also in the root organization', async () => {
  const { id } = await save('mine', { list_name: 'Own' });
  expect(await namesFor(ann, '?list_name=Own')).toEqual(['mine']);
  expect(await namesFor(ann, '?list_name=Other')).toEqual([]);
  expect(bodyOf(await ann.get(`${FILTERS}${id}/`))).toMatchObject({
    name: 'mine',
    query: 'order=-name&search=web',
    is_shared: false,
    user: { id: annId, name: 'ANN' },
    gone: [],
  });
  const elsewhere = inventory.as({ id: annId, org: OTHER_ORG_ID });
  const everywhere = inventory.as({ id: annId, org: ROOT_ORG_ID });
  for (const stranger of [ben, inventory.admin, elsewhere, everywhere]) {
    expect(await namesFor(stranger, '?list_name=Own')).toEqual([]);
    for (const answer of [
      await stranger.get(`${FILTERS}${id}/`),
      await stranger.patch(`${FILTERS}${id}/`, { name: 'theirs' }),
      await stranger.delete(`${FILTERS}${id}/`),
    ])
      expect(answer.status).toBe(404);
  }
  await save('of all', { list_name: 'Own' }, everywhere);
  expect((await everywhere.post(FILTERS, filter('of all', { list_name: 'Own' }))).json).toMatchObject({
    name: [expect.stringContaining('already have')],
  });
  expect(await namesFor(everywhere, '?list_name=Own')).toEqual(['of all']);
  expect(await namesFor(ann, '?list_name=Own')).toEqual(['mine']);
});

test('sharing needs a right; without it, a shared filter can only be kept from others', async () => {
  expect((await ben.post(FILTERS, filter('b', { is_shared: true }))).status).toBe(403);
  const { id } = await save('b', {}, ben);
  expect((await ben.patch(`${FILTERS}${id}/`, { is_shared: true })).status).toBe(403);
  const shared = await save('shared-1', { is_shared: true });
  const former = inventory.as({ id: annId, permissions: [VIEW] });
  expect((await former.patch(`${FILTERS}${shared.id}/`, { query: 'search=db' })).status).toBe(403);
  expect((await former.patch(`${FILTERS}${shared.id}/`, { is_shared: false })).status).toBe(200);
  expect((await former.patch(`${FILTERS}${shared.id}/`, { query: 'search=db' })).status).toBe(200);
});

test('a shared filter says who shared it, to those who may see the list; only its user changes it', async () => {
  const { id } = await save('shared-2', { list_name: 'Shared', is_shared: true });
  const one = bodyOf(await ben.get(`${FILTERS}${id}/`));
  expect(one).toMatchObject({ name: 'shared-2', is_shared: true, user: { id: annId, name: 'ANN' } });
  const withoutHosts = inventory.as({ id: benId, permissions: [] });
  const elsewhere = inventory.as({ id: benId, permissions: [VIEW], org: OTHER_ORG_ID });
  for (const stranger of [withoutHosts, elsewhere]) {
    expect(await namesFor(stranger, '?list_name=Shared')).toEqual([]);
    expect((await stranger.get(`${FILTERS}${id}/`)).status).toBe(404);
  }
  const refusal = { status: 403, json: { detail: 'Only the user who saved this filter can change it.' } };
  for (const by of [ben, inventory.admin]) {
    expect(await by.patch(`${FILTERS}${id}/`, { name: 'x' })).toMatchObject(refusal);
    expect(await by.delete(`${FILTERS}${id}/`)).toMatchObject(refusal);
  }
  expect((await ann.delete(`${FILTERS}${id}/`)).status).toBe(204);
});

test('a list without an address of its own has own filters, which cannot be shared', async () => {
  await save('plain', { place: 'assets/nothing' });
  expect((await ann.post(FILTERS, filter('s', { place: 'assets/nothing', is_shared: true }))).json).toEqual({
    is_shared: ['Filters of this list cannot be shared.'],
  });
});

test('a name is used once for each list of a user; renaming is checked as well', async () => {
  const taken = { status: 400, json: { name: ['You already have a filter with this name in this list.'] } };
  const { id } = await save('once');
  expect(await ann.post(FILTERS, filter('once'))).toMatchObject(taken);
  await save('once', { list_name: 'AnotherList' });
  await save('once', {}, ben);
  const second = await save('twice');
  expect(await ann.patch(`${FILTERS}${second.id}/`, { name: 'once' })).toMatchObject(taken);
  expect((await ann.patch(`${FILTERS}${id}/`, { name: 'once', query: 'search=x' })).status).toBe(200);
});

const full = { name: ['You can save at most 50 filters for a list. Delete one first.'] };
const fill = async (list_name: string, by = ann) => {
  const many = Array.from({ length: mostSavedFilters - 1 }, (_, at) => filter(`n${at}`, { list_name }));
  expect((await by.post(FILTERS, many)).status).toBe(201);
};

test('the limits of name, query and number are told', async () => {
  const refused = async (more: Json) => bodyOf(await ann.post(FILTERS, filter('limits', more)));
  expect(await refused({ name: 'x'.repeat(65) })).toEqual({ name: ['Use at most 64 characters.'] });
  expect(await refused({ query: `search=${'x'.repeat(2000)}` })).toEqual({
    query: ['Use at most 2000 characters.'],
  });
  for (const query of ['search=+&name=', 'page=3&oid=x&saved=y', 'nothing'])
    expect(await refused({ query })).toEqual({ query: ['Set a search, a filter or an order first.'] });
  await fill('Full');
  const more = [filter('last', { list_name: 'Full' }), filter('over', { list_name: 'Full' })];
  expect((await ann.post(FILTERS, more)).json).toEqual([{}, full]);
  expect((await ann.post(FILTERS, more[0])).status).toBe(201);
  expect((await ann.post(FILTERS, more[1])).json).toEqual(full);
  expect((await ben.post(FILTERS, more[1])).status).toBe(201);
});

test('requests at the same time save no more filters than the limit', async () => {
  await fill('Rush');
  const block = await blockTable(inventory.pool, 'users_savedfilter');
  const answers = Promise.all(
    ['first', 'second'].map((name) => ann.post(FILTERS, filter(name, { list_name: 'Rush' }))),
  );
  await untilWaiting(inventory.pool, 2);
  await block.commit();
  expect((await answers).map(({ status }) => status).toSorted()).toEqual([201, 400]);
  expect(await namesFor(ann, '?list_name=Rush')).toHaveLength(mostSavedFilters);
});

test('an undone deletion is refused when the list has become full since', async () => {
  await fill('Refilled');
  const { id } = await save('back', { list_name: 'Refilled' });
  const answer = await ann.delete(`${FILTERS}${id}/`, undefined, { 'x-undo': '1' });
  await save('instead', { list_name: 'Refilled' });
  const undone = await ann.post('/api/v1/common/undo/', { token: answer.headers['x-undo'] });
  expect(undone).toMatchObject({ status: 400, json: { non_field_errors: full.name } });
  expect(await namesFor(ann, '?list_name=Refilled')).toHaveLength(mostSavedFilters);
});

test('values that no longer exist are named, as far as the caller may know them', async () => {
  const { admin, node, host, made } = inventory;
  const here = await node('/Here');
  const zone = await made(admin.post('/api/v1/assets/domains/', { name: 'dmz' }));
  await host({ labels: ['env:prod'] });
  const gone = '00000000-0000-4000-8000-00000000dddd';
  const all = inventory.as({ id: annId, superuser: true });
  const goneIn = async (query: Record<string, string>, by = all) => {
    const text = new URLSearchParams(query).toString();
    const { id } = await save(`gone ${text}`.slice(0, 64), { query: text }, by);
    return bodyOf<{ gone: Json[] }>(await by.get(`${FILTERS}${id}/`)).gone;
  };
  const domain = String(zone.id);
  expect(
    await goneIn({ node_id: String(here.id), domain, labels: 'env:prod,env:*', platform: 'Linux' }),
  ).toEqual([]);
  expect(await goneIn({ node_id: gone, search: 'x', order: 'nothing' })).toEqual([
    { name: 'node_id', value: gone },
  ]);
  expect(await goneIn({ domain: gone })).toEqual([{ name: 'domain', value: gone }]);
  expect(await goneIn({ labels: 'env:prod,env:old,team:*' })).toEqual([
    { name: 'labels', value: 'env:old' },
    { name: 'labels', value: 'team:*' },
  ]);
  expect(await goneIn({ platform: 'Plan 9' })).toEqual([{ name: 'platform', value: 'Plan 9' }]);
  expect(await goneIn({ is_active: 'perhaps', name: 'x' })).toEqual([
    { name: 'is_active', value: 'perhaps' },
  ]);
  expect(await goneIn({ domain: gone }, ben)).toEqual([]);
});

test('a filter is written to the operate log, and its deletion can be undone', async () => {
  const { id } = await save('logged');
  const answer = await ann.delete(`${FILTERS}${id}/`, undefined, { 'x-undo': '1' });
  await ann.post('/api/v1/common/undo/', { token: answer.headers['x-undo'] });
  expect((await ann.get(`${FILTERS}${id}/`)).status).toBe(200);
  const { rows } = await inventory.pool.query(
    'select action from audits_operatelog where resource_id = $1 order by datetime, id',
    [id],
  );
  expect(rows.map(({ action }) => action)).toEqual(['create', 'delete', 'create']);
});

test('filters go with their user and their organization', async () => {
  const estate = estateOf(inventory.pool);
  const eve = inventory.as({ id: await estate.user('eve') });
  const { id } = await save('eve’s', {}, eve);
  await inventory.pool.query(
    'delete from rbac_rolebinding where "user" = (select id from users_user where username = \'eve\')',
  );
  await inventory.pool.query("delete from users_user where username = 'eve'");
  expect((await inventory.pool.query('select 1 from users_savedfilter where id = $1', [id])).rowCount).toBe(
    0,
  );
});

test('an undo shares nothing again once its user may not share', async () => {
  const asks = { 'x-undo': '1' };
  const undo = (by: Client, token: unknown) => by.post('/api/v1/common/undo/', { token });
  const former = inventory.as({ id: annId, permissions: [VIEW] });
  const shared = await save('shared for a moment', { is_shared: true, list_name: 'Moment' });
  const kept = await ann.patch(`${FILTERS}${shared.id}/`, { is_shared: false }, asks);
  const token = kept.headers['x-undo'];
  expect((await undo(former, token)).status).toBe(403);
  expect(await namesFor(ben, '?list_name=Moment')).toEqual([]);
  expect((await undo(ann, token)).status).toBe(200);
  expect(await namesFor(ben, '?list_name=Moment')).toEqual(['shared for a moment']);
  const own = await save('own for a moment', { list_name: 'Moment' });
  const renamed = await ann.patch(`${FILTERS}${own.id}/`, { name: 'renamed' }, asks);
  expect((await undo(former, renamed.headers['x-undo'])).status).toBe(200);
});

test('the values of a filter are looked up within a limit', async () => {
  const query = Array.from({ length: 30 }, (_, at) => `domain=00000000-0000-4000-8000-0000000000${at + 10}`);
  const looking = inventory.as({ id: annId, permissions: [VIEW, 'assets.view_domain'] });
  const { id } = await save('many', { list_name: 'Many', query: query.join('&') }, looking);
  expect(bodyOf<{ gone: Json[] }>(await looking.get(`${FILTERS}${id}/`)).gone).toHaveLength(20);
});
