import { RouteLink } from '../../engine/cells/RouteLink.tsx';
import { FactList, factsOf } from '../../engine/detail/FactsCard.tsx';
import type { DetailController } from '../../engine/detail/useResourceDetail.ts';
import type { CellProps } from '../../engine/fields/FieldUi.ts';
import { textOf } from '../../engine/resource/row.ts';
import { AccountsFact } from '../../resources/perms/assetpermission/permissionCells.tsx';
import { TimeText } from '../../theme/TimeText.tsx';

const asked = [
  'apply_assets',
  'apply_nodes',
  'apply_accounts',
  'apply_actions',
  'apply_date_start',
  'apply_date_expired',
];
const given = ['apply_permission_name', ...asked];

/** The permission an approved request has become: it has the id of its ticket. */
const PermissionLink = ({ value, row }: CellProps) => (
  <RouteLink name="AssetPermissionDetail" params={{ id: row.id }} query={{ oid: textOf(row.org_id) }}>
    {textOf(value)}
  </RouteLink>
);

const MomentFact = ({ value }: CellProps) => <TimeText value={textOf(value)} absolute />;

const cells = {
  apply_date_start: MomentFact,
  apply_date_expired: MomentFact,
  apply_accounts: AccountsFact,
  apply_permission_name: PermissionLink,
};

/** What a ticket asks for, or what came of it. */
export function GrantFacts({ detail, isGiven }: { detail: DetailController; isGiven: boolean }) {
  const { row, resource } = detail;
  return <FactList facts={factsOf({ row, metas: resource.metas, names: isGiven ? given : asked, cells })} />;
}
