import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { HeldLine } from '../screen/heldLine.ts';
import { createEcho } from './echo.ts';

const lineOf = (texts: string[], changes: Partial<HeldLine> = {}): HeldLine => ({
  isFull: false,
  editor: 'open',
  texts,
  hint: null,
  isShown: false,
  isFound: true,
  isAtPrompt: true,
  isInterrupting: false,
  before: '',
  prompt: '$ ',
  ...{ column: 0, below: 0, columns: 80 },
  ...changes,
});

/** A terminal whose clock stands unless it is told the time. */
const start = () => {
  let line = lineOf([]);
  let clock_ms = 1_000;
  const echo = createEcho({ read: async () => line, now: () => clock_ms });
  return {
    type: (keys: string) => echo.sent(Buffer.from(keys)),
    show: (texts: string[], changes: Partial<HeldLine> = {}) => {
      line = lineOf(texts, changes);
      echo.output();
    },
    pass: (ms: number) => {
      clock_ms += ms;
    },
    settle: () => echo.settle({ runsInEditor: true }),
  };
};

test('nothing is read before the machine has answered the line end before', async () => {
  const { type, show, pass, settle } = start();
  show(['sleep 1']);
  type('\r');
  type('rm x\t');
  pass(5_000);
  let isSettled = false;
  const settled = settle().finally(() => {
    isSettled = true;
  });
  pass(5_000);
  await sleep(20);
  expect(isSettled).toBe(false);
  show(['rm xyz']);
  pass(2_000);
  expect(await settled).toMatchObject({ line: { texts: ['rm xyz'] }, isUnsure: false });
});

test.each([
  ['rm x', false],
  ['x', true],
])('with %j shown after an editing key and more text, it is unsure what runs: %s', async (text, isUnsure) => {
  const { type, show, pass, settle } = start();
  type('x\u0001rm ');
  show([text]);
  pass(10_000);
  expect(await settle()).toMatchObject({ isUnsure });
});

test('editing keys before a prompt is there leave it unsure what runs', async () => {
  const { type, show, pass, settle } = start();
  type('rm dat?\t');
  show([], { editor: 'unknown', isAtPrompt: false, prompt: '' });
  pass(10_000);
  expect(await settle()).toMatchObject({ isUnsure: true });
});
