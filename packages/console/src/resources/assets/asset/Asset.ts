import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { asset } from '@gatehouse/contract/resources/assets/asset.ts';

/** An asset of any category as the server returns it, in a list or on its own. */
export type Asset = RowOf<typeof asset>;

/** What determines the icon of an asset or platform. */
export type AssetKind = Pick<Asset, 'type' | 'category'>;
