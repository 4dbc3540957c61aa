import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openChat } from '../../../test/chat.ts';
import { atOnce, startModel } from '../../../test/modelServer.ts';
import { type Browser, startServer } from '../../../test/signedIn.ts';

const conversations = '/api/v1/settings/chatai-conversations/';

let model: Awaited<ReturnType<typeof startModel>>;
let server: Awaited<ReturnType<typeof startServer>>;
let admin: Browser;
let line: ReturnType<typeof openChat>;
let base: string;
beforeAll(async () => {
  model = await startModel();
  server = await startServer({ GATEHOUSE_LIMIT_CHAT: '0' });
  base = await server.app.listen({ host: '127.0.0.1', port: 0 });
  admin = await server.admin();
  await admin.patch('/api/v1/settings/setting/?category=chat', {
    CHAT_AI_ENABLED: true,
    GPT_BASE_URL: model.url,
  });
});
afterEach(() => line.socket.terminate());
afterAll(async () => {
  await server.stop();
  model.stop();
});

type Turn = { role: string; content: string };
const turnsOf = async (id: string) =>
  ((await admin.get(`${conversations}${id}/`)).json as { messages: Turn[] }).messages;

test('a conversation keeps 400,000 characters, the oldest go first', async () => {
  line = openChat(base, admin);
  let conversation_id = '';
  for (const letter of ['a', 'b', 'c']) {
    model.answer(atOnce(letter.repeat(190_000)));
    await line.ask(`Many ${letter}`, { conversation_id });
    ({ conversation_id } = await line.next('finish'));
  }
  const kept = (await turnsOf(conversation_id)).map(({ content }) => content);
  expect(kept.map((content) => content.slice(0, 6))).toEqual(['Many b', 'bbbbbb', 'Many c', 'cccccc']);
});
