import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { useCan } from '../../platform/session/useSession.ts';
import { Glyph, type StatusKind } from '../../theme/icon/Glyph.tsx';
import { StatusText } from '../../theme/tag/StatusText.tsx';
import { useOpenTickets } from '../messages/useOpenTickets.ts';
import { DataCard } from './DataCard.tsx';
import styles from './dashboard.module.css';
import { type IndexAnswer, useIndex } from './useIndex.ts';

type Line = {
  key: string;
  kind: StatusKind;
  count: number | undefined;
  route: string;
  need: string;
  /** Counted since midnight. */
  isToday: boolean;
};

const FLAGS = ['total_count_today_failed_sessions', 'total_count_commands_danger'];

const linesOf = (answer: IndexAnswer, tickets: number): Line[] => [
  {
    key: 'tickets',
    kind: 'wait',
    count: tickets,
    route: 'AssignedTicketList',
    need: 'tickets.view_ticket',
    isToday: false,
  },
  {
    key: 'failedSessions',
    kind: 'bad',
    count: answer.total_count_today_failed_sessions,
    route: 'SessionList',
    need: 'terminal.view_session',
    isToday: true,
  },
  {
    key: 'dangerousCommands',
    kind: 'bad',
    count: answer.total_count_commands_danger,
    route: 'CommandList',
    need: 'terminal.view_command',
    isToday: true,
  },
];

/** What needs the user's attention: open tickets, and today's failed sessions and dangerous commands. */
export function AttentionCard() {
  const { t } = useTranslation('areas');
  const names = useRouteNames();
  const can = useCan();
  const query = useIndex(FLAGS, 1);
  const tickets = useOpenTickets();
  const lines = query.data ? linesOf(query.data, tickets).filter((line) => line.count) : [];
  const count = query.data && <span className="t3 num">{lines.length}</span>;
  return (
    <DataCard title={t('attention.title')} extra={count} query={query} minHeight={60}>
      {() =>
        lines.length === 0 ? (
          <StatusText kind="ok" glyph="done">
            {t('attention.none')}
          </StatusText>
        ) : (
          <ul className={styles.attention}>
            {lines.map((line) => (
              <li key={line.key}>
                <span className={styles[line.kind]}>
                  <Glyph name={line.kind} size={11} />
                </span>
                <span className="grow">
                  <strong>{t(`attention.${line.key}`, { count: line.count })}</strong>
                  {line.isToday && <span className="sm t3">{t('days.today')}</span>}
                </span>
                {names.has(line.route) && can(line.need) && (
                  <Link to={names.path(line.route) ?? '/'}>{t('attention.show')}</Link>
                )}
              </li>
            ))}
          </ul>
        )
      }
    </DataCard>
  );
}
