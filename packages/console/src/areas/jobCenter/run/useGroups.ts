import { MOST_HOSTS } from '@gatehouse/contract/ops/jobs.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useHttp } from '../../../platform/Platform.tsx';
import { useTag } from '../../../platform/route/useTag.ts';
import { type Host, isOpen, type RunFacts, totalOf } from './hosts.ts';

/** Groups of runs with up to this many machines are formed anew while the run goes on. */
const fewHosts = 500;
const AGAIN_MS = 4_000;

/** Machines that ended alike with the same output. */
export type Group = { key: string; hosts: Host[] };

/** The groups of machines that ended, the largest first. */
export const groupsOf = (hosts: readonly Host[]): Group[] =>
  [
    ...Map.groupBy(
      hosts.filter((host) => !isOpen(host)),
      ({ group }) => group,
    ),
  ]
    .map(([key, members]) => ({ key, hosts: members }))
    .toSorted((a, b) => b.hosts.length - a.hosts.length);

/** The groups of equal outputs of a run: all its machines are read once, and again when it has ended. */
export const useGroups = (id: string, facts: RunFacts | undefined) => {
  const http = useHttp();
  const { isShown } = useTag();
  const isRunning = facts?.status === 'running';
  return useQuery({
    queryKey: ['jobGroups', id, isRunning],
    queryFn: async ({ signal }) => {
      const hosts: Host[] = [];
      for (let hasMore = true; hasMore; ) {
        const page = await http.call('GET /api/v1/ops/job-executions/:id/hosts/', {
          params: { id },
          query: { limit: String(MOST_HOSTS), offset: String(hosts.length) },
          signal,
          disableFlashErrorMsg: true,
        });
        hosts.push(...page.hosts);
        hasMore = page.has_more && page.hosts.length > 0;
      }
      return groupsOf(hosts);
    },
    enabled: facts !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: isShown && isRunning && totalOf(facts) <= fewHosts && AGAIN_MS,
    staleTime: isRunning ? 0 : Number.POSITIVE_INFINITY,
  });
};
