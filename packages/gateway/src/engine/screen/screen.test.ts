import { expect, test } from 'vitest';
import { createCommandReader } from './commandReader.ts';
import { createFeeder } from './feeder.ts';
import type { ReadCommand } from './runningCommand.ts';
import { createScreen } from './screen.ts';

const start = () => {
  const entered: string[] = [];
  const finished: ReadCommand[] = [];
  let now = 0;
  const reader = createCommandReader({
    entered: (command) => entered.push(command.input),
    finished: (command) => finished.push(command),
  });
  const screen = createScreen({
    size: { cols: 40, rows: 5 },
    offset: 0,
    feeder: createFeeder(),
    reader,
    now: () => now,
    onDrain: () => undefined,
  });
  const out = (text: string) => screen.output(Buffer.from(text));
  const type = (text: string) => screen.input(text, { at_ms: now, offset_ms: now });
  return { screen, out, type, entered, finished, wait: (ms: number) => (now += ms), now: () => now };
};

test('a painting shows what was printed, and up to which byte', async () => {
  const { screen, out } = start();
  out('hello ');
  out('\x1b[1mworld\x1b[0m');
  const painting = await screen.paint();
  expect(painting.text).toContain('hello');
  expect(painting.text).toContain('world');
  expect(painting.offset).toBe(Buffer.byteLength('hello \x1b[1mworld\x1b[0m'));
});

test('output larger than one turn is parsed completely and in order', async () => {
  const { screen, out } = start();
  out(`${'x'.repeat(39)}\r\n`.repeat(20_000));
  out('the end');
  expect(screen.backlog()).toBeGreaterThan(800_000);
  expect((await screen.paint()).text.endsWith('the end')).toBe(true);
  expect(screen.backlog()).toBe(0);
});

test('a session whose terminal model is released while it is quiet keeps its screen, modes and prompt', async () => {
  const { screen, out, type, entered, wait, now } = start();
  out('box$ ');
  await screen.settled();
  type('one');
  out('one');
  type('\r');
  out('\r\n\x1b[?2004hbox$ ');
  await screen.settled();
  wait(31_000);
  screen.tick(now());
  out('\r\nbroadcast\r\nbox$ ');
  type('two');
  out('two');
  type('\r');
  out('\r\n');
  const { text } = await screen.paint();
  expect(text).toContain('broadcast');
  expect(text).toContain('\x1b[?2004h');
  expect(entered).toEqual(['one', 'two']);
});

test('text to the right of the prompt is not part of the command', async () => {
  const { screen, out, type, entered } = start();
  out('box$ \x1b[s\x1b[30C12:00\x1b[u');
  await screen.settled();
  type('ls');
  out('ls');
  type('\r');
  out('\r\n');
  await screen.settled();
  expect(entered).toEqual(['ls']);
});

test('stars echoed for a password are not a command', async () => {
  const { screen, out, type, entered } = start();
  out('Password: ');
  await screen.settled();
  type('abc');
  out('***');
  type('\r');
  out('\r\n');
  await screen.settled();
  expect(entered).toEqual([]);
});

test('a command is read at the line feed if the line editor closes on the row of the command', async () => {
  const { screen, out, type, entered } = start();
  out('box% \x1b[?2004h');
  await screen.settled();
  type('ec\t');
  out('echo');
  await screen.settled();
  type(' one\r');
  out(' one\x1b[?2004l\r\r\none\r\n');
  await screen.settled();
  type('\x1b[Aid\r');
  out('y\r\nbox% \x1b[?2004hecho oneid\x1b[?2004l\r\r\n');
  await screen.settled();
  expect(entered).toEqual(['echo one', 'echo oneid']);
});

test('in a shell without an editor, output is not a command, and the prompt after a silent question is not part of one', async () => {
  const { screen, out, type, entered } = start();
  out('$ ');
  await screen.settled();
  type('yes\r');
  out('yes\r\ny\r\n');
  await screen.settled();
  type('ls\r');
  out('y\r\ny\r\n$ ls\r\n');
  await screen.settled();
  type('read x\r');
  out('$ read x\r\nCode: ');
  await screen.settled();
  type('secret\r');
  out('$ ');
  await screen.settled();
  type('id\r');
  out('id\r\n');
  await screen.settled();
  expect(entered).toEqual(['yes', 'ls', 'read x', 'id']);
});

test('a line drawn over one with wide characters is read as displayed', async () => {
  const { screen, out, type, entered } = start();
  out('$ ');
  await screen.settled();
  type('\x1b[A');
  out('😀ok');
  type('\x1b[A');
  out('\b\b\b\bls\x1b[K');
  type('\r');
  out('\r\n');
  await screen.settled();
  expect(entered).toEqual(['ls']);
});

test('a prompt that ends like another is not output of the previous command', async () => {
  const { screen, out, type, finished } = start();
  out('\x1b[?2004h> ');
  await screen.settled();
  type('PS1=x\r');
  out('PS1=x\r\n\x1b[?2004l\r\x1b[?2004hcustom> ');
  await screen.settled();
  type('printf end\r');
  out('printf end\r\n\x1b[?2004l\rend\x1b[?2004hcustom> ');
  await screen.settled();
  type('id\r');
  out('id\r\n');
  await screen.settled();
  expect(finished.map(({ input, output }) => [input, output])).toEqual([
    ['PS1=x', ''],
    ['printf end', 'end'],
  ]);
});

test('a line cut for its length is marked as cut', async () => {
  const { screen, out, type, entered } = start();
  const line = 'x'.repeat(5_000);
  out('$ ');
  await screen.settled();
  type(line);
  out(line);
  type('\r');
  out('\r\n');
  await screen.settled();
  expect(entered).toEqual([`${'x'.repeat(4_095)}…`]);
});

test('an excerpt of longer output is marked as cut, wherever its lines end', async () => {
  const { screen, out, type, finished } = start();
  for (const row of ['y', '1234567', 'x'.repeat(31), 'z'.repeat(39)]) {
    out('$ ');
    await screen.settled();
    type('yes\r');
    out(`yes\r\n${`${row}\r\n`.repeat(700)}`);
    await screen.settled();
  }
  type('\r');
  await screen.dispose();
  const outputs = finished.map((command) => command.output);
  expect(outputs.map((output) => [output.length, output.at(-1)])).toEqual(Array(4).fill([1024, '…']));
});

test('disposing a screen answers pending requests', async () => {
  const { screen, out } = start();
  out('x'.repeat(1_000_000));
  const painting = screen.paint();
  void screen.dispose();
  await expect(painting).resolves.toMatchObject({ text: expect.any(String) });
});

test('absurd counts from an asset neither hang nor exhaust the process', async () => {
  const { screen, out } = start();
  const before = process.cpuUsage();
  for (const final of [
    'b',
    'L',
    'M',
    'S',
    'T',
    'I',
    'Z',
    '@',
    'P',
    'X',
    'A',
    'B',
    'C',
    'D',
    'G',
    'd',
    'J',
    'K',
    "'}",
  ]) {
    out(`a\x1b[2147483647${final}`);
  }
  out('still here');
  expect((await screen.paint()).text).toContain('still here');
  // CPU time, so that other load on the machine does not count.
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(1_000);
});
