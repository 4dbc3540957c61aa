/** Maximum number of keys kept; beyond it, the bucket idle for longest is dropped, which only fills it. */
const mostKeys = 20_000;

type Bucket = { tokens: number; at: number };

/**
 * Buckets that refill at `rate` per second up to `burst`, one per key, in memory; `sharedBuckets.ts` settles
 * them with other servers.
 */
export const createTokenBuckets = (
  { rate, burst }: { rate: number; burst: number },
  now: () => number = Date.now,
) => {
  const buckets = new Map<string, Bucket>();
  /** Tokens taken since the last report, by key. */
  let taken = new Map<string, number>();
  const filled = (key: string): Bucket => {
    const at = now();
    const before = buckets.get(key);
    const tokens = before ? Math.min(burst, before.tokens + ((at - before.at) / 1000) * rate) : burst;
    return { tokens, at };
  };
  const secondsUntilOne = (tokens: number) => (tokens >= 1 ? 0 : Math.max(1, Math.ceil((1 - tokens) / rate)));
  const keep = (key: string, bucket: Bucket) => {
    buckets.delete(key);
    buckets.set(key, bucket);
    const oldest = buckets.keys().next().value;
    if (buckets.size > mostKeys && oldest !== undefined) buckets.delete(oldest);
  };
  return {
    /** Seconds until the next request would pass; 0 when it would pass now. */
    wait: (key: string): number => secondsUntilOne(filled(key).tokens),
    /** Takes a token and returns 0; without one, returns the seconds to wait. */
    take: (key: string): number => {
      const bucket = filled(key);
      const wait = secondsUntilOne(bucket.tokens);
      keep(key, wait ? bucket : { ...bucket, tokens: bucket.tokens - 1 });
      if (!wait) taken.set(key, (taken.get(key) ?? 0) + 1);
      return wait;
    },
    /** Number of tokens taken from each bucket since the last call. */
    takenSince: (): ReadonlyMap<string, number> => {
      const reported = taken;
      taken = new Map();
      return reported;
    },
    /**
     * Sets the number of tokens left across all servers, which may be negative. Tokens taken since they were
     * counted are subtracted.
     */
    settle: (key: string, tokens: number): void =>
      keep(key, { tokens: tokens - (taken.get(key) ?? 0), at: now() }),
  };
};

/** A set of buckets. */
export type TokenBuckets = ReturnType<typeof createTokenBuckets>;
