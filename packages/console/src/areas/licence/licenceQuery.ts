import type { Http } from '../../platform/http/http.ts';

/** Query of the licence details, shared by the banner and the page. */
export const licenceQuery = (http: Http) => ({
  queryKey: ['licence'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    http.call('GET /api/v1/xpack/license/detail', { signal, disableFlashErrorMsg: true }),
});
