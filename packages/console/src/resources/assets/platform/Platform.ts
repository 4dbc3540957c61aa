import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { platform } from '@gatehouse/contract/resources/assets/platform.ts';

/** A platform as the server returns it, in a list or on its own. */
export type Platform = RowOf<typeof platform>;
