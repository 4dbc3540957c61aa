import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

type Input = {
  queryKey: QueryKey;
  /** Undefined while the data is not to be followed. */
  afterMs: number | undefined;
  load: (signal: AbortSignal) => Promise<unknown>;
};

/**
 * Loads data that changes by itself again and again while the page is seen. It does so quietly: nothing shows
 * that it is loading, and after a failure the previous data stays until the next try.
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
    const look = async () => {
      if (!document.hidden) {
        const data = await latest.current(stop.signal).catch(() => undefined);
        if (stop.signal.aborted) return;
        if (data !== undefined) client.setQueryData(followed, data);
      }
      timer = setTimeout(look, afterMs);
    };
    timer = setTimeout(look, afterMs);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [client, key, afterMs]);
};
