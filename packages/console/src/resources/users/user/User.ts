import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { user } from '@gatehouse/contract/resources/users/user.ts';

/** A user as the server returns it, in a list or on its own. */
export type User = RowOf<typeof user>;
