import type { AnswerOf } from '@gatehouse/contract/call/callTypes.ts';
import type { Calls } from '@gatehouse/contract/calls/all.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useHttp } from '../../platform/Platform.tsx';
import { opensInTerminal } from '../../platform/route/webTerminal.ts';
import { protocolTitles } from './protocolTitle.ts';

type Methods = AnswerOf<Calls['GET /api/v1/terminal/components/connect-methods/']>;

const STALE_MS = 300_000;

/**
 * Ways to open each protocol that registered components offer to the user. `staleMs`: how long an earlier answer
 * counts; rules may have changed since.
 */
export const useConnectMethods = ({
  enabled = true,
  staleMs = STALE_MS,
}: {
  enabled?: boolean;
  staleMs?: number;
} = {}): UseQueryResult<Methods> => {
  const http = useHttp();
  return useQuery({
    queryKey: ['connectMethods'],
    queryFn: ({ signal }) =>
      http.call('GET /api/v1/terminal/components/connect-methods/', { signal, disableFlashErrorMsg: true }),
    staleTime: staleMs,
    enabled,
    retry: false,
  });
};

/** Protocols that the web terminal opens. */
export const openedProtocols = (methods: Methods): string[] =>
  Object.entries(methods).flatMap(([name, of]) => (of.some(opensInTerminal) ? [name] : []));

/** The protocols of an asset and those that the web terminal opens, as words of a text; empty where there are none. */
type UnopenedWords = { protocols: string; opened: string };

/**
 * Tells for an asset's protocols that the web terminal opens none of them; undefined if it opens one, or while
 * either is unknown.
 */
export const useUnopened = (
  enabled = true,
): ((protocols: readonly string[] | undefined) => UnopenedWords | undefined) => {
  const { data } = useConnectMethods({ enabled });
  const opened = data && openedProtocols(data);
  return (protocols) => {
    if (!protocols || !opened || protocols.some((name) => opened.includes(name))) return undefined;
    return { protocols: protocolTitles(protocols), opened: protocolTitles(opened) };
  };
};
