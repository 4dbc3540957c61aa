import { randomUUID } from 'node:crypto';
import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, type Seen, startServer } from '../../../test/signedIn.ts';

const password = 'Right-password-1';
const users = '/api/v1/users/users/';
const groups = '/api/v1/users/groups/';
const suggestions = `${users}suggestions/`;
const { user, systemAdmin, orgAdmin, orgUser } = builtinRoles;

let server: Awaited<ReturnType<typeof startServer>>;
let admin: Browser;
let petty: Browser;
/** Another organization, a group there, and its member, who belongs to the caller's organization as well. */
let there: Record<string, string>;
let group: string;
let both: string;

const made = ({ json, status, text }: Seen): string => {
  expect(status, text).toBe(201);
  return (json as { id: string }).id;
};
const add = (username: string, more: object = {}): Promise<string> =>
  admin
    .post(users, {
      ...{ name: username, username, email: `${username}@example.com` },
      ...{ system_roles: [user.id], org_roles: [orgUser.id], ...more },
    })
    .then(made);

beforeAll(async () => {
  server = await startServer();
  admin = await server.admin();
  await add('petty', { password_strategy: 'custom', password, org_roles: [orgAdmin.id] });
  petty = await server.browserOf('petty', password);
  await add('boss', { system_roles: [systemAdmin.id] });
  both = await add('both', { mfa_level: 1 });
  there = { 'x-jms-org': made(await admin.post('/api/v1/orgs/orgs/', { name: 'Elsewhere' })) };
  const org_roles = [orgAdmin.id];
  expect((await admin.post(`${users}invite/`, { users: [both], org_roles }, there)).status).toBeLessThan(300);
  group = made(await admin.post(groups, { name: 'secret project', users: [both] }, there));
});
afterAll(() => server.stop());

const namesIn = (answer: Seen): string[] =>
  (answer.json as { username: string }[]).map(({ username }) => username);
const found = async (query: string, by = petty) => namesIn(await by.get(`${suggestions}?${query}`));

test.each([
  `system_roles=${systemAdmin.id}`,
  `org_roles=${orgAdmin.id}`,
  'groups=secret%20project',
  'mfa_level=1',
  'is_active=0',
  'email=both@example.com',
  'labels=team:red',
  `attr_rules=${Buffer.from(JSON.stringify({ type: 'attrs', attrs: [{ name: 'username', match: 'exact', value: 'both' }] })).toString('base64')}`,
  '_rel=not',
  'order=-date_joined',
])('who may choose users learns nothing of them by asking for %s', async (query) => {
  expect(await found(query)).toEqual(await found(''));
});

test('users are chosen by a search, by their ids and by their names; superusers choose by anything', async () => {
  expect(await found('search=both')).toEqual(['both']);
  expect(await found(`ids=${both}`)).toEqual(['both']);
  expect(await found('username=both')).toEqual(['both']);
  expect(await found('name=both')).toEqual(['both']);
  const page = (await petty.get(`${suggestions}?search=both&limit=5&offset=1`)).json;
  expect(page).toMatchObject({ count: 1, results: [] });
  expect(await found('mfa_level=1', admin)).toEqual(['both']);
});

test('the users whom a permission reaches are not counted by groups of another organization', async () => {
  const reach = (by: Browser, user_groups: string[], headers = {}) =>
    by.post('/api/v1/perms/asset-permissions/reach/', { user_groups }, headers);
  expect((await reach(petty, [group])).json).toMatchObject({ user_count: 0, user: '', group: '' });
  expect((await reach(admin, [group], there)).json).toMatchObject({ user_count: 1, group: 'secret project' });
  const own = made(await admin.post(groups, { name: randomUUID(), users: [both] }));
  expect((await reach(petty, [own, group])).json).toMatchObject({ user_count: 1, user: 'both' });
});
