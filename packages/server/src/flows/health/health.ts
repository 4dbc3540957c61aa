import { getHealth } from '@gatehouse/contract/calls/installation.ts';
import { sql } from 'drizzle-orm';
import { bind, whole } from '../../engine/calls/bind.ts';
import type { HttpPorts } from '../../engine/http.ts';
import type { Database } from '../../platform/database.ts';

/** Maximum wait for the database, in milliseconds, before it counts as failed. */
const patienceMs = 3_000;

const checkDatabase = async (db: Database): Promise<{ ok: boolean; time: number | string }> => {
  const started = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), patienceMs);
  });
  try {
    await Promise.race([db.rows(sql`select 1`), late]);
    return { ok: true, time: Math.round(performance.now() - started) / 1000 };
  } catch {
    return { ok: false, time: 'The database does not answer.' };
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Health of this server. The reference also reports a cache server; ours is the database, so both report the
 * same (protocol reference §18).
 */
export const addHealth = (ports: HttpPorts): void =>
  bind(ports, getHealth, async ({ ctx }) => {
    const { ok, time } = await checkDatabase(ctx.db);
    return whole({
      headers: { 'cache-control': 'no-store' },
      body: {
        status: ok,
        db_status: ok,
        db_time: time,
        redis_status: ok,
        redis_time: time,
        time: Math.floor(Date.now() / 1000),
      },
    });
  });
