// @vitest-environment jsdom
import { FitAddon } from '@xterm/addon-fit';
import type { Terminal } from '@xterm/xterm';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { PreferenceStore } from '../preferences/preferenceStore.ts';
import { defaults } from '../preferences/preferences.ts';
import { drawFast, loadFastDrawing, makeTerminal } from './makeTerminal.ts';
import { makeTerminalSession } from './terminalSession.ts';

/** A terminal whose letters are narrower while the GPU draws them, and what its session was told. */
const setup = (over: { isWatching?: boolean } = {}) => {
  const fast = new Set<Terminal>();
  let place = 1200;
  vi.spyOn(HTMLElement.prototype, 'offsetParent', 'get').mockReturnValue(document.body);
  vi.spyOn(FitAddon.prototype, 'proposeDimensions').mockImplementation(() => ({
    cols: Math.floor(place / (fast.size > 0 ? 10 : 12)),
    rows: 30,
  }));
  const sent: { type: string; cols?: number }[] = [];
  const session = makeTerminalSession(
    { kind: 'resume', ticket: { session_id: 's', resume_token: 'r' } },
    {
      openSocket: (_purpose, events) => {
        queueMicrotask(events.onOpen);
        return { send: (data) => void sent.push(JSON.parse(String(data))), close: () => undefined };
      },
      preferences: { get: () => defaults, subscribe: () => () => undefined } as unknown as PreferenceStore,
      clientId: 'page',
      language: 'en',
      remember: () => undefined,
      banner: () => '',
      draws: (terminal) => {
        fast.add(terminal);
        return () => void fast.delete(terminal);
      },
      ...over,
    },
  );
  onTestFinished(() => session.dispose());
  const container = document.body.appendChild(document.createElement('div'));
  return {
    session,
    fast,
    resizePlace: (width: number) => {
      place = width;
      session.refit();
    },
    attach: () => session.attach(container),
    asked: async () => {
      await expect.poll(() => sent.length).toBeGreaterThan(0);
      return sent[0];
    },
  };
};

test('a terminal behind the front tab resumes with the size it has when the GPU draws it, and then leaves the GPU to others', async () => {
  const { session, fast, attach, asked, resizePlace } = setup();
  session.setVisible(false);
  attach();
  expect(await asked()).toMatchObject({ type: 'resume', cols: 120 });
  expect(fast.size).toBe(0);
  resizePlace(600);
  expect(session.terminal.cols).toBe(120);
  session.setVisible(true);
  expect([session.terminal.cols, fast.size]).toEqual([60, 1]);
});

test('the terminal in front is drawn with the GPU from the start and follows the size of its place', async () => {
  const { session, fast, attach, asked, resizePlace } = setup();
  session.setVisible(true);
  attach();
  expect(await asked()).toMatchObject({ cols: 120 });
  expect(fast.size).toBe(1);
  resizePlace(600);
  expect(session.terminal.cols).toBe(60);
  session.setVisible(false);
  expect(fast.size).toBe(0);
});

test('a watched terminal keeps the size of its session', () => {
  const { session, fast, attach, resizePlace } = setup({ isWatching: true });
  attach();
  resizePlace(600);
  expect([session.terminal.cols, fast.size]).toEqual([80, 0]);
});

test('a terminal that leaves the GPU gives its context back at once, since browsers have few', async () => {
  const given = vi.fn();
  const context = new Proxy({}, { get: () => () => ({ loseContext: given, width: 0 }) });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  await loadFastDrawing();
  const { terminal } = makeTerminal(defaults);
  terminal.open(document.body.appendChild(document.createElement('div')));
  const leave = drawFast(terminal);
  expect(given).not.toHaveBeenCalled();
  leave?.();
  expect(given).toHaveBeenCalled();
  terminal.dispose();
});
