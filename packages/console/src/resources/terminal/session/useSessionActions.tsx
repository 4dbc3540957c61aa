import { useTranslation } from 'react-i18next';
import type { Action } from '../../../engine/action/Action.ts';
import { rowUrl } from '../../../engine/resource/url.ts';
import { openDownload } from '../../../engine/transfer/download.ts';
import { useConfirm } from '../../../platform/confirm/useConfirm.ts';
import { useNotify } from '../../../platform/notify/useNotify.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import { useCan } from '../../../platform/session/useSession.ts';
import { nameOfSession, type Session } from './Session.ts';
import { SESSIONS_URL } from './sessionCells.tsx';
import { useEndingSessions } from './useEndingSessions.ts';
import { useSessionRules } from './useSessionRules.ts';

const MONITOR_WINDOW = 'width=850,height=600,noopener';
/** Terminates, pauses, resumes and monitors sessions, and opens or downloads their recordings. */
export const useSessionCalls = () => {
  const { t } = useTranslation('resources');
  const http = useHttp();
  const notify = useNotify();
  const confirm = useConfirm();
  const ending = useEndingSessions();
  return {
    /** Asks for confirmation; resolves to true if the termination was requested. */
    terminate: async (rows: readonly Session[]): Promise<boolean> => {
      const agreed = await confirm({
        title: t('session.terminateTitle', { count: rows.length }),
        body: t('session.terminateBody'),
        names: rows.map(nameOfSession),
        okText: t('session.terminate'),
        danger: true,
        focusCancel: rows.length > 1,
      });
      if (!agreed) return false;
      const { ok } = await http.call('POST /api/v1/terminal/tasks/kill-session/', {
        body: rows.map(({ id }) => id),
      });
      ending.add(ok);
      notify.success(t('session.terminated', { count: rows.length }));
      return true;
    },
    hold: async (row: Session, isOn: boolean) => {
      await http.call('POST /api/v1/terminal/tasks/toggle-lock-session/', {
        body: { session_id: row.id, task_name: isOn ? 'lock_session' : 'unlock_session' },
      });
      notify.success(t(isOn ? 'session.pauseAsked' : 'session.resumeAsked'));
    },
    monitor: (row: Session) => window.open(`/luna/monitor/${row.id}`, '_blank', MONITOR_WINDOW),
    replay: (row: Session) => window.open(`/luna/replay/${row.id}`, '_blank', 'noopener'),
    download: (row: Session) =>
      openDownload(`${rowUrl(SESSIONS_URL, row.id)}replay/download/?oid=${row.org_id}`),
  };
};

type Input = {
  onHeld: (row: Session, isOn: boolean) => void;
  onTerminated: () => void;
};

/** Actions of running and finished sessions. */
export const useSessionActions = ({ onHeld, onTerminated }: Input) => {
  const { t } = useTranslation('resources');
  const can = useCan();
  const calls = useSessionCalls();
  const rules = useSessionRules();
  const ending = useEndingSessions();
  const mayEnd = can('terminal.terminate_session');
  const hold = (row: Session, isOn: boolean) => async () => {
    await calls.hold(row, isOn);
    onHeld(row, isOn);
  };
  const running = (row: Session): Action[] => {
    const held = rules.hold(row);
    return [
      {
        name: 'monitor',
        title: t('session.monitor'),
        order: row.is_locked ? 20 : 5,
        ...rules.monitor(row),
        onRun: () => void calls.monitor(row),
      },
      {
        name: 'pause',
        title: t('session.pause'),
        order: 30,
        has: !row.is_locked,
        ...held,
        onRun: hold(row, true),
      },
      {
        name: 'resume',
        title: t('session.resume'),
        order: 5,
        has: row.is_locked,
        ...held,
        onRun: hold(row, false),
      },
      {
        name: 'terminate',
        title: t('session.terminate'),
        order: 40,
        danger: true,
        can: row.can_terminate && mayEnd && !ending.has(row.id),
        reason: t(ending.has(row.id) ? 'session.ending' : 'noPermission'),
        onRun: async () => {
          if (await calls.terminate([row])) onTerminated();
        },
      },
    ];
  };
  const finished = (row: Session): Action[] => [
    {
      name: 'replay',
      title: t('session.replay'),
      order: 10,
      can: row.can_replay && can('terminal.view_sessionreplay'),
      reason: t('session.noReplay'),
      onRun: () => void calls.replay(row),
    },
    {
      name: 'download',
      title: t('session.save'),
      order: 20,
      isMinor: true,
      can: row.can_replay && can('terminal.download_sessionreplay'),
      reason: t('session.noReplay'),
      onRun: () => calls.download(row),
    },
  ];
  return (row: Session): Action[] => (row.is_finished ? finished(row) : running(row));
};
