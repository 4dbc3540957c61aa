import type { OptionsBody } from '@gatehouse/contract/wire/options.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { Http } from '../http/http.ts';
import { ownWords } from './ownWords.ts';

/** Query for the metadata of a URL: requested once, and kept until the console is reloaded. */
export const metadataQuery = (http: Http, url: string) => ({
  queryKey: ['options', url] as const,
  queryFn: async () => ownWords(await http.options<OptionsBody>(url, { disableFlashErrorMsg: true })),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** Requests metadata outside of components. */
export const createMetadata =
  (deps: { http: Http; queryClient: QueryClient }) =>
  (url: string): Promise<OptionsBody> =>
    deps.queryClient.fetchQuery(metadataQuery(deps.http, url));
