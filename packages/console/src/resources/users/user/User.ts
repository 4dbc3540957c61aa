import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { user } from '@gatehouse/contract/resources/users/user.ts';

/** A row of a user, from a list or a detail. */
export type User = RowOf<typeof user>;
