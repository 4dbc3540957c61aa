import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { account } from '@gatehouse/contract/resources/accounts/account.ts';

/** A row of an account, from a list or a detail. */
export type Account = RowOf<typeof account>;
