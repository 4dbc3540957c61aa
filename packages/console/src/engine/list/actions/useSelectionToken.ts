import { useHttp } from '../../../platform/Platform.tsx';

/** Exchanges ids for a token that list requests accept in their place. */
export const useSelectionToken = () => {
  const http = useHttp();
  return async (ids: Iterable<string | number>, signal?: AbortSignal): Promise<string> => {
    const { spm } = await http.call('POST /api/v1/common/resources/cache/', {
      body: { resources: [...ids].map(String) },
      signal,
    });
    return spm;
  };
};
