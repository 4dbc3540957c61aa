import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { onChanged } from '../../platform/changes.ts';

type Input = {
  queryKey: QueryKey;
  /** Undefined while the data is not to be followed. */
  afterMs: number | undefined;
  load: (signal: AbortSignal) => Promise<unknown>;
};

/**
 * Loads data that changes by itself again and again while the page is seen, and at once when the server tells
 * that it changed. It does so quietly: nothing shows that it is loading, and after a failure the previous data
 * stays until the next try.
 */
export const useFollow = ({ queryKey, afterMs, load }: Input): void => {
  const client = useQueryClient();
  const latest = useRef(load);
  latest.current = load;
  const key = JSON.stringify(queryKey);
  useEffect(() => {
    if (afterMs === undefined) return undefined;
    const followed: QueryKey = JSON.parse(key);
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    let isLooking = false;
    let isOutdated = false;
    const look = async () => {
      isLooking = true;
      isOutdated = false;
      if (!document.hidden) {
        const data = await latest.current(stop.signal).catch(() => undefined);
        if (stop.signal.aborted) return;
        if (data !== undefined) client.setQueryData(followed, data);
      }
      isLooking = false;
      timer = setTimeout(look, isOutdated ? 0 : afterMs);
    };
    timer = setTimeout(look, afterMs);
    const unfollow = onChanged((path) => {
      if (!key.includes(path)) return;
      // What is being loaded may have been read before the change.
      isOutdated = isLooking;
      if (isLooking) return;
      clearTimeout(timer);
      void look();
    });
    return () => {
      unfollow();
      stop.abort();
      clearTimeout(timer);
    };
  }, [client, key, afterMs]);
};
