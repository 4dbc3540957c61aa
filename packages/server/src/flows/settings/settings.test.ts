import type { ShownSettingPanel } from '@gatehouse/contract/calls/settings.ts';
import { SYSTEM_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApi } from '../../../test/api.ts';
import { makeLicence, storeLicence } from '../../../test/licence.ts';
import { atOnce, startModel, withStatus } from '../../../test/servers/modelServer.ts';

const url = '/api/v1/settings/setting/?category=chat';
const testUrl = '/api/v1/settings/chatai/testing/';
let api: Awaited<ReturnType<typeof startApi>>;
let model: Awaited<ReturnType<typeof startModel>>;
beforeAll(async () => {
  [api, model] = await Promise.all([startApi(), startModel()]);
});
afterAll(async () => {
  model.stop();
  await api.stop();
});
const admin = () => api.as({ permissions: ['settings.change_chatai'] });
beforeEach(async () => {
  await admin().patch(url, { CHAT_AI_ENABLED: true, GPT_BASE_URL: model.url, GPT_API_KEY: 'sk-stored' });
});

test('a panel is read and changed with its permission, and its secret is never sent', async () => {
  expect((await api.as({ anonymous: true }).get(url)).status).toBe(401);
  const other = api.as({ permissions: ['settings.view_setting'] });
  for (const method of ['get', 'patch', 'put'] as const)
    expect((await other[method](url, {})).status).toBe(403);
  expect((await other.options(url)).json).not.toHaveProperty('actions');
  const shown = { CHAT_AI_ENABLED: true, GPT_MODEL: 'gpt-3.5-turbo', GPT_BASE_URL: model.url, GPT_PROXY: '' };
  expect((await admin().get(url)).json).toEqual(shown);
  expect((await admin().get(url.replace('chat', 'chatai'))).json).toEqual(shown);
  const changed = await admin().patch(url, { GPT_MODEL: 'llama-3', GPT_API_KEY: 'sk-new' });
  expect(changed.json).toEqual({ ...shown, GPT_MODEL: 'llama-3' });
  expect(api.services.settings.get('GPT_API_KEY')).toBe('sk-new');
  const { rows } = await api.pool.query(
    "select value::text from settings_setting where name = 'GPT_API_KEY'",
  );
  expect(rows[0].value).not.toContain('sk-new');
  await admin().patch(url, { GPT_API_KEY: '', GPT_MODEL: 'gpt-3.5-turbo' });
  expect(api.services.settings.get('GPT_API_KEY')).toBe('sk-new');
});

test('settings of other panels are ignored; an unknown panel shows superusers the basic settings, and changes none', async () => {
  await admin().patch(url, { SECURITY_MFA_AUTH: 1 });
  expect(api.services.settings.get('SECURITY_MFA_AUTH')).toBe(0);
  const other = '/api/v1/settings/setting/?category=nothing';
  expect((await admin().get(other)).status).toBe(403);
  const superuser = api.as({ superuser: true });
  const basic = await superuser.get('/api/v1/settings/setting/');
  expect((await superuser.get(other)).json).toEqual(basic.json);
  for (const method of ['put', 'patch'] as const)
    expect((await superuser[method](other, { SITE_URL: 'https://other.example' })).status).toBe(404);
  expect((await superuser.get('/api/v1/settings/setting/')).json).toEqual(basic.json);
});

const panelsOf = async (caller: Parameters<typeof api.as>[0]) =>
  (await api.as(caller).call('GET /api/v1/settings/panels/')).json as ShownSettingPanel[];

test("the panels are those the caller may read, with texts in the caller's language", async () => {
  const changer = { permissions: ['settings.change_chatai'] } as const;
  const [chat, ...others] = await panelsOf(changer);
  expect(others).toEqual([]);
  expect(chat).toMatchObject({ name: 'chat', page: 'features', tab: 'Chat', title: 'AI assistant' });
  expect(chat?.groups.map(({ title }) => title)).toEqual(['Basic', 'Service']);
  expect(chat?.groups[0]?.settings[0]).toEqual({
    name: 'CHAT_AI_ENABLED',
    label: 'Assistant',
    help: 'All signed-in users can use it. Questions are sent to the AI service.',
  });
  const [inChinese] = await panelsOf({ ...changer, language: 'zh-hans' });
  expect(inChinese).toMatchObject({ title: '智能助手', groups: [{ title: '基本' }, { title: '服务' }] });
  expect(await panelsOf({ permissions: [] })).toEqual([]);
  expect((await api.as({ anonymous: true }).call('GET /api/v1/settings/panels/')).status).toBe(401);
});

