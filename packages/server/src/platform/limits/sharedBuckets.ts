import { sql } from 'drizzle-orm';
import type { Database } from '../database.ts';
import { createTokenBuckets, type TokenBuckets } from './tokenBuckets.ts';

/** How long a server counts alone before it settles with the others. */
const usualMs = 500;

type Left = { key: string; tokens: number };

/**
 * Buckets that all servers of a database fill and empty together (docs/decisions/0176). Each server decides
 * by its own memory and settles a moment later, so a request waits for no statement. `stop` ends the
 * settling.
 */
export const createSharedBuckets = (
  size: { rate: number; burst: number },
  { db, failed, everyMs = usualMs }: { db: Database; failed: (error: unknown) => void; everyMs?: number },
): Pick<TokenBuckets, 'wait' | 'take'> & { stop: () => void } => {
  const { rate, burst } = size;
  const buckets = createTokenBuckets(size);
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const settle = async () => {
    timer = undefined;
    const taken = [...buckets.takenSince()].map(([key, spent]) => ({ key, spent }));
    // In one order, so that two servers never wait for each other's rows.
    const left = await db.rows<Left>(sql`insert into system_bucket as b (key, tokens, at)
      select t.key, ${burst}::float8 - t.spent, now() from jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) as t(key text, spent float8)
        order by t.key
      on conflict (key) do update set at = now(), tokens = excluded.tokens - ${burst}::float8 +
        least(${burst}::float8, b.tokens + ${rate}::float8 * greatest(0, extract(epoch from now() - b.at)::float8))
      returning b.key, b.tokens`);
    for (const { key, tokens } of left) buckets.settle(key, tokens);
  };
  return {
    wait: buckets.wait,
    take: (key) => {
      if (!isStopped) timer ??= setTimeout(() => void settle().catch(failed), everyMs).unref();
      return buckets.take(key);
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
};

/** Forgets buckets from which nothing was taken for an hour: at usual limits, they fill within a minute. */
export const sweepBuckets = async (db: Database): Promise<void> => {
  await db.rows(sql`delete from system_bucket where at < now() - interval '1 hour'`);
};
