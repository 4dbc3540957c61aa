import { type SQL, sql } from 'drizzle-orm';
import type pg from 'pg';
import type { ConstructorOptions } from 'pg-boss';
import type { Database } from '../database.ts';
import type { Notices } from '../notices.ts';

type BossDatabase = NonNullable<ConstructorOptions['db']>;

/** The database for pg-boss: our pool and our listening connection, so that it opens none of its own. */
export const bossDatabase = (pool: pg.Pool, notices: Notices): BossDatabase => ({
  executeSql: (text, values) => pool.query(text, values),
  listen: async (channel, heard, missed) => {
    const end = notices.listen(channel, (payload) => (payload === '' ? missed() : heard(payload)));
    await notices.standing();
    return { close: async () => end() };
  },
});

/** Converts a statement with `$1`, `$2` … and its values to a query of ours. */
const queryOf = (text: string, values: unknown[] = []): SQL => {
  const parts = text.split(/\$(\d+)/);
  return sql.join(
    parts.map((part, index) =>
      index % 2 === 0 ? sql.raw(part) : sql`${sql.param(values[Number(part) - 1])}`,
    ),
  );
};

/** A transaction for pg-boss: a run enqueued in it exists once it commits. */
export const bossTransaction = (db: Database): BossDatabase => ({
  executeSql: async (text, values) => ({ rows: await db.rows(queryOf(text, values)) }),
});
