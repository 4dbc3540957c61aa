import { isEnded } from '@gatehouse/contract/ops/jobs.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useHttp } from '../../../platform/Platform.tsx';
import { useTag } from '../../../platform/route/useTag.ts';
import { type RunFacts, totalOf } from './hosts.ts';

/** How soon a running run is read again; with many machines less often. */
const SOON_MS = 1_000;
const LATER_MS = 3_000;
const manyHosts = 500;

/** Milliseconds until a run is read again; undefined after its end. */
export const nextLook = (facts: Pick<RunFacts, 'status' | 'counts'> | undefined): number | undefined => {
  if (!facts || isEnded(facts.status)) return undefined;
  return facts.status === 'waiting' || totalOf(facts) > manyHosts ? LATER_MS : SOON_MS;
};

/** A run of a job, none for an empty id: its state, and how to stop, continue and rerun it. It asks for one machine at most. */
export const useJobRun = (id: string) => {
  const http = useHttp();
  const client = useQueryClient();
  const { isShown } = useTag();
  const query = useQuery({
    queryKey: ['jobRun', id],
    queryFn: ({ signal }) =>
      http.call('GET /api/v1/ops/job-executions/:id/hosts/', {
        params: { id },
        query: { limit: '1' },
        signal,
        disableFlashErrorMsg: true,
      }),
    enabled: id !== '',
    refetchInterval: ({ state }) => (isShown && nextLook(state.data)) || false,
    // A run shown again after its end is the same.
    staleTime: ({ state }) => (state.data && isEnded(state.data.status) ? Number.POSITIVE_INFINITY : 0),
  });
  const facts: RunFacts | undefined = query.data;
  const stop = async () => {
    await http.call('POST /api/v1/ops/job-executions/stop/', { body: { task_id: id } });
    await client.invalidateQueries({ queryKey: ['jobRun', id] });
  };
  const resume = async () => {
    const stage = facts?.pause?.stage;
    await http.call('POST /api/v1/ops/job-executions/:id/continue/', {
      params: { id },
      query: stage === undefined ? {} : { stage: String(stage) },
    });
    await client.invalidateQueries({ queryKey: ['jobRun', id] });
  };
  const rerun = async (hosts: 'failed' | 'all'): Promise<string> =>
    (await http.call('POST /api/v1/ops/job-executions/:id/rerun/', { params: { id }, query: { hosts } })).id;
  const isWaiting = facts?.status === 'waiting';
  return { id, facts, query, isRunning: facts?.status === 'running', isWaiting, stop, resume, rerun };
};

/** Controller of a run. */
export type JobRun = ReturnType<typeof useJobRun>;
