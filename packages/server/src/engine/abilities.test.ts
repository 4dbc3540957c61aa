import type { AppError } from '@gatehouse/contract/errors.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, type Inventory, type Json, startInventory } from '../../test/inventory.ts';
import { counting } from '../platform/queryTally.ts';
import { type Actor, anonymous } from './context.ts';
import { authorize, can, type Need } from './permission.ts';

let api: Inventory;
beforeAll(async () => {
  api = await startInventory();
});
afterAll(() => api.stop());

type Able = Json & { id: string | number; abilities: string[]; refusals: Record<string, string> };
type Caller = Inventory['admin'];

const listed = async (path: string, caller: Caller, query = ''): Promise<Able[]> => {
  const body = bodyOf<Able[] | { results: Able[] }>(await caller.get(`${path}?abilities=1${query}`));
  return Array.isArray(body) ? body : body.results;
};
const retrieved = async (path: string, caller: Caller): Promise<Able> =>
  bodyOf<Able>(await caller.get(`${path}?abilities=1`));

const domains = '/api/v1/assets/domains/';
const addDomain = (name: string, caller: Caller = api.admin) => api.made(caller.post(domains, { name }));

test('abilities follow the permissions of the caller, in lists, pages and single rows', async () => {
  const { id } = await addDomain('office');
  const viewer = api.as({ permissions: ['assets.view_domain'] });
  const editor = api.as({ permissions: ['assets.view_domain', 'assets.change_domain'] });
  for (const [caller, names] of [
    [viewer, []],
    [editor, ['update']],
    [api.admin, ['update', 'destroy']],
  ] as const) {
    const found = (rows: Able[]) => rows.find((row) => row.id === id)?.abilities;
    expect(found(await listed(domains, caller))).toEqual(names);
    expect((await retrieved(`${domains}${id}/`, caller)).refusals).toEqual({});
    expect(found(await listed(domains, caller, '&limit=50'))).toEqual(names);
    expect((await retrieved(`${domains}${id}/`, caller)).abilities).toEqual(names);
  }
});

test('without the parameter no answer has abilities', async () => {
  const { id } = await addDomain('plain');
  for (const query of ['', '?limit=5', '?abilities=0', '?abilities'])
    expect((await api.admin.get(`${domains}${query}`)).text).not.toContain('"abilities"');
  const plain = await api.admin.get(`${domains}${id}/`);
  expect(plain.text).not.toContain('"abilities"');
  const able = await api.admin.get(`${domains}${id}/?abilities=1`);
  expect(able.headers.etag).toBe(plain.headers.etag);
  expect((await api.admin.options(domains)).text).not.toContain('"abilities"');
  const described = bodyOf<{ view: { abilities: string[] } }>(
    await api.admin.options(`${domains}?abilities=1`),
  );
  expect(described.view.abilities).toEqual(['update', 'destroy']);
});

test('the parameter neither narrows a list nor lets a deletion through', async () => {
  await addDomain('one');
  await addDomain('two');
  expect(await listed(domains, api.admin)).toHaveLength(bodyOf<Able[]>(await api.admin.get(domains)).length);
  const [plain, able] = [await api.admin.delete(domains), await api.admin.delete(`${domains}?abilities=1`)];
  expect([able.status, able.text]).toEqual([plain.status, plain.text]);
  expect(able.status).toBe(400);
});

test('the abilities of rows of another organization are not revealed', async () => {
  const { id } = await addDomain('ours');
  expect((await listed(domains, api.other)).some((row) => row.id === id)).toBe(false);
  expect((await api.other.get(`${domains}${id}/?abilities=1`)).status).toBe(404);
});

/** Checks that the routes of a row accept and refuse what its abilities say. */
const keepsItsWord = async (
  path: string,
  { id, abilities, refusals }: Able,
  caller: Caller,
): Promise<void> => {
  const changed = await caller.patch(`${path}${id}/`, { comment: 'changed' });
  const { detail } = bodyOf<{ detail?: string }>(changed);
  expect(detail, path).toBe(refusals.update);
  expect([changed.status, path], changed.text).toEqual([abilities.includes('update') ? 200 : 403, path]);
  const gone = await caller.delete(`${path}${id}/`);
  if (refusals.destroy) expect(gone.json, path).toMatchObject({ detail: refusals.destroy });
  if (abilities.includes('destroy')) expect(gone.status, gone.text).toBe(204);
  else expect([400, 403], gone.text).toContain(gone.status);
};

test('built-in rows have fewer abilities than others, and the routes agree', async () => {
  const roles = '/api/v1/rbac/roles/';
  const own = await api.made(api.admin.post(roles, { name: 'Own', scope: 'org', permissions: [] }));
  const platforms = '/api/v1/assets/platforms/';
  for (const [path, rows] of [
    [roles, (await listed(roles, api.admin)).filter((row) => row.id === own.id || row.builtin)],
    [platforms, (await listed(platforms, api.admin)).slice(0, 3)],
  ] as const)
    for (const row of rows) {
      const isFixed = row.builtin === true || row.internal === true;
      expect(row.abilities.includes('update'), path).toBe(!isFixed);
      expect(row.abilities.includes('destroy'), path).toBe(!isFixed);
      expect(Object.keys(row.refusals)).toEqual(isFixed ? ['update', 'destroy'] : []);
      await keepsItsWord(path, row, api.admin);
    }
});

