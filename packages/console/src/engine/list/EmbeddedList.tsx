import type { ListSlots } from './ListSlots.ts';
import { ResourceList } from './ResourceList.tsx';
import { useListController } from './useListController.ts';
import { useMemoryState } from './useListState.ts';

type Props = {
  /** Name under which the chosen columns and their widths are stored. */
  name: string;
  url: string;
  slots?: ListSlots;
  routes?: string;
  isBare?: boolean;
  initialQuery?: Record<string, string>;
};

/** A list inside a page or a dialog; its filters are not in the address bar. */
export function EmbeddedList({ name, url, slots, routes, isBare, initialQuery }: Props) {
  const state = useMemoryState(initialQuery);
  const list = useListController({ name, url, state, slots });
  return <ResourceList list={list} routes={routes} isBare={isBare} />;
}
