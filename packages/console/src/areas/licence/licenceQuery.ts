import type { LicenceDetail } from '@gatehouse/contract/wire/licence.ts';
import { LICENCE_DETAIL_URL } from '@gatehouse/contract/wire/licenceAddresses.ts';
import type { Http } from '../../platform/http/http.ts';

/** The licence as the server knows it, shared by the banner and the page. */
export const licenceQuery = (http: Http) => ({
  queryKey: ['licence'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    http.get<LicenceDetail>(LICENCE_DETAIL_URL, { signal, disableFlashErrorMsg: true }),
});
