import type { ServerFrame } from '@gatehouse/contract/wire/gateway.ts';
import { expect, test } from 'vitest';
import { facts, opened, text, world } from '../../../test/window/linkWorld.ts';

test('a new session sends protocol, page and size, and shows its progress', () => {
  const w = world({ kind: 'open', token: 't' });
  w.link.start(100, 30);
  w.socket().events.onOpen();
  expect(w.socket().sent[0]).toEqual({
    type: 'open',
    protocol: 1,
    client_id: 'page',
    cols: 100,
    rows: 30,
    language: 'ja',
  });
  w.say({ type: 'progress', stage: 'jump_host', host: 'dmz' });
  expect(w.link.getState()).toMatchObject({
    phase: 'connecting',
    progress: { stage: 'jump_host', host: 'dmz' },
  });
  w.say({ type: 'opened', resume_token: 'r', session: facts });
  expect(w.link.getState()).toMatchObject({ phase: 'live', progress: null });
  expect(w.tickets).toEqual([{ session_id: 's-1', resume_token: 'r' }]);
});

test('output is acknowledged when drawn: every 32 KiB, and once when it pauses', () => {
  const w = opened();
  w.hold();
  w.output(0, 'x'.repeat(40_000));
  expect(w.sent('ack')).toEqual([]);
  w.finishDrawing();
  expect(w.sent('ack')).toEqual([{ type: 'ack', received: 40_000 }]);
  w.output(40_000, 'prompt$ ');
  w.finishDrawing();
  expect(w.sent('ack')).toHaveLength(1);
  w.pass(200);
  expect(w.sent('ack').at(-1)).toEqual({ type: 'ack', received: 40_008 });
  w.pass(1000);
  expect(w.sent('ack')).toHaveLength(2);
});

test('after a dropped connection the session continues where the screen stopped, without doubling or losing a byte', () => {
  const w = opened();
  w.output(0, 'hello ');
  w.socket().events.onClose();
  expect(w.link.getState().phase).toBe('lost');
  w.pass(300);
  expect(w.sockets).toHaveLength(2);
  w.socket().events.onOpen();
  expect(w.socket().sent[0]).toMatchObject({
    type: 'resume',
    session_id: 's-1',
    resume_token: 'r',
    received: 6,
  });
  w.say({ type: 'resumed', offset: 6, repaint: false, input_received: 0, session: facts });
  w.output(4, 'o world');
  w.output(6, 'world');
  expect(w.screen()).toBe('hello world');
});

test('input lost with the connection is sent again, once', () => {
  const w = opened();
  w.link.input(text('ls '));
  w.link.input(text('-la\r'));
  expect(w.socket().typed).toBe('0:ls ;3:-la\r;');
  w.socket().events.onClose();
  w.link.input(text('rm -rf /'));
  w.pass(300);
  w.socket().events.onOpen();
  w.say({ type: 'resumed', offset: 0, repaint: false, input_received: 5, session: facts });
  expect(w.socket().typed).toBe('5:a\r;');
});

test('a long paste goes no faster than the asset reads, and arrives complete over a lost connection', () => {
  const w = opened();
  const paste = Uint8Array.from({ length: 600_000 }, (_, at) => 97 + (at % 26));
  w.link.input(paste);
  const length = (typed: string) => typed.replace(/\d+:|;/g, '').length;
  expect(length(w.socket().typed)).toBeLessThanOrEqual(256 * 1024);
  expect(length(w.socket().typed)).toBeGreaterThan(200_000);
  w.say({ type: 'input_ack', received: 100_000 });
  const before = length(w.socket().typed);
  expect(before).toBeGreaterThan(300_000);
  w.socket().events.onClose();
  w.pass(300);
  w.socket().events.onOpen();
  w.say({ type: 'resumed', offset: 0, repaint: false, input_received: 123_456, session: facts });
  expect(w.socket().typed.startsWith('123456:')).toBe(true);
  for (let got = 200_000; got <= 600_000; got += 50_000) w.say({ type: 'input_ack', received: got });
  expect(length(w.socket().typed)).toBe(600_000 - 123_456);
});

