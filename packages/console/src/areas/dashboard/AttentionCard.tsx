import type { AnswerOf } from '@gatehouse/contract/call/callTypes.ts';
import type { Calls } from '@gatehouse/contract/calls/all.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { RouteLink } from '../../engine/cells/RouteLink.tsx';
import { lastDays } from '../../engine/list/toolbar/dateRange.ts';
import { joined } from '../../platform/i18n/joined.ts';
import { useHttp } from '../../platform/Platform.tsx';
import { follows } from '../../platform/query.ts';
import { Glyph, type StatusKind } from '../../theme/icon/Glyph.tsx';
import { StatusText } from '../../theme/tag/StatusText.tsx';
import { useAssignedTicketsPath } from '../messages/useOpenTickets.ts';
import { messagesKey } from '../messages/useUnreadCount.ts';
import { DataCard } from './DataCard.tsx';
import styles from './dashboard.module.css';

type Attention = AnswerOf<Calls['GET /api/v1/index/attention/']>;

type Line = {
  key: string;
  kind: StatusKind;
  count: number | undefined;
  /** Page with the rows that are counted. */
  route?: string;
  query?: Record<string, string>;
  /** Counted since midnight. */
  isToday?: boolean;
};

/** Days before its end at which a permission is counted. */
const PERMISSION_DAYS = 3;

const ticketLine = ({ waiting_tickets }: Attention): Line => ({
  key: 'tickets',
  kind: 'wait',
  count: waiting_tickets,
  route: 'AssignedTicketList',
  query: { waiting: 'true' },
});

const licenceLine = ({ licence_days: days }: Attention): Line[] => {
  if (days === undefined) return [];
  const key = days < 0 ? 'licenceExpired' : days === 0 ? 'licenceToday' : 'licence';
  return [{ key, kind: days < 0 ? 'bad' : 'warn', count: Math.max(1, days), route: 'License' }];
};

const linesOf = (answer: Attention): Line[] => {
  const today = lastDays(0);
  return [
    {
      key: 'failedSessions',
      kind: 'bad',
      count: answer.failed_sessions,
      route: 'SessionList',
      query: { activeTab: 'OfflineList', is_success: 'false', ...today },
      isToday: true,
    },
    {
      key: 'dangerousCommands',
      kind: 'bad',
      count: answer.rejected_commands,
      route: 'CommandList',
      query: { risk_level: '5', ...today },
      isToday: true,
    },
    {
      key: 'unreachableAssets',
      kind: 'bad',
      count: answer.unreachable_assets,
      route: 'AssetList',
      query: { connectivity: 'err' },
    },
    { key: 'offlineComponents', kind: 'warn', count: answer.offline_components },
    {
      key: 'expiringPermissions',
      kind: 'warn',
      count: answer.expiring_permissions,
      route: 'AssetPermissionList',
      query: { expires_within: String(PERMISSION_DAYS) },
    },
    ...licenceLine(answer),
  ];
};

function AttentionLine({ line }: { line: Line }) {
  const { t } = useTranslation('areas');
  return (
    <li>
      <span className={styles[line.kind]}>
        <Glyph name={line.kind} size={11} />
      </span>
      <span className="grow">
        <strong>{t(`attention.${line.key}`, { count: line.count })}</strong>
        {line.isToday && <span className="sm t3">{t('days.today')}</span>}
      </span>
      {line.route && (
        <RouteLink name={line.route} {...(line.query && { query: line.query })}>
          {t('attention.show')}
        </RouteLink>
      )}
    </li>
  );
}

/** What needs the user's attention, each with a link to the rows that are counted. */
export function AttentionCard() {
  const { t } = useTranslation('areas');
  const http = useHttp();
  const hasTickets = useAssignedTicketsPath() !== undefined;
  const query = useQuery({
    queryKey: [...messagesKey, 'attention'],
    meta: follows('tickets', 'terminal', 'assets', 'perms', 'xpack'),
    queryFn: ({ signal }) =>
      http.call('GET /api/v1/index/attention/', { signal, disableFlashErrorMsg: true }),
  });
  const linesNow = (answer: Attention) =>
    [...(hasTickets ? [ticketLine(answer)] : []), ...linesOf(answer)].filter(({ count }) => count);
  const count = query.data && <span className="t3 num">{linesNow(query.data).length}</span>;
  return (
    <DataCard title={t('attention.title')} extra={count} query={query} minHeight={60}>
      {(answer) => (
        <>
          {linesNow(answer).length === 0 ? (
            <div className={styles.calm}>
              <StatusText kind="ok" glyph="done">
                {t('attention.none')}
              </StatusText>
              <p className="sm t3">{t('attention.noneHint')}</p>
            </div>
          ) : (
            <ul className={styles.attention}>
              {linesNow(answer).map((line) => (
                <AttentionLine key={line.key} line={line} />
              ))}
            </ul>
          )}
          {answer.commands_not_counted && (
            <p className="sm t3">
              {t('attention.notCounted', { names: joined(answer.commands_not_counted) })}
            </p>
          )}
        </>
      )}
    </DataCard>
  );
}
