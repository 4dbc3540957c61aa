import { CHAT_INTERRUPT_URL } from '@gatehouse/contract/wire/chat.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openChat } from '../../../test/chat.ts';
import { createMfaPeople, password } from '../../../test/mfa.ts';
import {
  andThenNothing,
  atOnce,
  inPieces,
  startModel,
  withStatus,
} from '../../../test/servers/modelServer.ts';
import { type Browser, startServer } from '../../../test/signedIn.ts';
import { compose } from '../../app/compose.ts';
import { openPool } from '../../platform/database.ts';
import { createNotices } from '../../platform/notices.ts';

const conversations = '/api/v1/settings/chatai-conversations/';
const settingsUrl = '/api/v1/settings/setting/?category=chat';

let model: Awaited<ReturnType<typeof startModel>>;
let server: Awaited<ReturnType<typeof startServer>>;
let admin: Browser;
let base: string;
const set = (values: object) => admin.patch(settingsUrl, values);
beforeAll(async () => {
  model = await startModel();
  server = await startServer({ GATEHOUSE_LIMIT_CHAT: '0' }, { notices: (url) => createNotices(url) });
  base = await server.app.listen({ host: '127.0.0.1', port: 0 });
  admin = await server.admin();
  await set({ CHAT_AI_ENABLED: true, GPT_BASE_URL: model.url, GPT_API_KEY: 'sk-secret-1', GPT_MODEL: 'm-1' });
});
const lines: ReturnType<typeof openChat>[] = [];
const open = (browser: Browser | undefined = admin, headers?: Record<string, string>, at = base) => {
  const line = openChat(at, browser, headers);
  lines.push(line);
  return line;
};
afterEach(() => {
  for (const { socket } of lines.splice(0)) socket.terminate();
  model.answer(inPieces(['Hello', ' there']));
});
afterAll(async () => {
  await server.stop();
  model.stop();
});

type Stored = { id: string; title: string; messages: { role: string; content: string }[] };
const storedOf = async (id: string, browser = admin) =>
  (await browser.get(`${conversations}${id}/`)).json as Stored;

