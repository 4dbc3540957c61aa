import { expect, test } from 'vitest';
import { runProgram } from './runProgram.ts';

const signal = () => new AbortController().signal;
const linesOf = async (program: string, ...args: string[]) => {
  const lines: string[] = [];
  const ended = await runProgram(program, {
    args,
    signal: signal(),
    onLine: (line) => {
      lines.push(line);
    },
  });
  return { lines, ended };
};

test('lines of both outputs arrive, and the exit code', async () => {
  expect(await linesOf('sh', '-c', 'echo one; printf two; exit 3')).toEqual({
    lines: ['one', 'two'],
    ended: { code: 3 },
  });
  expect(await linesOf('ls', '/no/such/folder')).toMatchObject({
    lines: [expect.stringContaining('/no/such/folder')],
  });
});

test('arguments are never read by a shell', async () => {
  const { lines } = await linesOf('printf', '%s\n', '$(id)', '; id', '`id`');
  expect(lines).toEqual(['$(id)', '; id', '`id`']);
});

test('a program that is not installed is said to be missing', async () => {
  expect(await linesOf('no-such-program-here')).toEqual({ lines: [], ended: { missing: true } });
});

test('a program does not see the environment of the server', async () => {
  process.env.SECRET_OF_THE_SERVER = 'hush';
  const { lines } = await linesOf('env');
  delete process.env.SECRET_OF_THE_SERVER;
  expect(lines.map((line) => line.split('=')[0])).toEqual(expect.arrayContaining(['PATH', 'LC_ALL']));
  expect(lines.join()).not.toContain('hush');
});

test('a line without an end is cut, and more of it is not kept', async () => {
  const { lines } = await linesOf('sh', '-c', 'head -c 5000000 /dev/zero | tr "\\0" x; echo; echo after');
  expect(lines).toEqual(['x'.repeat(1024), 'after']);
});

test('aborting ends the program and everything it started', async () => {
  const abort = new AbortController();
  const pids: number[] = [];
  const running = runProgram('sh', {
    args: ['-c', 'sleep 300 & echo $!; wait'],
    signal: abort.signal,
    onLine: (line) => {
      pids.push(Number(line));
      abort.abort();
    },
  });
  expect(await running).toEqual({ code: null });
  await expect
    .poll(() => {
      try {
        return process.kill(pids[0]!, 0);
      } catch {
        return 'gone';
      }
    })
    .toBe('gone');
});

test('a reader that takes no more ends the program', async () => {
  const began = Date.now();
  await expect(
    runProgram('yes', {
      args: [],
      signal: signal(),
      onLine: () => {
        throw new Error('stopped');
      },
    }),
  ).rejects.toThrow('stopped');
  expect(Date.now() - began).toBeLessThan(20_000);
});
