import type { AnswerOf } from '@gatehouse/contract/call/callTypes.ts';
import type { Calls } from '@gatehouse/contract/calls/all.ts';
import { queryOptions } from '@tanstack/react-query';
import type { Http } from '../../platform/http/http.ts';

/** An account that the user may use on an asset. */
export type OwnAccount = AnswerOf<
  Calls['GET /api/v1/perms/users/:user/assets/:asset/']
>['permed_accounts'][number];

/** The accounts that a user, by default the current one, may use on an asset. */
export const ownAccounts = (asset: string, http: Http, user = 'self') =>
  queryOptions({
    queryKey: ['permedAccounts', user, asset],
    queryFn: async ({ signal }) =>
      (await http.call('GET /api/v1/perms/users/:user/assets/:asset/', { params: { user, asset }, signal }))
        .permed_accounts ?? [],
    staleTime: 30_000,
  });
