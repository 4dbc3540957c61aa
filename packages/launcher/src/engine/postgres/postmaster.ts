import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Refusal } from '../../platform/refusal.ts';
import { tether } from '../tether.ts';
import { bufferMb, usableMemory } from './bufferSize.ts';
import { superuser } from './createCluster.ts';
import type { DatabaseFolder } from './databaseFolder.ts';
import { failureText } from './failureText.ts';
import type { NativePostgres } from './nativePostgres.ts';
import { bareEnvironment } from './run.ts';

const stopPatienceMs = 20_000;

/** One running PostgreSQL. */
export interface Postmaster {
  pid: number;
  /** Resolves with a message when PostgreSQL has exited, for any reason. */
  exited: Promise<string>;
  stop: () => Promise<void>;
}

export interface PostmasterOptions {
  folder: DatabaseFolder;
  native: NativePostgres;
  sockets: string;
  password: string;
  durable: boolean;
  /** A folder to delete after PostgreSQL ends, even if we are killed first. */
  removeAfter?: string;
  say: (line: string) => void;
}

/**
 * Starts PostgreSQL and returns when it answers. It ends with us: a watcher stops it even when we are killed.
 */
export const startPostmaster = async (options: PostmasterOptions): Promise<Postmaster> => {
  const { folder, native, sockets } = options;
  const child = spawn(native.postgres, flags(options), {
    ...folder.account,
    cwd: '/',
    env: bareEnvironment,
    // Its own session: Ctrl+C must not stop the database while the server drains.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-8_000);
  });
  const startedAt = Date.now();
  const { removeAfter } = options;
  // With `removeAfter` the watcher keeps our account: under root, PostgreSQL's account could not delete our
  // files in the folder.
  const release = child.pid && tether(child.pid, removeAfter ? { removeAfter } : folder.account);
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', async () => {
      if (release) release();
      await sleep(20); // lets its last output arrive
      resolve(failureText(`${await newestLog(folder.log, startedAt)}\n${errors}`, folder.root));
    });
  });
  await untilReady(sockets, options.password, exited, options.say).catch(async (error) => {
    if (child.exitCode === null) child.kill('SIGINT');
    await exited;
    throw error;
  });
  return { pid: child.pid!, exited, stop: () => stop(child, exited) };
};

/** Settings of a database that is deleted with its process: nothing is written for the time after a crash. */
const thrownAway = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  wal_init_zero: 'off',
};

const flags = ({ folder, sockets, durable }: PostmasterOptions): string[] => {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: sockets,
    unix_socket_permissions: '0700',
    logging_collector: durable ? 'on' : 'off',
    log_directory: folder.log,
    log_filename: 'postgresql-%a.log',
    log_truncate_on_rotation: 'on',
    log_rotation_age: '1d',
    log_rotation_size: '0',
    log_checkpoints: 'off',
    // What the planner knows of a table must follow an import of thousands of rows soon: plans that are kept rely
    // on it (decision 0254).
    autovacuum_naptime: '5s',
    // Processes that have nothing to do here: what the operating system has in memory is read faster without them.
    max_logical_replication_workers: '0',
    io_method: 'sync',
    shared_buffers: `${bufferMb(usableMemory())}MB`,
    // A search collects the keys of up to 200,000 matches, which otherwise go through a file.
    work_mem: '16MB',
    // After a crash PostgreSQL first syncs its folder: with one call where the system has it, else file by
    // file, which takes seconds on a busy disk.
    ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
    ...(durable ? {} : thrownAway),
  };
  return [
    '-D',
    folder.data,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
};

const untilReady = async (
  host: string,
  password: string,
  exited: Promise<string>,
  say: (line: string) => void,
): Promise<void> => {
  let failure: string | undefined;
  void exited.then((line) => {
    failure = line;
  });
  let sayAt = Date.now() + 3_000;
  for (;;) {
    if (failure !== undefined) throw new Refusal(failure);
    const answer = await ask(host, password);
    if (answer === 'ready') return;
    if (answer === '28P01')
      throw new Refusal(
        'The database does not accept the password in keys/; restore the keys folder that belongs to it.',
      );
    if (Date.now() > sayAt) {
      say('The database is replaying its log after a crash; this can take a while.');
      sayAt = Number.POSITIVE_INFINITY;
    }
    await sleep(30);
  }
};

const ask = async (host: string, password: string): Promise<string> => {
  const client = new pg.Client({
    host,
    user: superuser,
    password,
    database: 'postgres',
    connectionTimeoutMillis: 2_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return 'ready';
  } catch (error) {
    return (error as { code?: string }).code ?? 'unknown';
  } finally {
    await client.end().catch(() => undefined);
  }
};

const newestLog = async (folder: string, since: number): Promise<string> => {
  let newest = { at: since - 1_000, text: '' };
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path);
    if (mtimeMs > newest.at) newest = { at: mtimeMs, text: (await readFile(path, 'utf8')).slice(-8_000) };
  }
  return newest.text;
};

const stop = async (child: ChildProcess, exited: Promise<string>): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGINT');
  const hurry = setTimeout(() => child.kill('SIGQUIT'), stopPatienceMs);
  await exited;
  clearTimeout(hurry);
};
