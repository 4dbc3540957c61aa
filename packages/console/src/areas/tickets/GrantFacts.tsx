import { RouteLink } from '../../engine/cells/RouteLink.tsx';
import { FactList, factsOf } from '../../engine/detail/FactsCard.tsx';
import type { CellIn, CellsIn } from '../../engine/fields/FieldUi.ts';
import type { FieldIn } from '../../engine/resource/row.ts';
import { AccountsFact } from '../../resources/perms/assetpermission/permissionCells.tsx';
import type { AssetTicket } from '../../resources/tickets/ticket/ticket.ts';
import { TimeText } from '../../theme/text/TimeText.tsx';
import type { TicketDetail } from './TicketDetail.ts';

const requestedFields = [
  'apply_assets',
  'apply_nodes',
  'apply_accounts',
  'apply_actions',
  'apply_date_start',
  'apply_date_expired',
] as const satisfies readonly FieldIn<AssetTicket>[];
const shownFields = ['apply_permission_name', ...requestedFields] as const;

/** Link to the permission that an approved request created; the permission has the ticket's id. */
const PermissionLink = ({ value, row }: CellIn<AssetTicket, 'apply_permission_name'>) => (
  <RouteLink name="AssetPermissionDetail" params={{ id: row.id }} query={{ oid: row.org_id }}>
    {value}
  </RouteLink>
);

const MomentFact = ({ value }: { value: string }) => <TimeText value={value} />;

const cells: CellsIn<AssetTicket> = {
  apply_date_start: MomentFact,
  apply_date_expired: MomentFact,
  apply_accounts: AccountsFact,
  apply_permission_name: PermissionLink,
};

/** What a ticket requests, or what was granted. */
export function GrantFacts({ detail, isGranted }: { detail: TicketDetail; isGranted: boolean }) {
  const { row, resource } = detail;
  return (
    <FactList
      facts={factsOf({ row, metas: resource.metas, names: isGranted ? shownFields : requestedFields, cells })}
    />
  );
}
