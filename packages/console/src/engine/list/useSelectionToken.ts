import { useHttp } from '../../platform/Platform.tsx';

/** Address of selection tokens: ids in, a short token out. */
const CACHE_URL = '/api/v1/common/resources/cache/';

/** Exchanges ids for the token list calls take instead of them. */
export const useSelectionToken = () => {
  const http = useHttp();
  return async (ids: Iterable<string | number>, signal?: AbortSignal): Promise<string> => {
    const { spm } = await http.post<{ spm: string }>(CACHE_URL, { resources: [...ids] }, { signal });
    return spm;
  };
};
