import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, type Inventory, type Json, startInventory } from '../../../test/inventory.ts';

const base = '/api/v1/assets/';
let inventory: Inventory;
beforeAll(async () => {
  inventory = await startInventory();
});
afterAll(() => inventory.stop());

let serial = 0;
const post = (body: Json) =>
  inventory.admin.post(`${base}platforms/`, {
    name: `platform-${++serial}`,
    category: 'host',
    type: 'linux',
    protocols: [{ name: 'ssh', port: 22 }],
    ...body,
  });
const messages = (reply: { json: never }) => Object.keys(reply.json);

test('a platform is found by id and by name', async () => {
  const byId = await inventory.admin.get(`${base}platforms/${inventory.platform('Linux')}/`);
  const byName = await inventory.admin.get(`${base}platforms/Linux/`);
  expect(byId.json).toMatchObject({ name: 'Linux', internal: true });
  expect(byName.json).toEqual(byId.json);
  expect((await inventory.admin.get(`${base}platforms/Plan 9/`)).status).toBe(404);
  const filtered = bodyOf<Json[]>(
    await inventory.admin.get(`${base}platforms/?category=device&type=general`),
  );
  expect(filtered.map(({ name }) => name)).toEqual(['Cisco', 'General', 'H3C', 'Huawei']);
});

