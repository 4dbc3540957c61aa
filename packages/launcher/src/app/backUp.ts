import { access, constants, mkdir, readdir, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { claimFolder } from '../engine/singleInstance.ts';
import type { Config } from '../platform/config.ts';
import { Refusal } from '../platform/refusal.ts';
import { layOutHome } from './homeFolder.ts';
import { openDatabase, type PartOptions, runServerPart, withDatabase } from './serverPart.ts';

export interface BackUpOptions extends PartOptions {
  /** The file to write or read. */
  path: string;
}

/** The variables that say where files are kept; the server defines their names. */
const storeVariables = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => /^GATEHOUSE_(BLOBS|S3_\w+)$/.test(name)));

/** The server's own program does the work, because it knows the tables. */
const copy = (verb: 'backup' | 'restore', options: BackUpOptions, databaseUrl: string): Promise<string> =>
  runServerPart(['backUpMain.ts', verb, options.path], options, {
    ...storeVariables(process.env),
    GATEHOUSE_DATABASE_URL: databaseUrl,
  });

/** Refuses folders without an installation. */
export const requireInstallation = async ({ databaseUrl, home }: Config): Promise<void> => {
  const needed = databaseUrl ? home : join(home, 'pg');
  if (!(await isThere(needed))) throw new Refusal(`There is no Gatehouse in ${home}.`);
};

/**
 * Writes an installation into one file, whether or not Gatehouse is running. A master key from the
 * environment is not included.
 */
export const backUpInstallation = async (options: BackUpOptions): Promise<void> => {
  const { config, path, say } = options;
  await requireInstallation(config);
  const rows = await withDatabase(options, (url) => copy('backup', options, url));
  say(`${path} holds ${rows}, the recordings and the keys`);
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
        `${await copy('restore', options, database.url)} restored into ${config.home}; start with npm start`,
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
