import { playbookDetail } from '@gatehouse/contract/layouts/ops/playbook.ts';
import type { playbook } from '@gatehouse/contract/resources/ops/playbook.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { DetailSlots } from '../../engine/detail/DetailSlots.ts';
import type { FormSlots } from '../../engine/form/FormSlots.ts';
import { ResourceDetailPage } from '../../engine/pages/ResourceDetailPage.tsx';
import { ResourceFormPage } from '../../engine/pages/ResourceFormPage.tsx';
import { useLeaveGuard } from '../../platform/page/useLeaveGuard.ts';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { useJobOf } from './useJobOf.ts';
import { useWorkspace } from './workspace/useWorkspace.ts';
import { WorkspaceTab } from './workspace/WorkspaceTab.tsx';

/** Creates or updates a playbook; a new one leads to its workspace. */
export function PlaybookFormPage(props: ResourcePageProps) {
  const routes = useRouteNames();
  const slots = useMemo<FormSlots<typeof playbook>>(
    () => ({
      fields: { comment: { wide: true } },
      nextPath: ({ id }, { mode }) =>
        mode === 'create'
          ? routes.path('PlaybookDetail', { id }, { activeTab: 'PlaybookWorkspace' })
          : routes.path('Template', {}, { activeTab: 'PlaybookList' }),
    }),
    [routes],
  );
  return <ResourceFormPage {...props} slots={slots} />;
}

/** A playbook and its workspace, whose unsaved changes outlive a change of the tab. */
export function PlaybookDetailPage(props: ResourcePageProps) {
  const { t } = useTranslation('ops');
  const { id = '' } = useParams();
  const workspace = useWorkspace(id);
  const jobOf = useJobOf('playbook');
  useLeaveGuard(workspace.isModified);
  const slots: DetailSlots<typeof playbook> = {
    layout: playbookDetail,
    actions: (usual, { row }) => [jobOf(row), ...usual],
    tabs: () => [
      {
        key: 'PlaybookWorkspace',
        label: t('workspace.title'),
        render: () => <WorkspaceTab workspace={workspace} />,
      },
    ],
  };
  return <ResourceDetailPage {...props} slots={slots} />;
}
