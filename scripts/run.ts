import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the checkout. */
export const project = fileURLToPath(new URL('..', import.meta.url));

/**
 * The script behind a tool that npm installed, found by folder: not every package exports its package.json.
 */
export const toolPath = (packageName: string, script: string): string => {
  const folders = createRequire(import.meta.url).resolve.paths(packageName) ?? [];
  const path = folders.map((folder) => join(folder, packageName, script)).find(existsSync);
  if (!path) {
    throw new Error(`${packageName} is not installed (no ${script}); run npm ci`);
  }
  return path;
};

export interface Ended {
  code: number;
  output: string;
}

/**
 * Runs a program to its end, in the checkout unless `cwd` says otherwise; with `isQuiet` its output is
 * captured instead of shown, with `isKept` it is both.
 */
export const run = (
  program: string,
  args: readonly string[],
  {
    isQuiet = false,
    isKept = false,
    env = {},
    cwd = project,
  }: { isQuiet?: boolean; isKept?: boolean; env?: NodeJS.ProcessEnv; cwd?: string } = {},
): Promise<Ended> =>
  new Promise((resolve) => {
    const child = spawn(program, [...args], {
      cwd,
      env: { ...process.env, ...env },
      stdio: isQuiet || isKept ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (isKept) process.stdout.write(text);
      });
    }
    child.once('error', (error) => resolve({ code: 127, output: error.message }));
    child.once('close', (code) => resolve({ code: code ?? 1, output: output.trim() }));
  });
