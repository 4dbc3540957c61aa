import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { PageFrame } from '../../platform/page/PageFrame.tsx';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import type { ListSlots } from '../list/ListSlots.ts';
import { ResourceList } from '../list/ResourceList.tsx';
import { useListController } from '../list/useListController.ts';
import { useUrlState } from '../list/useListState.ts';

type Props = ResourcePageProps & {
  slots?: ListSlots;
  help?: ReactNode;
  title?: string;
  tabs?: ReactNode;
  extra?: ReactNode;
};

/** A page with a single list; without slots, everything comes from the metadata of `url`. */
export function ResourceListPage({ url, name, slots, help, title, tabs, extra }: Props) {
  const state = useUrlState();
  const { pathname } = useLocation();
  const list = useListController({ name: `${name}List_${pathname}`, url, state, slots });
  return (
    <PageFrame fill title={title} help={help} tabs={tabs} extra={extra}>
      <ResourceList list={list} routes={name} isMain />
    </PageFrame>
  );
}
