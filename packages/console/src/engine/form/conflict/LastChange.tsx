import type { operatelog } from '@gatehouse/contract/resources/audits/operatelog.ts';
import { useQuery } from '@tanstack/react-query';
import { Trans, useTranslation } from 'react-i18next';
import { useHttp } from '../../../platform/Platform.tsx';
import { useCan } from '../../../platform/session/useSession.ts';
import { readable } from '../../../theme/text/identity.ts';
import { TimeText } from '../../../theme/text/TimeText.tsx';
import { rowsOf } from '../../list/rowsOf.ts';

type ChangeDetails = { updated_by?: string; date_updated?: string };

const LOGS_URL = '/api/v1/audits/operate-logs/';

/** Who last changed a row and when: from the server's refusal, else from the operate log. */
export function LastChange({ id, refusal }: { id: string; refusal: unknown }) {
  const { t } = useTranslation('engine');
  const http = useHttp();
  const can = useCan();
  const details = (refusal ?? {}) as ChangeDetails;
  const { data } = useQuery({
    queryKey: ['operations', id],
    queryFn: ({ signal }) =>
      http.page<typeof operatelog>(LOGS_URL, {
        params: { resource_id: id, action: 'update', limit: 1 },
        signal,
        disableFlashErrorMsg: true,
      }),
    enabled: !details.updated_by && can('audits.view_operatelog'),
    gcTime: 0,
  });
  const [last] = rowsOf(data).rows;
  const who = details.updated_by ?? last?.user;
  const when = details.updated_by ? details.date_updated : last?.datetime;
  if (!who) return null;
  return (
    <>
      <Trans
        t={t}
        i18nKey={when ? 'conflict.byWhen' : 'conflict.by'}
        components={{ who: <span>{readable(who)}</span>, when: <TimeText value={when} relative /> }}
      />
      <br />
    </>
  );
}
