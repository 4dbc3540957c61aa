import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useHttp } from '../Platform.tsx';
import { can, type Need } from './can.ts';
import { startUpCalls } from './startUpCalls.ts';
import { useSession } from './useSession.ts';

/**
 * Checks the user's permissions in an organization, which need not be the current one; false until they are
 * known.
 */
export const useCanIn = (oid: string): ((need: Need) => boolean) => {
  const http = useHttp();
  const { currentOrg, perms } = useSession();
  const isHere = currentOrg?.id === oid;
  const { data } = useQuery({
    queryKey: ['org', oid],
    enabled: !isHere,
    queryFn: ({ signal }) => http.call(startUpCalls.org, { oid, signal, disableFlashErrorMsg: true }),
  });
  // The server may answer with another organization when the user cannot enter this one.
  const there = data?.id === oid ? data.perms : undefined;
  const held = useMemo(() => (isHere ? perms : new Set(there)), [isHere, perms, there]);
  return useCallback((need: Need) => can(held, need), [held]);
};
