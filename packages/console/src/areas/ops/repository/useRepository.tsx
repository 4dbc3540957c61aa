import type { playbook } from '@gatehouse/contract/resources/ops/playbook.ts';
import { OWN_RUNS_URL } from '@gatehouse/contract/wire/siteMessages.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Action } from '../../../engine/action/Action.ts';
import type { DetailController } from '../../../engine/detail/useResourceDetail.ts';
import { tellChanged } from '../../../platform/changes.ts';
import { useNotify } from '../../../platform/notify/useNotify.ts';
import { useCan } from '../../../platform/session/useSession.ts';
import { FetchDialog } from './FetchDialog.tsx';

type Detail = DetailController<typeof playbook>;

/** Whether the files of a playbook come from a repository. */
export const isFromRepository = (row: Detail['row']): boolean => row.create_method.value === 'vcs';

/** Fetching from the repository of a playbook: its action, and the dialog that it opens. */
export const useRepository = (): { actionsOf: (detail: Detail) => Action[]; dialog: ReactNode } => {
  const { t } = useTranslation('ops');
  const notify = useNotify();
  const can = useCan()('ops.change_playbook');
  const [detail, setDetail] = useState<Detail>();
  const close = () => setDetail(undefined);
  const started = (name: string) => {
    close();
    notify.success(t('repository.started', { name }));
    tellChanged(OWN_RUNS_URL);
  };
  return {
    actionsOf: (of) =>
      isFromRepository(of.row)
        ? [{ name: 'fetch', title: t('repository.fetch'), order: 0, can, onRun: () => setDetail(of) }]
        : [],
    dialog: detail && (
      <FetchDialog
        source={detail.row}
        onClose={close}
        onConfirmed={detail.refetch}
        onStarted={() => started(detail.name)}
      />
    ),
  };
};
