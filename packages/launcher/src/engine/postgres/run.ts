import { type ExecFileException, execFile } from 'node:child_process';
import type { Account } from './account.ts';

/** Environment of PostgreSQL programs: nothing of ours, least of all the keys. */
export const bareEnvironment = { PATH: process.env.PATH, LANG: 'C', LC_ALL: 'C', TZ: 'UTC' };

export interface Outcome {
  code: number;
  output: string;
}

/** Runs a program to its end under an account; cwd is a folder every account can enter. */
export const run = (program: string, args: readonly string[], account: Account): Promise<Outcome> =>
  new Promise((resolve) => {
    const done = (error: ExecFileException | null, stdout: string, stderr: string) => {
      const code = error ? (typeof error.code === 'number' ? error.code : 127) : 0;
      resolve({ code, output: `${stdout}${stderr}${code === 127 ? (error?.message ?? '') : ''}`.trim() });
    };
    execFile(program, [...args], { ...account, cwd: '/', env: bareEnvironment, maxBuffer: 1 << 22 }, done);
  });

/** Whether the account can enter a folder; tested by trying, because ACLs and mounts matter too. */
export const canEnter = async (folder: string, account: Account): Promise<boolean> =>
  account.uid === undefined || (await run('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], account)).code === 0;
