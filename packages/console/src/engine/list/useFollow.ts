import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { onChanged, useIsTold, waitBetween } from '../../platform/changes.ts';

type Input = {
  queryKey: QueryKey;
  /** Undefined while the data is not to be followed. */
  afterMs: number | undefined;
  load: (signal: AbortSignal) => Promise<unknown>;
};

/**
 * Loads data that changes by itself again when the server tells that it changed, and again and again while the
 * server does not tell. It does so quietly while the page is seen: nothing shows that it is loading, and after
 * a failure the previous data stays until the next try.
 */
export const useFollow = ({ queryKey, afterMs, load }: Input): void => {
  const client = useQueryClient();
  const key = JSON.stringify(queryKey);
  const isTold = useIsTold(key);
  const latest = useRef(load);
  latest.current = load;
  /** The number of changes told, and how many of them the data shows. */
  const changes = useRef({ told: 0, shown: 0 });
  const wake = useRef<() => void>(undefined);

  useEffect(
    () =>
      onChanged((path) => {
        if (!key.includes(path)) return;
        changes.current.told += 1;
        wake.current?.();
      }),
    [key],
  );

  useEffect(() => {
    if (afterMs === undefined) return undefined;
    const followed: QueryKey = JSON.parse(key);
    const stop = new AbortController();
    const waitMs = waitBetween(afterMs, isTold);
    let timer: ReturnType<typeof setTimeout>;
    let isLooking = false;
    const isOutdated = () => changes.current.told !== changes.current.shown;
    const look = async () => {
      isLooking = true;
      const before = changes.current.told;
      const data = document.hidden ? undefined : await latest.current(stop.signal).catch(() => undefined);
      if (stop.signal.aborted) return;
      isLooking = false;
      if (data === undefined) {
        timer = setTimeout(look, afterMs);
        return;
      }
      client.setQueryData(followed, data);
      changes.current.shown = before;
      // A change told in the meantime may have come after the rows were read.
      timer = setTimeout(look, isOutdated() ? 0 : waitMs);
    };
    timer = setTimeout(look, isOutdated() ? 0 : waitMs);
    wake.current = () => {
      if (isLooking) return;
      clearTimeout(timer);
      void look();
    };
    return () => {
      wake.current = undefined;
      stop.abort();
      clearTimeout(timer);
    };
  }, [client, key, afterMs, isTold]);
};
