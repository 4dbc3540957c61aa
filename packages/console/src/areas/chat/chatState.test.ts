// @vitest-environment jsdom
import { callParts } from '@gatehouse/contract/call/callParts.ts';
import type { CallAddress } from '@gatehouse/contract/call/defineCall.ts';
import { CHAT_CONNECTED, CHAT_PONG, type ChatFrame } from '@gatehouse/contract/wire/chat.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeSocket } from '../../../test/fakeSocket.ts';
import type { Http } from '../../platform/http/http.ts';
import { LOADING } from './chatStore.ts';
import { chatSocketUrl, createChat } from './createChat.ts';
import { readFrame } from './readFrame.ts';

const CONVERSATION = '0b8f6c1e-1111-4111-8111-111111111111';
const frame = (more: Partial<ChatFrame> = {}): ChatFrame => ({
  type: 'message',
  id: 'a1',
  role: 'assistant',
  content: 'Hello',
  create_time: '2031-01-01T00:00:00.000Z',
  conversation_id: CONVERSATION,
  ...more,
});

const posted: unknown[] = [];
const http = {
  get: vi.fn(async () => []),
  call: async (name: CallAddress, { body }: { body: unknown }) =>
    void posted.push([callParts(name).path, body]),
} as unknown as Http;

const start = () => {
  const chat = createChat({ http, url: chatSocketUrl(undefined), droppedText: () => 'dropped' });
  chat.connect();
  const line = () => FakeSocket.all.at(-1) as FakeSocket;
  const hear = (data: unknown) =>
    line().onmessage?.({ data: typeof data === 'string' ? data : JSON.stringify(data) });
  const messages = () => chat.store.get().activeChat.messages.map(({ content }) => content);
  return { chat, line, hear, messages, state: chat.store.get };
};

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  posted.length = 0;
  globalThis.WebSocket = FakeSocket as unknown as typeof WebSocket;
});
afterEach(() => {
  vi.useRealTimers();
});

test('B-3-032 a message is parsed with all its keys, and must have one of three types', () => {
  for (const type of ['message', 'error', 'finish'] as const) {
    const sent = frame({ type, system_message: 'off' });
    expect(readFrame(JSON.stringify(sent))).toEqual(sent);
  }
  expect(readFrame(JSON.stringify(frame({ role: 'user' })))).toMatchObject({ role: 'user' });
  expect(readFrame(JSON.stringify({ ...frame(), type: 'other' }))).toBeUndefined();
});

test('B-3-035 the state holds loading, activeTab, chats and the active chat', () => {
  const { chat, state } = start();
  expect(state()).toMatchObject({
    loading: false,
    activeTab: 'chat',
    chats: [],
    activeChat: { conversation_id: '', messages: [] },
  });
  chat.store.heard(frame());
  expect(state().activeChat).toMatchObject({
    conversation_id: CONVERSATION,
    messages: [{ id: 'a1', content: 'Hello' }],
  });
});

test("B-7-021 B-7-020 the connection uses the page's host, in development another", () => {
  const { line } = start();
  expect(line().url).toBe('ws://localhost:3000/kael/chat/system/');
  expect(chatSocketUrl('http://127.0.0.1:8083')).toBe('http://127.0.0.1:8083/kael/chat/system/');
});

test('B-4-030 B-3-036 B-3-033 a sent question starts loading, the first piece replaces the placeholder, the end stops loading', () => {
  const { chat, line, hear, messages, state } = start();
  line().open();
  expect(chat.send('  What is ls?  ', 'Be brief')).toBe(true);
  expect(JSON.parse(String(line().sent[0]))).toEqual({
    content: 'What is ls?',
    prompt: 'Be brief',
    conversation_id: '',
  });
  expect(state().loading).toBe(true);
  expect(messages()).toEqual(['What is ls?', LOADING]);
  hear(frame({ content: '' }));
  expect(messages()).toEqual(['What is ls?', LOADING]);
  hear(frame({ content: 'It' }));
  hear(frame({ content: 'It lists' }));
  expect(messages()).toEqual(['What is ls?', 'It lists']);
  expect(state().loading).toBe(true);
  hear(frame({ type: 'finish', content: 'It lists files' }));
  expect(messages()).toEqual(['What is ls?', 'It lists files']);
  expect(state().loading).toBe(false);
  chat.send('And cd?', '');
  expect(JSON.parse(String(line().sent[1]))).toMatchObject({ conversation_id: CONVERSATION });
});

