import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { type Database, likeLiteral, texts } from './database.ts';

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

const peek = async (key: string, db: Database): Promise<{ count: number; left: number }> => {
  const rows = await db.rows<{ count: number; left: number }>(
    sql`select (value)::int as count, greatest(1, ceil(extract(epoch from expires_at - now())))::int as left
      from system_cache where key = ${key} and expires_at > now()`,
  );
  return rows[0] ?? { count: 0, left: 0 };
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
  /** The count and the remaining seconds of such a counter, without adding to it. */
  peek,
  /** Like `count`, but returns only the new count. */
  increment: async (key: string, seconds: number, db: Database): Promise<number> =>
    (await count(key, seconds, db)).count,
  remove: async (key: string, db: Database): Promise<void> => {
    await db.rows(sql`delete from system_cache where key = ${key}`);
  },
  /** Stores a value unless the key has one, even an expired one. */
  add: async (key: string, value: unknown, until: Date, db: Database): Promise<void> => {
    await db.rows(sql`insert into system_cache (key, value, expires_at)
      values (${key}, ${JSON.stringify(value)}::jsonb, ${until.toISOString()}) on conflict (key) do nothing`);
  },
  /** Changes one property of a stored object, which keeps its expiry. */
  patch: async (key: string, name: string, value: unknown, db: Database): Promise<void> => {
    await db.rows(
      sql`update system_cache set value = jsonb_set(value, ${texts([name])}, ${JSON.stringify(value)}::jsonb) where key = ${key}`,
    );
  },
  /** Everything whose key begins with the prefix, by key. */
  under: async <T>(prefix: string, db: Database): Promise<Map<string, T>> => {
    const rows = await db.rows<{ key: string; value: T }>(
      sql`select key, value from system_cache where key like ${`${likeLiteral(prefix)}%`} and expires_at > now()`,
    );
    return new Map(rows.map(({ key, value }) => [key, value]));
  },
  /** Those of the keys that have a value. */
  present: async (keys: readonly string[], db: Database): Promise<string[]> => {
    const rows = await db.rows<{ key: string }>(
      sql`select key from system_cache where key in (select unnest(${texts(keys)})) and expires_at > now()`,
    );
    return rows.map(({ key }) => key);
  },
  /** Removes everything whose key begins with the prefix. */
  removeUnder: async (prefix: string, db: Database): Promise<void> => {
    await db.rows(sql`delete from system_cache where key like ${`${likeLiteral(prefix)}%`}`);
  },
  /** Removes a property of every object whose key begins with the prefix. */
  forgetUnder: async (prefix: string, name: string, db: Database): Promise<void> => {
    await db.rows(
      sql`update system_cache set value = value - ${name}::text where key like ${`${likeLiteral(prefix)}%`} and value ? ${name}::text`,
    );
  },
  /** Deletes expired values; called periodically by the server. */
  sweep: async (db: Database): Promise<void> => {
    await db.rows(sql`delete from system_cache where expires_at <= now()`);
  },
  newKey: (): string => randomUUID(),
});

/** The shared short-lived store. */
export type Cache = ReturnType<typeof createCache>;