test('built-in platforms can be neither changed nor deleted', async () => {
  const url = `${base}platforms/${inventory.platform('Linux')}/`;
  const answers = await Promise.all([
    inventory.admin.patch(url, { comment: 'mine' }),
    inventory.admin.put(`${base}platforms/Linux/`, {}),
    inventory.admin.delete(url),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(
    [403, 403, 403].map((code, at) => (at === 1 ? answers[1]?.status : code)),
  );
  expect(answers[0]).toMatchObject({ json: { detail: expect.stringContaining('Linux') } });
  expect([400, 403]).toContain(answers[1]?.status);
  expect((await inventory.admin.get(url)).json).toMatchObject({ comment: '' });
});

test('B-3-010 a platform stores the values of its form', async () => {
  const made = await inventory.made(
    post({
      charset: 'gbk',
      domain_enabled: false,
      su_enabled: true,
      su_method: 'su',
      automation: {
        ansible_enabled: true,
        ping_enabled: true,
        ping_method: 'posix_ping',
        gather_facts_enabled: true,
      },
    }),
  );
  expect(made).toMatchObject({
    category: { value: 'host' },
    type: { value: 'linux' },
    charset: { value: 'gbk' },
    domain_enabled: false,
    su_method: { value: 'su' },
    internal: false,
    automation: {
      ansible_enabled: true,
      ping_enabled: true,
      ping_method: 'posix_ping',
      gather_facts_enabled: true,
    },
  });
});

test('B-3-002 the flags of a platform decide which protocols its assets get, keep and must have', async () => {
  const flags = [
    { name: 'ssh', port: 22, primary: true, required: false, default: false, public: true },
    { name: 'telnet', port: 23, primary: false, required: true, default: false, public: false },
    { name: 'sftp', port: 22, primary: false, required: false, default: true, public: true },
    { name: 'vnc', port: 5900, primary: false, required: false, default: false, public: true },
  ];
  const made = await inventory.made(post({ protocols: flags }));
  expect(made.protocols).toMatchObject(flags);
  const asset = (protocols?: object[]) =>
    inventory.admin.post('/api/v1/assets/hosts/', {
      name: `flagged-${randomUUID()}`,
      address: '10.9.9.9',
      platform: made.id,
      ...(protocols && { protocols }),
    });
  const named = ({ json }: Awaited<ReturnType<typeof asset>>) =>
    (json as { protocols: { name: string; port: number }[] }).protocols.map(
      ({ name, port }) => `${name}/${port}`,
    );
  expect(named(await asset())).toEqual(['ssh/22', 'telnet/23', 'sftp/22']);
  const least = [
    { name: 'ssh', port: 2022 },
    { name: 'telnet', port: null },
  ];
  expect(named(await asset(least))).toEqual(['ssh/2022', 'telnet/23']);
  for (const missing of ['ssh', 'telnet']) {
    const refused = await asset(least.filter(({ name }) => name !== missing));
    expect([refused.status, JSON.stringify(refused.json)]).toEqual([400, expect.stringContaining(missing)]);
  }
  expect((await asset([...least, { name: 'pigeon', port: 3389 }])).status).toBe(400);
});

test('B-3-002 one protocol is primary, ids are kept, settings are complete and validated', async () => {
  const made = await inventory.made(
    post({
      protocols: [
        { name: 'ssh', port: 22 },
        { name: 'sftp', port: 22, default: true },
      ],
    }),
  );
  expect(made.protocols).toMatchObject([
    {
      id: 1,
      name: 'ssh',
      primary: true,
      public: true,
      setting: { old_ssh_version: false },
      secret_types: ['password', 'ssh_key'],
    },
    {
      id: 2,
      name: 'sftp',
      primary: false,
      default: true,
      setting: { sftp_home: '/tmp' },
      port_from_addr: false,
    },
  ]);
  const changed = await inventory.admin.patch(`${base}platforms/${made.id}/`, {
    protocols: [
      { name: 'vnc', port: 5900, primary: true },
      { id: 2, name: 'sftp', port: 2022, primary: true },
    ],
  });
  expect(bodyOf(changed).protocols).toMatchObject([
    { id: 3, name: 'vnc', primary: true },
    { id: 2, name: 'sftp', port: 2022, primary: false, setting: { sftp_home: '/tmp' } },
  ]);
  const bad = [
    [],
    [{ name: 'ssh' }],
    [{ name: 'mysql', port: 3306 }],
    [{ name: 'ssh', port: 22, setting: { old_ssh_version: 'perhaps' } }],
    [{ name: 'rdp', port: 3389, setting: { security: 'none' } }],
  ];
  for (const protocols of bad) {
    const refused = await post({ protocols });
    expect(refused.status).toBe(400);
    expect(messages(refused)).toEqual(['protocols']);
  }
});

test('B-9-019 the SFTP folder is /tmp by default', async () => {
  const { protocols } = bodyOf<{ protocols: { name: string; setting: Json }[] }>(
    await inventory.admin.get(`${base}platforms/Linux/`),
  );
  expect(protocols.find(({ name }) => name === 'sftp')?.setting).toEqual({ sftp_home: '/tmp' });
});

test('clients also find at ssh whether files are offered, and in which folder', async () => {
  const files = { name: 'sftp', port: 22, setting: { sftp_home: '/srv' } };
  const made = await inventory.made(post({ protocols: [files, { name: 'ssh', port: 22 }] }));
  type Protocols = { name: string; setting: Json }[];
  const at = async (url: string, pick: (body: Json) => unknown) =>
    (pick(bodyOf(await inventory.admin.get(url))) as Protocols).find(({ name }) => name === 'ssh')?.setting;
  const row = (body: Json) => body.protocols;
  const rows = (body: Json) => (body.results as Protocols) ?? body;
  const setting = { old_ssh_version: false, sftp_enabled: true, sftp_home: '/srv' };
  expect(await at(`${base}platforms/${made.id}/`, row)).toEqual(setting);
  expect(await at(`${base}protocol-settings/?platform__name=${made.name}`, rows)).toEqual(setting);
  const { json } = await inventory.admin.patch(`${base}platforms/${made.id}/`, {
    protocols: [
      { name: 'ssh', port: 22, setting: { ...setting, sftp_enabled: true } },
      { name: 'vnc', port: 1 },
    ],
  });
  expect(json).toMatchObject({ protocols: [{ name: 'ssh' }, { name: 'vnc', setting: {} }] });
  const without = { old_ssh_version: false, sftp_enabled: false, sftp_home: '/tmp' };
  expect(await at(`${base}platforms/${made.id}/`, row)).toEqual(without);
  expect(await at(`${base}protocol-settings/?platform__name=${made.name}`, rows)).toEqual(without);
});

test('winrm is never shown to users who connect', async () => {
  const made = await inventory.made(
    post({
      type: 'windows',
      protocols: [
        { name: 'rdp', port: 3389 },
        { name: 'winrm', port: 5985, public: true },
      ],
    }),
  );
  expect(made.protocols).toMatchObject([{ public: true }, { public: false }]);
});

test('what a type does not support is switched off, and choices are validated', async () => {
  const web = await inventory.made(
    post({
      category: 'web',
      type: 'website',
      protocols: [{ name: 'http', port: 80 }],
      domain_enabled: true,
      su_enabled: true,
      automation: { ansible_enabled: true, ping_enabled: true },
    }),
  );
  expect(web).toMatchObject({
    domain_enabled: false,
    su_enabled: false,
    su_method: null,
    automation: { ansible_enabled: false, ping_enabled: false },
  });
  const device = await inventory.made(
    post({
      category: 'device',
      type: 'switch',
      su_enabled: true,
      automation: { push_account_enabled: true },
    }),
  );
  expect(device).toMatchObject({
    su_method: { value: 'enable' },
    automation: { push_account_enabled: false },
  });
  const refusals = [
    [{ type: 'mysql' }, 'type'],
    [{ category: 'nothing' }, 'category'],
    [{ su_enabled: true, su_method: 'enable' }, 'su_method'],
    [{ automation: { ping_method: 'win_ping' } }, 'automation'],
    [{ name: 'a/b' }, 'name'],
    [{ custom_fields: [{ name: 'a', label: 'A', type: 'choice' }] }, 'custom_fields'],
  ] as const;
  for (const [body, field] of refusals) {
    const refused = await post(body);
    expect(refused.status, refused.text).toBe(400);
    expect(messages(refused)).toEqual([field]);
  }
  expect((await post({ name: 'Linux' })).json).toEqual({ name: ['This value is already taken.'] });
});

test('automation is changed part by part', async () => {
  const made = await inventory.made(
    post({ automation: { ansible_enabled: true, ping_enabled: true, ping_method: 'ping_by_ssh' } }),
  );
  const changed = await inventory.admin.patch(`${base}platforms/${made.id}/`, {
    automation: { change_secret_enabled: true, change_secret_method: 'change_secret_posix' },
  });
  expect(bodyOf(changed).automation).toMatchObject({
    id: made.id,
    ansible_enabled: true,
    ping_method: 'ping_by_ssh',
    change_secret_enabled: true,
  });
  expect(bodyOf(changed)).toMatchObject({ category: { value: 'host' }, type: { value: 'linux' } });
});

test('a platform in use cannot be deleted; an unused one can', async () => {
  const used = await inventory.made(post({}));
  await inventory.host({ platform: used.id });
  expect(await inventory.admin.delete(`${base}platforms/${used.id}/`)).toMatchObject({
    status: 400,
    json: { code: 'referenced_by_others' },
  });
  const free = await inventory.made(post({}));
  expect((await inventory.admin.delete(`${base}platforms/${free.id}/`)).status).toBe(204);
});

test('platforms are not deleted in bulk', async () => {
  const kept = await inventory.made(post({}));
  for (const query of [`name=${encodeURIComponent(String(kept.name))}`, `ids=${kept.id}`])
    expect((await inventory.admin.delete(`${base}platforms/?${query}`)).status).toBe(405);
  expect((await inventory.admin.get(`${base}platforms/${kept.id}/`)).status).toBe(200);
});

test('platforms are found by the nodes and assets that use them, and by id', async () => {
  const node = await inventory.node('/Covered');
  const inner = await inventory.node('/Covered/Inner');
  await inventory.host({ nodes: [inner.id], platform: inventory.platform('Windows') });
  const host = await inventory.host({ platform: inventory.platform('AIX') });
  const foreign = await inventory.host({ platform: inventory.platform('BSD') }, inventory.other);
  const viewer = inventory.as({ permissions: ['assets.view_platform'] });
  const found = bodyOf<Json[]>(
    await viewer.post(`${base}platforms/filter-nodes-assets/`, {
      node_ids: [node.id],
      asset_ids: [host.id, foreign.id],
      platform_ids: [inventory.platform('MySQL')],
    }),
  );
  expect(found.map(({ name }) => name)).toEqual(['AIX', 'MySQL', 'Windows']);
  expect(found[0]).toHaveProperty('automation');
});

test('changing and viewing platforms need their permissions', async () => {
  const viewer = inventory.as({ permissions: ['assets.view_platform'] });
  expect((await viewer.get(`${base}platforms/`)).status).toBe(200);
  expect((await viewer.post(`${base}platforms/`, {})).status).toBe(403);
  expect((await inventory.as({ permissions: [] }).get(`${base}platforms/`)).status).toBe(403);
});
