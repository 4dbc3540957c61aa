import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import EyeOutlined from '@ant-design/icons/EyeOutlined';
import PauseOutlined from '@ant-design/icons/PauseOutlined';
import PlayCircleOutlined from '@ant-design/icons/PlayCircleOutlined';
import StopOutlined from '@ant-design/icons/StopOutlined';
import { filesOfSession } from '@gatehouse/contract/layouts/audits/ftplog.ts';
import { sessionDetail } from '@gatehouse/contract/layouts/terminal/session.ts';
import type { ftplog } from '@gatehouse/contract/resources/audits/ftplog.ts';
import type { session } from '@gatehouse/contract/resources/terminal/session.ts';
import { useTranslation } from 'react-i18next';
import { AccountTextCell, FactCell } from '../../engine/cells/textCells.tsx';
import type { DetailSlots, DetailTab } from '../../engine/detail/DetailSlots.ts';
import type { QuickAction } from '../../engine/detail/QuickActions.tsx';
import type { DetailController } from '../../engine/detail/useResourceDetail.ts';
import { EmbeddedList } from '../../engine/list/EmbeddedList.tsx';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import { ResourceDetailPage } from '../../engine/pages/ResourceDetailPage.tsx';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { useCan } from '../../platform/session/useSession.ts';
import { nameOfSession, type Session } from '../../resources/terminal/session/Session.ts';
import {
  ProtocolCell,
  RiskCell,
  SessionAssetCell,
  SessionState,
  SessionUserCell,
} from '../../resources/terminal/session/sessionCells.tsx';
import { useEndingSessions } from '../../resources/terminal/session/useEndingSessions.ts';
import { useSessionCalls } from '../../resources/terminal/session/useSessionActions.tsx';
import { useSessionRules } from '../../resources/terminal/session/useSessionRules.ts';
import { shortName } from '../../theme/text/identity.ts';
import { TimeText } from '../../theme/text/TimeText.tsx';
import { CommandsPanel } from './CommandsPanel.tsx';
import { REPLAY_NEED, REPLAY_TAB, SessionReplay } from './SessionReplay.tsx';

const MomentFact = ({ value }: { value: string | null }) => <TimeText value={value} />;

type Detail = DetailController<typeof session>;

const files: ListSlots<typeof ftplog> = {
  createActions: () => [],
  moreActions: () => [],
  rowActions: () => [],
  mode: filesOfSession,
};

const LOOK_AGAIN_MS = 3_000;
const UPLOAD_PATIENCE_MS = 120_000;

/** Whether the session is running, or has just ended and its recording may still be uploaded. */
const isStillComing = (row: Session): boolean =>
  !row.is_finished ||
  (row.is_success && !row.can_replay && Date.now() - Date.parse(row.date_end ?? '') < UPLOAD_PATIENCE_MS);

const useQuickActions = () => {
  const { t } = useTranslation('resources');
  const can = useCan();
  const calls = useSessionCalls();
  const rules = useSessionRules();
  const ending = useEndingSessions();
  return (detail: Detail): QuickAction[] => {
    const { row } = detail;
    const isFinished = row.is_finished;
    const mayEnd = can('terminal.terminate_session');
    const reason = t('noPermission');
    const replayable = { has: isFinished, reason: t('session.noReplay') };
    return [
      {
        name: 'monitor',
        title: t('session.monitor'),
        icon: <EyeOutlined />,
        button: t('session.monitor'),
        has: !isFinished && row.type.value !== 'sftp',
        ...rules.monitor(row),
        onRun: () => void calls.monitor(row),
      },
      {
        name: 'hold',
        title: t('session.paused'),
        icon: <PauseOutlined />,
        has: !isFinished,
        isOn: row.is_locked,
        ...rules.hold(row),
        onRun: async (isOn) => {
          await calls.hold(row, isOn);
          detail.refetch();
        },
      },
      {
        name: 'terminate',
        title: t('session.terminate'),
        icon: <StopOutlined />,
        button: t('session.terminate'),
        danger: true,
        has: !isFinished,
        can: row.can_terminate && mayEnd && !ending.has(row.id),
        reason: ending.has(row.id) ? t('session.ending') : reason,
        onRun: async () => void ((await calls.terminate([row])) && detail.refetch()),
      },
      {
        name: 'replay',
        title: t('session.replay'),
        icon: <PlayCircleOutlined />,
        button: t('session.play'),
        ...replayable,
        can: row.can_replay && can(REPLAY_NEED),
        onRun: () => void calls.replay(row),
      },
      {
        name: 'download',
        title: t('session.download'),
        icon: <DownloadOutlined />,
        button: t('session.save'),
        ...replayable,
        can: row.can_replay && can('terminal.download_sessionreplay'),
        onRun: () => calls.download(row),
      },
    ];
  };
};

const useTabs = () => {
  const { t } = useTranslation('resources');
  const can = useCan();
  return ({ id, row }: Detail): DetailTab<typeof session>[] => [
    {
      key: REPLAY_TAB,
      label: t('session.replay'),
      hidden: !row.can_replay || !can(REPLAY_NEED),
      render: () => <SessionReplay sessionId={id} />,
    },
    {
      key: 'Commands',
      label: t('command.titles'),
      hidden: !can('terminal.view_command'),
      render: () => <CommandsPanel name="SessionCommands" params={{ session_id: id }} />,
    },
    {
      key: 'Files',
      label: t('session.files'),
      hidden: !can('audits.view_ftplog'),
      render: () => (
        <EmbeddedList name="SessionFiles" url={`/api/v1/audits/ftp-logs/?session=${id}`} slots={files} />
      ),
    },
  ];
};

/** One session: facts, quick actions, recording, commands, file transfers, and activity. */
export function SessionDetailPage(props: ResourcePageProps) {
  const quickActions = useQuickActions();
  const tabs = useTabs();
  const slots: DetailSlots<typeof session> = {
    title: nameOfSession,
    first: { key: 'Detail' },
    layout: sessionDetail,
    cells: {
      user: SessionUserCell,
      asset: SessionAssetCell,
      account: AccountTextCell,
      remote_addr: FactCell,
      protocol: ProtocolCell,
      risk_level: RiskCell,
      date_start: MomentFact,
      date_end: MomentFact,
    },
    status: (row) => <SessionState row={row} inHead />,
    sub: (row) => (
      <span className="mono">
        {shortName(row.account)} · {row.protocol} · {row.remote_addr}
      </span>
    ),
    quickActions,
    tabs,
    actions: () => [],
    refreshAfter: (row) => (isStillComing(row) ? LOOK_AGAIN_MS : undefined),
  };
  return <ResourceDetailPage {...props} slots={slots} />;
}
