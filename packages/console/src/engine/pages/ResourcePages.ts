import type { ConsolePage } from '@gatehouse/contract/console/ConsolePlace.ts';
import type { Definitions } from '@gatehouse/contract/resources/all.ts';
import type { PageLoader } from '../../platform/route/RouteMeta.ts';

/** Names of the pages a definition declares. */
type PageOf<D> = D extends { console: { pages: readonly (infer P extends ConsolePage)[] } } ? P : never;

/**
 * Pages of resources that take the place of the generic ones. A resource that does not exist, or a page its definition
 * does not declare, does not compile.
 */
export type ResourcePages = {
  [K in keyof Definitions as PageOf<Definitions[K]> extends never ? never : K]?: {
    [P in PageOf<Definitions[K]>]?: PageLoader;
  };
};
