import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { session } from '@gatehouse/contract/resources/terminal/session.ts';

/** A row of a session, from a list or a detail. */
export type Session = RowOf<typeof session>;
