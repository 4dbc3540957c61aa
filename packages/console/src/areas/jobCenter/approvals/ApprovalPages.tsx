import { jobApprovalDetail, jobApprovalList } from '@gatehouse/contract/layouts/ops/jobapproval.ts';
import type { jobapproval } from '@gatehouse/contract/resources/ops/jobapproval.ts';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { DetailSlots } from '../../../engine/detail/DetailSlots.ts';
import type { ListSlots } from '../../../engine/list/ListSlots.ts';
import { ResourceDetailPage } from '../../../engine/pages/ResourceDetailPage.tsx';
import { ResourceListPage } from '../../../engine/pages/ResourceListPage.tsx';
import type { ResourcePageProps } from '../../../platform/route/RouteMeta.ts';
import { ApprovalMachines } from './ApprovalMachines.tsx';
import { ApprovalPill, ApprovalStatus } from './ApprovalStatus.tsx';
import { AskedContent } from './AskedContent.tsx';
import { useApprovalActions } from './useApprovalActions.tsx';
import { useAskedContent } from './useAskedContent.ts';

/** Jobs that wait for a second person, and what was decided. */
export function ApprovalListPage(props: ResourcePageProps) {
  const { t } = useTranslation('ops');
  const slots: ListSlots<typeof jobapproval> = {
    mode: jobApprovalList,
    columns: {
      material: { width: 320, card: 'title' },
      applicant: { width: 180, card: 'fact' },
      machines_amount: { width: 84, align: 'right' },
      status: { Cell: ApprovalStatus, width: 130, card: 'state' },
      date_created: { card: 'time' },
    },
    createActions: () => [],
    emptyText: t('approvals.empty'),
  };
  return <ResourceListPage {...props} slots={slots} help={t('approvals.help')} />;
}

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? text;

/** A request for approval: what would run, where, and the decision. */
export function ApprovalDetailPage(props: ResourcePageProps) {
  const { t } = useTranslation('ops');
  const { id = '' } = useParams();
  const content = useAskedContent(id);
  const { actionsOn, dialog } = useApprovalActions(content);
  const slots: DetailSlots<typeof jobapproval> = {
    layout: jobApprovalDetail,
    omit: ({ status }) => (status.value === 'waiting' ? ['decided_by', 'date_decided', 'comment'] : []),
    title: ({ material }) => firstLine(material),
    status: (row) => <ApprovalPill row={row} />,
    actions: (_usual, { row, refetch }) => actionsOn(row, refetch),
    cards: () => <AskedContent id={id} query={content} />,
    tabs: ({ row }) => [
      {
        key: 'JobApprovalMachines',
        label: t('approvals.machines'),
        count: row.machines_amount,
        render: () => <ApprovalMachines id={id} />,
      },
    ],
  };
  return (
    <>
      <ResourceDetailPage {...props} slots={slots} />
      {dialog}
    </>
  );
}
