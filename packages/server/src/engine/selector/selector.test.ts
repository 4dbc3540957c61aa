import { randomUUID } from 'node:crypto';
import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { estateOf } from '../../../test/estate.ts';
import { bodyOf, type Inventory, type Json, startInventory } from '../../../test/inventory.ts';
import { anonymous, type Context } from '../context.ts';
import { contextOf } from '../http.ts';
import { selectorMatches } from './compileSelector.ts';

let inventory: Inventory;
let ctx: Context;
const ids: Record<string, string> = {};
beforeAll(async () => {
  inventory = await startInventory();
  const estate = estateOf(inventory.pool);
  for (const name of ['ann', 'bob', 'cyd']) ids[name] = await estate.user(name);
  await inventory.pool.query(
    "update users_user set comment = 'Night shift', is_active = false where username = 'bob'",
  );
  await inventory.pool.query("update users_user set mfa_level = 2 where username = 'cyd'");
  const group = await inventory.made(
    inventory.admin.post('/api/v1/users/groups/', { name: 'night', users: [ids.bob, ids.cyd] }),
  );
  ids.night = group.id;
  const day = await inventory.made(
    inventory.admin.post('/api/v1/users/groups/', { name: 'day', users: [ids.cyd] }),
  );
  ids.day = day.id;
  ctx = contextOf(
    {
      actor: anonymous,
      org: { id: DEFAULT_ORG_ID, name: 'DEFAULT', isRoot: false },
      language: 'en',
      zone: 'UTC',
      remoteAddr: '',
      decrypt: (value) => value,
    },
    inventory.services.engine,
    inventory.services.db,
    [],
  );
});
afterAll(() => inventory.stop());

const encoded = (selector: unknown) =>
  encodeURIComponent(Buffer.from(JSON.stringify(selector)).toString('base64'));

/** Initials of the users a selector matches, as a form's preview shows them. */
const preview = async (selector: unknown): Promise<string> => {
  const answer = await inventory.admin.get(
    `/api/v1/users/users/?limit=50&order=username&search=&attr_rules=${encoded(selector)}`,
  );
  if (answer.status !== 200) return `${answer.status} ${Object.keys(answer.json).join()}`;
  return bodyOf<{ results: Json[] }>(answer)
    .results.map(({ username }) => String(username)[0])
    .join('');
};
const byRule = (name: string, match: string | undefined, value: unknown) =>
  preview({ type: 'attrs', attrs: [{ name, match, value }] });

test('a selector selects every user, some by id, or none, and is refused if it is invalid', async () => {
  expect(await preview({ type: 'all' })).toBe('abc');
  expect(await preview({ type: 'ids', ids: [ids.ann, randomUUID()] })).toBe('a');
  expect(await preview({})).toBe('');
  expect(await preview({ type: 'ids', ids: [] })).toBe('400 attr_rules');
  expect(await preview({ type: 'attrs', attrs: [{ name: 'x' }] })).toBe('400 attr_rules');
  expect(await preview({ type: 'some' })).toBe('400 attr_rules');
});

test('text is compared by the operator of the rule, an unknown one matches nothing, and a star matches anything', async () => {
  expect(await byRule('username', undefined, 'ann')).toBe('a');
  expect(await byRule('username', 'exact', '*')).toBe('abc');
  expect(await byRule('username', 'not', 'ann')).toBe('bc');
  expect(await byRule('username', 'in', ['ann', 'cyd'])).toBe('ac');
  expect(await byRule('username', 'in', ['*'])).toBe('abc');
  expect(await byRule('comment', 'contains', 'shift')).toBe('b');
  expect(await byRule('comment', 'contains', 'SHIFT')).toBe('');
  expect(await byRule('comment', 'contains', '%')).toBe('');
  expect(await byRule('username', 'startswith', 'an')).toBe('a');
  expect(await byRule('username', 'endswith', 'd')).toBe('c');
  expect(await byRule('username', 'regex', '^.[no]')).toBe('ab');
  expect(await byRule('username', 'regex', '(')).toBe('400 attr_rules');
  expect(await byRule('username', 'gte', 'bob')).toBe('bc');
  expect(await byRule('username', 'unheard of', 'ann')).toBe('');
});

