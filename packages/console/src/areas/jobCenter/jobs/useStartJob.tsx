import type { job } from '@gatehouse/contract/resources/ops/job.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Action } from '../../../engine/action/Action.ts';
import type { RowIn } from '../../../engine/resource/row.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import { useOpenRun } from '../executions/useOpenRun.ts';
import { useMayRun } from '../useMayRun.ts';
import { ParametersDialog } from './ParametersDialog.tsx';
import { parametersOf } from './parameters.ts';

type Job = Pick<RowIn<typeof job>, 'id' | 'name' | 'use_parameter_define' | 'parameters_define'>;

/** Starts a job and opens its run; `dialog` asks for parameters where the job has some. */
export const useStartJob = (): { action: (row: Job) => Action; dialog: ReactNode } => {
  const { t } = useTranslation('ops');
  const http = useHttp();
  const openRun = useOpenRun();
  const [asked, setAsked] = useState<Job>();
  const mayRun = useMayRun();
  const start = async ({ id }: Job, parameters: Record<string, string>) => {
    const run = await http.call('POST /api/v1/ops/job-executions/', { body: { job: id, parameters } });
    setAsked(undefined);
    openRun(run.task_id);
  };
  return {
    action: (row) => ({
      name: 'run',
      title: t('jobs.run'),
      order: 1,
      ...mayRun,
      onRun: () => (parametersOf(row).length > 0 ? setAsked(row) : start(row, {})),
    }),
    dialog: asked && (
      <ParametersDialog
        name={asked.name}
        parameters={parametersOf(asked)}
        onClose={() => setAsked(undefined)}
        onRun={(values) => start(asked, values)}
      />
    ),
  };
};
