import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { builtinRoles, permissionsOfBuiltinRole } from '@gatehouse/contract/permissions/builtinRoles.ts';
import type { ConnectionRenewal } from '@gatehouse/contract/wire/connection.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { OTHER_ORG_ID, startApi } from '../../../test/api.ts';
import { registerComponent } from '../../../test/component.ts';
import { estateOf } from '../../../test/estate.ts';
import { createNotices } from '../../platform/notices.ts';

type Wire = { id: string; [field: string]: unknown };
type Task = { name: string; args: string };
const filtersUrl = '/api/v1/acls/command-filter-acls/';
const groupsUrl = '/api/v1/acls/command-groups/';
const renewalUrl = '/api/v1/authentication/super-connection-token/renewal/';
let api: Awaited<ReturnType<typeof startApi>>;
let admin: ReturnType<(typeof api)['as']>;
let gateway: Awaited<ReturnType<typeof registerComponent>>;
let socket: WebSocket;
let token = '';
const heard: Task[] = [];
const ids: Record<string, string> = {};

const made = async (url: string, body: object, caller = admin): Promise<string> => {
  const answer = await caller.post(url, body);
  expect(answer.status, answer.text).toBe(201);
  return (answer.json as Wire).id;
};
const checks = () => heard.filter(({ name }) => name === 'check_permissions').length;

/** The socket of a component, with what it is told. */
const openSocket = async (key: string, tasks: Task[]): Promise<WebSocket> => {
  const { port } = api.app.server.address() as AddressInfo;
  const headers = { 'x-test-caller': key };
  const opened = new WebSocket(`ws://127.0.0.1:${port}/ws/terminal-task/`, { headers });
  opened.on('message', (data: Buffer, isBinary) => {
    if (isBinary) tasks.push(...(JSON.parse(data.toString('utf8')) as Task[]));
  });
  await once(opened, 'message');
  return opened;
};

beforeAll(async () => {
  api = await startApi({ notices: (url) => createNotices(url) });
  admin = api.as({ superuser: true });
  const estate = estateOf(api.pool);
  const protocols = [{ name: 'ssh', port: 22 }];
  ids.host = await estate.asset({ name: 'host-1', address: '10.0.0.7', protocols });
  ids.other = await estate.asset({ name: 'host-2', address: '10.0.0.8', protocols });
  ids.ann = await estate.user('ann');
  ids.boss = await estate.user('boss');
  gateway = await registerComponent(api, '[KoKo]-running');
  await made('/api/v1/perms/asset-permissions/', {
    name: 'ann',
    users: [ids.ann],
    assets: [ids.host],
    accounts: ['@USER'],
    actions: ['connect'],
  });
  const ann = api.as({
    id: ids.ann,
    username: 'ann',
    permissions: permissionsOfBuiltinRole(builtinRoles.user),
  });
  const connection = { asset: ids.host, account: '@USER', protocol: 'ssh', connect_method: 'web_cli' };
  token = await made('/api/v1/authentication/connection-token/', connection, ann);
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  socket = await openSocket(gateway.key, heard);
});
afterAll(async () => {
  socket.close();
  await api.stop();
});

/** Makes a change, waits until the component is told, and asks which filters the session has then. */
const after = async (change: () => Promise<unknown>): Promise<string[]> => {
  const before = checks();
  await change();
  await expect.poll(checks, { timeout: 5_000, interval: 5 }).toBeGreaterThan(before);
  const { json } = await gateway.patch(renewalUrl, { id: token });
  const { ok, command_filter_acls = [] } = json as ConnectionRenewal;
  expect(ok).toBe(true);
  return command_filter_acls
    .filter(({ is_active }) => is_active)
    .flatMap(({ name, command_groups }) => command_groups.map(({ content }) => `${name}: ${content}`));
};

test('components learn every change of a command rule, and the renewal of a running session carries the rules anew', async () => {
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
  const other = api.as({ superuser: true, org: OTHER_ORG_ID });
  const group = await made(groupsUrl, { name: 'theirs', type: 'command', content: 'ls' }, other);
  const filter = {
    name: 'theirs',
    priority: 100,
    action: 'reject',
    users: { type: 'all' },
    assets: { type: 'all' },
    accounts: ['@ALL'],
    command_groups: [group],
  };
  expect(await after(() => made(filtersUrl, filter, other))).toEqual([]);
});

test('the component of a session is told that a ticket of it ended; the others are not', async () => {
  const boss = api.as({
    ...{ id: ids.boss, username: 'boss' },
    permissions: permissionsOfBuiltinRole(builtinRoles.user),
  });
  const stranger = await registerComponent(api, '[KoKo]-stranger');
  const theirs: Task[] = [];
  const other = await openSocket(stranger.key, theirs);
  const group = await made(groupsUrl, { name: 'asked', type: 'command', content: 'reboot' });
  await after(() =>
    made(filtersUrl, {
      ...{ name: 'ask', priority: 50, action: 'review', reviewers: [ids.boss], command_groups: [group] },
      ...{ users: { type: 'all' }, assets: { type: 'all' }, accounts: ['@ALL'] },
    }),
  );
  const [filter] = ((await admin.get(`${filtersUrl}?name=ask`)).json as Wire[]) ?? [];
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

test('a flood of changes is told together, and the last one is told', async () => {
  const group = await made(groupsUrl, { name: 'flood', type: 'command', content: 'x' });
  await expect.poll(checks).toBeGreaterThan(0);
  const before = checks();
  const began = Date.now();
  for (let at = 0; at < 60; at += 1)
    await api.pool.query('update acls_commandgroup set content = $1 where id = $2', [`word${at}`, group]);
  const told = () => checks() - before;
  await expect.poll(told).toBeGreaterThan(0);
  const most = 3 + (Date.now() - began) / 250;
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(told()).toBeLessThanOrEqual(most + 2);
});

test('only components are told the rules of a running session', async () => {
  for (const caller of [admin, api.as({ serviceAccount: true, permissions: [] })])
    expect((await caller.patch(renewalUrl, { id: token })).status).toBe(403);
});
