import { QueryClient } from '@tanstack/react-query';

/**
 * The cache of server answers. By default, failed queries are not repeated automatically, and queries are
 * requested again whenever a page is visited.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false, staleTime: 0, gcTime: 5 * 60_000 },
      mutations: { retry: false },
    },
  });

const appOf = (url: string) => /^\/api\/v1\/([^/]+)\//.exec(url)?.[1];

/** `meta` of a query that depends on the rows behind a URL, whatever page changes them. */
export const followsUrl = (url: string) => follows(appOf(url) ?? '');

/** `meta` of a query that depends on rows of other pages: the apps whose writes make its answer outdated. */
export const follows = (...apps: string[]) => ({ follows: apps });

/** Called after a write: requests again what depends on that app, visible queries at once. */
export const staleAfterWrite = (client: QueryClient, url: string): void => {
  const app = appOf(url);
  if (!app) return;
  const isTouched = (meta: Record<string, unknown> | undefined) =>
    Array.isArray(meta?.follows) && meta.follows.includes(app);
  void client.invalidateQueries({ predicate: (query) => isTouched(query.meta) });
};
