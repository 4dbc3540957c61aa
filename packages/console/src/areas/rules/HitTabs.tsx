import type { ListMode } from '@gatehouse/contract/console/ListMode.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { DetailTab } from '../../engine/detail/DetailSlots.ts';
import { useSelectionToken } from '../../engine/list/actions/useSelectionToken.ts';
import { EmbeddedList } from '../../engine/list/EmbeddedList.tsx';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import type { Row } from '../../engine/resource/row.ts';
import { withQuery } from '../../engine/resource/url.ts';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { useCan } from '../../platform/session/useSession.ts';
import { SkeletonRows } from '../../theme/state/SkeletonRows.tsx';
import { type HitKind, hitQuery, hitUrls, longChoice, selectorIn } from './hits.ts';

const shapes = {
  users: {
    need: 'users.view_user',
    route: 'UserDetail',
    columns: ['name', 'username', 'email', 'is_active'],
  },
  assets: {
    need: 'assets.view_asset',
    route: 'AssetDetail',
    columns: ['name', 'address', 'platform', 'is_active'],
  },
} as const;

const without: ListMode['without'] = ['selection', 'moreActions', 'import', 'export', 'labels'];

/** How long a token of chosen rows is used, in milliseconds: the server keeps it a little longer. */
const TOKEN_MS = 240_000;

/** The users or assets that a rule chooses one by one, more than an address could name. */
function LongHitList({ kind, ids }: { kind: HitKind; ids: readonly string[] }) {
  const tokenOf = useSelectionToken();
  const { data: spm } = useQuery({
    queryKey: ['ruleHitToken', kind, ids],
    queryFn: ({ signal }) => tokenOf(ids, signal),
    refetchInterval: TOKEN_MS,
    gcTime: 0,
  });
  return spm ? <HitList kind={kind} params={{ spm }} /> : <SkeletonRows />;
}

/** The users or assets that a rule hits now. */
function HitList({ kind, params }: { kind: HitKind; params: Record<string, string> }) {
  const routes = useRouteNames();
  const { route, columns } = shapes[kind];
  const slots: ListSlots = {
    params,
    mode: { columns, fixed: ['name'], without },
    createActions: () => [],
    moreActions: () => [],
    rowActions: () => [],
    detailPath: (row) => routes.path(route, { id: row.id }),
  };
  return <EmbeddedList name={`Rule_${kind}`} url={hitUrls[kind]} slots={slots} />;
}

/** Tabs with the users and the assets that a rule hits, for those who may see them. */
export const useHitTabs = (): ((row: { users?: unknown; assets?: unknown }) => DetailTab<Row>[]) => {
  const { t } = useTranslation('rules');
  const can = useCan();
  return (row) =>
    (['users', 'assets'] as const).flatMap((kind) => {
      const selector = selectorIn(row[kind]);
      if (!selector) return [];
      const long = longChoice(selector);
      return {
        key: kind === 'users' ? 'RuleUsers' : 'RuleAssets',
        label: t(`hits.${kind}.title`),
        hidden: !can(shapes[kind].need),
        ...(long ? { count: long.length } : { countUrl: withQuery(hitUrls[kind], hitQuery(selector)) }),
        render: () =>
          long ? <LongHitList kind={kind} ids={long} /> : <HitList kind={kind} params={hitQuery(selector)} />,
      };
    });
};
