// @vitest-environment jsdom

import { session } from '@gatehouse/contract/resources/terminal/session.ts';
import { applycommandticket } from '@gatehouse/contract/resources/tickets/applycommandticket.ts';
import { applyloginassetticket } from '@gatehouse/contract/resources/tickets/applyloginassetticket.ts';
import { applyloginticket } from '@gatehouse/contract/resources/tickets/applyloginticket.ts';
import { cleanup, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import { answerTo } from '../../../../test/answerTo.ts';
import { answer } from '../../../../test/fakeServer.ts';
import { perms, said } from '../../../../test/openTicket.tsx';
import { renderPage } from '../../../../test/renderPage.tsx';
import { detailRow } from '../../../../test/sampleRow.ts';
import { anyTicket, COMMENTS, confirmationOptions, ticketRow } from '../../../../test/tickets.ts';
import { CommandTicketPage, LoginAssetTicketPage, LoginTicketPage } from './ConfirmationPages.tsx';

const approved = {
  state: { value: 'approved', label: 'Approved' },
  status: { value: 'closed', label: 'Finished' },
} as const;
const commands = '/api/v1/tickets/apply-command-tickets/';
const { apply_assets: _assets, ...asked } = ticketRow();
const facts = {
  hold: { value: 'once', label: 'This once' },
  hold_minutes: 0,
  date_hold_until: null,
  date_revoked: null,
  revoked_by: '',
} as const;
const base = { ...anyTicket(), ...facts, applicant: asked.applicant, comment: '' };
const names = (more: object) => ({ rel_snapshot: { applicant: asked.applicant, ...more } });

const rows = {
  signIn: {
    ...detailRow(applyloginticket),
    ...base,
    type: { value: 'login_confirm', label: 'Sign-in' },
    apply_login_ip: '203.0.113.7',
    apply_login_city: 'Graz',
    apply_login_datetime: '2031/01/02 03:04:05 +0000',
  },
  connection: {
    ...detailRow(applyloginassetticket),
    ...base,
    ...names({ apply_login_user: 'Tom Rivera(tom)', apply_login_asset: 'app-01(10.0.0.1)' }),
    type: { value: 'login_asset_confirm', label: 'Connection' },
    apply_login_user: { id: 'tom', name: 'Tom Rivera', username: 'tom' },
    apply_login_asset: { id: 'a1', name: 'app-01', address: '10.0.0.1' },
    apply_login_account: 'root',
    apply_login_ip: '203.0.113.7',
  },
  command: {
    ...detailRow(applycommandticket),
    ...base,
    ...names({ apply_run_user: 'Tom Rivera(tom)' }),
    type: { value: 'command_confirm', label: 'Command' },
    apply_run_user: { id: 'tom', name: 'Tom Rivera', username: 'tom' },
    apply_run_asset: 'app-01(10.0.0.1)',
    apply_run_account: 'root',
    apply_run_command: 'rm -rf /srv/old\n  --one-file-system',
    apply_from_session: { id: 's1' },
    apply_from_cmd_filter_acl: { id: 'f1', name: 'dangerous' },
  },
};
const heldNow = {
  id: 't1',
  title: 'ERP incident',
  applicant: 'Tom Rivera(tom)',
  approved_by: 'Me(me)',
  until: null,
  org_id: 'org-b',
  org_name: 'Northwind',
  can_open: true,
  can_revoke: true,
};
const running = {
  ...detailRow(session),
  id: 's1',
  asset: 'app-01(10.0.0.1)',
  account: 'root',
  type: { value: 'normal' as const, label: '' },
  is_finished: false,
  is_locked: false,
  can_join: true,
  can_replay: true,
  date_start: '2031/01/02 03:03:00 +0000',
};

const pages = {
  signIn: [
    <LoginTicketPage key="p" />,
    'apply-login-tickets',
    'login-confirm',
    'LoginTicketDetail',
    'applyloginticket',
  ],
  connection: [
    <LoginAssetTicketPage key="p" />,
    'apply-login-asset-tickets',
    'login-host-confirm',
    'LoginAssetTicketDetail',
    'applyloginassetticket',
  ],
  command: [
    <CommandTicketPage key="p" />,
    'apply-command-tickets',
    'command-confirm',
    'CommandConfirmDetail',
    'applycommandticket',
  ],
} as const satisfies Record<keyof typeof rows, readonly [ReactElement, ...string[]]>;

const open = (which: keyof typeof rows, over: object = {}, more: Record<string, unknown> = {}) => {
  const [page, path, segment, name, resource] = pages[which];
  const url = `/api/v1/tickets/${path}/`;
  return renderPage({
    page,
    caller: { perms: [...perms, 'terminal.view_session', 'terminal.view_sessionreplay'] },
    at: `/tickets/tickets/${segment}/t1`,
    pattern: `/tickets/tickets/${segment}/:id`,
    name,
    names: {
      SessionDetail: '/audit/sessions/sessions/:id',
      AssetDetail: '/console/assets/assets/detail/:id',
    },
    routes: {
      ...confirmationOptions(url, resource),
      [`GET ${url}t1/`]: { ...rows[which], ...over },
      [`GET ${COMMENTS}`]: [],
      [`PUT ${url}t1/approve/`]: answer(200, 'ok'),
      [`PUT ${url}t1/revoke/`]: answer(200, 'ok'),
      'GET /api/v1/tickets/held-approvals/': { approvals: [{ ...heldNow, type: rows[which].type }] },
      'GET /api/v1/tickets/tickets/t1/session/': running,
      ...more,
    },
  });
};

test('A-2.5-007 a sign-in shows from where it comes, and is approved as the reviewer says', async () => {
  const { screen, user, server } = await open('signIn');
  await screen.findByText('Tom Rivera asks to sign in');
  expect(screen.getByText('203.0.113.7')).toBeTruthy();
  expect(screen.getByText('Graz')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  const sent = () => server.calls('PUT', '/api/v1/tickets/apply-login-tickets/t1/approve/');
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toEqual({ approval_step: 1, seen: '2031/01/02 03:04:05 +0000', hold: 'once' });
});

test('A-2.5-006 a connection shows who, what, as whom; its session can be ended by its approvers', async () => {
  const { screen, user, server } = await open(
    'connection',
    approved,
    answerTo('POST /api/v1/terminal/tasks/kill-session-for-ticket/', { ok: ['s1'] }),
  );
  expect((await screen.findByRole('link', { name: 'app-01(10.0.0.1)' })).getAttribute('href')).toContain(
    'oid=org-b',
  );
  expect((await screen.findByRole('link', { name: 'Watch' })).getAttribute('href')).toBe('/luna/monitor/s1');
  expect(screen.getByRole('button', { name: 'Pause' })).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Terminate' }));
  const killed = () => server.calls('POST', '/api/v1/terminal/tasks/kill-session-for-ticket/');
  await waitFor(() => expect(killed().map(({ body }) => body)).toEqual([['s1']]));
  expect(await screen.findByRole('button', { name: 'Revoke the approval' })).toBeTruthy();
});

test('a run behind a ticket can be ended, not paused: its runner knows no pause', async () => {
  const { screen } = await open('connection', approved, {
    'GET /api/v1/tickets/tickets/t1/session/': { ...running, type: { value: 'command', label: '' } },
  });
  expect(await screen.findByRole('button', { name: 'Terminate' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull();
});

test('A-2.5-008 a command is shown whole, with its filter, its session and the recording at that moment', async () => {
  const { screen, user, server } = await open('command');
  const text = await screen.findByText(/rm -rf/);
  expect(text.textContent).toBe('rm -rf /srv/old\n  --one-file-system');
  expect(screen.getByText('dangerous')).toBeTruthy();
  const replay = await screen.findByRole('link', { name: 'Recording at this moment' });
  expect(replay.getAttribute('href')).toBe('/luna/replay/s1?oid=org-b&t=60');
  await user.click(screen.getByRole('combobox', { name: 'How long the approval holds' }));
  await user.click(await screen.findByTitle('For 60 minutes'));
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  const sent = () => server.calls('PUT', `${commands}t1/approve/`);
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toMatchObject({ hold: 'minutes', hold_minutes: 60 });
});

test('of a command whose text does not tell what runs, the reviewer is told so, and can approve it once', async () => {
  const doubtful = { ...names({ apply_run_doubt: 'hidden' }), apply_run_command: '' };
  const { screen, user } = await open('command', doubtful);
  expect((await screen.findByRole('note')).textContent).toContain('did not show what was typed');
  await user.click(screen.getByRole('combobox', { name: 'How long the approval holds' }));
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['This once']);
});

test('an approval that holds is taken back; how long the decision took is shown', async () => {
  const { screen, user, server } = await open('command', {
    ...approved,
    hold: { value: 'minutes', label: 'For some minutes' },
    date_hold_until: '2999/01/02 03:04:05 +0000',
    decided_after: 120,
  });
  expect((await screen.findByText(/^Decided after/)).textContent).toBe('Decided after 2 minutes');
  await user.click(await screen.findByRole('button', { name: 'Revoke the approval' }));
  await waitFor(() => expect(server.calls('PUT', `${commands}t1/revoke/`)).toHaveLength(1));
});

test('a sign-in that was let in is taken back too; who may not revoke sees only how long it holds', async () => {
  const signIn = await open('signIn', approved);
  expect(await signIn.screen.findByRole('button', { name: 'Revoke the approval' })).toBeTruthy();
  cleanup();
  const own = await open('signIn', approved, {
    'GET /api/v1/tickets/held-approvals/': {
      approvals: [{ ...heldNow, type: rows.signIn.type, can_revoke: false }],
    },
  });
  await own.screen.findByText('This once');
  expect(own.screen.queryByRole('button', { name: 'Revoke the approval' })).toBe(null);
});

test('the applicant may withdraw an open ticket, and nothing else', async () => {
  const own = { applicant: { id: 'me', name: 'Me', username: 'me' }, process_map: [] };
  const close = '/api/v1/tickets/apply-login-tickets/t1/close/';
  const { screen, user, server } = await open('signIn', own, { [`PUT ${close}`]: answer(200, 'ok') });
  await user.click(await screen.findByRole('button', { name: 'Withdraw' }));
  await waitFor(() => expect(server.calls('PUT', close)).toHaveLength(1));
  expect(server.calls('PUT', close)[0]?.body).toMatchObject({ approval_step: 1 });
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
});

test('only the applicant can withdraw, and only until it is decided', async () => {
  const first = await open('signIn');
  await first.screen.findByRole('button', { name: 'Approve' });
  expect(first.screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
  const own = { ...approved, applicant: { id: 'me', name: 'Me', username: 'me' } };
  const second = await open('connection', own);
  await second.screen.findByRole('button', { name: 'Revoke the approval' });
  expect(second.screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
});

test('a reply needs a text, and is no decision', async () => {
  const { screen, user, server } = await open(
    'command',
    {},
    { [`POST ${COMMENTS}`]: answer(201, said('Why?')) },
  );
  const reply = await screen.findByRole('button', { name: 'Comment only' });
  expect(reply).toHaveProperty('disabled', true);
  await user.type(screen.getByRole('textbox', { name: 'Comment' }), 'Why?');
  expect(reply).toHaveProperty('disabled', false);
  await user.click(reply);
  await waitFor(() => expect(server.calls('POST', COMMENTS)[0]?.body).toEqual({ body: 'Why?' }));
  expect(server.calls('PUT', `${commands}t1/approve/`)).toEqual([]);
});

test('the facts of a command name user, account, filter and session', async () => {
  const { screen } = await open('command');
  await screen.findByText(/rm -rf/);
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['apply_run_user', 'apply_from_cmd_filter_acl', 'apply_from_session']),
  );
  const card = screen.getByText('apply_run_user').closest('dl') ?? document.body;
  expect(within(card).getByText('root')).toBeTruthy();
});
