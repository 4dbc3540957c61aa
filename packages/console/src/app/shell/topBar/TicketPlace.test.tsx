// @vitest-environment jsdom
import { ticket } from '@gatehouse/contract/resources/tickets/ticket.ts';
import { act, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listOf } from '../../../../test/answerTo.ts';
import { renderShell } from '../../../../test/renderShell.tsx';
import { TICKETS } from '../../../../test/tickets.ts';
import { messagesKey } from '../../../areas/messages/useUnreadCount.ts';
import { staleAfterWrite } from '../../../platform/query.ts';

const TICKETS_SEEN = 'tickets.view_ticket';
const others = ['rbac.view_console', 'users.view_user'];
const openTickets = (input: Partial<Parameters<typeof renderShell>[0]> = {}) =>
  renderShell({
    at: '/console/users/users',
    profile: { perms: [...others, TICKETS_SEEN] },
    settings: { TICKETS_ENABLED: true },
    routes: listOf(ticket, [{}, {}, {}]),
    ...input,
  });

test('A-2.9-010 A-2.9-011 A-7-023 A-3-015 the badge tells how many open tickets are assigned to the user, and leads to them', async () => {
  const { screen, user, server, path } = await openTickets();
  const badge = await screen.findByRole('link', { name: '3 open tickets assigned to you' });
  const query = { assignees__id: 'me', status: 'open', offset: '0', limit: '15', display: '1', draw: '1' };
  expect(server.calls('GET', TICKETS)).toEqual([expect.objectContaining({ query })]);
  await user.click(badge);
  await waitFor(() => expect(path()).toBe('/tickets/assigned-tickets'));
});

test('A-7-023 the badge is refreshed after a ticket decision and a new message', async () => {
  const { screen, server, platform } = await openTickets({
    routes: listOf(ticket, () => server.calls('GET', TICKETS).map(() => ({}))),
  });
  await screen.findByRole('link', { name: '1 open ticket assigned to you' });
  await act(() => platform.queryClient.invalidateQueries({ queryKey: messagesKey }));
  await screen.findByRole('link', { name: '2 open tickets assigned to you' });
  act(() => staleAfterWrite(platform.queryClient, '/api/v1/tickets/apply-asset-tickets/t1/reject/'));
  await screen.findByRole('link', { name: '3 open tickets assigned to you' });
});

const neededByBadge: [string, { settings?: Record<string, unknown>; perms?: string[] }][] = [
  ['the setting TICKETS_ENABLED', { settings: { TICKETS_ENABLED: false } }],
  ['a licence', { settings: { XPACK_LICENSE_IS_VALID: false } }],
  [TICKETS_SEEN, { perms: others }],
];

test.each(neededByBadge)('A-2.9-010 A-3-015 the badge needs %s', async (_what, { settings, perms: left }) => {
  const { screen, platform } = await openTickets();
  await screen.findByRole('link', { name: '3 open tickets assigned to you' });
  const { session } = platform;
  const { profile, settings: before } = session.get();
  act(() => {
    if (settings) session.setSettings({ ...before, ...settings });
    if (left) session.setProfile({ ...profile!, perms: left });
  });
  await waitFor(() =>
    expect(screen.queryByRole('link', { name: /open tickets? assigned to you/ })).toBeNull(),
  );
});

test.each(neededByBadge)(
  'A-2.9-010 A-7-023 without %s no tickets are requested',
  async (_what, { settings, perms: held = [...others, TICKETS_SEEN] }) => {
    const { screen, server, platform } = await openTickets({
      profile: { perms: held },
      settings: { TICKETS_ENABLED: true, ...settings },
    });
    await screen.findByRole('toolbar', { name: 'Tools' });
    await platform.http.get('/api/v1/settings/public/');
    expect(server.calls('GET', TICKETS)).toEqual([]);
  },
);
