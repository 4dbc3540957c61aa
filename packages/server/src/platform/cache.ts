import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';

const count = async (
  key: string,
  seconds: number,
  db: Database,
): Promise<{ count: number; left: number }> => {
  const rows = await db.rows<{
    count: number;
    left: number;
  }>(sql`insert into system_cache (key, value, expires_at) values (${key}, '1'::jsonb, now() + make_interval(secs => ${seconds}))
    on conflict (key) do update set value = case when system_cache.expires_at > now() then to_jsonb((system_cache.value)::int + 1) else '1'::jsonb end,
    expires_at = case when system_cache.expires_at > now() then system_cache.expires_at else excluded.expires_at end
    returning (value)::int as count, greatest(1, ceil(extract(epoch from expires_at - now())))::int as left`);
  return rows[0] ?? { count: 1, left: seconds };
};

/** Caches JSON values in the database, shared by all servers. */
export const createCache = () => ({
  /** Stores a value under a key, replacing any previous one. */
  set: async (key: string, value: unknown, seconds: number, db: Database): Promise<void> => {
    await db.rows(sql`insert into system_cache (key, value, expires_at) values (${key}, ${JSON.stringify(value)}::jsonb, now() + make_interval(secs => ${seconds}))
      on conflict (key) do update set value = excluded.value, expires_at = excluded.expires_at`);
  },
  /** The value, or undefined when absent or expired. */
  get: async <T>(key: string, db: Database): Promise<T | undefined> =>
    (
      await db.rows<{ value: T }>(
        sql`select value from system_cache where key = ${key} and expires_at > now()`,
      )
    )[0]?.value,
  /** Removes and returns the value: each can be taken once. */
  take: async <T>(key: string, db: Database): Promise<T | undefined> =>
    (
      await db.rows<{ value: T }>(
        sql`delete from system_cache where key = ${key} and expires_at > now() returning value`,
      )
    )[0]?.value,
  /** Adds one to a counter that restarts when it expires; returns the new count and the seconds left. */
  count,
  /** The same, returning only the count. */
  increment: async (key: string, seconds: number, db: Database): Promise<number> =>
    (await count(key, seconds, db)).count,
  remove: async (key: string, db: Database): Promise<void> => {
    await db.rows(sql`delete from system_cache where key = ${key}`);
  },
  /** Deletes expired values; called periodically by the server. */
  sweep: async (db: Database): Promise<void> => {
    await db.rows(sql`delete from system_cache where expires_at <= now()`);
  },
  newKey: (): string => randomUUID(),
});

/** The shared short-lived store. */
export type Cache = ReturnType<typeof createCache>;
