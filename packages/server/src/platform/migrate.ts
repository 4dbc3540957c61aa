import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { Refusal } from './refusal.ts';

const folder = fileURLToPath(new URL('../../migrations/', import.meta.url));

/** A migration file: its name gives the order, its hash proves it unchanged. */
export type Migration = { name: string; hash: string; sql: string };

/** Migrations of this program, oldest first. */
export const knownMigrations = (): Migration[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const sql = readFileSync(`${folder}${name}`, 'utf8');
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') };
    });

/** The table of the migrations that ran. */
export const migrationTable = 'gatehouse_migration';

/** The migrations a database ran, oldest first. */
export const ranMigrations = async (client: pg.ClientBase): Promise<{ name: string; hash: string }[]> =>
  (
    await client.query<{ name: string; hash: string }>(
      'select name, hash from gatehouse_migration order by name',
    )
  ).rows;

/** An arbitrary number; every program that migrates this schema takes this advisory lock. */
const lockKey = 7_204_431;

/**
 * Upgrades the schema under an advisory lock, each file in its own transaction, and returns how many files
 * ran. Refuses a schema written by a newer program, and a file edited after it ran.
 */
export const migrate = async (
  pool: pg.Pool,
  migrations: Migration[] = knownMigrations(),
): Promise<number> => {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    await client.query(
      'create table if not exists gatehouse_migration (name text primary key, hash text not null, applied_at timestamptz not null default now())',
    );
    const rows = await ranMigrations(client);
    for (const { name, hash } of rows) {
      const known = migrations.find((migration) => migration.name === name);
      if (!known)
        throw new Refusal(
          `The database was migrated by a newer Gatehouse (${name} is unknown here). Start that version, or restore a backup from before the upgrade.`,
        );
      if (known.hash !== hash)
        throw new Refusal(
          `Migration ${name} differs from the one this database ran. Restore the original file.`,
        );
    }
    const done = new Set(rows.map((row) => row.name));
    const open = migrations.filter((migration) => !done.has(migration.name));
    for (const migration of open) {
      await client.query('begin');
      try {
        await client.query(migration.sql);
        await client.query('insert into gatehouse_migration (name, hash) values ($1, $2)', [
          migration.name,
          migration.hash,
        ]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw error;
      }
    }
    return open.length;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lockKey]).catch(() => undefined);
    client.release();
  }
};
