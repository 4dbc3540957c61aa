import type { ConsolePage } from '@gatehouse/contract/console/ConsolePlace.ts';
import type { Definitions } from '@gatehouse/contract/resources/all.ts';
import type { PageLoader } from '../../platform/route/RouteMeta.ts';

/** Names of the pages a definition declares. */
type PageOf<D> = D extends { console: { pages: readonly (infer P extends ConsolePage)[] } } ? P : never;

/**
 * Pages that replace the generic ones, by resource. A resource that does not exist does not compile, nor does
 * a page that its definition does not declare.
 */
export type ResourcePages = {
  [K in keyof Definitions as PageOf<Definitions[K]> extends never ? never : K]?: {
    [P in PageOf<Definitions[K]>]?: PageLoader;
  };
};