test('B-4-030 B-7-019 stopping clears loading and names the conversation to the server', () => {
  const { chat, line, hear, messages, state } = start();
  line().open();
  chat.send('Everything', '');
  hear(frame({ content: '' }));
  chat.stop();
  expect(posted).toEqual([['/kael/interrupt_current_ask/', { id: CONVERSATION }]]);
  expect(state().loading).toBe(false);
  expect(messages()).toEqual(['Everything']);
});

test('B-4-031 a system error locks the input until reconnected', () => {
  const { chat, line, hear, state } = start();
  line().open();
  chat.send('Hello', '');
  hear(frame({ type: 'error', content: 'x', system_message: 'The assistant is switched off.' }));
  expect(state()).toMatchObject({ loading: false, locked: true });
  expect(state().activeChat.messages.at(-1)).toMatchObject({
    content: 'The assistant is switched off.',
    isError: true,
  });
  expect(chat.send('Again', '')).toBe(false);
  chat.connect();
  line().open();
  expect(state().locked).toBe(false);
  expect(chat.send('Again', '')).toBe(true);
});

test('a failed answer leaves the input enabled', () => {
  const { chat, line, hear, state } = start();
  line().open();
  chat.send('Hello', '');
  hear(frame({ type: 'error', content: 'Too busy' }));
  expect(state()).toMatchObject({ loading: false, locked: false });
});

test('B-4-032 a lost connection is opened again after ten seconds, however often it is lost', () => {
  const { line } = start();
  for (let round = 1; round <= 3; round += 1) {
    line().drop();
    vi.advanceTimersByTime(9_999);
    expect(FakeSocket.all).toHaveLength(round);
    vi.advanceTimersByTime(1);
    expect(FakeSocket.all).toHaveLength(round + 1);
  }
});

test('B-4-033 an open connection is pinged every ten seconds', () => {
  const { chat, line } = start();
  vi.advanceTimersByTime(10_000);
  expect(line().sent).toEqual([]);
  line().open();
  vi.advanceTimersByTime(30_000);
  expect(line().sent).toEqual(['ping', 'ping', 'ping']);
  chat.disconnect();
  vi.advanceTimersByTime(60_000);
  expect(line().sent).toHaveLength(3);
});

test('B-4-034 pong, the greeting and unreadable messages change nothing', () => {
  const { line, hear, state } = start();
  line().open();
  const before = state();
  for (const data of [CHAT_PONG, CHAT_CONNECTED, '{ broken', '[1]', 'null', '{"type":"other"}']) hear(data);
  expect(state()).toBe(before);
});

test('B-4-036 a lost connection is reported as an answer and locks the input', () => {
  const { chat, line, messages, state } = start();
  line().open();
  line().drop();
  expect(messages()).toEqual([]);
  expect(chat.send('Hello', '')).toBe(false);
  expect(state()).toMatchObject({ loading: false, locked: true });
  expect(state().activeChat.messages).toMatchObject([
    { role: 'assistant', content: 'dropped', isError: true },
  ]);
  vi.advanceTimersByTime(10_000);
  line().open();
  expect(state().locked).toBe(false);
});

test('B-4-036 a connection lost during an answer is reported once', () => {
  const { chat, line, hear, messages, state } = start();
  line().open();
  chat.send('Hello', '');
  hear(frame({ content: 'Half an' }));
  line().drop();
  vi.advanceTimersByTime(10_000);
  line().drop();
  expect(messages()).toEqual(['Hello', 'Half an', 'dropped']);
  expect(state()).toMatchObject({ loading: false, locked: true });
});

test('B-4-036 an answer in progress while disconnected is reported as lost after reconnecting', () => {
  const { chat, line, messages, state } = start();
  line().open();
  chat.send('Hello', '');
  window.dispatchEvent(new Event('pagehide'));
  expect(line().readyState).toBe(3);
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  line().open();
  expect(messages()).toEqual(['Hello', 'dropped']);
  expect(state()).toMatchObject({ loading: false, locked: false });
  chat.disconnect();
});

test('a new chat started during an answer receives nothing more of that answer', () => {
  const { chat, line, messages, state } = start();
  line().open();
  chat.send('Hello', '');
  const old = line();
  chat.newChat();
  old.onmessage?.({ data: JSON.stringify(frame({ content: 'late' })) });
  expect(messages()).toEqual([]);
  expect(state()).toMatchObject({ loading: false, activeChat: { conversation_id: '' } });
  expect(line()).not.toBe(old);
});

test('the chat of an expired web session does not reconnect; the page notices it by a request', () => {
  const { line } = start();
  line().open();
  expect(http.get).not.toHaveBeenCalled();
  line().drop(4401);
  vi.advanceTimersByTime(60_000);
  expect(http.get).toHaveBeenCalledTimes(1);
  expect(FakeSocket.all).toHaveLength(1);
});
