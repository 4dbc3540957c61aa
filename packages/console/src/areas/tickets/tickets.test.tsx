// @vitest-environment jsdom
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, type Seen } from '../../../test/fakeServer.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { COMMENTS, REQUESTS, TICKETS, ticketOptions, ticketRow } from '../../../test/tickets.ts';
import { AssetTicketPage, TicketPage } from './TicketPages.tsx';

const ASSETS = '/api/v1/assets/assets/';
const perms = ['tickets.view_ticket', 'assets.view_asset', 'assets.view_node', 'perms.view_assetpermission'];
const said = (body: string) => ({
  id: body,
  body,
  user_display: 'Ann Lee(ann)',
  date_created: '2031/01/02 03:14:05 +0000',
});

const open = (row: ReturnType<typeof ticketRow>, more: Record<string, unknown> = {}, width?: number) =>
  renderPage({
    page: <AssetTicketPage />,
    person: { perms },
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
      'POST /api/v1/common/resources/cache/': { spm: 's1' },
      [`GET ${ASSETS}`]: { count: 2, results: row.apply_assets },
      'GET /api/v1/assets/nodes/': { count: 0, results: [] },
      'POST /api/v1/accounts/accounts/username-suggestions/': [],
      ...more,
    },
  });

test('B-3-015 A-2.5-005 a request tells who asks for what, who may decide at which level, and what was said', async () => {
  const { screen } = await open(
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
  expect(waiting).toContain('Any one of 2 people');
  expect(waiting).toContain('You');
});

test('what was said is formatted, and nothing of it becomes markup', async () => {
  const { screen } = await open(ticketRow());
  const comments = await screen.findByRole('list', { name: 'Comments' });
  expect((await within(comments).findByText('Agreed')).tagName).toBe('STRONG');
  expect(comments.textContent).toContain('<img src=x onerror=alert(1)>');
  expect(comments.querySelector('img')).toBeNull();
});

test.each([
  ['quotations within each other', '>'.repeat(2000)],
  ['emphasis without end', '_a__'.repeat(5000)],
])('B-4-001 a comment of %s takes nothing from the page', async (_what, body) => {
  const { screen } = await open(ticketRow(), {
    [`GET ${COMMENTS}`]: [
      said(body),
      ...Array.from({ length: 29 }, (_, at) => ({ ...said(body), id: `${at}` })),
    ],
  });
  const comments = await screen.findByRole('list', { name: 'Comments' });
  await waitFor(() => expect(comments.querySelectorAll('[class*=markdown]')).toHaveLength(30));
  expect(comments.textContent?.length).toBeLessThan(30 * 1300);
  expect(screen.getByRole('button', { name: 'Reject' })).toBeTruthy();
});

test('a long comment and earlier ones are shown on demand', async () => {
  const many = Array.from({ length: 60 }, (_, at) => said(`Remark ${at}.`));
  const long = said(Array.from({ length: 30 }, (_, at) => `Line ${at}`).join('\n\n'));
  const { screen, user } = await open(ticketRow(), { [`GET ${COMMENTS}`]: [...many, long] });
  const comments = await screen.findByRole('list', { name: 'Comments' });
  await within(comments).findByText('Line 3');
  expect(within(comments).queryByText('Line 29')).toBeNull();
  await user.click(within(comments).getByRole('button', { name: 'Show all' }));
  expect(within(comments).getByText('Line 29')).toBeTruthy();
  expect(within(comments).queryByText('Remark 10.')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show 11 earlier comments' }));
  expect(within(comments).getByText('Remark 0.')).toBeTruthy();
});

test('B-4-001 whoever it waits for narrows the request, says why, and approves', async () => {
  const { screen, user, server } = await open(ticketRow());
  await user.type(await screen.findByRole('textbox', { name: 'Comment' }), 'One is enough');
  const chosen = await screen.findByTitle('app-02 (10.0.0.2)');
  await user.click(chosen.querySelector('[class*=remove]') as Element);
  await screen.findByText('Other than requested: 1 asset instead of 2.');
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

test('the last level grants nothing that names neither an asset nor a node', async () => {
  const { screen, user, server } = await open(ticketRow({ apply_assets: [] }));
  await user.click(await screen.findByRole('button', { name: /^Approve for / }));
  expect(await screen.findByText('Choose at least one asset or node.')).toBeTruthy();
  expect(server.calls('PATCH', `${REQUESTS}t1/approve/`)).toEqual([]);
});

test('an earlier level may leave assets to the next one', async () => {
  const { screen, user, server } = await open(ticketRow({ apply_assets: [] }, [{}, { assignees: ['ann'] }]));
  await user.click(await screen.findByRole('button', { name: /^Approve for / }));
  await waitFor(() => expect(server.calls('PATCH', `${REQUESTS}t1/approve/`)).toHaveLength(1));
});

test('B-4-001 it is rejected without a word, if need be', async () => {
  const { screen, user, server } = await open(ticketRow());
  await user.click(await screen.findByRole('button', { name: 'Reject' }));
  await waitFor(() => expect(server.calls('PUT', `${REQUESTS}t1/reject/`)).toHaveLength(1));
  expect(server.calls('POST', COMMENTS)).toEqual([]);
});

test('a ticket that somebody else decided meanwhile is shown as it is now', async () => {
  let row = ticketRow();
  const decided = {
    state: { value: 'approved', label: 'Approved' },
    status: { value: 'closed', label: 'Finished' },
  };
  const { screen, user } = await open(row, {
    [`GET ${REQUESTS}t1/`]: () => row,
    [`PUT ${REQUESTS}t1/reject/`]: () => {
      row = ticketRow(decided, [{ state: 'approved', by: 'Ann Lee(ann)' }]);
      return answer(409, { code: 'changed_meanwhile' });
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Reject' }));
  expect(await screen.findByRole('heading', { name: 'What was granted' })).toBeTruthy();
});

/** The level before narrowed the request to one asset. */
const narrowed = (row: ReturnType<typeof ticketRow>) => ({
  ...row,
  apply_assets: row.apply_assets.slice(0, 1),
  approval_step: { value: 2, label: 'Level 2' },
  date_updated: '2031/01/02 05:00:00 +0000',
});
const openChanging = async () => {
  const first = ticketRow({}, [{}, {}]);
  let row = first;
  const view = await open(first, {
    [`GET ${REQUESTS}t1/`]: () => row,
    [`POST ${COMMENTS}`]: () => {
      row = narrowed(first);
      return answer(201, said('x'));
    },
  });
  await view.screen.findByTitle('app-02 (10.0.0.2)');
  const sayThis = async () => {
    await view.user.type(view.screen.getByRole('textbox', { name: 'Comment' }), 'Hm');
    await view.user.click(view.screen.getByRole('button', { name: 'Comment only' }));
  };
  const sent = () => view.server.calls('PATCH', `${REQUESTS}t1/approve/`)[0]?.body;
  return { ...view, sayThis, sent };
};
const ofSecondLevel = { apply_assets: ['a1'], approval_step: 2, seen: '2031/01/02 05:00:00 +0000' };

test('B-4-001 a request that changed meanwhile is granted as it is now, not as it was first shown', async () => {
  const { screen, user, sayThis, sent } = await openChanging();
  await sayThis();
  await waitFor(() => expect(screen.queryByTitle('app-02 (10.0.0.2)')).toBeNull());
  await user.click(screen.getByRole('button', { name: /^Approve for / }));
  await waitFor(() => expect(sent()).toMatchObject(ofSecondLevel));
});

test('B-4-001 what was narrowed by hand stays until its request, changed meanwhile, is looked at anew', async () => {
  const { screen, user, sayThis, sent } = await openChanging();
  const chosen = screen.getByTitle('app-01 (10.0.0.1)');
  await user.click(chosen.querySelector('[class*=remove]') as Element);
  await sayThis();
  expect(await screen.findByText(/The request has changed since you began/)).toBeTruthy();
  expect(screen.getByTitle('app-02 (10.0.0.2)')).toBeTruthy();
  const approve = screen.getByRole<HTMLButtonElement>('button', { name: /^Approve for / });
  expect(approve.disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Show it as it is now' }));
  expect(await screen.findByTitle('app-01 (10.0.0.1)')).toBeTruthy();
  await waitFor(() => expect(screen.queryByTitle('app-02 (10.0.0.2)')).toBeNull());
  await user.click(approve);
  await waitFor(() => expect(sent()).toMatchObject(ofSecondLevel));
});

test('a decision that is refused is not commented; what was typed stays, and leaving asks', async () => {
  const { screen, user, server, router } = await open(ticketRow(), {
    [`PUT ${REQUESTS}t1/reject/`]: answer(409, { code: 'changed_meanwhile' }),
  });
  const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' });
  await user.type(box, 'Too much');
  await user.click(screen.getByRole('button', { name: 'Reject' }));
  await waitFor(() => expect(server.calls('GET', `${REQUESTS}t1/`).length).toBeGreaterThan(1));
  expect(server.calls('POST', COMMENTS)).toEqual([]);
  expect(box.value).toBe('Too much');
  void router.navigate('/tickets/assigned-tickets');
  await user.click(await screen.findByRole('button', { name: 'Stay' }));
  expect(router.state.location.pathname).toBe('/tickets/tickets/request-host-perm/t1');
});

test('a comment that cannot be sent with its decision stays typed, and is sent once', async () => {
  let row = ticketRow();
  let answers = 0;
  const { screen, user, server } = await open(row, {
    [`GET ${REQUESTS}t1/`]: () => row,
    [`PUT ${REQUESTS}t1/reject/`]: () => {
      row = ticketRow({
        state: { value: 'rejected', label: 'Rejected' },
        status: { value: 'closed', label: 'Finished' },
      });
      return 'ok';
    },
    [`POST ${COMMENTS}`]: () => {
      answers += 1;
      return answers === 1 ? answer(500, {}) : answer(201, said('x'));
    },
  });
  const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' });
  await user.type(box, 'Too much');
  await user.click(screen.getByRole('button', { name: 'Reject' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Reject' })).toBeNull());
  expect(box.value).toBe('Too much');
  await user.click(screen.getByRole('button', { name: 'Comment only' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Decision' })).toBeNull());
  expect(server.calls('POST', COMMENTS)).toHaveLength(2);
  expect(server.calls('PUT', `${REQUESTS}t1/reject/`)).toHaveLength(1);
});

test.each(['Tom Before(me)', 'Tom Before(tom.before)'])(
  'whoever asked may withdraw under whatever name it was: %s',
  async (applicant) => {
    const { screen } = await open(ticketRow({ applicant }, [{ assignees: ['ann'] }]));
    expect(await screen.findByRole('button', { name: 'Withdraw' })).toBeTruthy();
  },
);

test('a request that was closed names nobody who did it', async () => {
  const { screen } = await open(
    ticketRow(
      { state: { value: 'closed', label: 'Cancelled' }, status: { value: 'closed', label: 'Finished' } },
      [{ state: 'closed', by: 'Tom Rivera(tom)' }],
    ),
  );
  const stage = (await screen.findByText('Ended at level 1 without a decision')).closest('li');
  expect(stage?.textContent).not.toContain('Tom');
  expect(screen.getByText('Request ended without a decision')).toBeTruthy();
});

test('B-4-001 whoever asked may withdraw, and decides nothing', async () => {
  const { screen, user, server } = await open(ticketRow({ applicant: 'Me(me)' }, [{ assignees: ['ann'] }]));
  await user.click(await screen.findByRole('button', { name: 'Withdraw' }));
  await waitFor(() => expect(server.calls('PUT', `${REQUESTS}t1/close/`)).toHaveLength(1));
  expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull();
  expect(screen.queryByText('Granted')).toBeNull();
});

test('an approved request leads to its permission, and nothing more is decided', async () => {
  const { screen } = await open(
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

test('on a phone the request stands there in words until somebody narrows it', async () => {
  const { screen, user } = await open(ticketRow(), {}, 390);
  await screen.findByText('app-01, app-02', { selector: 'dd *' });
  expect(screen.queryByRole('combobox', { name: 'Assets' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Narrow' }));
  expect(screen.getByRole('combobox', { name: 'Assets' })).toBeTruthy();
});

test.each([
  ['A-2.5-009', { value: 'apply_asset', label: 'Access to assets' }, '/tickets/tickets/request-host-perm/t1'],
  ['A-2.5-009', { value: 'other', label: 'Other' }, '/tickets/tickets/t1'],
])('%s a ticket of type %o is shown at %s', async (_id, type, address) => {
  const { screen, router } = await renderPage({
    page: <TicketPage />,
    person: { perms },
    at: '/tickets/tickets/t1',
    pattern: '/tickets/tickets/:id',
    names: { AssetsTicketDetail: '/tickets/tickets/request-host-perm/:id' },
    routes: { ...ticketOptions, [`GET ${TICKETS}t1/`]: ticketRow({ type }) },
  });
  await screen.findAllByText(address === '/tickets/tickets/t1' ? 'ERP incident' : 'elsewhere');
  expect(router.state.location.pathname).toBe(address);
});
