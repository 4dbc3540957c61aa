import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { eventually } from '../gatewayFixture.ts';
import { commandLog, keys, prompts } from './commandLog.ts';

const { commandsOf, open, core, sshd } = commandLog();

test('a command is listed with its time, its position in the replay and its output', async () => {
  const before = Math.floor(Date.now() / 1000);
  const { commands, cast } = await commandsOf(async (client) => {
    await sleep(500);
    await keys(client, 'printf "one\\ntwo\\n"');
    await client.shows('two\\n"');
    client.type('\r');
    await client.shows('two\r\n');
  });
  expect(commands).toHaveLength(1);
  const [command] = commands;
  expect(command).toMatchObject({
    input: 'printf "one\\ntwo\\n"',
    output: 'one\ntwo',
    user: 'Ann Lee(ann)',
    account: `root(${sshd().username})`,
    risk_level: 0,
    org_id: '00000000-0000-0000-0000-000000000002',
  });
  expect(command?.timestamp).toBeGreaterThanOrEqual(before);
  // It was entered once its last key was shown and before its output was.
  const typed = cast.events.findLast((event) => event[2].endsWith('"'));
  const shown = cast.events.findLast((event) => event[2].includes('two\r\n'));
  const [from, to] = [typed, shown].map((event) => Math.round((event?.[0] ?? 0) * 1000));
  expect(from).toBeGreaterThan(500);
  expect(command?.offset_ms).toBeGreaterThanOrEqual(from! - 1);
  expect(command?.offset_ms).toBeLessThanOrEqual(to! + 1);
});

test('a corrected line is listed as entered', async () => {
  const { inputs } = await commandsOf(async (client) => {
    await keys(client, 'echoo\x7f helo\x1b[Dl\r');
    await prompts(client, 2);
    await keys(client, 'wrong words\x15echo right\r');
    await prompts(client, 3);
    await keys(client, 'echo discarded\x03');
    await prompts(client, 4);
    await keys(client, 'echo middle\x01\x1b[C\x1b[C\x1b[C\x1b[C\x1b[C-n \r');
    await prompts(client, 5);
  });
  expect(inputs).toEqual(['echo hello', 'echo right', 'echo -n middle']);
});

test('a line recalled from the history is listed with its text', async () => {
  const { inputs } = await commandsOf(async (client) => {
    await keys(client, 'echo first\r');
    await prompts(client, 2);
    await keys(client, 'echo second\r');
    await prompts(client, 3);
    await keys(client, '\x1b[A\x1b[A\r');
    await prompts(client, 4);
    await keys(client, '\x12sec');
    await client.shows('reverse-i-search');
    await sleep(100);
    client.type('\r');
    await client.until('second again', () => client.text().split('second\r\n').length > 3);
  });
  expect(inputs).toEqual(['echo first', 'echo second', 'echo first', 'echo second']);
});

test('a completed line is listed in full, even after a list of candidates', async () => {
  writeFileSync(join(sshd().home, 'unmistakable-file.txt'), 'content\n');
  writeFileSync(join(sshd().home, 'pair-alpha'), '');
  writeFileSync(join(sshd().home, 'pair-beta'), '');
  const { inputs } = await commandsOf(async (client) => {
    await keys(client, 'cat unmis\t');
    await client.shows('takable-file.txt');
    await keys(client, '\r');
    await client.shows('content');
    await prompts(client, 2);
    await keys(client, 'echo pair-\t\t');
    await client.shows('pair-beta');
    await sleep(100);
    await keys(client, 'al\t\r');
    await prompts(client, 4);
  });
  expect(inputs).toEqual(['cat unmistakable-file.txt', 'echo pair-alpha']);
});

test('a long line that wraps is one command', async () => {
  const words = Array.from({ length: 30 }, (_, i) => `word${i}`).join(' ');
  const { inputs, commands } = await commandsOf(async (client) => {
    await keys(client, `echo ${words}\r`);
    await prompts(client, 2);
  });
  expect(inputs).toEqual([`echo ${words}`]);
  expect(commands[0]?.output.replaceAll('\n', '')).toBe(words);
});

