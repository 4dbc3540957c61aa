import { ConnectivityCell } from '../../../engine/cells/ConnectivityCell.tsx';
import { RelatedLink } from '../../../engine/cells/RelatedLink.tsx';
import type { CellProps } from '../../../engine/fields/FieldUi.ts';
import type { ColumnSlot } from '../../../engine/list/columns.ts';
import { type Row, rawOf } from '../../../engine/resource/row.ts';
import { AssetIcon } from '../../../theme/AssetIcon.tsx';
import { HardwareCell } from './HardwareCell.tsx';

const PlatformCell = ({ value }: CellProps) => <RelatedLink value={value} route="PlatformDetail" />;
const DomainCell = ({ value }: CellProps) => <RelatedLink value={value} route="DomainDetail" />;

/** Columns every list of assets draws in its own way. */
export const assetColumns: Record<string, ColumnSlot> = {
  connectivity: { Cell: ConnectivityCell, width: 130, card: 'state' },
  platform: { Cell: PlatformCell },
  domain: { Cell: DomainCell },
  gathered_info: { Cell: HardwareCell, width: 190 },
  address: { width: 160 },
};

/** Icon of an asset row. */
export const assetRowIcon = (row: Row) => (
  <AssetIcon type={String(rawOf(row.type) ?? '')} category={String(rawOf(row.category) ?? '')} />
);
