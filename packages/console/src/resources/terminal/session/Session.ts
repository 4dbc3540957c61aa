import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { session } from '@gatehouse/contract/resources/terminal/session.ts';

/** A session as the server returns it, in a list or on its own. */
export type Session = RowOf<typeof session>;
