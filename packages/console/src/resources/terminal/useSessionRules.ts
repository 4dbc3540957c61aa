import { useTranslation } from 'react-i18next';
import { type Row, rawOf } from '../../engine/resource/row.ts';
import { useCan } from '../../platform/session/useSession.ts';

/** Components that can hold a session. */
const HOLDERS = new Set(['koko', 'lion', 'chen', 'kael']);

const componentOf = (row: Row): string => String(rawOf((row.terminal as Row | null)?.type));

/** Whether a running session may be watched or held, and why not. */
export const useSessionRules = () => {
  const { t } = useTranslation('resources');
  const can = useCan();
  const mayEnd = can('terminal.terminate_session');
  return {
    monitor: (row: Row) => {
      const isRemoteClient = rawOf(row.login_from) === 'RT';
      return {
        can: Boolean(row.can_join) && can('terminal.monitor_session') && !isRemoteClient,
        reason: t(isRemoteClient ? 'session.noMonitorRdp' : 'session.cannotJoin'),
      };
    },
    hold: (row: Row) => ({
      can: mayEnd && HOLDERS.has(componentOf(row)) && rawOf(row.type) === 'normal',
      reason: t(mayEnd ? 'session.cannotHold' : 'noPermission'),
    }),
  };
};
