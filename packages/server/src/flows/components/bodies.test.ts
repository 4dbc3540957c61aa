import { ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api.ts';
import { registerComponent } from '../../../test/component.ts';

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
