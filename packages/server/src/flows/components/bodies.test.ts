import { randomUUID } from 'node:crypto';
import { ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api.ts';
import { registerComponent, sessionFacts } from '../../../test/component.ts';

const terminal = '/api/v1/terminal/';
let api: Awaited<ReturnType<typeof startApi>>;
let gateway: Awaited<ReturnType<typeof registerComponent>>;
let admin: ReturnType<(typeof api)['as']>;
beforeAll(async () => {
  api = await startApi();
  gateway = await registerComponent(api, 'gw');
  admin = api.as({ superuser: true, org: ROOT_ORG_ID });
});
afterAll(() => api.stop());

test('replacing a component names its storages, as its clients do', async () => {
  const [row] = (await admin.get(`${terminal}terminals/`)).json as { id: string; name: string }[];
  const url = `${terminal}terminals/${row?.id}/`;
  const refused = await admin.put(url, { name: row?.name });
  expect([refused.status, Object.keys(refused.json as object)]).toEqual([
    400,
    ['command_storage', 'replay_storage'],
  ]);
  expect((await admin.patch(url, { comment: 'kept' })).json).toMatchObject({
    command_storage: 'default',
    replay_storage: 'default',
  });
});

test('a heartbeat without its sessions, and an upload without a file, are told what is missing', async () => {
  for (const caller of [gateway, admin])
    for (const path of ['status/', 'terminals/status/'])
      expect(await caller.post(`${terminal}${path}`, {})).toMatchObject({
        status: 400,
        json: { sessions: ['This field is required.'] },
      });
  const upload = await gateway.post(`${terminal}sessions/${await gateway.session()}/replay/`, {});
  expect([upload.status, upload.json]).toEqual([401, { msg: { file: ['This field is required.'] } }]);
});

test('a session names its account and its organization, as every component of the protocol does', async () => {
  const url = `${terminal}sessions/`;
  const lacks = async (body: object) => {
    const { status, json } = await gateway.post(url, body);
    return [status, Object.keys(json as object).toSorted()];
  };
  const every = ['account', 'account_id', 'asset', 'org_id', 'protocol', 'user'];
  expect(await lacks({})).toEqual([400, every]);
  const { org_id, account_id, ...rest } = sessionFacts(randomUUID());
  expect(await lacks({ ...rest, account_id })).toEqual([400, ['org_id']]);
  expect(await lacks({ ...rest, org_id })).toEqual([400, ['account_id']]);
  const replaced = await gateway.put(`${url}${await gateway.session()}/`, {});
  expect([replaced.status, Object.keys(replaced.json as object).toSorted()]).toEqual([400, every]);
});

test('pausing a session without saying which and how is told everything that is missing', async () => {
  const { status, json } = await admin.post(`${terminal}tasks/toggle-lock-session/`, {});
  expect([status, json]).toEqual([
    400,
    { session_id: ['This field is required.'], task_name: ['This field is required.'] },
  ]);
});

test('a successful session has an empty error, on the wire and in its export', async () => {
  const id = await gateway.session();
  const { error_reason } = (await admin.get(`${terminal}sessions/${id}/`)).json as { error_reason: unknown };
  expect(error_reason).toEqual({ value: '', label: '' });
  const csv = (await admin.get(`${terminal}sessions/?format=csv&id=${id}`)).text;
  const [heads = [], cells = []] = csv.split('\n').map((line) => line.trim().split(','));
  const at = heads.findIndex((head) => head.includes('Error'));
  expect([at >= 0, cells[at]]).toEqual([true, '']);
});

test('a component may read its settings, users may not', async () => {
  const config = (await gateway.get(`${terminal}terminals/config/`)).json;
  expect(config).toMatchObject({
    TERMINAL_HEARTBEAT_INTERVAL: 20,
    SECURITY_MAX_IDLE_TIME: 30,
    SECURITY_MAX_SESSION_TIME: 24,
    SECURITY_UNKNOWN_COMMAND: 'reject',
    TERMINAL_REPLAY_STORAGE: { TYPE: 'server' },
  });
  expect((await admin.get(`${terminal}terminals/config/`)).status).toBe(404);
});

test('only the connect methods, endpoints and command storages of this installation are offered', async () => {
  const caller = api.as({});
  expect((await caller.get(`${terminal}components/connect-methods/`)).json).toMatchObject({
    ssh: [{ value: 'web_cli' }],
  });
  expect((await caller.get(`${terminal}endpoints/smart/?protocol=ssh`)).json).toMatchObject({
    name: 'Default',
  });
  const tree = (await admin.get(`${terminal}command-storages/tree/?real=1`)).json as {
    id: string;
    name: string;
  }[];
  expect(tree.map((node) => node.id)).toEqual(['00000000-0000-0000-0000-000000000001', 'root']);
  expect(String(tree[0]?.name)).toMatch(/^default\(server\)\(\d+\)$/);
  const kept = async (id: string) =>
    (await admin.get(`${terminal}commands/?command_storage_id=${id}`)).status;
  expect([await kept('default'), await kept(String(tree[0]?.id))]).toEqual([200, 200]);
  expect([await kept(randomUUID()), await kept('other')]).toEqual([404, 404]);
});
