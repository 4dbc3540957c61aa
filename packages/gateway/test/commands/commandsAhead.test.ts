import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { commandLog, keys, prompts } from './commandLog.ts';

const { commandsOf } = commandLog();

/** What the shell prints when it hands the terminal to a command. */
const EDITOR_CLOSED = '\x1b[?2004l';
const FLOOD = 'seq 400 | while read n; do echo y; sleep 0.004; done';

test('what is typed into a flood of output is listed once the shell shows it, and nothing else is', async () => {
  const { inputs } = await commandsOf(async (client) => {
    await keys(client, `${FLOOD}\r`);
    await client.shows('y\r\ny\r\n');
    client.type('echo ahead one\r');
    await keys(client, 'echo ahead two\r');
    await client.shows('ahead two\r\n');
    await prompts(client, 4);
    client.type('echo quiet\r');
    await prompts(client, 5);
    await keys(client, 'PS1="custom> "\r');
    await client.until('custom prompt', () => client.text().split('custom> ').length > 2);
    await keys(client, 'echo second\x1b[D\x1b[D\x1b[DX\r');
    await client.shows('secXond\r\n');
    client.type('rm -rf /tmp/nothing-of-that-name\r');
    await client.until('custom prompts', () => client.text().split('custom> ').length > 4);
  });
  expect(inputs).toEqual([
    FLOOD,
    'echo ahead one',
    'echo ahead two',
    'echo quiet',
    'PS1="custom> "',
    'echo secXond',
    'rm -rf /tmp/nothing-of-that-name',
  ]);
});

test('keys typed between lines of output are listed once the shell shows them', async () => {
  const { inputs } = await commandsOf(async (client) => {
    await keys(client, 'for i in $(seq 30); do echo y; sleep 0.1; done\r');
    await client.shows('y\r\ny\r\n');
    for (const line of ['touch ahead-1', 'touch ahead-2', 'touch ahead-3']) {
      for (const key of `${line}\r`) {
        client.type(key);
        await sleep(30);
      }
    }
    await prompts(client, 5);
    await keys(client, 'echo later\r');
    await prompts(client, 6);
  });
  expect(inputs).toEqual([
    'for i in $(seq 30); do echo y; sleep 0.1; done',
    ...['touch ahead-1', 'touch ahead-2', 'touch ahead-3', 'echo later'],
  ]);
});

test('a command typed long before its prompt is listed with its own output', async () => {
  const { inputs, commands } = await commandsOf(async (client) => {
    await keys(client, 'sleep 6; echo slept\r');
    await client.shows(EDITOR_CLOSED);
    client.type('echo rose\x7f\x7f\x7f\x7ffirst\r');
    await sleep(3_300);
    client.type('echo second\r');
    await prompts(client, 4);
  });
  expect(inputs).toEqual(['sleep 6; echo slept', 'echo first', 'echo second']);
  expect(commands.map((command) => command.output.split('\n').at(-1))).toEqual(['slept', 'first', 'second']);
});

test('lines read by a program are listed once', async () => {
  const { inputs } = await commandsOf(async (client) => {
    await keys(client, 'cat > /dev/null\r');
    await client.shows(EDITOR_CLOSED);
    await keys(client, 'for the cat\rand more\r');
    await keys(client, '\x04');
    await prompts(client, 2);
    await keys(client, 'and more\r');
    await prompts(client, 3);
  });
  expect(inputs).toEqual(['cat > /dev/null', 'for the cat', 'and more', 'and more']);
});

test('every line of type-ahead over several lines is listed', async () => {
  const { inputs } = await commandsOf(async (client) => {
    await keys(client, 'for i in 1 2; do\r');
    await client.shows('> ');
    await keys(client, 'echo loop $i\r');
    await keys(client, 'done\r');
    await client.shows('loop 2\r\n');
    await prompts(client, 2);
    await keys(client, 'true && \\\recho continued\r');
    await client.shows('continued\r\n');
    await prompts(client, 3);
    client.type('cat <<EOF\rline a\rline b\rEOF\r');
    await prompts(client, 4);
    await keys(client, 'cat <<EOF\rline c\rEOF\r');
    await prompts(client, 5);
  });
  expect(inputs).toEqual([
    ...['for i in 1 2; do', 'echo loop $i', 'done'],
    ...['true && \\', 'echo continued'],
    ...['cat <<EOF', 'line a', 'line b', 'EOF'],
    ...['cat <<EOF', 'line c', 'EOF'],
  ]);
});

test('a pasted block of three lines is one entry with all of them', async () => {
  const { inputs, commands } = await commandsOf(async (client) => {
    client.type('\x1b[200~echo p1\necho p2\necho p3\x1b[201~');
    // Readline highlights pasted text until the next key.
    await client.shows('echo p3\x1b[27m');
    client.type('\r');
    await client.shows('p3\r\n');
    await prompts(client, 2);
    await keys(client, 'echo after\r');
    await prompts(client, 3);
    client.type('\x1b[200~for i in 1 2; do\n  echo $i\ndone\n\x1b[201~\r');
    await client.shows('\n2\r\n');
    await prompts(client, 4);
  });
  expect(inputs).toEqual(['echo p1\necho p2\necho p3', 'echo after', 'for i in 1 2; do\n  echo $i\ndone']);
  expect(commands[0]?.output).toBe('p1\np2\np3');
});

test('the prompt after a silent question is not part of the next command', async () => {
  const { inputs, commands } = await commandsOf(async (client) => {
    await keys(client, 'stty -echo; echo ready; read x; stty echo\r');
    await client.shows('ready\r\n');
    await keys(client, 'S3cretTyped\r');
    await prompts(client, 2);
    await keys(client, 'echo one\r');
    await prompts(client, 3);
    await keys(client, 'stty -echo; printf "Co""de: "; read x; stty echo\r');
    await client.shows('Code: ');
    await keys(client, 'S3cretTyped\r');
    await prompts(client, 4);
    client.type('echo two\r');
    await prompts(client, 5);
  });
  expect(inputs).toEqual([
    'stty -echo; echo ready; read x; stty echo',
    'echo one',
    'stty -echo; printf "Co""de: "; read x; stty echo',
    'echo two',
  ]);
  expect(JSON.stringify(commands)).not.toContain('S3cret');
});

test('the first command at a new prompt is listed, even after clearing the screen', async () => {
  const { inputs } = await commandsOf(async (client) => {
    await keys(client, 'clear\r');
    await prompts(client, 2);
    await keys(client, 'PS1="new> "\r');
    await client.until('new prompt', () => client.text().split('new> ').length > 2);
    await keys(client, 'echo first\r');
    await client.shows('first\r\n');
    client.type('echo second\r');
    await client.shows('second\r\n');
  });
  expect(inputs).toEqual(['clear', 'PS1="new> "', 'echo first', 'echo second']);
});

test('ids of commands within one second sort in the order they were entered', async () => {
  const lines = Array.from({ length: 8 }, (_, index) => `echo ${index}`);
  const { commands } = await commandsOf(async (client) => {
    client.type(lines.map((line) => `${line}\r`).join(''));
    await prompts(client, 9);
  });
  const sorted = [...commands].sort((a, b) => a.timestamp - b.timestamp || (a.id! < b.id! ? -1 : 1));
  expect(sorted.map((command) => command.input)).toEqual(lines);
});
