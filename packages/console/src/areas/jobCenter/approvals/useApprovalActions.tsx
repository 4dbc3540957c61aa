import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { jobapproval } from '@gatehouse/contract/resources/ops/jobapproval.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Action } from '../../../engine/action/Action.ts';
import { abilityOf } from '../../../engine/resource/abilities.ts';
import { DecideApproval, type Verdict } from './DecideApproval.tsx';
import type { AskedQuery } from './useAskedContent.ts';

type Row = Pick<RowOf<typeof jobapproval>, 'id' | 'status' | 'is_standing' | 'material'>;

/** The decisions on a request, and the dialog that they open. Only what was shown is approved. */
export const useApprovalActions = (
  content: AskedQuery,
): { actionsOn: (row: Row, onDone: () => void) => Action[]; dialog: ReactNode } => {
  const { t } = useTranslation('ops');
  const [asked, setAsked] = useState<{ verdict: Verdict; row: Row; onDone: () => void }>();
  const actionsOn = (row: Row, onDone: () => void): Action[] => {
    const isWaiting = row.status.value === 'waiting';
    const decision = (verdict: Verdict): Action => ({
      name: verdict,
      title: t(`approvals.${verdict}`),
      ...abilityOf<typeof jobapproval>(row, verdict, { can: true, reason: undefined }),
      onRun: () => setAsked({ verdict, row, onDone }),
    });
    const approve = decision('approve');
    const reason = content.data?.reason || undefined;
    return [
      {
        ...approve,
        has: isWaiting,
        can: approve.can === true && content.data !== undefined && reason === undefined,
        ...(reason !== undefined && { reason }),
      },
      { ...decision('reject'), has: isWaiting, danger: true },
      { ...decision('revoke'), has: row.is_standing && row.status.value === 'approved', danger: true },
    ];
  };
  const dialog = asked && (
    <DecideApproval
      {...asked}
      digest={content.data?.digest ?? ''}
      onClose={() => setAsked(undefined)}
      onDecided={() => {
        asked.onDone();
        void content.refetch();
      }}
    />
  );
  return { actionsOn, dialog };
};
