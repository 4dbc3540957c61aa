// @vitest-environment jsdom
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ORG } from '../../../test/fakePlatform.ts';
import { answer } from '../../../test/fakeServer.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { REQUESTS, TICKETS, ticketOptions, ticketRow } from '../../../test/tickets.ts';
import { RequestFormPage } from './RequestFormPage.tsx';
import { AssignedTicketsPage, MyTicketsPage } from './TicketListPages.tsx';

const BRANCH = '3f2b8c10-1111-4111-8111-111111111111';
const names = {
  MyTicketList: '/tickets/my-tickets',
  AssetsTicketDetail: '/tickets/tickets/request-host-perm/:id',
  RequestAssetPermTicketCreateUpdate: '/tickets/tickets/request-host-perm/create',
};
const done = {
  state: { value: 'rejected', label: 'Rejected' },
  status: { value: 'closed', label: 'Finished' },
};
const rows = [
  ticketRow(),
  ticketRow({ id: 't2', title: 'Patch night' }),
  ticketRow({ id: 't3', title: 'Old request', ...done }, [{ state: 'rejected' }]),
];
const listed = { [`GET ${TICKETS}`]: { count: 3, next: null, previous: null, results: rows } };

test('A-2.5-002 my tickets are those I opened; each leads to its page, and the way to another stands beside', async () => {
  const { screen, user, server, router } = await renderPage({
    page: <MyTicketsPage />,
    person: { perms: ['tickets.view_ticket'] },
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

const openAssigned = () =>
  renderPage({
    page: <AssignedTicketsPage />,
    person: { perms: ['tickets.view_ticket'] },
    names,
    routes: { ...ticketOptions, ...listed, [`PUT ${REQUESTS}bulk/`]: 'ok' },
  });

test('A-2.5-003 assigned tickets are those put before me; what waits for me is told so', async () => {
  const { screen, server } = await openAssigned();
  await screen.findByRole('link', { name: 'Patch night' });
  expect(server.calls('GET', TICKETS)[0]?.query).toMatchObject({ assignees__id: 'me' });
  expect(screen.getAllByText('Waiting for you')).toHaveLength(2);
});

test.each([
  ['approve', 'Approve 2 tickets'],
  ['reject', 'Reject 2 tickets'],
])(
  'B-4-003 several tickets are decided together: %s; those decided already are left alone',
  async (action, name) => {
    const { screen, user, server } = await openAssigned();
    await screen.findByRole('link', { name: 'Patch night' });
    for (const row of rows) await user.click(screen.getByRole('checkbox', { name: `Select ${row.title}` }));
    await user.click(screen.getByRole('button', { name: /More actions/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Decide together' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('Patch night (Access to assets)')).toBeTruthy();
    expect(within(dialog).getAllByText('Tom Rivera(tom)')).toHaveLength(3);
    expect(within(dialog).getAllByText('app-01(10.0.0.1)')).toHaveLength(3);
    await user.click(within(dialog).getByRole('button', { name }));
    await waitFor(() =>
      expect(server.calls('PUT', `${REQUESTS}bulk/`)).toEqual([
        expect.objectContaining({ query: { action }, body: { tickets: ['t1', 't2'] } }),
      ]),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  },
);

const orgs = [
  { id: ORG, name: 'Northwind' },
  { id: BRANCH, name: 'Harbor' },
];
const openForm = async (more: Record<string, unknown> = {}) => {
  const found: Record<string, object[]> = {
    [ORG]: [{ id: 'a1', name: 'app-01', address: '10.0.0.1' }],
    [BRANCH]: [],
  };
  const view = await renderPage({
    page: <RequestFormPage resource="" url="" name="RequestAssetPermTicketCreateUpdate" />,
    person: {
      perms: ['tickets.view_ticket'],
      settings: { TICKET_AUTHORIZE_DEFAULT_TIME: 3, TICKET_AUTHORIZE_DEFAULT_TIME_UNIT: 'day' },
    },
    names,
    routes: {
      ...ticketOptions,
      'GET /api/v1/tickets/apply-assets/suggestions/': ({ query }: { query: Record<string, string> }) =>
        found[query.oid ?? ''],
      'POST /api/v1/accounts/accounts/username-suggestions/': [],
      [`POST ${REQUESTS}open/`]: answer(201, ticketRow()),
      ...more,
    },
  });
  const { session } = view.platform;
  session.setProfile({
    ...(session.get().profile as NonNullable<ReturnType<typeof session.get>['profile']>),
    workbench_orgs: orgs,
  });
  return view;
};

test('A-2.5-004 access is asked for in an organization, with every action and the usual time unless told', async () => {
  const { screen, user, server, router } = await openForm();
  await user.type(await screen.findByLabelText(/^Title/), 'Patch night');
  await user.click(screen.getByRole('combobox', { name: 'Assets' }));
  await user.click(await screen.findByText('app-01 (10.0.0.1)'));
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(server.calls('POST', `${REQUESTS}open/`)).toHaveLength(1));
  const body = server.calls('POST', `${REQUESTS}open/`)[0]?.body as Record<string, string>;
  expect(body).toMatchObject({
    title: 'Patch night',
    org_id: ORG,
    apply_assets: ['a1'],
    apply_accounts: ['@ALL'],
    apply_actions: ['all'],
  });
  expect(body).not.toHaveProperty('apply_nodes');
  const days =
    (Date.parse(body.apply_date_expired ?? '') - Date.parse(body.apply_date_start ?? '')) / 86_400_000;
  expect(days).toBe(3);
  await waitFor(() => expect(router.state.location.pathname).toBe('/tickets/my-tickets'));
});

test('another organization has other assets: those chosen before are forgotten', async () => {
  const { screen, user, server } = await openForm();
  await user.type(await screen.findByLabelText(/^Title/), 'Patch night');
  await user.click(screen.getByRole('combobox', { name: 'Assets' }));
  await user.click(await screen.findByText('app-01 (10.0.0.1)'));
  await user.click(screen.getByRole('combobox', { name: /Organization/ }));
  await user.click(await screen.findByTitle('Harbor'));
  await user.click(screen.getByRole('combobox', { name: 'Assets' }));
  await waitFor(() =>
    expect(server.calls('GET', '/api/v1/tickets/apply-assets/suggestions/').at(-1)?.query.oid).toBe(BRANCH),
  );
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(server.calls('POST', `${REQUESTS}open/`)).toHaveLength(1));
  const [{ body } = { body: undefined }] = server.calls('POST', `${REQUESTS}open/`);
  expect(body).toMatchObject({ org_id: BRANCH });
  expect(body).not.toHaveProperty('apply_assets');
});

test('what the server refuses stands at its field', async () => {
  const { screen, user } = await openForm({
    [`POST ${REQUESTS}open/`]: answer(400, { apply_date_expired: ['The end has passed.'] }),
  });
  await user.type(await screen.findByLabelText(/^Title/), 'Patch night');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  expect((await screen.findAllByText('The end has passed.')).length).toBeGreaterThan(0);
});
