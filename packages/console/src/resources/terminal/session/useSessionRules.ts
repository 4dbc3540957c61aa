import { useTranslation } from 'react-i18next';
import { useCan } from '../../../platform/session/useSession.ts';
import type { Session } from './Session.ts';

/** Components that can pause a session. */
const HOLDERS = new Set<string | undefined>(['koko', 'lion', 'chen', 'kael']);

/** Whether a running session may be monitored or paused, and why not. */
export const useSessionRules = () => {
  const { t } = useTranslation('resources');
  const can = useCan();
  const mayEnd = can('terminal.terminate_session');
  return {
    monitor: (row: Pick<Session, 'login_from' | 'can_join'>) => {
      const isRemoteClient = row.login_from.value === 'RT';
      return {
        can: row.can_join && can('terminal.monitor_session') && !isRemoteClient,
        reason: t(isRemoteClient ? 'session.noMonitorRdp' : 'session.cannotJoin'),
      };
    },
    hold: (row: Pick<Session, 'terminal' | 'type' | 'can_terminate'>) => ({
      can: mayEnd && row.can_terminate && HOLDERS.has(row.terminal?.type) && row.type.value === 'normal',
      reason: t(mayEnd ? 'session.cannotHold' : 'noPermission'),
    }),
  };
};
