import { playbookList } from '@gatehouse/contract/layouts/ops/playbook.ts';
import type { playbook } from '@gatehouse/contract/resources/ops/playbook.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmbeddedList } from '../../engine/list/EmbeddedList.tsx';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { useCan } from '../../platform/session/useSession.ts';
import { ORIGIN } from './playbookOrigin.ts';
import { UploadDialog } from './UploadDialog.tsx';
import { useJobOf } from './useJobOf.ts';

/** The user's playbooks; a new one starts empty, from an archive or from a repository. */
export function PlaybookList() {
  const { t } = useTranslation('ops');
  const routes = useRouteNames();
  const canAdd = useCan()('ops.add_playbook');
  const jobOf = useJobOf('playbook');
  const [upload, setUpload] = useState<{ refetch: () => void }>();
  const slots: ListSlots<typeof playbook> = {
    mode: playbookList,
    columns: { name: { card: 'title' }, date_created: { card: 'time' } },
    rowActions: (row, usual) => [jobOf(row), ...usual],
    emptyText: t('templates.noPlaybooks'),
    createActions: (usual, list) => [
      {
        ...usual,
        can: canAdd,
        to: undefined,
        children: [
          { name: 'blank', title: t('playbook.blank'), to: routes.path('PlaybookCreate') },
          {
            name: 'upload',
            title: t('playbook.upload'),
            onRun: () => setUpload({ refetch: list.refetch }),
          },
          {
            name: 'vcs',
            title: t('playbook.repository'),
            to: routes.path('PlaybookCreate', {}, { [ORIGIN]: 'vcs' }),
          },
        ],
      },
    ],
  };
  return (
    <>
      <EmbeddedList name="PlaybookList" url="/api/v1/ops/playbooks/" routes="Playbook" slots={slots} />
      {upload && (
        <UploadDialog
          onClose={() => setUpload(undefined)}
          onUploaded={() => {
            setUpload(undefined);
            upload.refetch();
          }}
        />
      )}
    </>
  );
}
