// @vitest-environment jsdom
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerTo } from '../../../test/answerTo.ts';
import { ORG } from '../../../test/fakePlatform.ts';
import { answer, type Seen } from '../../../test/fakeServer.ts';
import { openTicket, perms } from '../../../test/openTicket.tsx';
import { organizationNow } from '../../../test/organizationNow.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import {
  anyTicket,
  COMMENTS,
  REJECT,
  REQUESTS,
  TICKETS,
  ticketOptions,
  ticketRow,
} from '../../../test/tickets.ts';
import type { AssetTicket, Ticket } from '../../resources/tickets/ticket/ticket.ts';
import { TicketPage } from './TicketPages.tsx';

test('B-3-015 A-2.5-005 a request shows applicant, request, approvers by level, and comments', async () => {
  const { screen } = await openTicket(
    ticketRow({ approval_step: { value: 2, label: 'Level 2' } }, [
      { state: 'approved', by: 'Ann Lee(ann)' },
      {},
    ]),
  );
  await screen.findByRole('heading', { level: 1, name: 'ERP incident' });
  expect(screen.getByText('203101020001')).toBeTruthy();
  expect(screen.getByText('Waiting for you')).toBeTruthy();
  expect(screen.getByText('Tom Rivera asks for access to assets in Northwind')).toBeTruthy();
  expect(screen.getByText('The scheduler restarts in a loop.')).toBeTruthy();
  for (const [term, fact] of [
    ['Type', 'Access to assets'],
    ['Status', 'Open'],
    ['Level', 'Level 2'],
  ] as const)
    expect(screen.getByText(term, { selector: 'dt' }).nextElementSibling?.textContent).toContain(fact);
  const steps = screen.getAllByRole('listitem').map(({ textContent }) => textContent ?? '');
  expect(steps.find((text) => text.startsWith('Level 1 approved'))).toContain('Ann Lee');
  const waiting = steps.find((text) => text.startsWith('Level 2 · waiting'));
  expect(waiting).toContain('Any one of 2 users');
  expect(waiting).toContain('You');
});

test('comments are formatted, and nothing in them becomes markup', async () => {
  const { screen } = await openTicket(ticketRow());
  const comments = await screen.findByRole('list', { name: 'Comments' });
  expect((await within(comments).findByText('Agreed')).tagName).toBe('STRONG');
  expect(comments.textContent).toContain('<img src=x onerror=alert(1)>');
  expect(comments.querySelector('img')).toBeNull();
});

test('B-4-001 the current approver narrows the request, says why, and approves', async () => {
  const { screen, user, server } = await openTicket(ticketRow());
  await user.type(await screen.findByRole('textbox', { name: 'Comment' }), 'One is enough');
  const chosen = await screen.findByTitle('app-02 (10.0.0.2)');
  await user.click(chosen.querySelector('[class*=remove]') as Element);
  await screen.findByText('Differs from the request: 1 asset instead of 2.');
  await user.click(screen.getByRole('button', { name: /^Approve for / }));
  await waitFor(() => expect(server.calls('PATCH', `${REQUESTS}t1/approve/`)).toHaveLength(1));
  await waitFor(() => expect(server.calls('POST', COMMENTS)).toHaveLength(1));
  const [{ body, query } = {} as Seen] = server.calls('POST', COMMENTS);
  expect({ body, query }).toEqual({ body: { body: 'One is enough' }, query: { ticket_id: 't1' } });
  expect(server.calls('PATCH', `${REQUESTS}t1/approve/`)[0]?.body).toEqual({
    org_id: 'org-b',
    apply_assets: ['a1'],
    apply_nodes: [],
    apply_accounts: ['@ALL'],
    apply_actions: ['connect', 'upload'],
    apply_date_start: '2031/01/02 03:04:05 +0000',
    apply_date_expired: '2031/01/09 03:04:05 +0000',
    approval_step: 1,
    seen: '2031/01/02 03:04:05 +0000',
  });
  await waitFor(() => expect(server.calls('GET', `${REQUESTS}t1/`).length).toBeGreaterThan(1));
});

