import { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { node } from '@gatehouse/contract/resources/assets/node.ts';
import { comment } from '@gatehouse/contract/resources/tickets/comment.ts';
import { AssetTicketPage } from '../src/areas/tickets/TicketPages.tsx';
import { answerTo, listOf } from './answerTo.ts';
import { answer } from './fakeServer.ts';
import { organizationNow } from './organizationNow.ts';
import { renderPage } from './renderPage.tsx';
import { listRow } from './sampleRow.ts';
import { COMMENTS, REJECT, REQUESTS, ticketOptions, type ticketRow } from './tickets.ts';

/** What an approver is permitted to do. */
export const perms = [
  'tickets.view_ticket',
  'assets.view_asset',
  'assets.view_node',
  'perms.view_assetpermission',
];
/** A comment as the server sends it. */
export const said = (body: string) =>
  listRow(comment, {
    id: body,
    body,
    user_display: 'Ann Lee(ann)',
    date_created: '2031/01/02 03:14:05 +0000',
  });

/** Shows the page of an access request to an approver. */
export const openTicket = (
  row: ReturnType<typeof ticketRow>,
  more: Record<string, unknown> = {},
  width?: number,
) =>
  renderPage({
    page: <AssetTicketPage />,
    caller: { perms },
    at: '/tickets/tickets/request-host-perm/t1',
    pattern: '/tickets/tickets/request-host-perm/:id',
    name: 'AssetsTicketDetail',
    names: { AssetPermissionDetail: '/console/perms/asset-permissions/:id' },
    ...(width && { width }),
    routes: {
      ...ticketOptions,
      [`GET ${REQUESTS}t1/`]: row,
      [`GET ${COMMENTS}`]: [said('**Agreed**, app servers are enough. <img src=x onerror=alert(1)>')],
      [`POST ${COMMENTS}`]: answer(201, said('x')),
      ...answerTo('PATCH /api/v1/tickets/apply-asset-tickets/:id/approve/', 'ok', { id: 't1' }),
      ...answerTo(REJECT, 'ok', { id: 't1' }),
      ...answerTo('PUT /api/v1/tickets/apply-asset-tickets/:id/close/', 'ok', { id: 't1' }),
      ...answerTo(
        'GET /api/v1/orgs/orgs/current/',
        organizationNow({ id: row.org_id, name: row.org_name, perms }),
      ),
      ...answerTo('POST /api/v1/common/resources/cache/', { spm: 's1' }),
      ...listOf(asset, row.apply_assets),
      ...listOf(node, []),
      ...answerTo('POST /api/v1/accounts/accounts/username-suggestions/', []),
      ...more,
    },
  });
