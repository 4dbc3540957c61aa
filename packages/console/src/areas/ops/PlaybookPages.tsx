import { playbookDetail } from '@gatehouse/contract/layouts/ops/playbook.ts';
import type { playbook } from '@gatehouse/contract/resources/ops/playbook.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import type { DetailSlots } from '../../engine/detail/DetailSlots.ts';
import type { FormSlots } from '../../engine/form/FormSlots.ts';
import { ResourceDetailPage } from '../../engine/pages/ResourceDetailPage.tsx';
import { ResourceFormPage } from '../../engine/pages/ResourceFormPage.tsx';
import { useLeaveGuard } from '../../platform/page/useLeaveGuard.ts';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { ORIGIN } from './playbookOrigin.ts';
import { PinnedCommit } from './repository/PinnedCommit.tsx';
import { RepositoryCard } from './repository/RepositoryCard.tsx';
import { isFromRepository, useRepository } from './repository/useRepository.tsx';
import { useJobOf } from './useJobOf.ts';
import { useWorkspace } from './workspace/useWorkspace.ts';
import { WorkspaceTab } from './workspace/WorkspaceTab.tsx';

/** Creates or updates a playbook; a new one leads to its workspace, or to what is needed to fetch its files. */
export function PlaybookFormPage(props: ResourcePageProps) {
  const routes = useRouteNames();
  const [search] = useSearchParams();
  const origin = search.get(ORIGIN) === 'vcs' ? 'vcs' : 'blank';
  const slots = useMemo<FormSlots<typeof playbook>>(
    () => ({
      fields: {
        create_method: { hidden: true },
        comment: { wide: true },
        vcs_url: { required: true, wide: true },
      },
      groups: (groups, { row }) =>
        (row ? isFromRepository(row) : origin === 'vcs')
          ? groups
          : groups.filter(({ key }) => key !== 'repository'),
      toWire: (body, _values, { mode }) => (mode === 'create' ? { ...body, create_method: origin } : body),
      nextPath: (row, { mode }) =>
        mode === 'create' || isFromRepository(row)
          ? routes.path(
              'PlaybookDetail',
              { id: row.id },
              isFromRepository(row) ? {} : { activeTab: 'PlaybookWorkspace' },
            )
          : routes.path('Template', {}, { activeTab: 'PlaybookList' }),
    }),
    [routes, origin],
  );
  return <ResourceFormPage {...props} slots={slots} />;
}

/** A playbook and its workspace, whose unsaved changes outlive a change of the tab. */
export function PlaybookDetailPage(props: ResourcePageProps) {
  const { t } = useTranslation('ops');
  const { id = '' } = useParams();
  const client = useQueryClient();
  const workspace = useWorkspace(id);
  const jobOf = useJobOf('playbook');
  const repository = useRepository();
  useLeaveGuard(workspace.isModified);
  const slots: DetailSlots<typeof playbook> = {
    layout: playbookDetail,
    sub: (row) =>
      isFromRepository(row) && (
        <PinnedCommit
          commit={row.vcs_commit}
          name={row.vcs_ref}
          onWork={() => void client.invalidateQueries({ queryKey: ['row', props.url, id] })}
          onMoved={workspace.renew}
        />
      ),
    actions: (usual, detail) => [...repository.actionsOf(detail), jobOf(detail.row), ...usual],
    cards: (detail) => isFromRepository(detail.row) && <RepositoryCard detail={detail} />,
    tabs: ({ row }) => [
      {
        key: 'PlaybookWorkspace',
        label: t('workspace.title'),
        render: () => (
          <WorkspaceTab workspace={workspace} {...(isFromRepository(row) && { commit: row.vcs_commit })} />
        ),
      },
    ],
  };
  return (
    <>
      <ResourceDetailPage {...props} slots={slots} />
      {repository.dialog}
    </>
  );
}
