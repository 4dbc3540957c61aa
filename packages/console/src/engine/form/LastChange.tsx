import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useHttp } from '../../platform/Platform.tsx';
import { useCan } from '../../platform/session/useSession.ts';
import { TimeText } from '../../theme/TimeText.tsx';
import { ACTIVITIES_URL, type Activity } from '../detail/ActivityTab.tsx';
import { rowsOf } from '../list/useListRows.ts';

type Told = { updated_by?: string; date_updated?: string };

/** Who changed a row last and when, from the answer that refused a change or else from the row's activity. */
export function LastChange({ id, refusal }: { id: string; refusal: unknown }) {
  const { t } = useTranslation('engine');
  const http = useHttp();
  const can = useCan();
  const { updated_by, date_updated } = (refusal ?? {}) as Told;
  const { data } = useQuery({
    queryKey: ['activities', id, 'last'],
    queryFn: ({ signal }) =>
      http.get<Activity[]>(ACTIVITIES_URL, {
        params: { resource_id: id },
        signal,
        disableFlashErrorMsg: true,
      }),
    enabled: !updated_by && can('audits.view_activitylog'),
    gcTime: 0,
  });
  if (updated_by)
    return (
      <span>
        {t('conflict.by', { name: updated_by })} {date_updated && <TimeText value={date_updated} />}{' '}
      </span>
    );
  const last = rowsOf(data).rows.find(({ r_type }) => r_type === 'O');
  return last ? (
    <span>
      {last.content} <TimeText value={last.timestamp} />{' '}
    </span>
  ) : null;
}
