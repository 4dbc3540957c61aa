import { useTranslation } from 'react-i18next';
import { usePlatform } from '../../platform/Platform.tsx';
import type { Row } from './row.ts';

/**
 * Changes some fields of a row at once. Where the change has a name, how it went is told by it; the request layer tells a
 * refusal, and whoever asked puts back what was there.
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
