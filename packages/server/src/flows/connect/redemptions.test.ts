import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api.ts';
import { registerComponent } from '../../../test/component.ts';
import { estateOf } from '../../../test/estate.ts';

type Wire = { id: string; [field: string]: unknown };

let api: Awaited<ReturnType<typeof startApi>>;
let admin: ReturnType<(typeof api)['as']>;
const ids: Record<string, string> = {};
const tokens = '/api/v1/authentication/super-connection-token/';
const sessions = '/api/v1/terminal/sessions/';

beforeAll(async () => {
  api = await startApi();
  admin = api.as({ superuser: true });
  const estate = estateOf(api.pool);
  const zone = await estate.insert('assets_domain', {
    org_id: DEFAULT_ORG_ID,
    name: 'inner',
    comment: '',
    created_by: '',
  });
  const platform = await estate.platform('Gateway');
  ids.host = await estate.asset({ name: 'host', nodes: [await estate.node('1', 'Default')] });
  ids.jump = await estate.asset({ name: 'way-in', platform });
  ids.stranger = await estate.asset({ name: 'way-elsewhere', platform });
  await api.pool.query('update assets_asset set domain = $1 where id = any($2)', [
    zone,
    [ids.host, ids.jump],
  ]);
  ids.ann = await estate.user('ann');
  ids.bob = await estate.user('bob');
  const rule = await admin.post('/api/v1/perms/asset-permissions/', {
    name: 'ann on host',
    users: [ids.ann],
    assets: [ids.host],
    accounts: ['@USER'],
    actions: ['connect'],
  });
  expect(rule.status, rule.text).toBe(201);
});
afterAll(() => api.stop());

type Component = Awaited<ReturnType<typeof registerComponent>>;

/** Redeems a token of Ann for the host. */
const redeem = async (by: Component) => {
  const wanted = {
    user: ids.ann,
    asset: ids.host,
    account: '@USER',
    protocol: 'ssh',
    connect_method: 'web_cli',
  };
  const { id } = (await admin.post(tokens, wanted)).json as Wire;
  const answer = await by.post(`${tokens}secret/`, { id });
  expect(answer.status, answer.text).toBe(200);
};

test('a component reports keys of assets only whose tokens it redeemed, and of the gateways to them', async () => {
  const holder = await registerComponent(api, 'holder');
  const thief = await registerComponent(api, 'thief');
  const report = async (asset: string | undefined, by = holder) => {
    const seen = {
      asset,
      address: '10.0.0.7',
      port: 22,
      key_type: 'ssh-ed25519',
      fingerprint: 'SHA256:x',
      key: 'x',
    };
    return (await by.post('/api/v1/terminal/host-keys/', seen)).status;
  };
  expect(await report(ids.host)).toBe(404);
  await redeem(holder);
  expect([await report(ids.host, thief), await report(ids.jump, thief)]).toEqual([404, 404]);
  expect([await report(ids.host), await report(ids.jump), await report(ids.stranger)]).toEqual([
    200, 200, 404,
  ]);
  const { rows } = await api.pool.query('select asset from terminal_hostkey');
  expect(new Set(rows.map(({ asset }) => asset))).toEqual(new Set([ids.host, ids.jump]));
});

test('a session says whether its component had redeemed a token of its user and asset', async () => {
  const holder = await registerComponent(api, 'recorder');
  const thief = await registerComponent(api, 'forger');
  const facts = { user_id: ids.ann, asset_id: ids.host };
  const isBacked = async (session: string) =>
    ((await admin.get(`${sessions}${session}/`)).json as Wire).has_token;
  await redeem(holder);
  expect(await isBacked(await thief.session(facts))).toBe(false);
  expect(await isBacked(await holder.session({ ...facts, user_id: ids.bob }))).toBe(false);
  expect(await isBacked(await holder.session({ ...facts, asset_id: ids.jump }))).toBe(false);
  expect(await isBacked(await holder.session(facts))).toBe(true);
  // One redemption stands behind one session.
  const second = await holder.session({ ...facts, has_token: true });
  expect(await isBacked(second)).toBe(false);
  await holder.patch(`${sessions}${second}/`, { has_token: true });
  expect(await isBacked(second)).toBe(false);
  expect((await admin.get(`${sessions}?has_token=true`)).json).toHaveLength(1);
});
