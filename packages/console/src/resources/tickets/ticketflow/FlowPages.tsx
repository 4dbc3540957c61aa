import { flowDetail, flowList } from '@gatehouse/contract/layouts/tickets/ticketflow.ts';
import type { ticketflow } from '@gatehouse/contract/resources/tickets/ticketflow.ts';
import { ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Action } from '../../../engine/action/Action.ts';
import type { DetailSlots } from '../../../engine/detail/DetailSlots.ts';
import type { DetailController } from '../../../engine/detail/useResourceDetail.ts';
import type { FormSlots } from '../../../engine/form/FormSlots.ts';
import { ResourceList } from '../../../engine/list/ResourceList.tsx';
import { useListController } from '../../../engine/list/useListController.ts';
import { useUrlState } from '../../../engine/list/useListState.ts';
import { ResourceDetailPage } from '../../../engine/pages/ResourceDetailPage.tsx';
import { ResourceFormPage } from '../../../engine/pages/ResourceFormPage.tsx';
import { joined } from '../../../platform/i18n/joined.ts';
import { PageFrame } from '../../../platform/page/PageFrame.tsx';
import { useRouteMeta } from '../../../platform/route/useRouteMeta.ts';
import { useRouteNames } from '../../../platform/route/useRouteNames.ts';
import { useCan, useSession } from '../../../platform/session/useSession.ts';
import { Card } from '../../../theme/state/Card.tsx';
import { Dash } from '../../../theme/text/Dash.tsx';
import { readable } from '../../../theme/text/identity.ts';
import styles from '../tickets.module.css';
import { CHOSEN_USERS, type Rule, rulesOfRow, rulesToWire, rulesUpTo } from './flowRules.ts';
import { RulesInput } from './RulesInput.tsx';

const FLOWS_URL = '/api/v1/tickets/flows/';
/** Base of the route names of flows. */
const FLOW = 'TicketFlow';

/**
 * Of the usual actions only Update is left, in every organization: in the root organization it changes the
 * general flow, elsewhere the organization's own copy, which it makes if there is none yet.
 */
const useFlowActions = () => {
  const can = useCan()('tickets.change_ticketflow');
  return (usual: readonly Action[]): Action[] =>
    usual.filter(({ name }) => name === 'update').map((action) => ({ ...action, can }));
};

type FlowPlace = { value: string; row: { org_id?: string } };

/** The organization of a flow; the flow of the root organization applies to all that have none of their own. */
function FlowOrg({ value, row }: FlowPlace) {
  const { t } = useTranslation('tickets');
  return row.org_id === ROOT_ORG_ID ? t('flow.everywhere') : value || <Dash />;
}

/** Approval flows by type. */
export function FlowListPage() {
  const { t } = useTranslation('tickets');
  const routes = useRouteNames();
  const actions = useFlowActions();
  const list = useListController<typeof ticketflow>({
    name: FLOW,
    url: FLOWS_URL,
    state: useUrlState(),
    slots: {
      mode: flowList,
      columns: { org_name: { Cell: FlowOrg } },
      createActions: () => [],
      rowActions: (_row, usual) => actions(usual),
      detailPath: (row) => routes.path('FlowDetail', { id: row.id }),
    },
  });
  return (
    <PageFrame fill help={t('flow.help')}>
      <ResourceList list={list} routes={FLOW} isMain />
    </PageFrame>
  );
}

function ApprovalCard({ detail }: { detail: DetailController<typeof ticketflow> }) {
  const { t } = useTranslation('tickets');
  return (
    <Card title={t('flow.approval')}>
      <dl className={styles.facts}>
        {detail.row.rules.map(({ level, strategy, assignees_display }) => (
          <div key={level}>
            <dt>{t('flow.level', { level })}</dt>
            <dd>
              {strategy.label}
              <div className="t3">{joined((assignees_display ?? []).map(readable))}</div>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** One flow with its approvers by level. */
export function FlowDetailPage() {
  const slots: DetailSlots<typeof ticketflow> = {
    first: { key: 'FlowDetail' },
    layout: flowDetail,
    cells: { org_name: FlowOrg },
    cards: (detail) => <ApprovalCard detail={detail} />,
    actions: useFlowActions(),
  };
  return <ResourceDetailPage resource="tickets.ticketflow" url={FLOWS_URL} name={FLOW} slots={slots} />;
}

/** Edits the approvers of a request type, level by level. */
export function FlowFormPage() {
  const { t } = useTranslation('tickets');
  const { t: shell } = useTranslation('shell');
  const route = useRouteMeta();
  const { isRoot } = useSession();
  const slots = useMemo<FormSlots<typeof ticketflow>>(
    () => ({
      fields: {
        approval_level: { wide: true },
        rules: {
          component: RulesInput,
          wide: true,
          rules: [
            {
              validator: async (_, rules?: Rule[]) => {
                if (
                  rules?.some(
                    ({ strategy, assignees }) => strategy === CHOSEN_USERS && assignees.length === 0,
                  )
                )
                  throw new Error(t('flow.needApprover'));
              },
            },
          ],
        },
      },
      groups: (groups, { mode, row }) =>
        groups.map((group) => ({
          ...group,
          ...(group.key === 'approval' && !isRoot && row?.org_id === ROOT_ORG_ID && { help: t('flow.copy') }),
          items: group.items.map((item) =>
            item.id === 'type' ? { ...item, disabled: mode === 'update' } : item,
          ),
        })),
      initial: { approval_level: 1, rules: rulesUpTo([], 1) },
      start: (values, { row }) => (row ? { ...values, rules: rulesOfRow(row.rules) } : values),
      toWire: (body, values) => ({
        ...body,
        rules: rulesToWire(values.rules, Number(values.approval_level)),
      }),
      hasAddAnother: false,
    }),
    [t, isRoot],
  );
  return (
    <ResourceFormPage
      resource="tickets.ticketflow"
      url={FLOWS_URL}
      name={FLOW}
      slots={slots}
      title={shell(`route.${route.name}`)}
    />
  );
}
