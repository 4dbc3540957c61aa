import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api.ts';

const url = '/api/v1/settings/chatai-prompts/';
let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

type Prompt = { id?: string; name: string; content: string };
const rows = (reply: { json: unknown }) => reply.json as Prompt[];

test('B-7-017 B-3-034 prompts have a name and a content; custom ones come before the ten built-in ones', async () => {
  const reader = api.as({ permissions: [] });
  const writer = api.as({ permissions: ['settings.add_chatprompt', 'settings.delete_chatprompt'] });
  expect((await reader.post(url, { name: 'Mine', content: 'x' })).status).toBe(403);
  const made = await writer.post(url, { name: 'Runbook', content: 'Write a runbook' });
  expect(made.status, made.text).toBe(201);
  const list = rows(await reader.get(url));
  expect(list).toHaveLength(11);
  expect(list[0]).toMatchObject({ name: 'Runbook', content: 'Write a runbook' });
  expect(list[1]).toEqual({
    name: 'Explain a command',
    content: expect.stringMatching(/^Explain the command/),
  });
  const page = (await reader.get(`${url}?limit=4&offset=8`)).json as { count: number; results: Prompt[] };
  expect([page.count, page.results.length]).toEqual([11, 3]);
  expect(rows(await reader.get(`${url}?name=Runbook`)).map(({ name }) => name)).toEqual(['Runbook']);
  expect(rows(await reader.get(`${url}?search=RULE`)).map(({ name }) => name)).toEqual([
    'Draft a command rule',
  ]);
  const { id } = made.json as { id: string };
  expect((await writer.delete(`${url}${id}/`)).status).toBe(204);
});

test("built-in prompts are in the reader's language", async () => {
  const first = async (language: 'zh-hans' | 'zh-hant' | 'ja') =>
    rows(await api.as({ language }).get(url))[0]?.name;
  expect([await first('zh-hans'), await first('zh-hant'), await first('ja')]).toEqual([
    '解释命令',
    '解釋指令',
    'コマンドの説明',
  ]);
});
