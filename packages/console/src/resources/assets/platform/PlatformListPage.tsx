import PlusOutlined from '@ant-design/icons/PlusOutlined';
import { platformList } from '@gatehouse/contract/layouts/assets/platform.ts';
import type { platform } from '@gatehouse/contract/resources/assets/platform.ts';
import { useTranslation } from 'react-i18next';
import type { ListSlots } from '../../../engine/list/ListSlots.ts';
import { ResourceList } from '../../../engine/list/ResourceList.tsx';
import { useListController } from '../../../engine/list/useListController.ts';
import { useUrlState } from '../../../engine/list/useListState.ts';
import { PageFrame } from '../../../platform/page/PageFrame.tsx';
import { TabLine } from '../../../platform/page/TabLine.tsx';
import type { ResourcePageProps } from '../../../platform/route/RouteMeta.ts';
import { useRouteNames } from '../../../platform/route/useRouteNames.ts';
import { useCategories } from '../../../platform/session/useCategories.ts';
import { useCan } from '../../../platform/session/useSession.ts';
import { AssetIcon } from '../../../theme/icon/AssetIcon.tsx';
import { typeEntries } from '../assetTypes.ts';
import type { Platform } from './Platform.ts';

/** Query of a platform's form pages: category and type. */
export const platformQuery = ({ category, type }: Platform): Record<string, string> => ({
  category: category.value,
  type: type.value,
});

const FIRST = 'host';

/** Platforms by category. */
export function PlatformListPage({ url, name }: ResourcePageProps) {
  const { t } = useTranslation('resources');
  const can = useCan();
  const routes = useRouteNames();
  const state = useUrlState();
  const { data: categories = [] } = useCategories();
  const active = categories.find(({ value }) => value === state.query.activeTab)?.value ?? FIRST;
  const types = typeEntries(categories).filter(({ category }) => category === active);
  const slots: ListSlots<typeof platform> = {
    mode: platformList,
    params: { category: active },
    icon: ({ type, category }) => <AssetIcon type={type.value} category={category.value} />,
    createActions: (usual) => [
      {
        ...usual,
        has: true,
        can: can('assets.add_platform'),
        reason: t('noPermission'),
        to: undefined,
        icon: <PlusOutlined aria-hidden />,
        children: types.map(({ name, title, category, has }) => ({
          name,
          title,
          has,
          to: routes.path('PlatformCreate', {}, { category, type: name }),
        })),
      },
    ],
    rowActions: (row, usual) =>
      usual.map((action) => {
        const paths: Record<string, string | undefined> = {
          update: routes.path('PlatformUpdate', { id: row.id }, platformQuery(row)),
          clone: routes.path('PlatformCreate', {}, { ...platformQuery(row), clone_from: String(row.id) }),
        };
        return action.name in paths ? { ...action, to: paths[action.name] } : action;
      }),
  };
  const list = useListController({ name: `${name}List`, url, state, slots });
  const tabs = categories.map(({ value, label }) => ({ key: value, label }));
  return (
    <PageFrame
      fill
      tabs={<TabLine bare tabs={tabs} active={active} onPick={(activeTab) => state.patch({ activeTab })} />}
    >
      <ResourceList list={list} routes={name} isMain />
    </PageFrame>
  );
}
