import type { RouteMeta } from '../../platform/route/RouteMeta.ts';
import { routesOf } from './defineRoutes.ts';

const { page, resource } = routesOf('tickets');
const ticket = { licence: true, hidden: true, activeMenu: '/tickets/my-tickets' } as const;
const withoutSelector = (routes: RouteMeta[]) => routes.map((one) => ({ ...one, showOrganization: false }));

/** Tickets: requests for access and their approval. */
export const ticketRoutes: RouteMeta[] = [
  ...withoutSelector([
    page('MyTicketList', 'my-tickets', 'tickets.view_ticket', { licence: true }),
    page('AssignedTicketList', 'assigned-tickets', 'tickets.view_ticket', { licence: true }),
    page(
      'RequestAssetPermTicketCreateUpdate',
      'tickets/request-host-perm/create',
      'tickets.view_ticket',
      ticket,
    ),
    page('AssetsTicketDetail', 'tickets/request-host-perm/:id', 'tickets.view_ticket', ticket),
    page('LoginAssetTicketDetail', 'tickets/login-host-confirm/:id', 'tickets.view_ticket', ticket),
    page('LoginTicketDetail', 'tickets/login-confirm/:id', 'tickets.view_ticket', ticket),
    page('CommandConfirmDetail', 'tickets/command-confirm/:id', 'tickets.view_ticket', ticket),
    page('TicketDetail', 'tickets/:id', 'tickets.view_ticket', ticket),
  ]),
  page('TicketFlow', 'flow', 'tickets.view_ticketflow', { licence: true }),
  page('FlowDetail', 'flow/:id', 'tickets.view_ticketflow', {
    licence: true,
    hidden: true,
    activeMenu: '/tickets/flow',
  }),
  ...resource({
    base: 'TicketFlow',
    below: 'flow',
    letters: 'CU',
    permission: 'tickets.ticketflow',
    // No role can hold a permission to add a flow, so the server asks for a superuser.
    needs: { C: 'superuser' },
    flags: { licence: true },
  }),
];
