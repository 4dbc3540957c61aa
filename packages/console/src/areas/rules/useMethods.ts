import { useQuery } from '@tanstack/react-query';
import { useHttp } from '../../platform/Platform.tsx';

const none: ReadonlyMap<string, string> = new Map();

/** Labels of the ways to connect that components offer; undefined until they are known. */
export const useMethods = (enabled = true): ReadonlyMap<string, string> | undefined => {
  const http = useHttp();
  const { data, isError } = useQuery({
    queryKey: ['everyConnectMethod'],
    queryFn: ({ signal }) =>
      http.get<{ value: string; label: string }[]>('/api/v1/terminal/components/connect-methods/', {
        params: { flat: 1, os: 'all', limit: 10 },
        signal,
        disableFlashErrorMsg: true,
      }),
    enabled,
  });
  if (!enabled || isError) return none;
  return data && new Map((Array.isArray(data) ? data : []).map(({ value, label }) => [value, label]));
};