test('the root of the tree and nodes with assets cannot be deleted', async () => {
  const nodes = '/api/v1/assets/nodes/';
  const full = await api.node('/Full/Below');
  const empty = await api.node('/Empty');
  await api.host({ nodes: [full.id] });
  const rows = await listed(nodes, api.admin);
  const able = (matches: (row: Able) => boolean) => rows.find(matches)?.abilities.includes('destroy');
  expect(able((row) => row.id === empty.id)).toBe(true);
  expect(able((row) => row.id === full.id)).toBe(false);
  expect(able((row) => row.value === 'Full')).toBe(false);
  expect(able((row) => !String(row.key).includes(':'))).toBe(false);
});

test('only superusers may change or delete a superuser, and users cannot delete themselves', async () => {
  const users = '/api/v1/users/users/';
  const add = (name: string, roles: object = {}) =>
    api.made(
      api.admin.post(users, {
        name,
        username: name,
        email: `${name}@example.com`,
        source: 'local',
        ...roles,
      }),
    );
  const plain = await add('plain');
  const boss = await add('boss', { system_roles: ['00000000-0000-0000-0000-000000000001'] });
  const helper = api.as({
    id: plain.id,
    permissions: ['users.view_user', 'users.change_user', 'users.delete_user', 'rbac.view_systemrolebinding'],
  });
  const rows = await listed(users, helper);
  const able = (id: string) => rows.find((row) => row.id === id)?.abilities;
  expect(able(boss.id)).not.toContain('destroy');
  expect(able(boss.id)).not.toContain('unblock');
  expect(able(boss.id)).not.toContain('update');
  const refusals = rows.find((row) => row.id === boss.id)?.refusals;
  for (const name of ['update', 'destroy', 'unblock', 'resetPassword'])
    expect(refusals?.[name], name).toBe(
      'boss(boss) is a superuser. Only superusers can do this to a superuser.',
    );
  expect(rows.find((row) => row.id === plain.id)?.refusals).toMatchObject({
    destroy: 'You cannot delete your own user.',
  });
  expect(able(plain.id)).not.toContain('destroy');
  expect(able(plain.id)).toContain('unblock');
  expect((await helper.patch(`${users}${boss.id}/unblock/`)).status).toBe(403);
  expect((await listed(users, api.admin)).find((row) => row.id === boss.id)?.abilities).toContain('destroy');
});

test('rules look at all rows of a list at once', async () => {
  const queriesOf = async (limit: number) => {
    const tally = { queries: 0 };
    await counting(tally, () => api.admin.get(`/api/v1/assets/nodes/?abilities=1&limit=${limit}`));
    return tally.queries;
  };
  for (let count = 0; count < 3; count += 1) await api.node(`/Many ${count}`);
  const few = await queriesOf(1);
  expect(few).toBeGreaterThan(1);
  expect(await queriesOf(50)).toBe(few);
});

const actorWith = (over: Partial<Actor> = {}): Actor => ({ ...anonymous, id: '1', ...over });
const holder = actorWith({ permissions: new Set(['view', 'add']) });
const refusedAs = (who: Actor, need: Need) => {
  try {
    return authorize({ actor: who }, need);
  } catch (error) {
    return (error as AppError).code;
  }
};

test('a list of codenames requires all of them; codenames separated by a bar require one', () => {
  expect([
    can(holder, 'view'),
    can(holder, 'view|fly'),
    can(holder, ['view', 'add']),
    can(holder, ['view', 'add|fly']),
  ]).toEqual(Array(4).fill(true));
  expect([can(holder, 'fly'), can(holder, 'fly|swim'), can(holder, ['view', 'fly'])]).toEqual([
    false,
    false,
    false,
  ]);
  for (const need of ['', [], [''], '*', 'fly|*'] as const) expect(can(actorWith(), need)).toBe(true);
});

test('public, validUser, superuser and serviceAccount stand for kinds of callers', () => {
  const [plain, boss, robot] = [
    actorWith(),
    actorWith({ isSuperuser: true }),
    actorWith({ isServiceAccount: true }),
  ];
  const held = (need: Need) => [anonymous, plain, boss, robot].map((who) => can(who, need));
  expect(held('public')).toEqual([true, true, true, true]);
  expect(held('validUser')).toEqual([false, true, true, true]);
  expect(held('superuser')).toEqual([false, false, true, false]);
  expect(held('serviceAccount')).toEqual([false, false, false, true]);
  expect(held('view')).toEqual([false, false, true, false]);
  expect(held([])).toEqual([false, true, true, true]);
});

test('a codename that the licence lacks is refused to every caller; only callers who hold it learn why', () => {
  const lacks = new Set(['view']);
  for (const who of [holder, actorWith({ isSuperuser: true })]) {
    expect(can({ ...who, lacks }, 'view')).toBe(false);
    expect(refusedAs({ ...who, lacks }, 'view')).toBe('licence_required');
    expect(refusedAs({ ...who, lacks }, 'add')).toBeUndefined();
  }
  expect(refusedAs(actorWith({ lacks }), 'view')).toBe('permission_denied');
  expect(refusedAs(holder, 'fly')).toBe('permission_denied');
  expect(refusedAs({ ...anonymous, lacks }, 'view')).toBe('not_authenticated');
});