test('what is typed without echo is neither listed nor recorded', async () => {
  const { inputs, cast, commands } = await commandsOf(async (client) => {
    await keys(client, 'read -s -p "Pass""word: " x; echo; echo got $(echo -n $x | wc -c)\r');
    await client.shows('Password: ');
    await sleep(50);
    await keys(client, 'hunter2hunter2\r');
    await client.shows('got 14');
    await prompts(client, 2);
    await keys(client, 'stty -echo\r');
    await prompts(client, 3);
    await keys(client, 'cat > /dev/null\rhidden-in-cat\r\x04');
    await prompts(client, 4);
    await keys(client, 'stty echo\r');
    await prompts(client, 5);
    await keys(client, 'echo visible\r');
    await client.shows('visible\r\n');
  });
  expect(JSON.stringify(commands)).not.toContain('hunter2');
  expect(JSON.stringify(commands)).not.toContain('hidden-in-cat');
  expect(JSON.stringify(cast.events)).not.toContain('hunter2');
  expect(cast.events.every(([, code]) => code !== 'i')).toBe(true);
  expect(inputs[0]).toBe('read -s -p "Pass""word: " x; echo; echo got $(echo -n $x | wc -c)');
  expect(inputs.at(-1)).toBe('echo visible');
});

test('a block pasted without bracketed paste is listed line by line', async () => {
  const { inputs } = await commandsOf(async (client) => {
    client.type('echo one\rcd /tmp\recho two\rcd /\rpwd\r');
    await prompts(client, 6);
  });
  expect(inputs).toEqual(['echo one', 'cd /tmp', 'echo two', 'cd /', 'pwd']);
});

test('a block pasted with bracketed paste is one entry', async () => {
  const { inputs } = await commandsOf(async (client) => {
    client.type('\x1b[200~echo alpha\necho beta\x1b[201~');
    await client.shows('beta');
    await sleep(100);
    client.type('\r');
    await client.shows('beta\r\n');
    await prompts(client, 2);
    await keys(client, 'echo gamma\r');
    await prompts(client, 3);
  });
  expect(inputs).toEqual(['echo alpha\necho beta', 'echo gamma']);
});

/** A full-screen program that needs only the shell: every key draws a line, `q` quits. */
const FULL_SCREEN = `printf '\\033[?1049h'; stty raw -echo; printf 'drawn'
while IFS= read -rN1 key; do
  [ "$key" = q ] && break
  printf '\\r\\n~ %s' "$key"
done
stty sane; printf '\\033[?1049l'
`;
const isInstalled = (name: string) => spawnSync('which', [name]).status === 0;

test('a full-screen program is one command, whatever is typed in it', async () => {
  writeFileSync(join(sshd().home, 'full-screen'), FULL_SCREEN);
  const { inputs } = await commandsOf(async (client) => {
    await keys(client, 'bash full-screen\r');
    await client.shows('drawn');
    await sleep(300);
    await keys(client, 'secret\r\rq');
    await client.until('shell again', () => client.text().includes('\x1b[?1049l'));
    await prompts(client, 2);
    await sleep(100);
    await keys(client, 'echo after\r');
    await client.shows('after\r\n');
  });
  expect(inputs).toEqual(['bash full-screen', 'echo after']);
});

test.skipIf(!isInstalled('vim'))('an editor is one command, whatever is typed in it', async () => {
  const { inputs } = await commandsOf(async (client) => {
    await keys(client, 'vim -u NONE -n /tmp/x\r');
    await client.until('vim', () => client.text().includes('\x1b[?1049h'));
    await sleep(300);
    await keys(client, 'isecret text\r\rmore\x1b:q!\r');
    await client.until('shell again', () => client.text().includes('\x1b[?1049l'));
    await prompts(client, 2);
    await sleep(100);
    await keys(client, 'echo after\r');
    await client.shows('after\r\n');
  });
  expect(inputs).toEqual(['vim -u NONE -n /tmp/x', 'echo after']);
});

