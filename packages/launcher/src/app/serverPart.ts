import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { databaseNames, keepDatabase } from '../engine/database.ts';
import { runningDatabase } from '../engine/postgres/runningDatabase.ts';
import { refusalExitCode } from '../engine/program.ts';
import { claimFolder } from '../engine/singleInstance.ts';
import type { Config } from '../platform/config.ts';
import { eachLine } from '../platform/lines.ts';
import { Refusal } from '../platform/refusal.ts';

/** The installation a part of the server works on. */
export interface PartOptions {
  config: Config;
  project: string;
  say: (text: string) => void;
}

const leash = fileURLToPath(new URL('../engine/leash.ts', import.meta.url));

/** Runs a program of the server, which knows the tables, on a database; returns what it printed. */
export const runServerPart = async (
  [program, ...args]: [program: string, ...args: string[]],
  { config, project }: PartOptions,
  environment: NodeJS.ProcessEnv,
  /** Gets each line at once. */
  show?: (line: string) => void,
): Promise<string> => {
  const entry = join(project, 'packages/server/src/app', program);
  // The library that copies tables uses names its own dependency has deprecated.
  const flags = ['--disable-warning=DeprecationWarning', '--import', leash];
  const child = spawn(process.execPath, [...flags, entry, ...args], {
    env: { PATH: process.env.PATH, GATEHOUSE_HOME: config.home, ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let [out, errors] = ['', ''];
  eachLine(child.stdout!, (line) => {
    out += `${line}\n`;
    show?.(line);
  });
  child.stderr?.on('data', (chunk) => {
    errors += chunk;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code === 0) return out.trim();
  throw code === refusalExitCode
    ? new Refusal(errors.trim())
    : new Error(errors.trim() || `ended with ${code}`);
};

/** The database as found: external, kept by a running launcher, or started just for this. */
export const openDatabase = async ({ config, say }: PartOptions, isOurs: boolean) => {
  const nothing = async () => undefined;
  if (config.databaseUrl) return { url: config.databaseUrl, stop: nothing };
  if (isOurs) return keepDatabase({ home: config.home, say });
  return {
    url: await runningDatabase(config.home, databaseNames.role, databaseNames.database),
    stop: nothing,
  };
};

/** Works with the database of an installation, whether or not Gatehouse is running. */
export const withDatabase = async <T>(
  options: PartOptions,
  work: (url: string) => Promise<T>,
): Promise<T> => {
  const release = await claimFolder(options.config.home).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });
  try {
    const database = await openDatabase(options, release !== undefined);
    try {
      return await work(database.url);
    } finally {
      await database.stop();
    }
  } finally {
    release?.();
  }
};