test('accounts are granted as tags: a username replaces all accounts, and none is refused', async () => {
  const { screen, user, server } = await openTicket(ticketRow());
  const field = await screen.findByRole('combobox', { name: 'Accounts' });
  const tags = () =>
    [...(field.closest('[class*=granted]')?.querySelectorAll('[title]') ?? [])].map(
      (tag) => tag.getAttribute('title') ?? '',
    );
  expect(tags()).toContain('All accounts');
  await user.type(field, 'deploy{Enter}');
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: /^Approve for / }));
  const sent = () =>
    server.calls('PATCH', `${REQUESTS}t1/approve/`).map(({ body }) => (body as AssetTicket).apply_accounts);
  await waitFor(() => expect(sent()).toEqual([['@SPEC', 'deploy']]));
});

test('an approver can go back to all accounts, and cannot approve without any', async () => {
  const { screen, user, server } = await openTicket(ticketRow({ apply_accounts: ['@SPEC', 'deploy'] }));
  const field = await screen.findByRole('combobox', { name: 'Accounts' });
  await user.click(field);
  await user.keyboard('{Backspace}{Escape}');
  await user.click(screen.getByRole('button', { name: /^Approve for / }));
  expect(await screen.findByText('Choose at least one account.')).toBeTruthy();
  expect(server.calls('PATCH', `${REQUESTS}t1/approve/`)).toEqual([]);
  await user.click(field);
  await user.click(await screen.findByTitle('All accounts'));
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: /^Approve for / }));
  await waitFor(() =>
    expect(server.calls('PATCH', `${REQUESTS}t1/approve/`)[0]?.body).toMatchObject({
      apply_accounts: ['@ALL'],
    }),
  );
});

test('the requested period stands on one line, with its length', async () => {
  const { screen } = await openTicket(ticketRow());
  const period = (await screen.findByText('Period')).nextElementSibling;
  expect(period?.textContent).toBe('2031-01-02 03:04:05 – 2031-01-09 03:04:057 days');
  expect(screen.getByRole('textbox', { name: 'Starts' })).toBeTruthy();
  expect(screen.getByRole('textbox', { name: 'Expires' })).toBeTruthy();
});

const CURRENT = '/api/v1/orgs/orgs/current/';
test.each([
  ['the approver is a member', 'org-b', { id: 'org-b', perms: ['assets.view_node'] }, ['Nodes']],
  ['the approver is not a member', 'org-b', { id: ORG, perms }, []],
  ['the current organization', ORG, undefined, ['Assets', 'Nodes']],
])(
  "approvers choose from what they may see in the ticket's organization: %s",
  async (_what, org_id, detail, chosen) => {
    const { screen, server, platform } = await openTicket(ticketRow({ org_id }), {
      ...(detail && answerTo(`GET ${CURRENT}`, organizationNow(detail))),
    });
    await screen.findByRole('combobox', { name: 'Accounts' });
    await waitFor(() => expect(platform.queryClient.isFetching()).toBe(0));
    const inputs = ['Assets', 'Nodes'].filter((name) => screen.queryByRole('combobox', { name }));
    expect(inputs).toEqual(chosen);
    const requests = server.calls('GET', CURRENT).map(({ headers }) => headers.get('X-JMS-ORG'));
    expect(requests).toEqual(detail ? ['org-b'] : []);
  },
);

test('an approver of the last level cannot approve a request without an asset or a node', async () => {
  const { screen, user, server } = await openTicket(ticketRow({ apply_assets: [] }));
  await user.click(await screen.findByRole('button', { name: /^Approve for / }));
  expect(await screen.findByText('Choose at least one asset or node.')).toBeTruthy();
  expect(server.calls('PATCH', `${REQUESTS}t1/approve/`)).toEqual([]);
});

test('an approver of an earlier level may leave the assets to the next level', async () => {
  const { screen, user, server } = await openTicket(
    ticketRow({ apply_assets: [] }, [{}, { assignees: ['ann'] }]),
  );
  await user.click(await screen.findByRole('button', { name: /^Approve for / }));
  await waitFor(() => expect(server.calls('PATCH', `${REQUESTS}t1/approve/`)).toHaveLength(1));
});

