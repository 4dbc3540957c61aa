import type { node } from '@gatehouse/contract/resources/assets/node.ts';
import { useQuery } from '@tanstack/react-query';
import { useHttp } from '../../../platform/Platform.tsx';
import { NODES_URL } from '../assetTree.ts';

/** Id of the organization's node if it has only one; undefined otherwise, and while loading. */
export const useOnlyNode = ({ isWanted }: { isWanted: boolean }): string | undefined => {
  const http = useHttp();
  const { data } = useQuery({
    queryKey: ['onlyNode'],
    queryFn: ({ signal }) =>
      http.page<typeof node>(NODES_URL, {
        params: { limit: 1, fields_size: 'mini' },
        signal,
        disableFlashErrorMsg: true,
      }),
    enabled: isWanted,
    gcTime: 0,
  });
  return data?.count === 1 ? data.results[0]?.id : undefined;
};
