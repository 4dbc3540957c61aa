import {
  ClearOutlined,
  DownloadOutlined,
  StopOutlined,
  VerticalAlignBottomOutlined,
  VerticalAlignTopOutlined,
} from '@ant-design/icons';
import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { celerytaskexecution } from '@gatehouse/contract/resources/ops/celerytaskexecution.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation, useParams } from 'react-router';
import { saveText } from '../../../engine/transfer/download.ts';
import { useConfirm } from '../../../platform/confirm/useConfirm.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import { PageFrame } from '../../../platform/page/PageFrame.tsx';
import { IconButton } from '../../../theme/control/IconButton.tsx';
import { TimeText } from '../../../theme/text/TimeText.tsx';
import { isOngoing, RunStateText } from '../runState.tsx';
import styles from './log.module.css';
import { useFollowedEnd } from './useFollowedEnd.ts';
import { useTaskLog } from './useTaskLog.ts';

type Run = RowOf<typeof celerytaskexecution, 'retrieve'>;

/** How soon the facts of a run that goes on are read again. */
const FOLLOW_MS = 2_000;

const useRun = (id: string, isEnded: boolean) => {
  const http = useHttp();
  return useQuery({
    queryKey: ['task-run', id, isEnded],
    queryFn: ({ signal }) =>
      http.get<Run>(`/api/v1/ops/task-executions/${id}/`, { signal, disableFlashErrorMsg: true }),
    retry: false,
    refetchInterval: ({ state }) => (state.data && isOngoing(state.data.state.value) ? FOLLOW_MS : false),
  });
};

/** The output of a run, live. */
export function TaskLogPage() {
  const { t } = useTranslation('tasks');
  const { id = '' } = useParams();
  const [, , type = 'celery'] = useLocation().pathname.split('/');
  const log = useTaskLog(id, type);
  const { data: run } = useRun(id, log.isEnded);
  const { view, onScroll, scrollTo } = useFollowedEnd(log.text);
  const http = useHttp();
  const confirm = useConfirm();
  const stop = async () => {
    const title = t('stopQuestion', { name: run?.task_name ?? '' });
    if (await confirm({ title, okText: t('stop'), danger: true }))
      await http.call('POST /api/v1/ops/task-executions/:id/stop/', { params: { id } });
  };
  return (
    <PageFrame
      fill
      title={run?.task_name ?? t('log')}
      sub={run && <TimeText value={run.date_start ?? run.date_published} />}
      status={run && <RunStateText state={run.state.value}>{run.state.label}</RunStateText>}
      extra={
        run?.is_stoppable && (
          <IconButton
            icon={<StopOutlined aria-hidden />}
            tip={t('stop')}
            danger
            onClick={() => void stop()}
          />
        )
      }
    >
      <div className={styles.frame}>
        <div className={styles.tools} role="toolbar" aria-label={t('log')}>
          <span className={styles.id}>{id}</span>
          <IconButton
            icon={<VerticalAlignTopOutlined aria-hidden />}
            tip={t('toStart')}
            onClick={() => scrollTo('start')}
          />
          <IconButton
            icon={<VerticalAlignBottomOutlined aria-hidden />}
            tip={t('toEnd')}
            onClick={() => scrollTo('end')}
          />
          <IconButton icon={<ClearOutlined aria-hidden />} tip={t('clear')} onClick={log.clear} />
          <IconButton
            icon={<DownloadOutlined aria-hidden />}
            tip={t('download')}
            onClick={() => saveText(`shortcut_cmd_${id}.log`, log.text, 'text/plain')}
          />
        </div>
        <pre ref={view} className={styles.log} onScroll={onScroll}>
          {log.text}
          {log.isLost && `\n${t('lost')}`}
          {log.isEnded && `\n${t('ended')}`}
        </pre>
      </div>
    </PageFrame>
  );
}
