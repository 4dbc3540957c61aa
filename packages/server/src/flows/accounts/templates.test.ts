import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api.ts';
import { estateOf } from '../../../test/estate.ts';
import { contextOf } from '../../engine/http.ts';
import { createInline } from './createInline.ts';

type Wire = { id: string; [field: string]: unknown };
let api: Awaited<ReturnType<typeof startApi>>;
let admin: ReturnType<(typeof api)['as']>;
let estate: ReturnType<typeof estateOf>;
const templates = '/api/v1/accounts/account-templates/';
const accounts = '/api/v1/accounts/accounts/';
const secretOf = async (id: string, of = 'account') =>
  ((await admin.get(`/api/v1/accounts/${of}-secrets/${id}/`)).json as Wire).secret as string;
const made = async (url: string, body: object): Promise<Wire> => {
  const answer = await admin.post(url, body);
  expect([answer.status, answer.status === 201 ? '' : answer.text]).toEqual([201, '']);
  return answer.json;
};

beforeAll(async () => {
  api = await startApi();
  admin = api.as({ superuser: true });
  estate = estateOf(api.pool);
});
afterAll(() => api.stop());

test('a template with the random strategy generates secrets by its rules', async () => {
  const rules = { length: 20, symbol: false, exclude_symbols: '0O1l' };
  const template = await made(templates, {
    name: 'random',
    username: 'app',
    secret_strategy: 'random',
    password_rules: rules,
  });
  expect(template).toMatchObject({ has_secret: true, secret_strategy: { value: 'random' } });
  const first = await secretOf(template.id, 'account-template');
  expect(first).toMatch(/^[A-Za-z0-9]{20}$/);
  await admin.patch(`${templates}${template.id}/`, { comment: 'kept' });
  expect(await secretOf(template.id, 'account-template')).toBe(first);
  await admin.patch(`${templates}${template.id}/`, { secret_strategy: 'random' });
  expect(await secretOf(template.id, 'account-template')).not.toBe(first);
  const asset = await estate.asset({ name: 'random-host' });
  const account = await made(accounts, { asset, template: template.id });
  expect(account).toMatchObject({
    name: 'random',
    username: 'app',
    source: { value: 'template' },
    source_id: template.id,
  });
  expect(await secretOf(account.id)).toMatch(/^[A-Za-z2-9]{20}$/);
  expect(await secretOf(account.id)).not.toBe(await secretOf(template.id, 'account-template'));
  const token = { name: 't', username: 'u', secret_type: 'token', secret_strategy: 'random' };
  expect(Object.keys((await admin.post(templates, token)).json)).toEqual(['secret_strategy']);
  const empty = { lowercase: false, uppercase: false, digit: false };
  expect(
    await admin.post(templates, { ...token, secret_type: 'password', password_rules: empty }),
  ).toMatchObject({
    status: 400,
    json: { password_rules: ['Choose letters or digits, and do not exclude all of them.'] },
  });
});

test('a template names the template to switch from, and its accounts switch accordingly', async () => {
  const root = await made(templates, { name: 'su-root', username: 'root', secret: 'r' });
  const web = await made(templates, { name: 'su-web', username: 'web', su_from: root.id });
  const from = (await admin.get(`${templates}su-from-account-templates/?template_id=${root.id}`))
    .json as Wire[];
  expect(from.map((row) => row.id)).not.toContain(root.id);
  expect(from.map((row) => row.id)).not.toContain(web.id);
  expect((await admin.patch(`${templates}${root.id}/`, { su_from: root.id })).status).toBe(400);
  const circle = await admin.patch(`${templates}${root.id}/`, { su_from: web.id });
  expect([circle.status, Object.keys(circle.json)]).toEqual([400, ['su_from']]);
  const asset = await estate.asset({ name: 'su-host' });
  const rootAccount = await made(accounts, { asset, template: root.id });
  expect(await made(accounts, { asset, template: web.id })).toMatchObject({
    su_from: { id: rootAccount.id },
  });
  const unknown = await admin.post(accounts, { asset, template: asset });
  expect([unknown.status, Object.keys(unknown.json)]).toEqual([400, ['template']]);
});

test('templates are found by the protocols that accept their secrets', async () => {
  await made(templates, { name: 'by-token', username: 'k8s', secret_type: 'token', secret: 't' });
  const names = async (query: string) =>
    ((await admin.get(`${templates}?${query}`)).json as Wire[]).map((row) => row.name);
  expect(await names('protocols=k8s')).toEqual(['by-token']);
  expect(await names('protocols=nothing')).not.toContain('by-token');
});

test('a template stores how its accounts are pushed', async () => {
  const platform = await estate.platform('Linux');
  const push_params = { push_account_posix: { sudo: '/bin/true' } };
  const template = await made(templates, {
    ...{ name: 'pushed', username: 'app', auto_push: true, platforms: [platform], push_params },
  });
  const pushing = { auto_push: true, platforms: [{ id: platform, name: 'Linux' }], push_params };
  expect(template).toMatchObject(pushing);
  expect((await admin.get(`${templates}${template.id}/`)).json).toMatchObject(pushing);
  const meta = (await admin.options(templates)).json as {
    actions: { POST: Record<string, { type: string }> };
    view: { form: { group: string; fields: string[] }[]; actions: object };
  };
  const types = ['auto_push', 'platforms', 'push_params'].map((name) => meta.actions.POST[name]?.type);
  expect(types).toEqual(['boolean', 'm2m_related_field', 'json']);
  expect(meta.view.form.find(({ group }) => group === 'autoPush')?.fields).toEqual([
    'auto_push',
    'platforms',
    'push_params',
  ]);
  expect(meta.view.actions).toHaveProperty('syncRelatedAccounts');
});

