import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useHttp } from '../../../platform/Platform.tsx';
import { formatLength } from '../../../platform/time/length.ts';

const SECOND_MS = 1000;

/** How many tickets the user's approvals took lately, and how long on average. */
export function DecisionTimes() {
  const { t, i18n } = useTranslation('tickets');
  const http = useHttp();
  const { data } = useQuery({
    queryKey: ['decision-times'],
    queryFn: ({ signal }) =>
      http.call('GET /api/v1/tickets/decision-times/', { signal, disableFlashErrorMsg: true }),
  });
  if (!data || data.average === null) return null;
  const length = formatLength(Math.max(1, data.average) * SECOND_MS, i18n.language);
  return t('decisionTimes', { decided: data.decided, length });
}
