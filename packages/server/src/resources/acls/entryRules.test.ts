import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { estateOf } from '../../../test/estate.ts';
import { bodyOf, type Inventory, type Json, startInventory } from '../../../test/inventory.ts';

const kinds = {
  login: '/api/v1/acls/login-acls/',
  connection: '/api/v1/acls/login-asset-acls/',
  method: '/api/v1/acls/connect-method-acls/',
} as const;
type Kind = keyof typeof kinds;
const everyone = { type: 'all' };
const rules = {
  ip_group: ['10.0.0.0/8'],
  time_period: [{ id: 1, value: '00:00~07:30、10:00~13:00' }],
};
const bodies: Record<Kind, Json> = {
  login: { users: everyone, rules },
  connection: { users: everyone, assets: everyone, accounts: ['root'], rules },
  method: { users: everyone, connect_methods: ['web_cli', 'ssh_client'] },
};

let inventory: Inventory;
let ann: string;
beforeAll(async () => {
  inventory = await startInventory();
  ann = await estateOf(inventory.pool).user('ann');
});
afterAll(() => inventory.stop());

const body = (kind: Kind, over: Json = {}): Json => ({
  name: `${kind}-${randomUUID()}`,
  ...bodies[kind],
  ...over,
});
const post = (kind: Kind, over: Json = {}, caller = inventory.admin) =>
  caller.post(kinds[kind], body(kind, over));
const made = (kind: Kind, over: Json = {}) => inventory.made(post(kind, over));

test.each(Object.keys(kinds) as Kind[])(
  'B-3-014 B-5-016 a %s rule keeps its fields and starts with reject',
  async (kind) => {
    const row = await made(kind, { comment: 'why' });
    const stored = bodyOf(await inventory.admin.get(`${kinds[kind]}${row.id}/`));
    expect(stored).toMatchObject({
      users: everyone,
      priority: 50,
      action: { value: 'reject' },
      is_active: true,
      comment: 'why',
    });
    for (const priority of [0, 101]) expect((await post(kind, { priority })).json).toHaveProperty('priority');
    if (kind === 'method') expect(stored.connect_methods).toEqual(['web_cli', 'ssh_client']);
    else {
      const { ip_group, time_period } = stored.rules as typeof rules;
      expect(ip_group).toEqual(['10.0.0.0/8']);
      expect(time_period).toHaveLength(7);
      expect(time_period).toContainEqual(rules.time_period[0]);
    }
  },
);

test('names are unique in the whole installation, or inside an organization for connection rules', async () => {
  const { admin, other } = inventory;
  for (const kind of ['login', 'method'] as const) {
    const { name } = await made(kind);
    expect((await post(kind, { name }, other)).json).toHaveProperty('name');
    expect(bodyOf<Json[]>(await other.get(`${kinds[kind]}?name=${String(name)}`))).toHaveLength(1);
  }
  const { name } = await made('connection');
  expect((await post('connection', { name }, other)).status).toBe(201);
  expect((await post('connection', { name }, admin)).json).toHaveProperty('name');
});

test('actions, addresses and times that a rule cannot have are refused on the field', async () => {
  expect((await post('method', { action: 'accept' })).json).toHaveProperty('action');
  for (const kind of ['login', 'connection'] as const) {
    expect((await post(kind, { action: 'warning' })).json).toHaveProperty('action');
    const ip = await post(kind, { rules: { ip_group: ['here'] } });
    expect(ip.json).toEqual({
      rules: { ip_group: ['"here" is not *, an address, a CIDR block or a range.'] },
    });
    const at = await post(kind, { rules: { time_period: [{ id: 1, value: '9-17' }] } });
    expect(at.json).toMatchObject({ rules: { time_period: [expect.stringContaining('"9-17"')] } });
    for (const action of ['review', 'notice']) {
      expect((await post(kind, { action })).json).toEqual({ reviewers: ['Choose at least one reviewer.'] });
      expect((await post(kind, { action, reviewers: [ann] })).status).toBe(201);
    }
  }
  const open = await made('login', { rules: {} });
  expect(open.rules).toEqual({ ip_group: ['*'], time_period: [] });
});

test('rules are found by the user they hit', async () => {
  const mark = randomUUID().slice(0, 8);
  for (const kind of Object.keys(kinds) as Kind[]) {
    const mine = await made(kind, { name: `${mark}-a`, users: { type: 'ids', ids: [ann] } });
    await made(kind, { name: `${mark}-b`, users: { type: 'ids', ids: [randomUUID()] } });
    const answer = await inventory.admin.get(`${kinds[kind]}?search=${mark}&users=ann`);
    expect(bodyOf<Json[]>(answer).map(({ id }) => id)).toEqual([mine.id]);
  }
});

test('A-2.2-107 A-2.2-108 without a licence, rules about connections and methods are closed', async () => {
  const lacks = new Set(['acls.view_loginassetacl', 'acls.view_connectmethodacl']);
  const caller = inventory.as({ superuser: true, lacks });
  expect((await caller.get(kinds.connection)).status).toBe(403);
  expect((await caller.get(kinds.method)).status).toBe(403);
  expect((await caller.get(kinds.login)).status).toBe(200);
});
