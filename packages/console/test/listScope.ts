import type { ListScope } from '../src/engine/list/ListScope.tsx';
import { DOMAINS } from './domains.ts';

/** What a cell knows of the list of zones around it; by default, the user may change its rows. */
export const listScope = (over: Partial<ListScope> = {}): ListScope => ({
  url: DOMAINS,
  canUpdate: true,
  detailPath: () => undefined,
  onOpen: undefined,
  onLabel: undefined,
  placeOf: () => 1,
  refetch: () => undefined,
  ...over,
});
