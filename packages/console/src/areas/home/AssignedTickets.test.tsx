// @vitest-environment jsdom
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '../../../test/renderPage.tsx';
import { pageOf } from '../../../test/sampleRow.ts';
import { anyTicket, TICKETS } from '../../../test/tickets.ts';
import type { Ticket } from '../../resources/tickets/ticket/ticket.ts';
import { AssignedTickets } from './AssignedTickets.tsx';

const open = (rows: Ticket[]) =>
  renderPage({
    page: <AssignedTickets />,
    caller: { perms: ['tickets.view_ticket'] },
    names: {
      AssignedTicketList: '/tickets/assigned-tickets',
      AssetsTicketDetail: '/tickets/tickets/request-host-perm/:id',
    },
    routes: { [`GET ${TICKETS}`]: pageOf(rows) },
  });

test('the home overview lists the assigned open tickets with their applicants, and links to them', async () => {
  const { screen, server } = await open([anyTicket()]);
  const link = await screen.findByRole('link', { name: 'ERP incident' });
  expect(link.getAttribute('href')).toBe(
    '/tickets/tickets/request-host-perm/t1?activeMenu=AssignedTicketList',
  );
  const line = within(link.closest('li') as HTMLElement);
  for (const fact of ['Tom Rivera', 'Access to assets', 'Waiting for you'])
    expect(line.getByText(fact)).toBeTruthy();
  expect(server.calls('GET', TICKETS)[0]?.query).toMatchObject({
    assignees__id: 'me',
    state: 'pending',
    limit: '10',
  });
  expect(screen.getByRole('link', { name: 'Show all' }).getAttribute('href')).toBe(
    '/tickets/assigned-tickets',
  );
});

test('without assigned tickets the card says so', async () => {
  const { screen } = await open([]);
  expect(await screen.findByText('No open ticket is assigned to you.')).toBeTruthy();
});
