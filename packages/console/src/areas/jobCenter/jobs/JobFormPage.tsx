import { jobModules, moduleFacts } from '@gatehouse/contract/ops/jobs.ts';
import type { job } from '@gatehouse/contract/resources/ops/job.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeInput } from '../../../engine/fields/CodeInput.tsx';
import type { FormSlots } from '../../../engine/form/FormSlots.ts';
import { ResourceFormPage } from '../../../engine/pages/ResourceFormPage.tsx';
import { useHttp } from '../../../platform/Platform.tsx';
import { Failed } from '../../../platform/page/Failed.tsx';
import { PageFrame } from '../../../platform/page/PageFrame.tsx';
import type { ResourcePageProps } from '../../../platform/route/RouteMeta.ts';
import { useRouteNames } from '../../../platform/route/useRouteNames.ts';
import { SkeletonRows } from '../../../theme/state/SkeletonRows.tsx';
import { AssetsInput } from './AssetsInput.tsx';
import { RunAsInput } from './RunAsInput.tsx';
import { TypeInput } from './TypeInput.tsx';
import { useTemplate } from './useTemplate.ts';

/** Values that a command may use, as they are written in it. */
const variables = {
  name: '{{ jms_asset.name }}',
  address: '{{ jms_asset.address }}',
  username: '{{ jms_username }}',
};

type Template = ReturnType<typeof useTemplate>['template'];

function JobForm({ template, ...props }: ResourcePageProps & { template: Template }) {
  const { t } = useTranslation('ops');
  const routes = useRouteNames();
  const http = useHttp();
  const playbooks = useQuery({
    queryKey: ['playbookRunners'],
    queryFn: ({ signal }) =>
      http.call('GET /api/v1/ops/playbook-runners/', { signal, disableFlashErrorMsg: true }),
  });
  const slots = useMemo<FormSlots<typeof job>>(
    () => ({
      fields: {
        name: { required: true },
        type: {
          component: TypeInput,
          helpText: playbooks.data?.is_ready === false ? playbooks.data.reason : '',
        },
        module: { enableWhen: { type: 'adhoc' } },
        args: { component: CodeInput, wide: true, required: true, enableWhen: { type: 'adhoc' } },
        playbook: { required: true, enableWhen: { type: 'playbook' } },
        chdir: {
          enableWhen: jobModules
            .filter((module) => moduleFacts[module].hasPlace)
            .map((module) => ({ type: 'adhoc', module })),
        },
        assets: {
          component: AssetsInput,
          wide: true,
          required: true,
        },
        runas: { component: RunAsInput, required: true },
        canary_next: { enableWhen: 'canary' },
        crontab: { enableWhen: 'is_periodic' },
        interval: { enableWhen: 'is_periodic' },
        comment: { wide: true },
      },
      groupHelp: { task: t('jobs.commandHelp', variables) },
      initial: {
        ...{ is_periodic: false, crontab: '0 0 * * *', interval: null, timeout: -1 },
        ...template,
      },
      nextPath: (row) =>
        (row.task_id && routes.path('ExecutionDetail', { id: row.task_id })) ||
        routes.path('JobDetail', { id: row.id }),
    }),
    [t, routes, template, playbooks.data],
  );
  return <ResourceFormPage {...props} slots={slots} />;
}

/** Creates or updates a job, also from a template that the address names; one that runs at once leads to its run. */
export function JobFormPage(props: ResourcePageProps) {
  const { template, isPending, query } = useTemplate();
  if (query.isError || isPending)
    return (
      <PageFrame fill>
        {query.isError ? <Failed query={query} /> : <SkeletonRows rows={6} columns={2} />}
      </PageFrame>
    );
  return <JobForm {...props} template={template} />;
}
