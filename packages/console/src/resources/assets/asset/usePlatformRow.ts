import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ProtocolChoice } from '../../../engine/protocols/protocolRows.ts';
import { rowUrl } from '../../../engine/resource/url.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import { PLATFORMS_URL } from '../assetTree.ts';

/** A platform as the forms of assets need it. */
export type PlatformRow = {
  id: number;
  name: string;
  category: { value: string; label: string };
  type: { value: string; label: string };
  charset?: { value: string };
  domain_enabled: boolean;
  su_enabled: boolean;
  internal: boolean;
  protocols: (ProtocolChoice & { id: number })[];
  automation?: Record<string, unknown>;
};

/** A platform by id, or by name where the address names none. */
export const usePlatformRow = (idOrName: string | undefined) => {
  const http = useHttp();
  const { data, error } = useQuery({
    queryKey: ['platform', idOrName],
    queryFn: ({ signal }) => http.get<PlatformRow>(rowUrl(PLATFORMS_URL, idOrName ?? ''), { signal }),
    enabled: idOrName !== undefined,
    staleTime: 60_000,
    // A form keeps what was typed while another platform is on its way.
    placeholderData: keepPreviousData,
  });
  return { platform: data, error };
};
