import { undoablePlaces } from '@gatehouse/contract/wire/undo.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useHttp } from '../../platform/Platform.tsx';
import { splitUrl } from '../resource/url.ts';

/** The address of rows as `app/path`. */
export const placeOf = (url: string): string => splitUrl(url).path.replace(/^\/api\/v1\/|\/$/g, '');

/**
 * Says before a change of rows whether it can be undone, which for many rows only the server knows. Empty for
 * changes of rows that never have an undo: they are changed back by hand.
 */
export const useUndoOutlook = (
  url: string,
  change: 'delete' | 'change',
  ids: readonly (string | number)[],
): string => {
  const { t } = useTranslation('engine');
  const http = useHttp();
  const place = placeOf(url);
  const isMarked = undoablePlaces.includes(place);
  const { data, isError } = useQuery({
    queryKey: ['undoOutlook', place, change, ids],
    queryFn: ({ signal }) =>
      http.call('POST /api/v1/common/undo/forecast/', {
        body: { place, change, ids: ids.map(String) },
        signal,
        disableFlashErrorMsg: true,
      }),
    enabled: isMarked,
    gcTime: 0,
  });
  if (!isMarked) return change === 'delete' ? t('undo.never') : '';
  if (isError) return t('undo.unknown');
  if (!data) return t('undo.asking');
  return data.can_be_undone ? t('undo.offered') : t('undo.tooMuch', { most: data.most });
};
