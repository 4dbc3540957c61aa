import { useQuery } from '@tanstack/react-query';
import type { ProtocolChoice } from '../../../engine/protocols/protocolRows.ts';
import { useHttp } from '../../../platform/Platform.tsx';

import type { Platform } from './Platform.ts';

/** What a type of asset allows its platforms. */
export type Constraints = {
  charset_enabled?: boolean;
  charset?: Platform['charset']['value'];
  domain_enabled?: boolean;
  su_enabled?: boolean;
  su_methods?: NonNullable<Platform['su_method']>['value'][];
  protocols?: ProtocolChoice[];
  automation?: Record<string, unknown>;
};

const URL = '/api/v1/assets/categories/constraints/';

/** Constraints of a category and type. */
export const useConstraints = (category: string, type: string): Constraints | undefined => {
  const http = useHttp();
  const { data } = useQuery({
    queryKey: ['constraints', category, type],
    queryFn: ({ signal }) => http.get<Constraints>(URL, { params: { category, type }, signal }),
    enabled: category !== '' && type !== '',
    staleTime: 10 * 60_000,
  });
  return data;
};
