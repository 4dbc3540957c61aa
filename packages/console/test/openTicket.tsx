import { AssetTicketPage } from '../src/areas/tickets/TicketPages.tsx';
import { answer } from './fakeServer.ts';
import { renderPage } from './renderPage.tsx';
import { COMMENTS, REQUESTS, ticketOptions, type ticketRow } from './tickets.ts';

const ASSETS = '/api/v1/assets/assets/';
/** What an approver may see. */
export const perms = [
  'tickets.view_ticket',
  'assets.view_asset',
  'assets.view_node',
  'perms.view_assetpermission',
];
/** A comment in wire form. */
export const said = (body: string) => ({
  id: body,
  body,
  user_display: 'Ann Lee(ann)',
  date_created: '2031/01/02 03:14:05 +0000',
});

/** Shows the page of a request to an approver. */
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
      [`PATCH ${REQUESTS}t1/approve/`]: 'ok',
      [`PUT ${REQUESTS}t1/reject/`]: 'ok',
      [`PUT ${REQUESTS}t1/close/`]: 'ok',
      'GET /api/v1/orgs/orgs/current/': { id: row.org_id, name: row.org_name, perms },
      'POST /api/v1/common/resources/cache/': { spm: 's1' },
      [`GET ${ASSETS}`]: { count: 2, results: row.apply_assets },
      'GET /api/v1/assets/nodes/': { count: 0, results: [] },
      'POST /api/v1/accounts/accounts/username-suggestions/': [],
      ...more,
    },
  });
