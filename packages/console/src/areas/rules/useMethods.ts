import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useHttp } from '../../platform/Platform.tsx';

/** Ways to connect of which components are known. */
const known = [
  ...['web_cli', 'web_gui', 'web_sftp', 'ssh_client', 'ssh_guide'],
  ...['sftp_client', 'db_client', 'db_guide', 'mstsc'],
] as const;

type Method = { value: string; label: string };

/** Names of the ways to connect, known ones and others that components offer; undefined until these are known. */
export const useMethods = (enabled = true): ReadonlyMap<string, string> | undefined => {
  const { t } = useTranslation('rules');
  const http = useHttp();
  const { data, isError } = useQuery({
    queryKey: ['everyConnectMethod'],
    queryFn: ({ signal }) =>
      http.get<Method[]>('/api/v1/terminal/components/connect-methods/', {
        params: { flat: 1, os: 'all', limit: 10 },
        signal,
        disableFlashErrorMsg: true,
      }),
    enabled,
  });
  if (enabled && !data && !isError) return undefined;
  const offered = (Array.isArray(data) ? data : []).map(({ value, label }) => [value, label] as const);
  return new Map([...offered, ...known.map((value) => [value, t(`methods.${value}`)] as const)]);
};
