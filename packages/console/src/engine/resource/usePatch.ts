import { useTranslation } from 'react-i18next';
import type { HttpOptions } from '../../platform/http/HttpOptions.ts';
import { useHttp } from '../../platform/Platform.tsx';
import { asksUndo, useUndo } from '../undo/useUndo.ts';
import type { Row } from './row.ts';

/**
 * Changes fields of a row. With a `name`, success is reported under it, with an undo. The request layer reports refusals;
 * the caller then restores the previous value.
 */
export const usePatch = (): ((
  url: string,
  changes: Record<string, unknown>,
  name?: string,
) => Promise<Row>) => {
  const { t } = useTranslation('engine');
  const http = useHttp();
  const offerUndo = useUndo();
  return async (url, changes, name) => {
    const whatFailed = name && t('switch.failed', { name });
    if (!name) return http.patch<Row>(url, changes, { whatFailed });
    const answer = await http.patch<Row, HttpOptions & typeof asksUndo>(url, changes, {
      ...asksUndo,
      whatFailed,
    });
    offerUndo(t('switch.saved', { name }), answer);
    return answer.data;
  };
};
