import type { ListMode } from '@gatehouse/contract/console/ListMode.ts';
import type { Selector } from '@gatehouse/contract/resource/fieldTypes.ts';
import { useTranslation } from 'react-i18next';
import type { DetailTab } from '../../engine/detail/DetailSlots.ts';
import { EmbeddedList } from '../../engine/list/EmbeddedList.tsx';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import type { Row } from '../../engine/resource/row.ts';
import { withQuery } from '../../engine/resource/url.ts';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { useCan } from '../../platform/session/useSession.ts';
import { type HitKind, hitQuery, hitUrls, selectorIn } from './hits.ts';

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

/** The users or assets that a rule hits now. */
function HitList({ kind, selector }: { kind: HitKind; selector: Selector }) {
  const routes = useRouteNames();
  const { route, columns } = shapes[kind];
  const slots: ListSlots = {
    params: hitQuery(selector),
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
      return {
        key: kind === 'users' ? 'RuleUsers' : 'RuleAssets',
        label: t(`hits.${kind}.title`),
        hidden: !can(shapes[kind].need),
        countUrl: withQuery(hitUrls[kind], hitQuery(selector)),
        render: () => <HitList kind={kind} selector={selector} />,
      };
    });
};
