import type { job } from '@gatehouse/contract/resources/ops/job.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormSlots } from '../../../engine/form/FormSlots.ts';
import { ResourceFormPage } from '../../../engine/pages/ResourceFormPage.tsx';
import type { ResourcePageProps } from '../../../platform/route/RouteMeta.ts';
import { useRouteNames } from '../../../platform/route/useRouteNames.ts';
import { CommandInput } from '../../ops/CommandInput.tsx';
import { AssetsInput } from './AssetsInput.tsx';
import { RunAsInput } from './RunAsInput.tsx';

/** Values that a command may use, as they are written in it. */
const variables = {
  name: '{{ jms_asset.name }}',
  address: '{{ jms_asset.address }}',
  username: '{{ jms_username }}',
};

/** Creates or updates a job; one that runs at once leads to its run. */
export function JobFormPage(props: ResourcePageProps) {
  const { t } = useTranslation('ops');
  const routes = useRouteNames();
  const slots = useMemo<FormSlots<typeof job>>(
    () => ({
      fields: {
        name: { required: true },
        args: { component: CommandInput, wide: true, required: true },
        assets: {
          component: AssetsInput,
          wide: true,
          required: true,
        },
        runas: { component: RunAsInput, required: true },
        crontab: { enableWhen: 'is_periodic' },
        interval: { enableWhen: 'is_periodic' },
        comment: { wide: true },
      },
      groupHelp: { task: t('jobs.commandHelp', variables) },
      initial: { is_periodic: false, crontab: '0 0 * * *', interval: null, timeout: -1 },
      nextPath: (row) =>
        (row.task_id && routes.path('ExecutionDetail', { id: row.task_id })) ||
        routes.path('JobDetail', { id: row.id }),
    }),
    [t, routes],
  );
  return <ResourceFormPage {...props} slots={slots} />;
}
