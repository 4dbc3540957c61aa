import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

type Input = {
  queryKey: readonly unknown[];
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
  const latest = useRef({ queryKey, load });
  latest.current = { queryKey, load };
  const key = JSON.stringify(queryKey);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key ends what follows the previous one.
  useEffect(() => {
    if (afterMs === undefined) return undefined;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const look = async () => {
      const { queryKey: followed, load: again } = latest.current;
      if (!document.hidden) {
        const data = await again(stop.signal).catch(() => undefined);
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