test('a pattern that never ends is refused, and matches nothing where it was stored before', async () => {
  const [text, pattern] = [`${'ab'.repeat(31)}x${'ba'.repeat(31)}`, '^(.+)(.+)(.+)(.+)(.+)x\\1\\2\\3\\4\\5$'];
  await inventory.pool.query("update users_user set comment = $1 where username = 'ann'", [text]);
  expect(await byRule('comment', 'regex', pattern)).toBe('400 attr_rules');
  const stored = { type: 'attrs', attrs: [{ name: 'comment', match: 'regex', value: pattern }] };
  const users = inventory.services.engine.resource('users.user');
  const began = performance.now();
  expect(await selectorMatches(stored, users, ids.ann ?? '', ctx)).toBe(false);
  for (const endless of [
    '(a+)+$',
    '^(a|aa)*b$',
    '(?=(a+)+c)a',
    '(.*)(.*)(.*)(.*)(.*)c',
    '((a{1,50}){1,50}){1,20}',
  ])
    expect(await byRule('comment', 'regex', endless)).toMatch(/^(a?|400 attr_rules)$/);
  expect(performance.now() - began).toBeLessThan(10_000);
});

test('numbers, booleans, groups and roles are compared by their type', async () => {
  expect(await byRule('is_active', 'exact', false)).toBe('b');
  expect(await byRule('is_active', 'not', 'false')).toBe('ac');
  expect(await byRule('mfa_level', 'exact', '2')).toBe('c');
  expect(await byRule('groups', 'm2m', [ids.night])).toBe('bc');
  expect(await byRule('groups', 'm2m', [ids.night, ids.day])).toBe('bc');
  expect(await byRule('groups', 'm2m_all', [ids.night, ids.day])).toBe('c');
  expect(await byRule('groups', 'm2m', [randomUUID()])).toBe('');
  expect(await byRule('org_roles', 'm2m', [builtinRoles.orgUser.id])).toBe('abc');
  expect(await byRule('system_roles', 'm2m', [builtinRoles.systemAdmin.id])).toBe('');
});

test('every rule must match; a rule without a value is skipped; an unknown attribute never matches', async () => {
  const attrs = [
    { name: 'groups', match: 'm2m', value: [ids.night] },
    { name: 'is_active', value: true },
  ];
  expect(await preview({ type: 'attrs', attrs })).toBe('c');
  expect(await preview({ type: 'attrs', attrs: [...attrs, { name: 'email', value: null }] })).toBe('c');
  expect(await byRule('password_hash', 'contains', '$')).toBe('');
  expect(await byRule('public_key', 'startswith', '')).toBe('');
  expect(await byRule('nothing', 'exact', '*')).toBe('');
});

test('a single row is tested by the same rules', async () => {
  const users = inventory.services.engine.resource('users.user');
  const meets = (name: string, selector: unknown) => selectorMatches(selector, users, ids[name] ?? '', ctx);
  const night = { type: 'attrs', attrs: [{ name: 'groups', match: 'm2m', value: [ids.night] }] };
  expect([await meets('ann', night), await meets('bob', night)]).toEqual([false, true]);
  expect(await meets('ann', { type: 'all' })).toBe(true);
  expect(await meets('ann', { type: 'ids', ids: [ids.bob] })).toBe(false);
  expect(await meets('ann', {})).toBe(false);
  for (const attrs of [[], [{ name: 'username', value: null }]])
    expect(await meets('ann', { type: 'attrs', attrs }), 'rules without a value').toBe(false);
  const strange = { type: 'attrs', attrs: [{ name: 'username', match: 'unheard of', value: 'ann' }] };
  expect(await meets('ann', strange)).toBe(false);
});

test.each(['constructor', '__proto__', 'hasOwnProperty'])(
  '%s is neither an attribute nor an operator and matches nothing',
  async (word) => {
    expect(await byRule(word, 'exact', 'x')).toBe('');
    expect(await byRule('mfa_level', word, '7')).toMatch(/^(400 attr_rules)?$/);
    expect(await byRule('username', word, 'nobody')).toMatch(/^(400 attr_rules)?$/);
  },
);

test('a rule with an odd value selects users or is refused, but never fails', async () => {
  for (const value of ['', 0, {}, [], [null], [{}], 'x\\', ['10.0.0.0/99'], ['9-1'], [1e300], { id: 'x' }])
    for (const match of ['exact', 'in', 'regex', 'ip_in', 'm2m', 'm2m_all', 'gt', 'contains'])
      for (const name of ['username', 'is_active', 'mfa_level', 'groups', 'labels', 'org_roles', 'source'])
        expect(await byRule(name, match, value), `${name} ${match} ${JSON.stringify(value)}`).toMatch(
          /^(a?b?c?|400 attr_rules)$/,
        );
});