test.skipIf(!isInstalled('less') || !isInstalled('top'))(
  'a pager and top do not confuse the commands after them',
  async () => {
    const { inputs } = await commandsOf(async (client) => {
      await keys(client, 'seq 1 200 | less -X\r');
      await client.until('less', () => client.text().includes('\r\n20\r\n'));
      await sleep(200);
      await keys(client, '\r\r q');
      await prompts(client, 2);
      await sleep(100);
      await keys(client, 'top -d 1\r');
      await client.shows('load average');
      await sleep(300);
      await keys(client, '\r\r');
      // top discards keys that arrive while it draws.
      for (let left = false; !left; ) {
        await sleep(300);
        client.type('q');
        left = await prompts(client, 3, 3_000).then(Boolean, () => false);
      }
      await sleep(100);
      await keys(client, 'echo after\r');
      await client.shows('after\r\n');
    });
    expect(inputs[0]).toBe('seq 1 200 | less -X');
    expect(inputs).toContain('top -d 1');
    expect(inputs.at(-1)).toBe('echo after');
    expect(inputs).toHaveLength(3);
  },
);

test('a command typed ahead of a slow one is listed when it is entered', async () => {
  const { inputs } = await commandsOf(async (client) => {
    await keys(client, 'sleep 0.7\r');
    await sleep(100);
    await keys(client, 'echo early bird\r');
    await client.shows('early bird\r\n');
    await prompts(client, 3);
  });
  expect(inputs).toEqual(['sleep 0.7', 'echo early bird']);
});

test('a line survives clearing the screen and resizing while it is typed', async () => {
  const { inputs } = await commandsOf(async (client) => {
    await keys(client, 'echo cle\x0car\r');
    await client.shows('clear\r\n');
    await sleep(100);
    await keys(client, 'echo re');
    client.send({ type: 'resize', cols: 60, rows: 20 });
    await sleep(200);
    await keys(client, 'sized\r');
    await client.shows('resized\r\n');
  });
  expect(inputs).toEqual(['echo clear', 'echo resized']);
});

test('wide characters and long output of a command are kept up to 1024 characters', async () => {
  const { commands } = await commandsOf(async (client) => {
    await keys(client, 'echo 中文 日本語\r');
    await client.shows('日本語\r\n');
    await prompts(client, 2);
    await keys(client, 'seq 1 2000\r');
    await client.shows('2000\r\n');
  });
  expect(commands[0]).toMatchObject({ input: 'echo 中文 日本語', output: '中文 日本語' });
  expect(commands[1]?.output.length).toBeGreaterThan(1000);
  expect(commands[1]?.output.length).toBeLessThanOrEqual(1024);
  expect(commands[1]?.output.startsWith('1\n2\n3\n')).toBe(true);
});

test('a wide character that does not fit at the end of a row adds no blank, and a real blank there stays', async () => {
  const narrow = { cols: 21, rows: 10 };
  const wide = `ab${'好'.repeat(12)}`;
  const { inputs, commands } = await commandsOf(async (client) => {
    await keys(client, `echo ${wide}\r`);
    await prompts(client, 2);
    await keys(client, 'echo a好好\r');
    await prompts(client, 3);
    // The prompt and this text fill the row up to the blank.
    await keys(client, 'echo a 好好\r');
    await prompts(client, 4);
    await keys(client, '\x1b[A\x1b[A\x1b[A\r');
    await prompts(client, 5);
    await keys(client, 'echo 好好好\x01\x1b[C\x1b[C\x1b[C\x1b[C\x1b[Ca\r');
    await prompts(client, 6);
    client.type('\x1b[200~echo a好  好\x1b[201~');
    await sleep(100);
    client.type('\r');
    await prompts(client, 7);
  }, narrow);
  expect(inputs).toEqual([
    `echo ${wide}`,
    ...['echo a好好', 'echo a 好好', `echo ${wide}`, 'echo a好好好', 'echo a好  好'],
  ]);
  expect(commands.map((command) => command.output)).toEqual([
    wide,
    ...['a好好', 'a 好好', wide, 'a好好好', 'a好 好'],
  ]);
});

test('commands are listed while the session runs', async () => {
  const client = await open();
  const { session } = await client.frame('opened');
  await prompts(client, 1);
  await keys(client, 'echo live\r');
  const [row] = await eventually(() => {
    const rows = core().commandsOf(session.session_id);
    return rows.length > 0 && rows;
  });
  expect(row).toMatchObject({ input: 'echo live', output: 'live' });
  client.send({ type: 'close' });
});
