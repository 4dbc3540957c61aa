import type { Http } from '../../platform/http/http.ts';

/** The licence as the server knows it, shared by the banner and the page. */
export const licenceQuery = (http: Http) => ({
  queryKey: ['licence'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    http.call('GET /api/v1/xpack/license/detail', { signal, disableFlashErrorMsg: true }),
});
