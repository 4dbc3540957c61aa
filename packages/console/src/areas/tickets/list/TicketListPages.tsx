import PlusOutlined from '@ant-design/icons/PlusOutlined';
import { assignedTickets, ownTickets } from '@gatehouse/contract/layouts/tickets/ticket.ts';
import type { ticket } from '@gatehouse/contract/resources/tickets/ticket.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListController, ListSlots } from '../../../engine/list/ListSlots.ts';
import { ResourceList } from '../../../engine/list/ResourceList.tsx';
import type { SearchOption } from '../../../engine/list/search/tagSearch.ts';
import { useListController } from '../../../engine/list/useListController.ts';
import { useUrlState } from '../../../engine/list/useListState.ts';
import { PageFrame } from '../../../platform/page/PageFrame.tsx';
import { part } from '../../../platform/part/part.ts';
import { useRouteNames } from '../../../platform/route/useRouteNames.ts';
import { useSession } from '../../../platform/session/useSession.ts';
import { StateText } from '../../../resources/tickets/ticket/StateText.tsx';
import { fromAssigned, TICKETS_URL, ticketRoute } from '../../../resources/tickets/ticket/ticket.ts';
import {
  ApplicantCell,
  DecidedAfterCell,
  DurationCell,
  TargetCell,
} from '../../../resources/tickets/ticket/ticketCells.tsx';
import { DecisionTimes } from './DecisionTimes.tsx';
import { HeldApprovals } from './HeldApprovals.tsx';

const BatchDialog = part(() => import('./BatchDialog.tsx').then((m) => m.BatchDialog));

type Listed = ListSlots<typeof ticket, 'target'>;

const columns: Listed['columns'] = {
  title: { width: 260 },
  serial_num: { width: 140 },
  applicant: { Cell: ApplicantCell, width: 170, card: 'fact' },
  target: { Cell: TargetCell, width: 240, card: 'fact' },
  duration: { Cell: DurationCell, width: 100, card: 'fact' },
  decided_after: { Cell: DecidedAfterCell, width: 130, card: 'fact' },
  state: { Cell: StateText, width: 150, card: 'state' },
  date_created: { card: 'time' },
};

/** The list controller shared by both pages; `whose` names the filter that is set to the user. */
const useTickets = (
  name: string,
  whose: 'applicant' | 'assignees__id',
  slots: Listed,
): ListController<typeof ticket> => {
  const { t } = useTranslation('tickets');
  const routes = useRouteNames();
  const { profile } = useSession();
  const { t: common } = useTranslation('common');
  const search = (key: string): SearchOption => ({ key, label: t(`search.${key}`), type: 'string' });
  const waiting: SearchOption = {
    ...search('waiting'),
    type: 'boolean',
    children: [
      { value: 'true', label: common('yes') },
      { value: 'false', label: common('no') },
    ],
  };
  return useListController<typeof ticket, 'target'>({
    name,
    url: TICKETS_URL,
    state: useUrlState(),
    slots: {
      columns: { ...columns, target: { ...columns?.target, title: t('target') } },
      params: { [whose]: profile?.id },
      mode: assignedTickets,
      searchOptions: [
        ...['applicant_username_name', 'relevant_asset', 'relevant_command'].map(search),
        ...(whose === 'assignees__id' ? [waiting] : []),
      ],
      detailPath: (row) => routes.path(ticketRoute(row), { id: row.id }),
      rowActions: () => [],
      ...slots,
    },
  });
};

const REQUEST = 'RequestAssetPermTicketCreateUpdate';

/** The user's own tickets, and a button to request access. */
export function MyTicketsPage() {
  const { t } = useTranslation('tickets');
  const routes = useRouteNames();
  const list = useTickets('MyTicketList', 'applicant', {
    mode: ownTickets,
    emptyText: t('mine.empty'),
    createActions: () =>
      routes.canOpen(REQUEST)
        ? [
            {
              name: 'create',
              title: t('request.button'),
              icon: <PlusOutlined aria-hidden />,
              children: [
                {
                  name: 'asset',
                  title: t('request.asset'),
                  to: routes.path(REQUEST),
                },
              ],
            },
          ]
        : [],
  });
  return (
    <PageFrame fill help={t('mine.help')} extra={<HeldApprovals />}>
      <ResourceList list={list} isMain />
    </PageFrame>
  );
}

/** Tickets assigned to the user, decided one by one or together. */
export function AssignedTicketsPage() {
  const { t } = useTranslation('tickets');
  const { t: engine } = useTranslation('engine');
  const [isDeciding, setDeciding] = useState(false);
  const routes = useRouteNames();
  const list = useTickets('AssignedTicketList', 'assignees__id', {
    detailPath: (row) => routes.path(ticketRoute(row), { id: row.id }, fromAssigned),
    emptyText: t('assignedEmpty'),
    createActions: () => [],
    moreActions: (_usual, { selection }) => [
      {
        name: 'batchApproval',
        title: t('batch.title'),
        can: selection.rows.length > 0,
        reason: engine('list.chooseRows'),
        onRun: () => setDeciding(true),
      },
    ],
  });
  return (
    <PageFrame fill help={t('assignedHelp')} sub={<DecisionTimes />} extra={<HeldApprovals />}>
      <ResourceList list={list} isMain />
      {isDeciding && (
        <Suspense fallback={null}>
          <BatchDialog
            rows={list.selection.rows}
            onClose={() => setDeciding(false)}
            onDecided={() => {
              setDeciding(false);
              list.reload();
            }}
          />
        </Suspense>
      )}
    </PageFrame>
  );
}
