import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { callsFolder } from './fileCalls.ts';

/** How a test run ended; a run that hangs is stopped. */
export type Ending = 'green' | 'red' | 'hung';

const end = (pid: number | undefined) => {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // gone already
  }
};

const running = new Set<number>();

/** Ends all running tests. */
export const endRuns = (): void => {
  for (const pid of running) end(pid);
};

/** Runs test files in a copy of the checkout, by default until the first one fails. */
export const runTests = (
  folder: string,
  files: readonly string[],
  {
    seconds,
    args = ['--bail', '1', '--maxWorkers', '1'],
    env = {},
  }: { seconds: number; args?: readonly string[]; env?: NodeJS.ProcessEnv },
): Promise<Ending> =>
  new Promise((resolve) => {
    const vitest = join(folder, 'node_modules/vitest/vitest.mjs');
    const paths = files.map((file) => join(folder, file));
    // A process group of its own: what the tests start ends with them.
    const child = spawn(process.execPath, [vitest, 'run', ...args, ...paths], {
      cwd: folder,
      env: { ...process.env, CI: '1', ...env },
      stdio: 'ignore',
      detached: true,
    });
    if (child.pid) running.add(child.pid);
    let isHung = false;
    const alarm = setTimeout(() => {
      isHung = true;
      end(child.pid);
    }, seconds * 1000);
    child.once('close', (code) => {
      clearTimeout(alarm);
      if (child.pid) running.delete(child.pid);
      end(child.pid);
      resolve(isHung ? 'hung' : code === 0 ? 'green' : 'red');
    });
  });

/**
 * Runs test files without any fault, and records in a folder what each of them calls; returns those that
 * fail, because they would seem to notice every fault.
 */
export const failingFiles = async (
  folder: string,
  files: readonly string[],
  { seconds, calls }: { seconds: number; calls: string },
): Promise<Set<string>> => {
  const report = join(folder, 'test-results/baseline.json');
  await rm(report, { force: true });
  await runTests(folder, files, {
    seconds,
    args: ['--reporter=json', `--outputFile.json=${report}`],
    env: { [callsFolder]: calls },
  });
  const text = await readFile(report, 'utf8').catch(() => undefined);
  if (!text) throw new Error('the tests did not end before any fault was set');
  const { testResults } = JSON.parse(text) as { testResults: { name: string; status: string }[] };
  const green = testResults.filter((result) => result.status === 'passed').map((result) => result.name);
  return new Set(files.filter((file) => !green.includes(join(folder, file))));
};