test('B-7-020 B-3-032 B-3-033 a question is answered piece by piece and stored', async () => {
  const line = open(admin, { origin: base });
  model.answer(inPieces(['It ', 'lists ', 'files'], 60));
  await line.ask('What does ls do?', { prompt: 'Answer like a pirate' });
  const finish = await line.next('finish');
  expect(finish).toEqual({
    type: 'finish',
    id: expect.any(String),
    role: 'assistant',
    content: 'It lists files',
    create_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    conversation_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  const { headers, body, url } = model.requests.at(-1) as (typeof model.requests)[number];
  expect(url).toBe('/v1/chat/completions');
  expect(headers.authorization).toBe('Bearer sk-secret-1');
  expect(body).toMatchObject({ model: 'm-1', stream: true });
  expect(body.messages[0]?.content).toContain('Answer like a pirate');
  expect(body.messages[1]).toEqual({ role: 'user', content: 'What does ls do?' });
  expect(await storedOf(finish.conversation_id)).toMatchObject({
    title: 'What does ls do?',
    messages: [
      { role: 'user', content: 'What does ls do?' },
      { role: 'assistant', content: 'It lists files' },
    ],
  });
  expect(line.texts).toEqual(['connected']);
});

test('pieces are sent while the answer is written, each with the whole text so far', async () => {
  const line = open();
  const seen = () => line.frames.filter(({ type }) => type === 'message').map(({ content }) => content);
  let written = 0;
  /** Until the page shows the piece. */
  const shown = async () => {
    written += 1;
    await expect.poll(() => seen().at(-1)).toBe('abcd'.slice(0, written));
  };
  model.answer(inPieces(['a', 'b', 'c', 'd'], shown));
  await line.ask('Letters?');
  await expect.poll(() => line.frames.at(-1)?.type).toBe('finish');
  expect(seen()).toEqual(['', 'a', 'ab', 'abc', 'abcd']);
});

test('a second question in a conversation is sent with the earlier turns', async () => {
  const line = open();
  await line.ask('First');
  const { conversation_id } = await line.next('finish');
  await line.ask('Second', { conversation_id });
  expect((await line.next('finish')).conversation_id).toBe(conversation_id);
  expect(
    model.requests
      .at(-1)
      ?.body.messages.slice(1)
      .map(({ content }) => content),
  ).toEqual(['First', 'Hello there', 'Second']);
});

test('a ping is answered', async () => {
  const line = open();
  await line.isOpen();
  line.say('ping');
  await expect.poll(() => line.texts).toEqual(['connected', 'pong']);
});

test('B-7-019 stopping ends the answer, even from another server, and keeps what was written', async () => {
  const pool = openPool(server.config.GATEHOUSE_DATABASE_URL, 4);
  const url = server.config.GATEHOUSE_DATABASE_URL;
  const { app } = await compose({
    pool,
    config: server.config,
    notices: createNotices(url),
    tell: () => undefined,
  });
  const other = await app.listen({ host: '127.0.0.1', port: 0 });
  let isGone = false;
  model.answer(
    andThenNothing('Half an', () => {
      isGone = true;
    }),
  );
  const line = open(admin, {}, other);
  await line.ask('Tell me everything');
  await expect.poll(() => line.frames.at(-1)?.content).toBe('Half an');
  const { conversation_id } = line.frames[0] ?? { conversation_id: '' };
  expect((await admin.post(CHAT_INTERRUPT_URL, { id: conversation_id })).status).toBe(200);
  expect(await line.next('finish')).toMatchObject({ content: 'Half an', conversation_id });
  await expect.poll(() => isGone).toBe(true);
  expect((await storedOf(conversation_id)).messages.at(-1)?.content).toBe('Half an');
  line.socket.terminate();
  await app.close();
  await pool.end();
});

test('a conversation belongs to its user, who can delete it; even superusers cannot read, continue or delete it', async () => {
  const people = createMfaPeople(server);
  await people.addUser(admin, 'ann');
  const ann = await server.browserOf('ann', password);
  const line = open(ann);
  await line.ask('Mine');
  const { conversation_id } = await line.next('finish');
  expect(((await ann.get(conversations)).json as Stored[]).map(({ title }) => title)).toEqual(['Mine']);
  expect((await admin.get(`${conversations}${conversation_id}/`)).status).toBe(404);
  expect((await admin.delete(`${conversations}${conversation_id}/`)).status).toBe(404);
  expect((await admin.post(CHAT_INTERRUPT_URL, { id: conversation_id })).status).toBe(404);
  const theirs = open();
  await theirs.ask('May I?', { conversation_id });
  expect(await theirs.next('error')).toMatchObject({
    content: 'This conversation no longer exists. Start a new one.',
  });
  const { rows } = await server.pool.query(
    'select title, turns from settings_chatconversation where id = $1',
    [conversation_id],
  );
  expect(JSON.stringify(rows)).not.toMatch(/Mine|Hello/);
  expect((await ann.delete(`${conversations}${conversation_id}/`)).status).toBe(204);
  expect(await (await ann.get(conversations)).json).toEqual([]);
});

test('asking needs a web session, a page of this site, and the assistant to be switched on', async () => {
  const nobody = server.browser();
  expect(await open(nobody).ended).toBe(401);
  expect(await open(admin, { origin: 'https://evil.example' }).ended).toBe(403);
  expect((await nobody.post(CHAT_INTERRUPT_URL, { id: 'x' })).status).toBe(401);
  const line = open();
  await line.isOpen();
  await set({ CHAT_AI_ENABLED: false });
  expect(await open().ended).toBe(403);
  await line.ask('Still there?');
  expect(await line.next('error')).toMatchObject({ system_message: 'The assistant is switched off.' });
  await set({ CHAT_AI_ENABLED: true });
  await line.ask('And now?');
  expect(await line.next('finish')).toMatchObject({ content: 'Hello there' });
});

test('after signing out, the next question closes the connection', async () => {
  const people = createMfaPeople(server);
  await people.addUser(admin, 'ben');
  const ben = await server.browserOf('ben', password);
  const line = open(ben);
  await line.isOpen();
  await ben.signOut();
  const before = model.requests.length;
  await line.ask('Hello?');
  expect(await line.ended).toBe(4401);
  expect(model.requests).toHaveLength(before);
});

test.each([
  ['a refused key', withStatus(401), 'The AI service refused the key of this installation.'],
  ['an unknown model', withStatus(404), 'The AI service does not know this model or address.'],
  ['a used-up quota', withStatus(429), /overloaded/],
  ['a failure', withStatus(500), 'The AI service refused the question (status 500).'],
  ['a redirect', withStatus(307, {}, { location: 'http://169.254.169.254/' }), /status 307/],
  [
    'nonsense',
    (response: { end(text: string): unknown }) => void response.end('<html>'),
    /unexpected answer/,
  ],
])('after %s only the answer fails, with a message of our own', async (_what, answering, text) => {
  const line = open();
  model.answer(answering as never);
  await line.ask('Well?');
  const frame = await line.next('error');
  expect(frame.content).toMatch(text);
  expect(frame.system_message).toBeUndefined();
  expect(JSON.stringify(frame)).not.toContain('inner-detail');
  model.answer(inPieces(['Better']));
  await line.ask('Again?', { conversation_id: frame.conversation_id });
  expect(await line.next('finish')).toMatchObject({ content: 'Better' });
});

test('an answer that breaks off is reported, and what was written is kept', async () => {
  const line = open();
  model.answer((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: {"choices":[{"delta":{"content":"Half"}}]}\n\n', () =>
      setTimeout(() => response.destroy(), 100),
    );
  });
  await line.ask('All of it?');
  const frame = await line.next('error');
  expect(frame.content).toContain('cannot be reached');
  expect((await storedOf(frame.conversation_id)).messages.at(-1)).toMatchObject({ content: 'Half' });
});

test('a service that does not stream works too', async () => {
  const line = open();
  model.answer(atOnce('All at once'));
  await line.ask('How?');
  expect(await line.next('finish')).toMatchObject({ content: 'All at once' });
});

test('a connection accepts one question at a time, and only questions', async () => {
  const line = open();
  model.answer(andThenNothing('…', () => undefined));
  await line.ask('One');
  await line.ask('Two');
  expect(await line.next('error')).toMatchObject({
    content: expect.stringContaining('still being answered'),
  });
  const own = open();
  for (const nonsense of ['{', '[]', '{"content":"   "}', `{"content":"${'x'.repeat(16_001)}"}`])
    await own.isOpen().then(() => own.say(nonsense));
  await expect.poll(() => own.frames.map(({ type }) => type)).toEqual(Array(4).fill('error'));
});

test('requests go through the configured proxy', async () => {
  await set({ GPT_BASE_URL: 'http://model.invalid/v1', GPT_PROXY: model.origin, GPT_API_KEY: 'sk-2' });
  const line = open();
  await line.ask('Through the proxy?');
  expect(await line.next('finish')).toMatchObject({ content: 'Hello there' });
  expect(model.requests.at(-1)).toMatchObject({
    url: 'http://model.invalid/v1/chat/completions',
    headers: { authorization: 'Bearer sk-2' },
  });
  await set({ GPT_BASE_URL: model.url, GPT_PROXY: '', GPT_API_KEY: 'sk-secret-1' });
});

test('link-local addresses are never requested', async () => {
  await set({ GPT_BASE_URL: 'http://169.254.169.254/latest' });
  const line = open();
  await line.ask('Who am I?');
  expect(await line.next('error')).toMatchObject({ content: expect.stringContaining('cannot be reached') });
  await set({ GPT_BASE_URL: model.url, GPT_API_KEY: 'sk-secret-1' });
});

test('too many questions are rate limited', async () => {
  const own = await startServer({ GATEHOUSE_LIMIT_CHAT: '2' });
  const administrator = await own.admin();
  const at = await own.app.listen({ host: '127.0.0.1', port: 0 });
  await administrator.patch(settingsUrl, { CHAT_AI_ENABLED: true, GPT_BASE_URL: model.url });
  const line = open(administrator, {}, at);
  for (const question of ['One', 'Two']) {
    await line.ask(question);
    await line.next('finish');
  }
  await line.ask('Three');
  expect(await line.next('error')).toMatchObject({
    content: expect.stringMatching(/^At most 2 questions a minute/),
  });
  line.socket.terminate();
  await own.stop();
});