test('who may see settings reads the basic ones; only superusers are told that they may change them', async () => {
  const mayChange = async (caller: Parameters<typeof api.as>[0]) =>
    (await panelsOf(caller)).find(({ name }) => name === 'basic')?.can_change;
  expect(await mayChange({ permissions: ['settings.view_setting'] })).toBe(false);
  expect(await mayChange({ superuser: true })).toBe(true);
});

test('panels of licensed features are listed only with a licence', async () => {
  const names = async () => (await panelsOf({ superuser: true })).map(({ name }) => name);
  const stored = async (text: string) => {
    await storeLicence(api.pool, text);
    await api.services.settings.reload();
  };
  expect(await names()).toContain('ticket');
  await stored(makeLicence({ days: -1 }));
  expect(await names()).not.toContain('ticket');
  await stored(makeLicence());
});

test('wrong values are refused on their field', async () => {
  const answer = await admin().patch(url, { GPT_BASE_URL: 'no address', CHAT_AI_ENABLED: 'maybe' });
  expect(answer).toMatchObject({
    status: 400,
    json: { GPT_BASE_URL: [expect.any(String)], CHAT_AI_ENABLED: [expect.any(String)] },
  });
});

test("OPTIONS describes the panel in the reader's language", async () => {
  const { json } = await api
    .as({ permissions: ['settings.change_chatai'], language: 'zh-hans' })
    .options(url);
  const { actions } = json as { actions: { PATCH: Record<string, { label: string; type: string }> } };
  expect(actions.PATCH).toMatchObject({
    CHAT_AI_ENABLED: { label: '智能助手', type: 'boolean' },
    GPT_MODEL: { type: 'choice', choices: expect.arrayContaining([{ value: 'gpt-4', label: 'gpt-4' }]) },
    GPT_API_KEY: { write_only: true },
  });
});

test('a change is in the operate log, without the secret', async () => {
  await admin().patch(url, { GPT_MODEL: 'm-7', GPT_API_KEY: 'sk-logged' });
  const { rows } = await api.pool.query(
    'select resource_key, diff::text from audits_operatelog order by datetime desc limit 1',
  );
  expect(rows[0]).toMatchObject({ resource_key: 'panels.chat' });
  expect(rows[0].diff).toContain('m-7');
  expect(rows[0].diff).not.toContain('sk-logged');
  const log = await api
    .as({ superuser: true, org: SYSTEM_ORG_ID })
    .get('/api/v1/audits/operate-logs/?resource_id=chat&limit=1');
  expect((log.json as { results: object[] }).results[0]).toMatchObject({ resource_type: 'AI assistant' });
});

test('an address in the operate log names no user and no password', async () => {
  await admin().patch(url, { GPT_PROXY: 'http://robot:pa-ss@proxy.example:3128', GPT_API_KEY: 'sk-stored' });
  await admin().patch(url, { GPT_PROXY: '' });
  const { rows } = await api.pool.query(
    'select diff::text from audits_operatelog order by datetime desc limit 2',
  );
  for (const { diff } of rows) {
    expect(diff).toContain('http://******@proxy.example:3128');
    expect(diff).not.toMatch(/robot|pa-ss/);
  }
});

test('a key belongs to its address: another address without a new key clears it', async () => {
  await admin().patch(url, { GPT_BASE_URL: 'https://elsewhere.example/v1' });
  expect(api.services.settings.get('GPT_API_KEY')).toBe('');
});

test('the test calls the model, with stored values for empty ones', async () => {
  model.answer(atOnce('pong'));
  const answer = await admin().post(testUrl, { GPT_MODEL: 'tested', GPT_API_KEY: '' });
  expect(answer).toMatchObject({ status: 200, json: { msg: 'The model answered.' } });
  expect(model.requests.at(-1)).toMatchObject({
    headers: { authorization: 'Bearer sk-stored' },
    body: { model: 'tested' },
  });
  expect((await api.as({ permissions: [] }).post(testUrl, {})).status).toBe(403);
});

test('the test never sends the stored key to another address', async () => {
  const elsewhere = await startModel();
  await admin().post(testUrl, { GPT_BASE_URL: elsewhere.url });
  expect(elsewhere.requests.at(-1)?.headers.authorization).toBeUndefined();
  elsewhere.stop();
});

test.each([
  ['switched off', { CHAT_AI_ENABLED: false }, 'switched off'],
  ['no server at the address', { GPT_BASE_URL: 'http://127.0.0.1:1/v1' }, 'cannot be reached'],
  ['a refusal', { GPT_MODEL: 'refused' }, 'refused the key'],
])('the test reports what is wrong: %s', async (_what, body, text) => {
  model.answer(withStatus(401));
  expect(await admin().post(testUrl, body)).toMatchObject({
    status: 400,
    json: { msg: expect.stringContaining(text) },
  });
});
