import type pg from 'pg';
import type { Database } from '../database.ts';
import { readStored, writeStored } from '../settings.ts';

/** How far a change of the master key has come; in the database, so that an interrupted one goes on. */
export type RotationState = {
  /** Id of the new key, and of those it replaces. */
  to: string;
  from: string[];
  started: string;
  finished?: string;
  /** Secrets re-encrypted so far. */
  done: number;
  /** How far the current pass has come, in percent. */
  percent: number;
  /** Where the current pass goes on. */
  table: string;
  block: number;
};

const names = { state: 'KEY_ROTATION', retired: 'RETIRED_KEYS' } as const;

/** The latest change of the master key, finished or not; undefined before the first one. */
export const readRotation = async (db: Database): Promise<RotationState | undefined> =>
  (await readStored(names.state, db)) as RotationState | undefined;

/** Stores how far the change has come. */
export const writeRotation = (state: RotationState, db: Database): Promise<void> =>
  writeStored(names.state, state, db);

/** Ids of replaced master keys, which no server uses again. */
export const readRetiredKeys = async (db: Database): Promise<string[]> =>
  ((await readStored(names.retired, db)) as string[] | undefined) ?? [];

/** Adds replaced master keys to those that no server uses again. */
export const addRetiredKeys = async (ids: readonly string[], db: Database): Promise<void> => {
  await writeStored(names.retired, [...new Set([...(await readRetiredKeys(db)), ...ids])], db);
};

/** An arbitrary number. A change of the master key holds this advisory lock, and backups share it. */
const lockKey = 7_204_432;

/**
 * Takes the lock for as long as the connection lives; false when it is taken. A backup and a change of the
 * master key exclude each other: the keys in a backup have to open the secrets in it.
 */
export const holdRotation = async (
  client: Pick<pg.ClientBase, 'query'>,
  how: 'alone' | 'shared',
): Promise<boolean> => {
  const lock = how === 'alone' ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared';
  const { rows } = await client.query(`select ${lock}($1) as held`, [lockKey]);
  return rows[0]?.held === true;
};
