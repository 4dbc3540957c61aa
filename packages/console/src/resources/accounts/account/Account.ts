import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { account } from '@gatehouse/contract/resources/accounts/account.ts';

/** An account as the server returns it, in a list or on its own. */
export type Account = RowOf<typeof account>;
