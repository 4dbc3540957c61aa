import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { platform } from '@gatehouse/contract/resources/assets/platform.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useHttp } from '../../../platform/Platform.tsx';
import { PLATFORMS_URL } from '../assetTree.ts';

/** A platform with everything asset forms need. */
export type PlatformRow = RowOf<typeof platform, 'retrieve'>;

/** A platform by its id or its name. */
export const usePlatformRow = (idOrName: string | undefined) => {
  const http = useHttp();
  const { data, error } = useQuery({
    queryKey: ['platform', idOrName],
    queryFn: ({ signal }) => http.row<typeof platform>(PLATFORMS_URL, idOrName ?? '', { signal }),
    enabled: idOrName !== undefined,
    staleTime: 60_000,
    // The form keeps its input while another platform is loading.
    placeholderData: keepPreviousData,
  });
  return { platform: data, error };
};
