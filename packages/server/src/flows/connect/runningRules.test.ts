import { builtinRoles, permissionsOfBuiltinRole } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { licensedPermissions } from '@gatehouse/contract/permissions/licensed.ts';
import { ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OTHER_ORG_ID } from '../../../test/api.ts';
import { registerComponent } from '../../../test/component.ts';
import {
  filtersUrl,
  forAll,
  groupsUrl,
  renewalUrl,
  startRunning,
} from '../../../test/running/runningSession.ts';

let running: Awaited<ReturnType<typeof startRunning>>;
beforeAll(async () => {
  running = await startRunning();
});
afterAll(() => running.stop());

test('components learn every change of a command rule, and the renewal of a running session carries the rules anew', async () => {
  const { admin, ids, made, after } = running;
  const change = (url: string, body: object) => after(() => admin.patch(url, body));
  const group = await made(groupsUrl, { name: 'dangerous', type: 'command', content: 'reboot' });
  let filter = '';
  const make = async () => {
    filter = await made(filtersUrl, {
      name: 'careful',
      priority: 50,
      action: 'reject',
      users: { type: 'all' },
      assets: { type: 'ids', ids: [ids.host] },
      accounts: ['ann'],
      command_groups: [group],
    });
  };
  expect(await after(make)).toEqual(['careful: reboot']);
  const at = `${filtersUrl}${filter}/`;
  expect(await change(`${groupsUrl}${group}/`, { content: 'halt' })).toEqual(['careful: halt']);
  expect(await change(at, { accounts: ['root'] })).toEqual([]);
  expect(await change(at, { accounts: ['@ALL'] })).toEqual(['careful: halt']);
  expect(await change(at, { assets: { type: 'ids', ids: [ids.other] } })).toEqual([]);
  expect(await change(at, { assets: { type: 'all' } })).toEqual(['careful: halt']);
  expect(await change(at, { is_active: false })).toEqual([]);
  expect(await change(at, { is_active: true })).toEqual(['careful: halt']);
  const team = await made('/api/v1/users/groups/', { name: 'team', users: [ids.ann] });
  const members = { type: 'attrs', attrs: [{ name: 'groups', match: 'm2m', value: [team] }] };
  expect(await change(at, { users: members })).toEqual(['careful: halt']);
  // Whom a rule hits changes with what its users are.
  expect(await change(`/api/v1/users/groups/${team}/`, { users: [] })).toEqual([]);
  expect(await change(at, { users: { type: 'all' } })).toEqual(['careful: halt']);
  expect(await after(() => admin.delete(at))).toEqual([]);
});

test('a filter of another organization, for all its users and assets, does not reach the session', async () => {
  const { api, made, after } = running;
  const other = api.as({ superuser: true, org: OTHER_ORG_ID });
  const group = await made(groupsUrl, { name: 'theirs', type: 'command', content: 'ls' }, other);
  const filter = { ...forAll, name: 'theirs', priority: 100, action: 'reject', command_groups: [group] };
  expect(await after(() => made(filtersUrl, filter, other))).toEqual([]);
});

test('the component of a session is told that a ticket of it ended; the others are not', async () => {
  const { api, admin, gateway, ids, made, openSocket, heard, after } = running;
  const boss = api.as({
    ...{ id: ids.boss, username: 'boss' },
    permissions: permissionsOfBuiltinRole(builtinRoles.user),
  });
  const stranger = await registerComponent(api, '[KoKo]-stranger');
  const theirs: typeof heard = [];
  const other = await openSocket(stranger.key, theirs);
  const group = await made(groupsUrl, { name: 'asked', type: 'command', content: 'reboot' });
  await after(() =>
    made(filtersUrl, {
      ...{ name: 'ask', priority: 50, action: 'review', reviewers: [ids.boss], command_groups: [group] },
      ...forAll,
    }),
  );
  const [filter] = ((await admin.get(`${filtersUrl}?name=ask`)).json as { id: string }[]) ?? [];
  const asked = await gateway.post('/api/v1/acls/command-filter-acls/command-review/', {
    session_id: await gateway.session({ user_id: ids.ann, asset_id: ids.host, account: 'ann(ann)' }),
    cmd_filter_acl_id: filter?.id,
    run_command: 'reboot',
  });
  expect(asked.status, asked.text).toBe(200);
  const { url } = (asked.json as { check_ticket_api: { url: string } }).check_ticket_api;
  const ended = heard.filter(({ name }) => name === 'ticket_ended').length;
  const ticket = url.split('/').at(-3);
  const decided = await boss.put(`/api/v1/tickets/apply-command-tickets/${ticket}/reject/`, {});
  expect(decided.status, decided.text).toBe(200);
  const told = () => heard.filter(({ name }) => name === 'ticket_ended').map(({ args }) => args);
  await expect.poll(() => told().slice(ended)).toEqual([ticket]);
  expect((await gateway.get(url)).json).toMatchObject({ state: { value: 'rejected' } });
  expect(theirs.filter(({ name }) => name === 'ticket_ended')).toEqual([]);
  other.close();
  await admin.delete(`${filtersUrl}${filter?.id}/`);
});

