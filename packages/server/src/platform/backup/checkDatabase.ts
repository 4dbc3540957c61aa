import type pg from 'pg';
import { databaseError, openPool } from '../database.ts';
import { Refusal } from '../refusal.ts';

/** The address of the database in which backups are tried: that of the server, with `_check` behind its name. */
export const checkDatabaseUrl = (url: string): string => {
  const address = new URL(url);
  address.pathname += '_check';
  return address.href;
};

/** Empties the check database. One with tables that no check has left there is not touched. */
const empty = async (pool: pg.Pool): Promise<void> => {
  await pool.query('create schema if not exists public');
  const { rows } = await pool.query<{ is_used: boolean; is_ours: boolean }>(
    `select exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r') as is_used,
      to_regnamespace('backup_check') is not null as is_ours`,
  );
  if (rows[0]?.is_used && !rows[0].is_ours)
    throw new Refusal('The database for checks of backups has tables of its own; it must be empty.');
  await pool.query('create schema if not exists backup_check');
  await pool.query('drop schema public cascade');
  await pool.query('create schema public');
};

const isMissing = (error: unknown): boolean => databaseError(error).code === '3D000';

/** Works with the empty check database, and empties it again; undefined when there is none. */
export const inCheckDatabase = async <T>(
  url: string,
  work: (pool: pg.Pool) => Promise<T>,
): Promise<T | undefined> => {
  const pool = openPool(url, 3);
  try {
    await empty(pool);
    try {
      return await work(pool);
    } finally {
      await empty(pool);
    }
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  } finally {
    await pool.end();
  }
};
