import { useTranslation } from 'react-i18next';
import { usePlatform } from '../../platform/Platform.tsx';
import type { Row } from './row.ts';

/**
 * Changes fields of a row. With a `name`, success is reported under it. The request layer reports refusals;
 * the caller then restores the previous value.
 */
export const usePatch = (): ((
  url: string,
  changes: Record<string, unknown>,
  name?: string,
) => Promise<Row>) => {
  const { t } = useTranslation('engine');
  const { http, notify } = usePlatform();
  return async (url, changes, name) => {
    const whatFailed = name && t('switch.failed', { name });
    const saved = await http.patch<Row>(url, changes, { whatFailed });
    if (name) notify.success(t('switch.saved', { name }));
    return saved;
  };
};