test('a component that asks again about a waiting command is told the same ticket; another command takes its place', async () => {
  const { gateway, ids, made, admin, after } = running;
  const group = await made(groupsUrl, { name: 'twice', type: 'command', content: 'reboot\nhalt' });
  const review = { name: 'twice', priority: 50, action: 'review', reviewers: [ids.boss] };
  let filter = '';
  await after(async () => {
    filter = await made(filtersUrl, { ...forAll, ...review, command_groups: [group] });
  });
  const session = await gateway.session({ user_id: ids.ann, asset_id: ids.host, account: 'ann(ann)' });
  const ask = async (run_command: string) => {
    const question = { session_id: session, cmd_filter_acl_id: filter, run_command };
    const asked = await gateway.post(`${filtersUrl}command-review/`, question);
    expect(asked.status, asked.text).toBe(200);
    return (asked.json as { check_ticket_api: { url: string } }).check_ticket_api.url;
  };
  const stateOf = async (url: string) =>
    ((await gateway.get(url)).json as { state: { value: string } }).state.value;
  const [first, again] = await Promise.all([ask('reboot'), ask('reboot')]);
  expect(again).toBe(first);
  expect(await ask('reboot')).toBe(first);
  const other = await ask('halt');
  expect([await stateOf(first), await stateOf(other)]).toEqual(['closed', 'pending']);
  // What was decided is asked anew.
  await gateway.delete(other);
  expect(await ask('halt')).not.toBe(other);
  // Of two long commands, a ticket could not tell which one it is for.
  const long = `reboot ${'x'.repeat(5_000)}`;
  const [one, two] = [await ask(long), await ask(`${long}y`)];
  expect([one === two, await stateOf(one), await stateOf(two)]).toEqual([false, 'closed', 'pending']);
  await admin.delete(`${filtersUrl}${filter}/`);
});

test('without a licence, or without a reviewer, no ticket is opened about a command, and the component is told why', async () => {
  const { api, gateway, ids, made, admin, after } = running;
  const unlicensed = api.as({
    ...{ id: gateway.id, username: 'gateway', serviceAccount: true, org: ROOT_ORG_ID, language: 'ja' },
    ...{ permissions: permissionsOfBuiltinRole(builtinRoles.systemComponent), lacks: licensedPermissions },
  });
  const group = await made(groupsUrl, { name: 'refused', type: 'command', content: 'reboot' });
  const review = { ...forAll, name: 'refused', priority: 50, action: 'review', command_groups: [group] };
  let filter = '';
  await after(async () => {
    filter = await made(filtersUrl, { ...review, reviewers: [ids.boss] });
  });
  const session = await gateway.session({ user_id: ids.ann, asset_id: ids.host, account: 'ann(ann)' });
  const question = { session_id: session, cmd_filter_acl_id: filter, run_command: 'reboot' };
  const ask = (caller: Pick<typeof gateway, 'post'>) => caller.post(`${filtersUrl}command-review/`, question);
  const refusal = (words: string) => ({
    status: 400,
    json: { code: 'acl_reject', detail: expect.stringContaining(words) },
  });
  expect(await ask(unlicensed)).toMatchObject(refusal('ライセンスが必要'));
  await after(() => admin.patch(`${filtersUrl}${filter}/`, { reviewers: [ids.ann] }));
  expect(await ask(gateway)).toMatchObject(refusal('names none who could decide'));
  const { rows } = await api.pool.query('select 1 from tickets_ticket where linked_session = $1', [session]);
  expect(rows).toEqual([]);
  // What was approved before holds on without a licence.
  await after(() => admin.patch(`${filtersUrl}${filter}/`, { reviewers: [ids.boss] }));
  const asked = (await ask(gateway)).json as { check_ticket_api: { url: string } };
  const { url: state } = asked.check_ticket_api;
  expect((await unlicensed.get(state)).json).toMatchObject({ state: { value: 'pending' } });
  const ticket = state.split('/').at(-3);
  const boss = api.as({
    ...{ id: ids.boss, username: 'boss' },
    permissions: permissionsOfBuiltinRole(builtinRoles.user),
  });
  const url = `/api/v1/tickets/apply-command-tickets/${ticket}/approve/`;
  expect((await boss.put(url, { hold: 'session' })).status).toBe(200);
  expect((await ask(unlicensed)).json).toMatchObject({ check_ticket_api: asked.check_ticket_api });
  await admin.delete(`${filtersUrl}${filter}/`);
});

test('a flood of changes is told together, and the last one is told', async () => {
  const { api, made, checks } = running;
  const group = await made(groupsUrl, { name: 'flood', type: 'command', content: 'x' });
  await expect.poll(() => checks().length).toBeGreaterThan(0);
  const before = checks().length;
  const began = Date.now();
  for (let at = 0; at < 60; at += 1)
    await api.pool.query('update acls_commandgroup set content = $1 where id = $2', [`word${at}`, group]);
  const told = () => checks().length - before;
  await expect.poll(told).toBeGreaterThan(0);
  const most = 3 + (Date.now() - began) / 250;
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(told()).toBeLessThanOrEqual(most + 2);
});

test('only components are told the rules of a running session', async () => {
  const { api, admin, token } = running;
  for (const caller of [admin, api.as({ serviceAccount: true, permissions: [] })])
    expect((await caller.patch(renewalUrl, { id: token })).status).toBe(403);
});
