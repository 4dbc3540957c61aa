import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { platform } from '@gatehouse/contract/resources/assets/platform.ts';

/** A row of a platform, from a list or a detail. */
export type Platform = RowOf<typeof platform>;
