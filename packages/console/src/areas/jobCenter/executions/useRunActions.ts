import type { jobexecution } from '@gatehouse/contract/resources/ops/jobexecution.ts';
import { useTranslation } from 'react-i18next';
import type { Action } from '../../../engine/action/Action.ts';
import { openTaskLog } from '../../../engine/detail/useTask.ts';
import type { RowIn } from '../../../engine/resource/row.ts';
import { useConfirm } from '../../../platform/confirm/useConfirm.ts';
import { useNotify } from '../../../platform/notify/useNotify.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import { can } from '../../../platform/session/can.ts';
import { useSession } from '../../../platform/session/useSession.ts';
import { useMayRun } from '../useMayRun.ts';
import { useOpenRun } from './useOpenRun.ts';

type Run = Pick<RowIn<typeof jobexecution>, 'id' | 'task_id' | 'material' | 'is_finished' | 'is_success'>;

/** What can be done with a run: read its log, stop it, or run the same again. */
export const useRunActions = (): ((run: Run, onDone: () => void) => Action[]) => {
  const { t } = useTranslation('ops');
  const { perms } = useSession();
  const http = useHttp();
  const confirm = useConfirm();
  const notify = useNotify();
  const openRun = useOpenRun();
  const mayRun = useMayRun();
  const stop = async (run: Run, onDone: () => void) => {
    const title = t('executions.stopQuestion', { command: run.material });
    if (!(await confirm({ title, okText: t('executions.stop'), danger: true }))) return;
    await http.call('POST /api/v1/ops/job-executions/stop/', { body: { task_id: run.task_id } });
    notify.success(t('executions.stopped'));
    onDone();
  };
  const rerun = async ({ id }: Run, hosts: 'all' | 'failed') => {
    const run = await http.call('POST /api/v1/ops/job-executions/:id/rerun/', {
      params: { id },
      query: { hosts },
    });
    openRun(run.task_id);
  };
  return (run, onDone) => [
    {
      ...mayRun,
      name: 'rerun',
      title: t('executions.rerun'),
      has: run.is_finished,
      onRun: () => rerun(run, 'all'),
    },
    {
      ...mayRun,
      name: 'rerunFailed',
      title: t('executions.rerunFailed'),
      has: run.is_finished && !run.is_success,
      isMinor: true,
      onRun: () => rerun(run, 'failed'),
    },
    {
      name: 'stop',
      title: t('executions.stop'),
      danger: true,
      has: !run.is_finished,
      onRun: () => stop(run, onDone),
    },
    {
      name: 'log',
      title: t('executions.log'),
      has: can(perms, 'ops.view_celerytaskexecution'),
      isMinor: true,
      onRun: () => openTaskLog(run.task_id),
    },
  ];
};
