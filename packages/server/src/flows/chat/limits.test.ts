import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openChat } from '../../../test/chat.ts';
import { atOnce, inPieces, startModel } from '../../../test/servers/modelServer.ts';
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

test('a conversation keeps at most 400,000 characters, dropping the oldest turns first', async () => {
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

test('a page that does not read misses steps of an answer, but not its end', async () => {
  line = openChat(base, admin);
  // Each character takes six bytes on the wire: a few frames fill the kernel's buffer.
  const long = '\u0001'.repeat(190_000);
  model.answer(inPieces([long, ...Array(39).fill('.')], 50));
  await line.ask('At length?');
  const { conversation_id } = await line.next('message');
  line.socket.pause();
  await expect.poll(async () => (await turnsOf(conversation_id)).length, { interval: 200 }).toBe(2);
  line.socket.resume();
  await expect.poll(() => line.frames.at(-1)?.type).toBe('finish');
  expect(line.frames.at(-1)?.content).toBe(`${long}${'.'.repeat(39)}`);
  expect(line.frames.length).toBeLessThan(20);
});

test('an endless line is not accepted as an answer', async () => {
  line = openChat(base, admin);
  let isGone = false;
  model.answer(async (response) => {
    response.on('close', () => {
      isGone = true;
    });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: ');
    for (let written = 0; written < 9 && !response.destroyed; written += 1)
      await new Promise((resolve) => response.write('x'.repeat(1024 * 1024), resolve));
  });
  await line.ask('Endless?');
  expect((await line.next('error')).content).toMatch(/unexpected answer/);
  await expect.poll(() => isGone).toBe(true);
});
