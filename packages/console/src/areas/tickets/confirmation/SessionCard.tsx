import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RouteLink } from '../../../engine/cells/RouteLink.tsx';
import { FactList } from '../../../engine/detail/FactsCard.tsx';
import { useHttp } from '../../../platform/Platform.tsx';
import { useCan, useSession } from '../../../platform/session/useSession.ts';
import { parseTime } from '../../../platform/time/time.ts';
import { wasAssigned } from '../../../resources/tickets/ticket/process.ts';
import type { ConfirmationTicket } from '../../../resources/tickets/ticket/ticket.ts';
import { Card } from '../../../theme/state/Card.tsx';
import { StatusText } from '../../../theme/tag/StatusText.tsx';
import { Mono } from '../../../theme/text/Mono.tsx';
import styles from '../tickets.module.css';
import { type TicketSession, useTicketSession } from './useTicketSession.ts';

type Order = 'kill_session' | 'lock_session' | 'unlock_session';

/** Seconds of the recording that are shown before the moment. */
const BEFORE = 5;

/** Address of the recording at the moment the ticket was opened. */
export const momentUrl = (row: ConfirmationTicket, session: TicketSession): string => {
  const [from, at] = [parseTime(session.date_start), parseTime(row.date_created)];
  const seconds = from && at ? Math.max(0, Math.floor((at.valueOf() - from.valueOf()) / 1000) - BEFORE) : 0;
  return `/luna/replay/${session.id}?${new URLSearchParams({ oid: row.org_id, t: String(seconds) })}`;
};

/** Ends or pauses the session; approvers may, without further permissions. */
function Orders({ session, onDone }: { session: TicketSession; onDone: () => void }) {
  const { t } = useTranslation('tickets');
  const http = useHttp();
  const [running, setRunning] = useState<Order>();
  const send = async (order: Order) => {
    setRunning(order);
    try {
      if (order === 'kill_session')
        await http.call('POST /api/v1/terminal/tasks/kill-session-for-ticket/', { body: [session.id] });
      else
        await http.call('POST /api/v1/terminal/tasks/toggle-lock-session-for-ticket/', {
          body: { session_id: session.id, task_name: order },
        });
      onDone();
    } catch {
      // The request layer has reported the error.
    } finally {
      setRunning(undefined);
    }
  };
  const lock = session.is_locked ? 'unlock_session' : 'lock_session';
  const button = (order: Order) => ({ loading: running === order, onClick: () => void send(order) });
  return (
    <div className={styles.orders}>
      {/* Only terminals can be paused; a run goes on or ends. */}
      {session.type.value === 'normal' && <Button {...button(lock)}>{t(`confirm.order.${lock}`)}</Button>}
      <Button danger {...button('kill_session')}>
        {t('confirm.order.kill_session')}
      </Button>
    </div>
  );
}

/** The session behind a confirmation, with its recording at the moment of a command. */
export function SessionCard({ row }: { row: ConfirmationTicket }) {
  const { t } = useTranslation('tickets');
  const can = useCan();
  const { profile } = useSession();
  const { data: session, refetch } = useTicketSession(row);
  if (!session) return null;
  const isRunning = !session.is_finished;
  const fact = (name: string, value: React.ReactNode) => ({ name, label: t(`confirm.of.${name}`), value });
  return (
    <Card title={t('confirm.session')}>
      <FactList
        facts={[
          fact(
            'state',
            <StatusText kind={isRunning ? 'run' : 'off'}>
              {t(isRunning ? 'confirm.running' : 'confirm.finished')}
            </StatusText>,
          ),
          fact('asset', session.asset),
          fact('account', <Mono>{session.account}</Mono>),
          fact('address', <Mono>{session.remote_addr}</Mono>),
        ]}
      />
      <p className={styles.links}>
        <RouteLink name="SessionDetail" params={{ id: session.id }} query={{ oid: row.org_id }}>
          {t('confirm.openSession')}
        </RouteLink>
        {session.can_join && (can('terminal.monitor_session') || wasAssigned(row, profile)) && (
          <a href={`/luna/monitor/${session.id}`} target="_blank" rel="noopener">
            {t('confirm.watch')}
          </a>
        )}
        {session.can_replay && can('terminal.view_sessionreplay') && (
          <a href={momentUrl(row, session)} target="_blank" rel="noopener">
            {t('confirm.replay')}
          </a>
        )}
      </p>
      {isRunning && wasAssigned(row, profile) && <Orders session={session} onDone={() => void refetch()} />}
    </Card>
  );
}