test('B-4-001 a request can be rejected without a comment', async () => {
  const { screen, user, server } = await openTicket(ticketRow());
  await user.click(await screen.findByRole('button', { name: 'Reject' }));
  await waitFor(() => expect(server.calls('PUT', `${REQUESTS}t1/reject/`)).toHaveLength(1));
  expect(server.calls('POST', COMMENTS)).toEqual([]);
});

test('a ticket decided by another user meanwhile is shown in its current state', async () => {
  let row = ticketRow();
  const decided = {
    state: { value: 'approved', label: 'Approved' },
    status: { value: 'closed', label: 'Finished' },
  } as const;
  const { screen, user } = await openTicket(row, {
    [`GET ${REQUESTS}t1/`]: () => row,
    ...answerTo(
      REJECT,
      () => {
        row = ticketRow(decided, [{ state: 'approved', by: 'Ann Lee(ann)' }]);
        return answer(409, { code: 'changed_meanwhile' });
      },
      { id: 't1' },
    ),
  });
  await user.click(await screen.findByRole('button', { name: 'Reject' }));
  expect(await screen.findByRole('heading', { name: 'What was granted' })).toBeTruthy();
});

test('B-4-001 the applicant may withdraw, but not decide', async () => {
  const { screen, user, server } = await openTicket(
    ticketRow({ applicant: 'Me(me)' }, [{ assignees: ['ann'] }]),
  );
  await user.click(await screen.findByRole('button', { name: 'Withdraw' }));
  await waitFor(() => expect(server.calls('PUT', `${REQUESTS}t1/close/`)).toHaveLength(1));
  expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull();
  expect(screen.queryByText('Granted')).toBeNull();
});

test('an approved request links to its permission, and cannot be decided again', async () => {
  const { screen } = await openTicket(
    ticketRow(
      { state: { value: 'approved', label: 'Approved' }, status: { value: 'closed', label: 'Finished' } },
      [{ state: 'approved', by: 'Me(me)' }],
    ),
  );
  const link = await screen.findByRole('link', { name: 'ERP incident-t1' });
  expect(link.getAttribute('href')).toBe('/console/perms/asset-permissions/t1?oid=org-b');
  expect(screen.queryByRole('region', { name: 'Decision' })).toBeNull();
  expect(screen.getAllByText('Access granted')).toHaveLength(1);
});

test('on a phone the request is shown in words until it is edited', async () => {
  const { screen, user } = await openTicket(ticketRow(), {}, 390);
  await screen.findByText('app-01, app-02', { selector: 'dd *' });
  expect(screen.queryByRole('combobox', { name: 'Assets' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Narrow' }));
  expect(screen.getByRole('combobox', { name: 'Assets' })).toBeTruthy();
});

test.each<[id: string, what: string, over: Partial<Ticket>, address: string]>([
  ['A-2.5-009', 'a request', {}, '/tickets/tickets/request-host-perm/t1?activeMenu=AssignedTicketList'],
  [
    'A-2.5-009',
    "the user's own request",
    { applicant: { id: 'me', name: 'Me' } },
    '/tickets/tickets/request-host-perm/t1',
  ],
  [
    'A-2.5-009',
    'a sign-in',
    { type: { value: 'login_confirm', label: 'Sign-in' } },
    '/tickets/tickets/login-confirm/t1?activeMenu=AssignedTicketList',
  ],
])('%s %s opens at the address of its own page', async (_id, _what, over, address) => {
  const { screen, router } = await renderPage({
    page: <TicketPage />,
    caller: { perms },
    at: '/tickets/tickets/t1',
    pattern: '/tickets/tickets/:id',
    names: {
      AssetsTicketDetail: '/tickets/tickets/request-host-perm/:id',
      LoginTicketDetail: '/tickets/tickets/login-confirm/:id',
    },
    routes: { ...ticketOptions, [`GET ${TICKETS}t1/`]: anyTicket(over) },
  });
  await screen.findAllByText('elsewhere');
  const { location } = router.state;
  expect(location.pathname + location.search).toBe(address);
});
