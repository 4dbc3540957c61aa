import { useTranslation } from 'react-i18next';
import { errorText } from '../../../platform/http/errorText.ts';
import { HttpError } from '../../../platform/http/HttpError.ts';
import { usePlatform } from '../../../platform/Platform.tsx';
import { rowUrl, splitUrl, withQuery } from '../../resource/url.ts';
import { type ImportColumn, importError, rowBody } from './importFile.ts';
import type { ImportError } from './importTask.ts';

/** What an import does with its rows. */
export type ImportMode = 'create' | 'update';

type Values = Record<string, unknown>;
type Batch = { results: { errors?: unknown }[] };

/** Statuses that are not about a row: unreachable, signed out, not confirmed, rate limit, unavailable. */
const NOT_OF_A_ROW = new Set([0, 401, 412, 429, 502, 503, 504]);

/** Whether a failure stops an import instead of marking a row. */
export const isInterruption = (error: unknown): boolean =>
  error instanceof HttpError && NOT_OF_A_ROW.has(error.status);

const keyOf = (values: Values) => String(values.id ?? values.pk ?? '');

/** Sends rows of a file, one by one or in batches. */
export const useSendRows = (
  url: string,
  mode: ImportMode,
  columns: readonly Pick<ImportColumn, 'name' | 'title'>[],
) => {
  const { t } = useTranslation('engine');
  const { t: common } = useTranslation('common');
  const { http, encrypt } = usePlatform();
  const { path, query } = splitUrl(url);
  const options = { disableFlashErrorMsg: true };
  const errorOf = (error: unknown): ImportError => {
    const body = error instanceof HttpError && error.status < 500 ? error.body : undefined;
    return importError(body, columns, errorText(error, common));
  };
  const refused = (body: unknown) => importError(body, columns, t('import.status.error'));
  return {
    errorOf,
    send: async (values: Values): Promise<void> => {
      const body = await rowBody(values, encrypt);
      const key = keyOf(values);
      if (mode === 'create') await http.post(url, body, options);
      else if (key) await http.patch(rowUrl(path, key), body, options);
      else throw new Error(t('import.withoutId'));
    },
    sendMany: async (many: Values[]): Promise<('ok' | ImportError)[]> => {
      const rows = await Promise.all(many.map((values) => rowBody(values, encrypt)));
      const { results } = await http.post<Batch>(
        withQuery(`${path}batch-import/?${query}`, {}),
        { action: mode, rows },
        options,
      );
      return results.map(({ errors }) => (errors === undefined ? 'ok' : refused(errors)));
    },
  };
};