test('only who may push decides how a template pushes, with parameters that exist', async () => {
  const names = ['view_accounttemplate', 'add_accounttemplate', 'change_accounttemplate'];
  const permissions = names.map((name) => `accounts.${name}`);
  const [editor, pusher] = [
    api.as({ permissions }),
    api.as({ permissions: [...permissions, 'accounts.push_account'] }),
  ];
  const push_params = { push_account_posix: { groups: 'wheel' } };
  const facts = { name: 'decided', username: 'app' };
  for (const more of [{ auto_push: true }, { push_params }])
    expect((await editor.post(templates, { ...facts, ...more })).status).toBe(403);
  for (const wrong of [
    { nosuch: {} },
    { push_account_posix: { shell: 5 } },
    { change_secret_posix: {} },
    'x',
  ])
    expect(await pusher.post(templates, { ...facts, push_params: wrong })).toMatchObject({
      ...{ status: 400, json: { push_params: expect.anything() } },
    });
  const answer = await pusher.post(templates, { ...facts, auto_push: true, push_params });
  const { id } = answer.json as Wire;
  const kept = { name: 'renamed', auto_push: true, push_params };
  expect((await editor.patch(`${templates}${id}/`, kept)).status).toBe(200);
  expect((await editor.patch(`${templates}${id}/`, { push_params: {} })).status).toBe(403);
  expect((await editor.patch(`${templates}${id}/`, { auto_push: false })).status).toBe(200);
});

test('A-2.2-051 a virtual account exists for every alias, and only the one for the same username can be changed', async () => {
  const url = '/api/v1/accounts/virtual-accounts/';
  const rows = (await admin.get(url)).json as Wire[];
  expect(rows.map((row) => String(row.alias)).sort()).toEqual(['@ANON', '@INPUT', '@SPEC', '@USER']);
  const user = (await admin.get(`${url}@USER/`)).json as Wire;
  expect(user).toMatchObject({ name: 'Same username', secret_from_login: null });
  expect(String(user.comment)).not.toBe('');
  const { actions, view } = (await admin.options(`${url}${user.id}/`)).json as {
    actions: { PATCH: Record<string, { read_only: boolean }> };
    view: { form: { fields: string[] }[] };
  };
  const editable = view.form
    .flatMap(({ fields }) => fields)
    .filter((name) => !actions.PATCH[name]?.read_only);
  expect(editable).toEqual(['secret_from_login']);
  await admin.patch(`${url}${user.id}/`, { secret_from_login: true });
  expect((await admin.get(`${url}@USER/`)).json).toMatchObject({ secret_from_login: true });
  const input = (await admin.get(`${url}@INPUT/`)).json as Wire;
  await admin.patch(`${url}${input.id}/`, { secret_from_login: true });
  expect((await admin.get(`${url}@INPUT/`)).json).toMatchObject({ secret_from_login: null });
  expect((await admin.get(`${url}@NOBODY/`)).status).toBe(404);
});

test('accounts sent along with an asset copy secrets and find the account to switch from', async () => {
  const model = await estate.asset({ name: 'model' });
  const root = await made(accounts, { asset: model, username: 'root', secret: 'r00t' });
  const web = await made(accounts, { asset: model, username: 'web', su_from: root.id });
  const clone = await estate.asset({ name: 'clone' });
  const ctx = contextOf(
    {
      actor: {
        id: '00000000-0000-4000-8000-00000000aaaa',
        name: 'T',
        username: 't',
        permissions: new Set(['accounts.add_account']),
        isSuperuser: false,
        isServiceAccount: false,
      },
      org: { id: DEFAULT_ORG_ID, name: 'Default', isRoot: false },
      language: 'en',
      zone: 'UTC',
      remoteAddr: '',
      decrypt: (value) => value,
    },
    api.services.engine,
    api.services.db,
    [],
  );
  const inline = (list: object[]) => createInline([{ asset: clone, accounts: list as never }], ctx);
  await inline([
    { id: root.id, name: 'root', username: 'root' },
    { id: web.id, name: 'web', username: 'web', su_from: { id: root.id } },
  ]);
  const rows = (await admin.get(`${accounts}?asset=${clone}`)).json as Wire[];
  expect(rows.map((row) => [row.name, (row.su_from as Wire | null)?.name ?? null])).toEqual([
    ['root', null],
    ['web', 'root'],
  ]);
  expect(await secretOf(rows[0]?.id ?? '')).toBe('r00t');
  await expect(inline([{ username: 'fresh' }, { username: 'root' }])).rejects.toMatchObject({
    fields: { accounts: [{}, { username: [{ key: 'unique' }] }] },
  });
  const loop = await estate.asset({ name: 'loop' });
  const each = [
    { username: 'root', su_from: web.id },
    { username: 'web', su_from: root.id },
  ];
  const circle = { su_from: [{ key: 'su_from_circle' }] };
  await expect(createInline([{ asset: loop, accounts: each as never }], ctx)).rejects.toMatchObject({
    fields: { accounts: [circle, circle] },
  });
});
