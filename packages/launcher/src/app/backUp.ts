import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, constants, mkdir, readdir, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { databaseNames, keepDatabase } from '../engine/database.ts';
import { runningDatabase } from '../engine/postgres/runningDatabase.ts';
import { refusalExitCode } from '../engine/program.ts';
import { claimFolder } from '../engine/singleInstance.ts';
import type { Config } from '../platform/config.ts';
import { Refusal } from '../platform/refusal.ts';
import { layOutHome } from './homeFolder.ts';

export interface BackUpOptions {
  config: Config;
  project: string;
  /** The file to write or read. */
  path: string;
  say: (text: string) => void;
}

const leash = fileURLToPath(new URL('../engine/leash.ts', import.meta.url));

/** The variables that say where files are kept; the server defines their names. */
const storeVariables = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => /^GATEHOUSE_(BLOBS|S3_\w+)$/.test(name)));

/** The server's own program does the work, because it knows the tables. */
const runServerPart = async (
  verb: 'backup' | 'restore',
  { config, project, path }: BackUpOptions,
  databaseUrl: string,
): Promise<string> => {
  const entry = join(project, 'packages/server/src/app/backUpMain.ts');
  // The library that copies tables uses names its own dependency has deprecated.
  const flags = ['--disable-warning=DeprecationWarning', '--import', leash];
  const child = spawn(process.execPath, [...flags, entry, verb, path], {
    env: {
      PATH: process.env.PATH,
      ...storeVariables(process.env),
      GATEHOUSE_HOME: config.home,
      GATEHOUSE_DATABASE_URL: databaseUrl,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let [out, errors] = ['', ''];
  child.stdout?.on('data', (chunk) => {
    out += chunk;
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
const openDatabase = async ({ config, say }: BackUpOptions, isOurs: boolean) => {
  const nothing = async () => undefined;
  if (config.databaseUrl) return { url: config.databaseUrl, stop: nothing };
  if (isOurs) return keepDatabase({ home: config.home, say });
  return {
    url: await runningDatabase(config.home, databaseNames.role, databaseNames.database),
    stop: nothing,
  };
};

/**
 * Writes an installation into one file, whether or not Gatehouse is running. A master key from the
 * environment is not included.
 */
export const backUpInstallation = async (options: BackUpOptions): Promise<void> => {
  const { config, path, say } = options;
  const needed = config.databaseUrl ? config.home : join(config.home, 'pg');
  if (!(await isThere(needed))) throw new Refusal(`There is no Gatehouse in ${config.home}.`);
  const release = await claimFolder(config.home).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });
  try {
    const database = await openDatabase(options, release !== undefined);
    try {
      say(
        `${path} holds ${await runServerPart('backup', options, database.url)}, the recordings and the keys`,
      );
    } finally {
      await database.stop();
    }
  } finally {
    release?.();
  }
  if (config.secretKey)
    say('GATEHOUSE_SECRET_KEY is not in it; without it the stored secrets cannot be read');
};

/** Creates a new installation from a backup; never touches existing data. */
export const restoreInstallation = async (options: BackUpOptions): Promise<void> => {
  const { config, path, say } = options;
  if (!(await isThere(path))) throw new Refusal(`${path} cannot be read.`);
  const before = await readdir(config.home).catch(() => []);
  if (before.length > 0)
    throw new Refusal(
      `${config.home} is not empty (${before[0]}). Move it away, or set GATEHOUSE_HOME to a new folder.`,
    );
  await mkdir(config.home, { recursive: true, mode: 0o755 });
  const release = await claimFolder(config.home);
  try {
    await layOutHome(config.home);
    const database = await openDatabase(options, true);
    try {
      say(
        `${await runServerPart('restore', options, database.url)} restored into ${config.home}; start with npm start`,
      );
    } finally {
      await database.stop();
    }
  } catch (error) {
    await empty(config.home);
    throw error;
  } finally {
    release();
  }
};

const isThere = (path: string): Promise<boolean> =>
  access(path, constants.R_OK).then(
    () => true,
    () => false,
  );

/** Empties the folder after a failed restore. Under root the database may live elsewhere. */
const empty = async (home: string): Promise<void> => {
  const database = await realpath(join(home, 'pg')).catch(() => undefined);
  if (database) await rm(database, { recursive: true, force: true });
  for (const name of await readdir(home)) await rm(join(home, name), { recursive: true, force: true });
};
