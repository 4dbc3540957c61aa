import type { AnswerOf } from '@gatehouse/contract/call/callTypes.ts';
import type { Calls } from '@gatehouse/contract/calls/all.ts';
import { OWN_RUNS_URL } from '@gatehouse/contract/wire/siteMessages.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { onChanged } from '../../platform/changes.ts';
import { useHttp } from '../../platform/Platform.tsx';
import { isOngoing } from '../../resources/ops/runState.tsx';

/** A run that the user started. */
export type OwnRun = AnswerOf<Calls['GET /api/v1/ops/own-runs/']>[number];

const key = ['own-runs'];
/** How often running work is looked at, in case the server's word of it is lost. */
const SELDOM_MS = 10_000;

/**
 * The user's runs of the past day, the latest first. Asked for once the server says that there are any, and whenever
 * it says that they got on.
 */
export const useOwnRuns = (): readonly OwnRun[] => {
  const http = useHttp();
  const client = useQueryClient();
  const [hasAny, setHasAny] = useState(false);
  useEffect(
    () =>
      onChanged((path) => {
        if (path !== OWN_RUNS_URL) return;
        setHasAny(true);
        void client.invalidateQueries({ queryKey: key });
      }),
    [client],
  );
  const { data } = useQuery<readonly OwnRun[]>({
    queryKey: key,
    enabled: hasAny,
    refetchInterval: ({ state }) => (state.data?.some((run) => isOngoing(run.state)) ? SELDOM_MS : false),
    queryFn: ({ signal }) => http.call('GET /api/v1/ops/own-runs/', { signal, disableFlashErrorMsg: true }),
  });
  return data ?? [];
};
