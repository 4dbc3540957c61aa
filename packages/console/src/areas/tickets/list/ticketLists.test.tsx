// @vitest-environment jsdom
import { cleanup, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { reasonOverEntry } from '../../../../test/actionsShown.ts';
import { answerTo } from '../../../../test/answerTo.ts';
import { answer } from '../../../../test/fakeServer.ts';
import { renderPage } from '../../../../test/renderPage.tsx';
import { pageOf } from '../../../../test/sampleRow.ts';
import { anyTicket, REQUESTS, TICKETS, ticketOptions, ticketRow } from '../../../../test/tickets.ts';
import { AssignedTicketsPage, MyTicketsPage } from './TicketListPages.tsx';

const names = {
  MyTicketList: '/tickets/my-tickets',
  AssetsTicketDetail: '/tickets/tickets/request-host-perm/:id',
  RequestAssetPermTicketCreateUpdate: '/tickets/tickets/request-host-perm/create',
};
const done = {
  state: { value: 'rejected', label: 'Rejected' },
  status: { value: 'closed', label: 'Finished' },
} as const;
const second = { id: 't2', title: 'Patch night' };
const third = { id: 't3', title: 'Old request', ...done };
const rejected = [{ state: 'rejected' }];
const rows = [anyTicket(), anyTicket(second), anyTicket(third, rejected)];
const requests = [ticketRow(third, rejected), ticketRow(second), ticketRow()];
const listed = { [`GET ${TICKETS}`]: pageOf(rows) };

test('A-2.5-002 "My tickets" lists the tickets that the user opened, links to them, and leads to a new request', async () => {
  const { screen, user, server, router } = await renderPage({
    page: <MyTicketsPage />,
    caller: { perms: ['tickets.view_ticket'] },
    names,
    routes: { ...ticketOptions, ...listed },
  });
  const title = await screen.findByRole('link', { name: 'Old request' });
  expect(title.getAttribute('href')).toBe('/tickets/tickets/request-host-perm/t3');
  expect(server.calls('GET', TICKETS)[0]?.query).toMatchObject({ applicant: 'me' });
  expect(within(title.closest('tr') as HTMLElement).getByText('Rejected')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /Request/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Access to assets' }));
  expect(router.state.location.pathname).toBe('/tickets/tickets/request-host-perm/create');
});

test('A-3-015 where requests cannot be made, "My tickets" lists the old ones and offers no new one', async () => {
  const { RequestAssetPermTicketCreateUpdate: _off, ...others } = names;
  const { screen } = await renderPage({
    page: <MyTicketsPage />,
    caller: { perms: ['tickets.view_ticket'] },
    names: others,
    routes: { ...ticketOptions, ...listed },
  });
  expect(await screen.findByRole('link', { name: 'Old request' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Request/ })).toBeNull();
});

test('the lists of tickets show who asks for what and for how long; the own one needs no applicant', async () => {
  const cellsOf = async (page: ReactNode) => {
    const { screen } = await renderPage({
      page,
      caller: { perms: ['tickets.view_ticket'] },
      names,
      routes: {
        ...ticketOptions,
        [`GET ${TICKETS}`]: pageOf([
          anyTicket({ duration: 7 * 86_400 }),
          anyTicket({
            ...second,
            duration: null,
            rel_snapshot: { applicant: 'Tom Rivera(tom)', apply_assets: [], apply_nodes: [] },
          }),
        ]),
      },
    });
    const title = await screen.findByRole('link', { name: 'ERP incident' });
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    const cells = [title, screen.getByRole('link', { name: 'Patch night' })].map((link) =>
      [...(link.closest('tr')?.cells ?? [])].map(({ textContent }) => textContent),
    );
    cleanup();
    return { heads, cells };
  };
  const assigned = await cellsOf(<AssignedTicketsPage />);
  expect(assigned.heads).toEqual(
    expect.arrayContaining(['Title', 'Applicant', 'Target', 'Duration', 'State', 'Created']),
  );
  expect(assigned.cells[0]).toEqual(expect.arrayContaining(['Tom Rivera tom', 'app-01', '7 days']));
  expect(assigned.cells[1]?.filter((text) => text === '–none')).toHaveLength(3);
  const own = await cellsOf(<MyTicketsPage />);
  expect(own.heads).not.toContain('Applicant');
  expect(own.heads).toEqual(expect.arrayContaining(['Title', 'Target', 'Duration', 'State', 'Created']));
});

test('the list of assigned tickets says how long decisions took, each one and on average', async () => {
  const { screen } = await openAssigned({
    'GET /api/v1/tickets/decision-times/': { decided: 12, average: 180, waiting: 1 },
    [`GET ${TICKETS}`]: pageOf([anyTicket({ ...third, decided_after: 7200 }, rejected)]),
  });
  expect(await screen.findByText('12 decided in 30 days, on average after 3 minutes')).toBeTruthy();
  expect(await screen.findByRole('cell', { name: '2 hours' })).toBeTruthy();
});

test('approvals that hold are listed, and taken back by who may', async () => {
  const held = (id: string, over: object = {}) => ({
    id,
    type: { value: 'command_confirm', label: 'Command' },
    title: `Command ${id}`,
    applicant: 'Tom Rivera(tom)',
    approved_by: 'Ann Lee(ann)',
    until: '2999/01/02 03:04:05 +0000',
    org_id: 'org-b',
    org_name: 'Northwind',
    can_open: true,
    can_revoke: true,
    ...over,
  });
  const { screen, user, server } = await openAssigned({
    'GET /api/v1/tickets/held-approvals/': {
      approvals: [held('h1'), held('h2', { until: null, can_open: false, can_revoke: false })],
    },
    ...answerTo('POST /api/v1/tickets/held-approvals/:id/revoke/', 'ok', { id: 'h1' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Approvals in force (2)' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Approvals in force' }));
  expect(dialog.getAllByText('Ann Lee')).toHaveLength(2);
  expect(dialog.getByText('as long as it is used')).toBeTruthy();
  expect(dialog.getAllByRole('button', { name: 'Revoke' })).toHaveLength(1);
  await user.click(dialog.getByRole('button', { name: 'Revoke' }));
  await waitFor(() =>
    expect(server.calls('POST', '/api/v1/tickets/held-approvals/h1/revoke/')).toHaveLength(1),
  );
});

test('tickets that wait for the user can be searched for', async () => {
  const { screen, user } = await openAssigned();
  await screen.findByRole('link', { name: 'Patch night' });
  await user.click(screen.getByRole('combobox', { name: /Search/ }));
  await user.click(await screen.findByRole('option', { name: 'Waiting for me' }));
  await user.click(await screen.findByRole('option', { name: 'Yes' }));
  expect(await screen.findByText(/Waiting for me: Yes/)).toBeTruthy();
});

const SEEN = '2031/01/02 03:04:05 +0000';
const openAssigned = (over: Record<string, unknown> = {}) =>
  renderPage({
    page: <AssignedTicketsPage />,
    caller: { perms: ['tickets.view_ticket'] },
    names,
    routes: {
      ...ticketOptions,
      ...listed,
      [`GET ${REQUESTS}`]: pageOf(requests),
      ...answerTo('PUT /api/v1/tickets/apply-asset-tickets/bulk/', 'ok'),
      ...over,
    },
  });

test('A-2.5-003 "Assigned to me" lists tickets assigned to the user and marks those that wait for the user', async () => {
  const { screen, server } = await openAssigned();
  const title = await screen.findByRole('link', { name: 'Patch night' });
  expect(title.getAttribute('href')).toBe(
    '/tickets/tickets/request-host-perm/t2?activeMenu=AssignedTicketList',
  );
  expect(server.calls('GET', TICKETS)[0]?.query).toMatchObject({ assignees__id: 'me' });
  expect(screen.getAllByText('Waiting for you')).toHaveLength(2);
});

test.each([
  ['approve', 'Approve 2 tickets'],
  ['reject', 'Reject 2 tickets'],
])(
  'B-4-003 several tickets are decided together: %s; those already decided are left alone',
  async (action, name) => {
    const { screen, user, server } = await openAssigned();
    await screen.findByRole('link', { name: 'Patch night' });
    for (const row of rows) await user.click(screen.getByRole('checkbox', { name: `Select ${row.title}` }));
    await user.click(screen.getByRole('button', { name: /More actions/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Decide selected' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('Decide 3 tickets')).toBeTruthy();
    expect(await within(dialog).findByText('Patch night (Access to assets)')).toBeTruthy();
    expect(server.calls('GET', REQUESTS)[0]?.query.ids).toBe('t1,t2,t3');
    expect(within(dialog).getAllByText('Tom Rivera (tom)')).toHaveLength(3);
    expect(within(dialog).getAllByText('app-01 (10.0.0.1)')).toHaveLength(3);
    for (const [term, fact] of [
      ['Accounts', 'All accounts'],
      ['Actions', 'Connect, Upload'],
      ['Period', '2031-01-02 03:04:05 – 2031-01-09 03:04:05'],
    ] as const) {
      const [first] = within(dialog).getAllByText(term, { selector: 'dt' });
      expect(first?.nextElementSibling?.textContent).toBe(fact);
    }
    const before = server.calls('GET', TICKETS).length;
    await user.click(within(dialog).getByRole('button', { name }));
    await waitFor(() =>
      expect(server.calls('PUT', `${REQUESTS}bulk/`)).toEqual([
        expect.objectContaining({
          query: { action },
          body: { tickets: ['t1', 't2'], seen: { t1: SEEN, t2: SEEN } },
        }),
      ]),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(server.calls('GET', TICKETS).length).toBeGreaterThan(before));
    await screen.findByRole('button', { name: 'More actions' });
  },
);

test('tickets are decided together only once some are selected', async () => {
  const { screen, user } = await openAssigned();
  await screen.findByRole('link', { name: 'Patch night' });
  await user.click(screen.getByRole('button', { name: 'More actions' }));
  expect(await reasonOverEntry(user, 'Decide selected')).toBe('Select at least one row');
});

test('selected tickets that cannot be loaded are reported once, in the dialog', async () => {
  const { screen, user } = await openAssigned({ [`GET ${REQUESTS}`]: answer(500, { detail: 'Disk full' }) });
  await user.click(await screen.findByRole('checkbox', { name: 'Select Patch night' }));
  await user.click(screen.getByRole('button', { name: /More actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Decide selected' }));
  const alert = await within(await screen.findByRole('dialog')).findByRole('alert');
  expect(within(alert).getByText('Loading failed.')).toBeTruthy();
  expect(within(alert).getByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(screen.getAllByRole('alert')).toEqual([alert]);
});
