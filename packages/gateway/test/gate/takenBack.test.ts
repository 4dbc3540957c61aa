import { afterEach, expect, test, vi } from 'vitest';
import { openScripted, type ShellKind } from './scriptedShell.ts';

const UP = '\x1b[A';

afterEach(() => void vi.useRealTimers());

test.each<[kind: string, kind: ShellKind]>([
  ['a line editor', {}],
  ['a line editor that shows nothing', { isEchoing: false }],
  ['a terminal that collects lines', { by: 'tty' }],
  ['a terminal without echo', { by: 'tty', isEchoing: false }],
  ['an unknown prompt', { by: 'tty', prompt: 'box: ' }],
  ['no prompt', { by: 'tty', prompt: '' }],
])('with %s, lines after one that was taken back pass', async (_what, kind) => {
  const { enter, ran, passed } = await openScripted(kind);
  await enter('bad', 'ls', 'bad', '', 'pwd', 'bad', 'id');
  const isAsked = kind.prompt === undefined || kind.prompt.endsWith('$ ');
  // While no prompt shows that the line is empty, an empty line is taken back as well.
  expect(passed()).toEqual([false, true, false, isAsked, true, false, true]);
  expect(ran.filter((line) => line !== '')).toEqual(['ls', 'pwd', 'id']);
});

test.each<[kind: string, kind: ShellKind]>([
  ['a line editor', {}],
  ['a shell without marks of its editor', { by: 'tty' }],
])('with %s, a screen that is cleared after the new prompt changes nothing', async (_what, kind) => {
  const { enter, ran, passed } = await openScripted(kind);
  await enter('ls', 'bad', '\x0cpwd');
  expect(passed()).toEqual([true, false, true]);
  expect(ran).toEqual(['ls', 'pwd']);
});

test.each<[kind: string, kind: ShellKind]>([
  ['a line editor', {}],
  ['a line editor that shows nothing', { isEchoing: false }],
  ['a terminal that collects lines', { by: 'tty' }],
  ['a terminal without echo', { by: 'tty', isEchoing: false }],
  ['no prompt', { by: 'tty', prompt: '' }],
  ['no prompt and no key to erase a line', { by: 'tty', prompt: '', isStubborn: true }],
  ['neither prompt, echo nor such a key', { by: 'tty', prompt: '', isEchoing: false, isStubborn: true }],
])(
  'with %s that misses Ctrl-C, what was taken back does not run with the next lines',
  async (_what, kind) => {
    const { enter, ran } = await openScripted({ ...kind, isDeaf: true });
    await enter('bad ', '', 'ls', `${UP}x`, '');
    expect(ran.filter((line) => line.includes('bad'))).toEqual([]);
  },
);

test('a line that the user discards does not run either if the shell misses the Ctrl-C', async () => {
  const { enter, ran, type, pass } = await openScripted({ isDeaf: true, isEchoing: false });
  type('ba');
  await pass(100);
  type('\x03');
  await pass(100);
  await enter('d', '');
  expect(ran).toEqual([]);
});

test('a command of several lines goes on where the shell misses Ctrl-C', async () => {
  const { enter, ran, type, pass } = await openScripted({ isDeaf: true });
  await enter('b\\');
  type('\x03');
  await pass(100);
  await enter('ad');
  expect(ran).toEqual(['b\\']);
});

test('a line from the history that appears only after it was taken back does not run with the next one', async () => {
  const { enter, ran, sleep, wake, type, pass, passed } = await openScripted({ last: 'bad', isDeaf: true });
  sleep();
  await enter(UP);
  expect(passed()).toEqual([false]);
  type('ls\r');
  await pass(3_000);
  wake();
  await pass(15_000);
  expect(ran).toEqual([]);
});

test('a prompt of an earlier line that appears after Ctrl-C proves nothing about what was typed after it', async () => {
  const { enter, ran, sleep, wake, passed, pass } = await openScripted({ isDeaf: true, isEchoing: false });
  sleep();
  await enter('ls', 'bad');
  expect(passed()).toEqual([true, false]);
  wake();
  await pass(500);
  await enter('', 'pwd');
  expect(ran).toEqual(['ls']);
});

test('a line that a line editor draws late does not count as a new prompt', async () => {
  const { enter, ran, show, pass } = await openScripted({ isDeaf: true, isEchoing: false });
  await enter('bad');
  // Zsh writes the search below its line and goes back up.
  show('\r\r\n\x1b[Kbck-i-search: bad_\x1b[K\x1b[A\x1b[5C');
  await pass(100);
  await enter('');
  expect(ran).toEqual([]);
});

test('a line typed at once after one that was taken back waits for the prompt, and passes', async () => {
  const { ran, sleep, wake, type, pass, passed } = await openScripted();
  type('bad\r');
  sleep();
  await pass(500);
  type('ls\r');
  await pass(4_000);
  expect(passed()).toEqual([false]);
  wake();
  await pass(1_000);
  expect(passed()).toEqual([false, true]);
  expect(ran).toEqual(['ls']);
});

test('Ctrl-C with nothing before it makes no line wait', async () => {
  const { enter, ran, type } = await openScripted({ isDeaf: true });
  type('\x03\x03');
  const began = Date.now();
  await enter('ls');
  expect(Date.now() - began).toBeLessThan(1_000);
  expect(ran).toEqual(['ls']);
});

const OPENS_FULL = '\x1b[?1049h\x1b[H';
const ENDS_FULL = '\x1b[?1049l';
const deaf: [kind: string, kind: ShellKind][] = [
  ['a line editor', { isDeaf: true }],
  ['a terminal that collects lines', { by: 'tty', isDeaf: true }],
  ['a terminal without echo', { by: 'tty', isEchoing: false, isDeaf: true }],
];

test.each(deaf)(
  'with %s that misses Ctrl-C, what was taken back does not run behind a full screen',
  async (_what, kind) => {
    const { enter, ran, show, pass, type } = await openScripted(kind);
    await enter('bad');
    show(OPENS_FULL);
    await pass(100);
    // Such a screen may show a prompt with what was typed behind it.
    await enter('', 'x');
    show('\x1b[2J\x1b[5;1Hbox$ ');
    await enter('y');
    if (kind.by === 'tty') type('\x1b[200~\r\x1b[201~');
    await pass(15_000);
    show(ENDS_FULL);
    await pass(100);
    await enter('');
    expect(ran).toEqual([]);
  },
);

test.each(deaf)('with %s that misses Ctrl-C, nor does what is given up there', async (_what, kind) => {
  const { enter, ran, show, pass, type } = await openScripted(kind);
  type('b');
  await pass(100);
  type('\x03');
  show(OPENS_FULL);
  await pass(100);
  type('a');
  await pass(100);
  type('\x03');
  await pass(100);
  await enter('d', '');
  expect(ran).toEqual([]);
});

test.each<[kind: string, kind: ShellKind, isAnswered: boolean]>([
  ['a new prompt of a line editor', {}, true],
  ['a new prompt', { by: 'tty' }, true],
  ['a line that was entered', { isDeaf: true }, false],
])('after %s, no line of a full-screen program waits for a prompt', async (_what, kind, isAnswered) => {
  const { enter, ran, show, pass, type } = await openScripted(kind);
  type('ls');
  await pass(100);
  type('\x03');
  await pass(100);
  show(OPENS_FULL);
  await pass(100);
  if (!isAnswered) await enter('');
  const began = Date.now();
  await enter('', 'x');
  expect(Date.now() - began).toBeLessThan(3_000);
  expect(ran).toEqual(isAnswered ? ['', 'x'] : ['ls', '', 'x']);
});
