import type { host } from '@gatehouse/contract/resources/assets/host.ts';
import { ConnectivityCell } from '../../../engine/cells/ConnectivityCell.tsx';
import { RelatedLink } from '../../../engine/cells/RelatedLink.tsx';
import type { CellIn } from '../../../engine/fields/FieldUi.ts';
import type { ColumnsIn } from '../../../engine/list/table/columns.ts';
import { AssetIcon } from '../../../theme/icon/AssetIcon.tsx';
import type { AssetKind } from './Asset.ts';
import { HardwareCell } from './HardwareCell.tsx';

const PlatformCell = ({ value }: CellIn<typeof host, 'platform'>) => (
  <RelatedLink value={value} route="PlatformDetail" />
);
const DomainCell = ({ value }: CellIn<typeof host, 'domain'>) => (
  <RelatedLink value={value} route="DomainDetail" />
);

/** Columns shared by all asset lists. */
export const assetColumns: ColumnsIn<typeof host> = {
  connectivity: { Cell: ConnectivityCell, width: 130, card: 'state' },
  platform: { Cell: PlatformCell },
  domain: { Cell: DomainCell },
  gathered_info: { Cell: HardwareCell, width: 190 },
  address: { width: 160 },
};

/** Icon of an asset row. */
export const assetRowIcon = ({ type, category }: AssetKind) => (
  <AssetIcon type={type.value} category={category.value} />
);
