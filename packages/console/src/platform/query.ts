import { QueryClient } from '@tanstack/react-query';

/** The cache of server answers: no retries (the client decides), fresh on every visit of a page. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false, staleTime: 0, gcTime: 5 * 60_000 },
      mutations: { retry: false },
    },
  });
