import { planRunDetail, planRunList } from '@gatehouse/contract/layouts/accounts/changesecretexecution.ts';
import type { changesecretexecution } from '@gatehouse/contract/resources/accounts/changesecretexecution.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { RelatedLink } from '../../engine/cells/RelatedLink.tsx';
import { RouteLink } from '../../engine/cells/RouteLink.tsx';
import type { DetailSlots } from '../../engine/detail/DetailSlots.ts';
import type { CellIn } from '../../engine/fields/FieldUi.ts';
import { EmbeddedList } from '../../engine/list/EmbeddedList.tsx';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import { ResourceDetailPage } from '../../engine/pages/ResourceDetailPage.tsx';
import { ResourceListPage } from '../../engine/pages/ResourceListPage.tsx';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { TimeText } from '../../theme/text/TimeText.tsx';
import {
  followPlanRuns,
  type PlanKind,
  PlanRunPill,
  PlanRunStatus,
  usePlanRunActions,
} from './planSlots.tsx';

/** Runs of every kind of plan have the same fields. */
type Execution = typeof changesecretexecution;

const columns = {
  name: { card: 'title' },
  status: { Cell: PlanRunStatus, width: 130, card: 'state' },
  trigger: { width: 110 },
  date_start: { card: 'time' },
  reason: { width: 300, showFull: true },
} as const;

const useRunSlots = (kind: PlanKind): ListSlots<Execution> => {
  const { t } = useTranslation('areas');
  const actions = usePlanRunActions(kind);
  return {
    mode: planRunList,
    columns,
    refreshAfter: followPlanRuns,
    createActions: () => [],
    rowActions: (row, _usual, list) => actions(row, list.refetch),
    emptyText: t('changes.noRuns'),
  };
};

type ListProps = ResourcePageProps & { kind: PlanKind; tabs: ReactNode; help: string };

/** Runs of all plans of a kind, the latest first. */
export const PlanRunListPage = ({ kind, ...props }: ListProps) => (
  <ResourceListPage {...props} slots={useRunSlots(kind)} />
);

const startLinkTo =
  (route: string) =>
  ({ value, row }: { value: string | null; row: { id: string } }) => (
    <RouteLink name={route} params={{ id: row.id }}>
      <TimeText value={value} />
    </RouteLink>
  );

/** Columns in which the runs of one plan differ: their name is that of the plan, so their start leads to their page. */
export const runsOfPlan = (route: string) =>
  ({ name: { has: false }, date_start: { Cell: startLinkTo(route), card: 'title' } }) as const;

/** The runs of one plan. */
export function PlanRunsTab({ plan, kind: { base, ...kind } }: { plan: string; kind: PlanKind }) {
  const routes = useRouteNames();
  const route = `${base}ExecutionDetail`;
  const usual = useRunSlots({ base, ...kind });
  const ownColumns = useMemo(() => ({ ...columns, ...runsOfPlan(route) }), [route]);
  const slots: ListSlots<Execution> = {
    ...usual,
    mode: {
      ...planRunList,
      columns: ['date_start', 'status', 'trigger', 'date_finished', 'reason', 'actions'],
    },
    columns: ownColumns,
    detailPath: (row) => routes.path(route, { id: row.id }),
  };
  return <EmbeddedList name={`${base}Runs`} url={`${kind.runsUrl}?automation_id=${plan}`} slots={slots} />;
}

type PageProps = ResourcePageProps & { kind: PlanKind } & Pick<DetailSlots<Execution>, 'tabs'>;

/** A run of a plan: its status and log, a button that stops it while it is running, and what a kind adds as tabs. */
export function PlanRunPage({ kind, tabs, ...props }: PageProps) {
  const actions = usePlanRunActions(kind);
  const Plan = useMemo(
    () =>
      ({ value, row }: CellIn<Execution, 'automation'>) => (
        <RelatedLink value={{ id: value, name: row.name }} route={`${kind.base}Detail`} />
      ),
    [kind.base],
  );
  const slots: DetailSlots<Execution> = {
    layout: planRunDetail,
    cells: { automation: Plan },
    status: (row) => <PlanRunPill status={row.status} url={kind.runsUrl} />,
    hasActivity: false,
    refreshAfter: (row) => followPlanRuns([row]),
    actions: (_usual, detail) => actions(detail.row, detail.refetch),
    ...(tabs && { tabs }),
  };
  return <ResourceDetailPage {...props} slots={slots} />;
}
