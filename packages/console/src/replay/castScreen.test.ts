import { SerializeAddon } from '@xterm/addon-serialize';
import { expect, test } from 'vitest';
import { type Checkpoint, collectCheckpoints, makeCastScreen, makeCastTerminal } from './castScreen.ts';
import { makeCastStore } from './castStore.ts';
import { endsInGround } from './groundState.ts';

const pieces = [
  'plain text\r\n',
  '\x1b[1;32mgreen\x1b[0m and \x1b[44mblue\r\n',
  '\x1b[2J\x1b[H',
  '\x1b[5;10r\x1b[5;1Hinside region\r\n\n\n\n\n\n',
  '\x1b[r',
  '\x1b[?1049h\x1b[3;3Hfull screen\x1b[4;8r\x1b[8;1H\n\n',
  '\x1b[?1049l',
  '漢字かな 한글 é\r\n',
  '\x1b(0lqqk\x1b(B\r\n',
  '\x1b]0;title\x07prompt$ ',
  'x'.repeat(97),
  '\x1b[10;20Hmoved\x1b[K',
  '\x1b[38;5;208morange\x1b[7m inverse \x1b[27m\r\n',
  '\x1b[3A\x1b[2L\x1b[1M\x1b[4P',
];

/** A recording in pseudo-random pieces that are the same for each `seed`, with resizes. */
const sample = (length: number, seed: number) => {
  const store = makeCastStore();
  store.header(80, 24, 1);
  let random = seed;
  for (let at = 0; at < length; at += 1) {
    random = (random * 1103515245 + 12345) % 2147483648;
    store.output(at / 10, pieces[random % pieces.length]!);
    if (random % 97 === 0) store.resize(at / 10, 60 + (random % 50), 20 + (random % 15));
  }
  return store;
};

const screenText = (terminal: ReturnType<typeof makeCastTerminal>, addon: SerializeAddon) =>
  `${addon.serialize({ scrollback: 0 })}|${terminal.buffer.active.cursorX},${terminal.buffer.active.cursorY}`;

const make = (store: ReturnType<typeof sample>, checkpoints: Checkpoint[]) => {
  const terminal = makeCastTerminal({ cols: 80, rows: 24 });
  const addon = new SerializeAddon();
  terminal.loadAddon(addon);
  const screen = makeCastScreen(terminal, store, checkpoints);
  return { terminal, screen, text: () => screenText(terminal, addon) };
};

test.each([7, 11, 23, 42])(
  'seeking with checkpoints shows the same screen as playing from the start (stream %i)',
  async (seed) => {
    const store = sample(3000, seed);
    const checkpoints: Checkpoint[] = [];
    await collectCheckpoints(store, checkpoints, new AbortController().signal, 2000);
    expect(checkpoints.length).toBeGreaterThan(15);
    const jumping = make(store, checkpoints);
    for (const index of [2500, 100, 2999, 1234, 1235, 700, 1800]) {
      const straight = make(store, []);
      await straight.screen.show(index);
      await jumping.screen.show(index);
      expect(jumping.text(), `event ${index}`).toBe(straight.text());
    }
  },
);

test('of several consecutive seeks only the last is drawn', async () => {
  const store = sample(400, 3);
  const { screen } = make(store, []);
  const results = await Promise.all([screen.show(300), screen.show(10), screen.show(200)]);
  expect(results).toEqual([false, false, true]);
  expect(screen.index).toBe(200);
});

test.each([
  ['text', true],
  ['\x1b', false],
  ['\x1b[', false],
  ['\x1b[1;3', false],
  ['\x1b[1;31m', true],
  ['\x1b]0;title', false],
  ['\x1b]0;title\x07', true],
  ['\x1b]0;title\x1b\\', true],
  ['\x1bPq#0\x07', false],
  ['\x1b_note\x07', false],
  ['\x1bPq#0\x1b\\', true],
  ['\x1b(', false],
  ['\x1b(B', true],
  ['\x1b7', true],
])('whether %j ends outside any escape sequence is recognized: %s', (text, expected) => {
  expect(endsInGround(new TextEncoder().encode(text))).toBe(expected);
});

test('a character cut in the middle is recognized', () => {
  const bytes = new TextEncoder().encode('漢');
  expect(endsInGround(bytes)).toBe(true);
  expect(endsInGround(bytes.subarray(0, 2))).toBe(false);
});