test('a reloaded page requests a repaint and gets it', () => {
  const w = world({ kind: 'resume', ticket: { session_id: 's-1', resume_token: 'r' } });
  w.link.start(80, 24);
  w.socket().events.onOpen();
  expect(w.socket().sent[0]).toMatchObject({ type: 'resume', received: null });
  w.say({ type: 'resumed', offset: 5000, repaint: true, input_received: 0, session: facts });
  w.repaint(5000, 'whole screen');
  w.output(5000, ' and more');
  expect(w.screen()).toBe('whole screen and more');
  w.pass(200);
  expect(w.sent('ack')).toEqual([{ type: 'ack', received: 5009 }]);
});

test('output drawn before a repaint is not acknowledged after it', () => {
  const w = opened();
  w.hold();
  w.output(0, 'x'.repeat(90_000));
  w.socket().events.onClose();
  w.pass(300);
  w.socket().events.onOpen();
  w.say({ type: 'resumed', offset: 70_000, repaint: true, input_received: 0, session: facts });
  w.finishDrawing();
  w.pass(500);
  expect(w.sent('ack')).toEqual([]);
});

test('a lost connection is retried for a limited time, then the session counts as ended', () => {
  const w = opened();
  w.socket().events.onClose();
  for (let tries = 0; tries < 40 && w.link.getState().phase === 'lost'; tries += 1) {
    w.pass(4000);
    w.socket().events.onClose();
  }
  expect(w.link.getState()).toMatchObject({ phase: 'ended', end: { text: 'luna:closed.connection_lost' } });
  expect(w.sockets.length).toBeGreaterThan(12);
  expect(w.tickets.at(-1)).toBeNull();
});

test('a connection that does not answer is told within three seconds, and no longer once it answers', () => {
  const w = opened();
  w.pass(0);
  w.say({ type: 'pong', id: 1 });
  expect(w.link.getState()).toMatchObject({ isQuiet: false, latency: 0 });
  w.pass(2999);
  expect(w.link.getState().isQuiet).toBe(false);
  w.pass(1);
  expect(w.link.getState()).toMatchObject({ phase: 'live', isQuiet: true, latency: null });
  w.output(0, 'x');
  expect(w.link.getState()).toMatchObject({ phase: 'live', isQuiet: false });
  expect(w.sockets).toHaveLength(1);
});

test('a browser that goes offline makes the connection quiet at once, until data arrives', () => {
  const w = opened();
  w.link.doubt();
  expect(w.link.getState()).toMatchObject({ phase: 'live', isQuiet: true });
  w.say({ type: 'pong', id: 99 });
  expect(w.link.getState().isQuiet).toBe(false);
  w.link.close();
  w.link.doubt();
  expect(w.link.getState()).toMatchObject({ phase: 'ended', isQuiet: false });
});

test('a quiet connection can be opened again at once, and a live one stays as it is', () => {
  const w = opened();
  w.link.retry();
  expect(w.sockets).toHaveLength(1);
  w.link.doubt();
  w.link.retry();
  expect(w.sockets).toHaveLength(2);
  expect(w.sockets[0]!.closed).toBe(true);
  expect(w.link.getState()).toMatchObject({ phase: 'lost', isQuiet: false });
});

test('beats that a busy or hidden page makes late do not count as silence', () => {
  const w = opened();
  w.pass(0);
  for (let minute = 1; minute < 5; minute += 1) {
    w.say({ type: 'pong', id: w.sent('ping').length });
    w.pass(1000);
  }
  expect(w.link.getState()).toMatchObject({ phase: 'live', isQuiet: false });
  expect(w.sent('ping')).toHaveLength(5);
});

