import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, startServer } from '../../test/signedIn.ts';

let server: Awaited<ReturnType<typeof startServer>>;
let admin: Browser;
let clerk: Browser;
let other: string;
const password = 'Right-password-1';
const global = { 'x-jms-org': '00000000-0000-0000-0000-000000000000' };
const holds = [
  ...['accounts.add_account', 'accounts.view_account', 'accounts.view_accounttemplate'],
  ...['assets.add_domain', 'assets.view_domain', 'assets.view_node', 'assets.add_node', 'assets.view_asset'],
  ...['assets.change_node', 'perms.add_assetpermission', 'labels.view_label'],
];
type Made = { id: string };
const made = async (url: string, body: object, headers: Record<string, string>) => {
  const answer = await admin.post(url, body, headers);
  expect(answer.status, answer.text).toBe(201);
  return answer.json as Made;
};

/** A user whose role applies everywhere but who sees only certain organizations. */
beforeAll(async () => {
  server = await startServer();
  admin = await server.admin();
  other = (await made('/api/v1/orgs/orgs/', { name: 'Other' }, {})).id;
  const role = await made('/api/v1/rbac/roles/', { name: 'Clerk', scope: 'system', permissions: holds }, {});
  const facts = { name: 'clerk', username: 'clerk', email: 'c@example.com', system_roles: [role.id] };
  await made('/api/v1/users/users/', { ...facts, password_strategy: 'custom', password }, {});
  await admin.get('/api/v1/assets/nodes/children/tree/');
  clerk = await server.browserOf('clerk', password);
});
afterAll(() => server.stop());

test('users cannot add rows to an organization they do not see', async () => {
  const answer = await clerk.post('/api/v1/assets/domains/', { name: 'd', org_id: other }, global);
  expect([answer.status, Object.keys(answer.json)]).toEqual([400, ['org_id']]);
  const own = { name: 'd', org_id: '00000000-0000-0000-0000-000000000002' };
  expect((await clerk.post('/api/v1/assets/domains/', own, global)).status).toBe(201);
});

test('the trees of organizations a user does not see stay hidden, even in the root organization', async () => {
  const urls = ['tree/', 'tree/?all=1', '', '?all=1', '?key=2'].map(
    (rest) => `/api/v1/assets/nodes/children/${rest}`,
  );
  for (const url of urls) expect((await clerk.get(url, undefined, global)).text, url).not.toContain('Other');
  expect((await clerk.get(urls[0] as string, undefined, global)).text).toMatch(/default/i);
  expect((await clerk.get('/api/v1/assets/nodes/children/?key=2', undefined, global)).status).toBe(404);
  expect((await clerk.post('/api/v1/assets/nodes/children/?key=2', { value: 'x' }, global)).status).toBe(404);
});

test('users cannot use an account template of an organization they do not see', async () => {
  const there = { 'x-jms-org': other };
  const facts = { name: 'vault', username: 'root', secret: 'sesame' };
  const template = (await made('/api/v1/accounts/account-templates/', facts, there)).id;
  const host = { name: 'web', address: '10.0.0.1', platform: 1, protocols: [{ name: 'ssh', port: 22 }] };
  const org_id = '00000000-0000-0000-0000-000000000002';
  const asset = (await made('/api/v1/assets/hosts/', host, {})).id;
  const created = await clerk.post('/api/v1/accounts/accounts/', { asset, template, org_id }, global);
  expect([created.status, Object.keys(created.json)]).toEqual([400, ['template']]);
  const many = await clerk.post('/api/v1/accounts/accounts/bulk/', { assets: [asset], template }, global);
  expect([many.status, Object.keys(many.json)]).toEqual([400, ['template']]);
  const rule = { name: 'r', accounts: [`%${template}`], org_id };
  const permission = await clerk.post('/api/v1/perms/asset-permissions/', rule, global);
  expect([permission.status, Object.keys(permission.json)]).toEqual([400, ['accounts']]);
});
