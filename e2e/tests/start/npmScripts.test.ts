import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../packages/launcher/test/freePort.ts';
import { isAlive, until } from '../../../packages/launcher/test/processes.ts';

const project = fileURLToPath(new URL('../../../', import.meta.url));

/** The processes that a process has started, and those that they have started. */
const descendantsOf = async (root: number): Promise<number[]> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const parents = await Promise.all(
    pids.map(async (pid) => {
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
      return [Number(pid), Number(/^PPid:\t(\d+)$/m.exec(status)?.[1])] as const;
    }),
  );
  const below = (parent: number): number[] =>
    parents.filter(([, each]) => each === parent).flatMap(([pid]) => [pid, ...below(pid)]);
  return below(root);
};

/** Starts the product by a script of package.json, as users do. */
const run = async (script: string) => {
  const home = await mkdtemp(join(tmpdir(), 'gatehouse-npm-'));
  const listen = `127.0.0.1:${await freePort()}`;
  const npm = spawn('npm', ['run', script], {
    cwd: project,
    env: { ...process.env, NO_COLOR: '1', GATEHOUSE_HOME: home, GATEHOUSE_LISTEN: listen },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [npm.stdout, npm.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const pid = npm.pid ?? 0;
  onTestFinished(async () => {
    for (const each of [...(await descendantsOf(pid)), pid]) if (isAlive(each)) process.kill(each, 'SIGKILL');
    await rm(home, { recursive: true, force: true });
  });
  return { npm, pid, output: () => output };
};

test.each([
  ['start', 'Open http', 3],
  ['demo', 'PostgreSQL', 2],
])('SIGTERM to npm run %s ends every process that it has started', async (script, line, least) => {
  const { npm, pid, output } = await run(script);
  await until(`it says ${line}`, () => output().includes(line), 150_000);
  await until('its programs run', async () => (await descendantsOf(pid)).length >= least);
  const programs = await descendantsOf(pid);
  npm.kill('SIGTERM');
  await until('npm and every program ended', () => ![pid, ...programs].some(isAlive));
  expect(output()).toContain('letting sessions end');
});
