import { QueryClient } from '@tanstack/react-query';

/** The cache of server answers: no retries (the client decides), reloaded on every visit of a page. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false, staleTime: 0, gcTime: 5 * 60_000 },
      mutations: { retry: false },
    },
  });

const appOf = (url: string) => /^\/api\/v1\/([^/]+)\//.exec(url)?.[1];

/** `meta` of a query whose answer summarises rows of other pages: apps whose writes make it stale. */
export const follows = (...apps: string[]) => ({ follows: apps });

/** After a write: counts and trees over that app's rows are reloaded, visible ones at once. */
export const staleAfterWrite = (client: QueryClient, url: string): void => {
  const app = appOf(url);
  if (!app) return;
  const isTouched = (meta: Record<string, unknown> | undefined) =>
    Array.isArray(meta?.follows) && meta.follows.includes(app);
  void client.invalidateQueries({ predicate: (query) => isTouched(query.meta) });
};
