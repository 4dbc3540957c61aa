import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { asset } from '@gatehouse/contract/resources/assets/asset.ts';

/** A row of an asset of any category, from a list or a detail. */
export type Asset = RowOf<typeof asset>;

/** What determines the icon of an asset or platform. */
export type AssetKind = Pick<Asset, 'type' | 'category'>;
