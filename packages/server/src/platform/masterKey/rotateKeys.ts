import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Cache } from '../cache.ts';
import { masterKeyOf } from '../crypto/masterKeys.ts';
import { proveVault } from '../crypto/proveVault.ts';
import { createVault, type Vault } from '../crypto/vault.ts';
import type { Database } from '../database.ts';
import { publish } from '../events.ts';
import { beginRotation } from './beginRotation.ts';
import { readKeyFile, writeKeyFile } from './keyFile.ts';
import { type KeyReport, readKeyReports } from './keyReports.ts';
import { type KeySource, secretsOf } from './keyRing.ts';
import { createProgress, type Progress } from './progress.ts';
import { addRetiredKeys, type RotationState, writeRotation } from './rotationState.ts';
import { createRewrapper, readRows, renewRows } from './sealedRows.ts';
import { sealedTables } from './sealedTables.ts';
import { walk } from './walk.ts';

/** What changing the master key needs. */
export type RotationPorts = {
  /** The connection that holds the lock; every row is changed by it, so that without the lock none is. */
  client: pg.Client;
  db: Database;
  cache: Cache;
  source: KeySource;
  say: (line: string) => void;
  /** Records the finished change, in the transaction that finishes it. */
  note: (state: RotationState, db: Database) => Promise<void>;
};

type Rotation = RotationPorts & { state: RotationState; vault: Vault; progress: Progress };

const againMs = 200;

/** Waits until every running server holds the keys that it should. */
const everyServer = async (
  { db, cache, say, source }: RotationPorts,
  follows: (report: KeyReport) => boolean,
): Promise<void> => {
  let told = '';
  for (const since = Date.now(); ; await sleep(againMs)) {
    await publish(db, 'master_keys');
    const behind = (await readKeyReports(cache, db)).filter((report) => !follows(report));
    if (behind.length === 0) return;
    const names = behind.map(({ server }) => server).join('; ');
    if (names === told || Date.now() - since < 2_000) continue;
    told = names;
    const hint = source.file ? ` A server with a key file of its own needs a copy of ${source.file}.` : '';
    say(`waiting for servers that have other keys: ${names}.${hint}`);
  }
};

/** Waits for transactions that may have read a value before it was re-encrypted and still write it. */
const olderTransactions = async ({ db, say }: RotationPorts): Promise<void> => {
  const [now] = await db.rows<{ at: string }>(sql`select clock_timestamp()::text as at`);
  let told = '';
  for (const since = Date.now(); ; await sleep(againMs)) {
    const older = await db.rows<{ pid: number }>(sql`select pid from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid() and xact_start < ${now?.at}::timestamptz order by pid`);
    if (older.length === 0) return;
    const pids = older.map(({ pid }) => pid).join(', ');
    if (pids === told || Date.now() - since < 5_000) continue;
    told = pids;
    say(`waiting for transactions that began before: database process ${pids}`);
  }
};

/** Lets the new key of a file seal. */
const putFirst = (file: string, newestFirst: readonly string[]): void => {
  const inFile = readKeyFile(file);
  writeKeyFile(
    file,
    newestFirst.filter((secret) => inFile.includes(secret)),
  );
};

/** Re-encrypts what is found from where the last run stopped, table by table. */
const pass = async ({ client, db, state, vault, progress }: Rotation): Promise<void> => {
  const rewrapper = createRewrapper(vault, state.from);
  const { done, table: stoppedIn, block } = state;
  await walk(
    await sealedTables(client),
    (table, stretch) => renewRows({ client, table, rewrapper }, stretch),
    {
      ...(stoppedIn !== '' && { from: { table: stoppedIn, block } }),
      reached: async (place) => {
        Object.assign(state, place, { done: done + rewrapper.count() });
        if (progress.isDue()) await writeRotation(state, db);
        progress.tell('re-encrypting', state);
      },
    },
  );
  Object.assign(state, { table: '', block: 0, percent: 0 });
  await writeRotation(state, db);
};

/** Whether no value of an old key is left, in one snapshot of the whole database. */
const isProven = async ({ client, state, vault, progress }: Rotation): Promise<boolean> => {
  const rewrapper = createRewrapper(vault, state.from);
  await client.query('begin isolation level repeatable read read only');
  try {
    await walk(
      await sealedTables(client),
      async (table, stretch) => {
        const rows = await readRows({ client, table, patterns: rewrapper.patterns }, stretch, '');
        for (const { values } of rows) for (const value of values) rewrapper.renew(value ?? '');
        return rows;
      },
      { reached: async ({ percent }) => progress.tell('checking', { ...state, percent }) },
    );
  } finally {
    await client.query('commit');
  }
  return rewrapper.count() === 0;
};

/** Takes the old keys away: from the file, from every running server, and from those that start later. */
const dropOld = async (rotation: Rotation, file: string | undefined): Promise<void> => {
  const { state, db, note } = rotation;
  const { from, to } = state;
  if (file)
    writeKeyFile(
      file,
      readKeyFile(file).filter((secret) => masterKeyOf(secret).id === to),
    );
  await db.transaction(async (tx) => {
    const finished = { ...state, percent: 100, finished: new Date().toISOString() };
    await addRetiredKeys(from, tx);
    await writeRotation(finished, tx);
    await note(finished, tx);
  });
  await everyServer(rotation, ({ opens }) => !opens.some((id) => from.includes(id)));
};

/**
 * Changes the master key while servers work. No server meets a value it cannot open: all of them hold the
 * new key before the first one seals with it, and the old key goes when nothing is left of it. Whatever
 * interrupts this, the next call goes on. Returns how many secrets were re-encrypted.
 */
export const rotateKeys = async (ports: RotationPorts): Promise<RotationState> => {
  const { source, db, say } = ports;
  const vaultOver = (secrets: readonly string[]) => {
    const keys = secrets.map(masterKeyOf);
    return createVault({ keys: () => keys, reread: () => undefined });
  };
  // With a key that is not this database's, nothing begins.
  await proveVault(db, vaultOver(secretsOf(source)));
  const { state, secrets } = await beginRotation(source, db);
  const vault = vaultOver(secrets);
  const rotation = { ...ports, state, vault, progress: createProgress(say) };
  say(
    `from key ${state.from.join(', ')} to key ${state.to}; it may be interrupted and goes on when called again`,
  );
  await everyServer(ports, ({ opens }) => opens.includes(state.to));
  if (source.file) putFirst(source.file, secrets);
  await everyServer(ports, ({ seals }) => seals === state.to);
  do {
    await pass(rotation);
    await olderTransactions(ports);
  } while (!(await isProven(rotation)));
  await dropOld(rotation, source.file);
  return state;
};