test('a silent connection is given up and opened again', () => {
  const w = opened();
  w.pass(4500);
  w.say({ type: 'pong', id: 2 });
  expect(w.link.getState().phase).toBe('live');
  w.pass(11_000);
  expect(w.link.getState()).toMatchObject({ phase: 'live', isQuiet: true });
  w.pass(9000);
  expect(w.sockets.length).toBeGreaterThan(1);
  expect(w.link.getState().phase).toBe('lost');
});

test('the round trip is measured', () => {
  const w = opened();
  w.pass(0);
  expect(w.sent('ping')).toEqual([{ type: 'ping', id: 1 }]);
  w.pass(18);
  w.say({ type: 'pong', id: 1 });
  expect(w.link.getState().latency).toBe(18);
  w.pass(2182);
  w.say({ type: 'pong', id: 2 });
  expect(w.link.getState().latency).toBe(1200);
  w.say({ type: 'pong', id: 2 });
  expect(w.link.getState().latency).toBe(1200);
});

test('the prompts of an asset are answered or cancelled', () => {
  const w = world({ kind: 'open', token: 't' });
  w.link.start(80, 24);
  w.socket().events.onOpen();
  const prompt: ServerFrame = {
    type: 'prompt',
    id: 7,
    kind: 'keyboard_interactive',
    host: 'web-01',
    username: 'deploy',
    title: '',
    instruction: 'Code',
    fields: [{ text: 'OTP: ', echo: false }],
    retry: false,
  };
  w.say(prompt);
  expect(w.link.getState().prompt?.fields[0]?.text).toBe('OTP: ');
  w.link.answer(7, ['123456']);
  w.say({ ...prompt, id: 8, retry: true });
  w.link.answer(8, null);
  expect(w.sent('answer')).toEqual([
    { type: 'answer', id: 7, answers: ['123456'] },
    { type: 'answer', id: 8, cancel: true },
  ]);
});

test('closing notifies the gateway and is final', () => {
  const w = opened();
  w.link.close();
  expect(w.sockets[0]!.sent.at(-1)).toEqual({ type: 'close' });
  expect(w.link.getState()).toMatchObject({ phase: 'ended', end: { reason: 'user_close' } });
  w.pass(100_000);
  expect(w.sockets).toHaveLength(1);
});

test('a session ended by an administrator says by whom and is not retried', () => {
  const w = opened();
  w.say({
    type: 'closed',
    reason: 'admin_terminate',
    text_key: 'gateway:closed.admin_terminate',
    params: { by: 'Mara' },
  });
  w.socket().events.onClose();
  w.pass(60_000);
  expect(w.link.getState()).toMatchObject({ phase: 'ended', end: { params: { by: 'Mara' } } });
  expect(w.sockets).toHaveLength(1);
});

test('a session taken over elsewhere stays there until taken back', () => {
  const w = opened();
  w.say({ type: 'detached', reason: 'taken_over' });
  w.socket().events.onClose();
  w.pass(60_000);
  expect(w.sockets).toHaveLength(1);
  w.link.retry();
  w.socket().events.onOpen();
  expect(w.socket().sent[0]).toMatchObject({ type: 'resume' });
});

test('a paused session says so until resumed', () => {
  const w = opened();
  w.say({ type: 'notice', code: 'locked', params: { by: 'Mara' } });
  expect(w.link.getState().facts?.is_locked).toBe(true);
  w.say({ type: 'notice', code: 'unlocked', params: {} });
  expect(w.link.getState().facts?.is_locked).toBe(false);
});

test('a watcher follows the size and cannot type', () => {
  const w = world({ kind: 'monitor', session_id: 's-1' });
  w.link.start(80, 24);
  w.socket().events.onOpen();
  w.say({ type: 'monitoring', offset: 10, cols: 132, rows: 43, session: facts });
  w.repaint(10, 'screen');
  w.say({ type: 'resized', cols: 90, rows: 20 });
  w.link.input(text('x'));
  w.link.resize(10, 10);
  expect(w.link.getState().watched).toEqual({ cols: 90, rows: 20 });
  expect(w.socket().typed).toBe('');
  expect(w.sent('resize')).toEqual([]);
});
