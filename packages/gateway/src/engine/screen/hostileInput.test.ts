import { expect, test } from 'vitest';
import { createCommandReader } from './commandReader.ts';
import { createFeeder } from './feeder.ts';
import { withoutReports } from './keys/typed.ts';
import { createScreen } from './screen.ts';

const OPEN = '\x1b[?2004h';
const CLOSED = '\x1b[?2004l';
const PROMPT = 'u@h:~$ ';
/** What a shell with a line editor prints between Enter and its next prompt. */
const left = (output: string) => `\r\n${CLOSED}\r${output}${OPEN}${PROMPT}`;

/** A session's screen, in which a command has already been entered. */
const start = async (feeder = createFeeder()) => {
  const entered: string[] = [];
  let now = 0;
  const screen = createScreen({
    size: { cols: 80, rows: 24 },
    offset: 0,
    feeder,
    reader: createCommandReader({
      entered: (command) => entered.push(command.input),
      finished: () => undefined,
    }),
    now: () => now,
    onDrain: () => undefined,
  });
  const out = (text: string) => {
    screen.output(Buffer.from(text));
    return screen.settled();
  };
  const type = (text: string) => {
    screen.input(text, { at_ms: now, offset_ms: now });
    return screen.settled();
  };
  const wait = (ms: number) => {
    now += ms;
    screen.tick(now);
  };
  /** Types a line with echo, then enters it. */
  const run = async (line: string, output: string) => {
    await type(line);
    await out(line);
    await type('\r');
    await out(output);
  };
  await out(OPEN + PROMPT);
  await run('id', left('uid=0\r\n'));
  return { out, type, wait, run, entered };
};

test('any number of further Enters hides no command before them', async () => {
  const { out, type, run, entered } = await start();
  await type(`evil now\r${'\r'.repeat(4_000)}`);
  await out(`evil now${left('done\r\n')}`);
  await out(left('').repeat(4_000));
  await run('ls', left(''));
  expect(entered).toEqual(['id', 'evil now', 'ls']);
});

test('each of thousands of commands typed ahead is listed, in order', async () => {
  const { out, type, entered } = await start();
  const lines = Array.from({ length: 3_000 }, (_, index) => `echo ${index}`);
  await type(lines.map((line) => `${line}\r`).join(''));
  await out(lines.map((line) => `${line}${left('')}`).join(''));
  expect(entered).toEqual(['id', ...lines]);
});

test('input as long as a frame allows neither blocks the reader nor hides what follows it', async () => {
  const { out, type, run, entered } = await start();
  for (const flood of ['\r', 'a\x7f', 'a\r', 'a\x03', '\x1b[200~x\x1b[201~y']) {
    await type(flood.repeat(flood === 'a\x7f' ? 512 * 1024 : 32 * 1024));
    await out(left(''));
  }
  await type('\x15\x03');
  await out(left(''));
  await run('ls', left(''));
  expect(entered.at(-1)).toBe('ls');
});

test('other sessions get their turns while long input is processed', async () => {
  const feeder = createFeeder();
  const [busyScreen, otherScreen] = [await start(feeder), await start(feeder)];
  const order: string[] = [];
  await Promise.all([
    busyScreen.type('a\r'.repeat(64 * 1024)).then(() => order.push('busy')),
    otherScreen.run('ls', left('')).then(() => order.push('other')),
  ]);
  expect(order).toEqual(['other', 'busy']);
  expect(otherScreen.entered).toEqual(['id', 'ls']);
});

test('a character at the end of a turn is not split', async () => {
  const { out, type, run, entered } = await start();
  await run('cat > /dev/null', `\r\n${CLOSED}\r`);
  await type(`${'x\x7f'.repeat(8_191)}a😀\x7fb\r`);
  await out('ab\r\n');
  expect(entered).toEqual(['id', 'cat > /dev/null', 'ab']);
});

test('many keys typed into a long line of the asset are processed in time', async () => {
  const { out, type, entered } = await start();
  await out(`\r\n${'>'.repeat(16_000)}`);
  await type('a\x03'.repeat(64 * 1024));
  await type('\x1b[200~x\x1b[201~y'.repeat(32 * 1024));
  await out(left(''));
  expect(entered[0]).toBe('id');
});

test('Ctrl-C right after Enter removes no entered command', async () => {
  const { out, type, run, entered } = await start();
  await type('evil');
  await out('evil');
  await type('\r');
  await type('\x03');
  await out(`\r\n${CLOSED}\r[1] 3\r\n^C${OPEN}${PROMPT}`);
  await type('thrown');
  await out('thrown');
  await type('\x03');
  await out(`^C${left('')}`);
  await run('ls', left(''));
  expect(entered).toEqual(['id', 'evil', 'ls']);
});

test('type-ahead discarded by Ctrl-C is not listed when the program prints the same text', async () => {
  const { out, type, run, entered } = await start();
  await run("trap 'yes | head -2' INT; sleep 9", `\r\n${CLOSED}\r`);
  await type('y\r');
  await type('\x03');
  await out('^C\r\ny\r\ny\r\n');
  await out(OPEN + PROMPT);
  await run('ls', left(''));
  expect(entered).toEqual(['id', "trap 'yes | head -2' INT; sleep 9", 'ls']);
});

test('type-ahead that survives Ctrl-C is listed at its prompt', async () => {
  const { out, type, run, entered } = await start();
  await run("stty noflsh; trap '' INT; sleep 9", `\r\n${CLOSED}\r`);
  await type('evil\r');
  await type('\x03');
  await out(`^C\r\n${OPEN}${PROMPT}evil${left('ok\r\n')}`);
  expect(entered).toEqual(['id', "stty noflsh; trap '' INT; sleep 9", 'evil']);
});

test('a line with a control key is listed at any prompt of a shell whose editor is gone', async () => {
  const { out, type, entered } = await start();
  await type("bind 'set enable-bracketed-paste off'");
  await out("bind 'set enable-bracketed-paste off'");
  await type('\r');
  await out(`\r\n${CLOSED}\r12 `);
  await type('\x01evil');
  await out('evil');
  await type('\r');
  await out('\r\nok\r\n13 ');
  await type('\x1b[Amore\t\r');
  await out('evil more\r\n14 ');
  expect(entered).toEqual(['id', "bind 'set enable-bracketed-paste off'", 'evil', 'evil more']);
});

test('a command typed ahead in silence is listed even when its prompt comes much later', async () => {
  const { out, type, wait, entered } = await start();
  await type('stty -echo; sleep 40; stty echo');
  await out('stty -echo; sleep 40; stty echo');
  await type('\r');
  await out(`\r\n${CLOSED}\r`);
  await type('evil\r');
  for (let second = 0; second < 40; second += 1) wait(1_000);
  await out(`${OPEN}${PROMPT}evil${left('ok\r\n')}`);
  expect(entered).toEqual(['id', 'stty -echo; sleep 40; stty echo', 'evil']);
});

test('a terminal report containing an Enter hides no command', async () => {
  const { out, type, entered } = await start();
  for (const report of ['\x1b]one\r\x07', 'two\x1b[M\r  ']) {
    await type(withoutReports(report));
    await out(`${report.match(/one|two/)![0]}${left('ok\r\n')}`);
  }
  expect(entered).toEqual(['id', 'one', 'two']);
});
