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

type Job = Pick<RowIn<typeof job>, 'id' | 'name' | 'type' | 'use_parameter_define' | 'parameters_define'>;

/** Starts a job, or a dry run of a playbook, and opens the run; `dialog` asks for parameters where the job has some. */
export const useStartJob = (): { actions: (row: Job) => Action[]; dialog: ReactNode } => {
  const { t } = useTranslation('ops');
  const http = useHttp();
  const openRun = useOpenRun();
  const [asked, setAsked] = useState<{ row: Job; dry_run: boolean }>();
  const mayRun = useMayRun();
  const start = async ({ id }: Job, parameters: Record<string, string>, dry_run: boolean) => {
    const body = { job: id, parameters, ...(dry_run && { dry_run }) };
    const run = await http.call('POST /api/v1/ops/job-executions/', { body });
    setAsked(undefined);
    openRun(run.task_id);
  };
  return {
    actions: (row) => {
      const run = (dry_run: boolean) => () =>
        parametersOf(row).length > 0 ? setAsked({ row, dry_run }) : start(row, {}, dry_run);
      const usual: Action = { name: 'run', title: t('jobs.run'), order: 1, ...mayRun, onRun: run(false) };
      const dry: Action = {
        name: 'dryRun',
        title: t('jobs.dryRun'),
        isMinor: true,
        ...mayRun,
        onRun: run(true),
      };
      return row.type.value === 'playbook' ? [usual, dry] : [usual];
    },
    dialog: asked && (
      <ParametersDialog
        name={asked.row.name}
        parameters={parametersOf(asked.row)}
        onClose={() => setAsked(undefined)}
        onRun={(values) => start(asked.row, values, asked.dry_run)}
      />
    ),
  };
};
