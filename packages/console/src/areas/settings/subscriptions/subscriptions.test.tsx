// @vitest-environment jsdom

import { user as users } from '@gatehouse/contract/resources/users/user.ts';
import { usergroup } from '@gatehouse/contract/resources/users/usergroup.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerTo, listOf } from '../../../../test/answerTo.ts';
import { answer } from '../../../../test/fakeServer.ts';
import { allBut, openRoute } from '../../../../test/openRoute.tsx';
import type { SetUpBackend, Subscription, SubscriptionGroup } from './useSubscriptions.ts';

const URL = '/api/v1/notifications/system-msg-subscription/';
const ANN = '10000000-0000-4000-8000-000000000001';
const BOB = '10000000-0000-4000-8000-000000000002';
const DESK = '20000000-0000-4000-8000-000000000001';

const message = (message_type: string, over: Partial<Subscription> = {}): Subscription => ({
  message_type,
  message_type_label: message_type === 'CommandAlertMessage' ? 'Rejected command' : 'Components',
  users: [ANN],
  groups: [],
  receive_backends: ['email'],
  receivers: [{ id: ANN, name: 'Ann(ann)', email: true }],
  ...over,
});

const groups: SubscriptionGroup[] = [
  { category: 'Operations', category_label: 'Operations', children: [message('ServerPerformanceMessage')] },
  { category: 'terminal', category_label: 'Sessions', children: [message('CommandAlertMessage')] },
];
const backends: SetUpBackend[] = [
  { name: 'email', name_display: 'Email' },
  { name: 'site_msg', name_display: 'Site message' },
];

const show = (routes: Record<string, unknown> = {}, caller?: { perms: string[] }) =>
  openRoute('Msg', {
    tab: 'Subscribe',
    ...(caller && { caller }),
    routes: {
      ...answerTo('GET /api/v1/settings/panels/', []),
      ...answerTo('GET /api/v1/notifications/backends/', backends),
      ...answerTo('GET /api/v1/notifications/system-msg-subscription/', groups),
      ...answerTo(
        'PATCH /api/v1/notifications/system-msg-subscription/:type/',
        ({ body }) => message('CommandAlertMessage', body as Partial<Subscription>),
        { type: 'CommandAlertMessage' },
      ),
      ...routes,
    },
  });
const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name });

test('A-2.6-045 A-1-007 the panel of subscriptions lists messages by category with channels and receivers', async () => {
  await show();
  const table = within(await screen.findByRole('table', { name: 'Subscriptions' }));
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Message',
    'Email',
    'Site message',
    'Receivers',
    'Change receivers',
  ]);
  expect(table.getAllByText('Ann(ann)')).toHaveLength(2);
  expect((await box('Rejected command: Email')).checked).toBe(true);
  const site = await box('Rejected command: Site message');
  expect([site.checked, site.disabled]).toEqual([true, true]);
});

test('B-4-051 a category collapses and expands by the keyboard', async () => {
  const { user } = await show();
  const toggle = await screen.findByRole('button', { name: 'Sessions' });
  expect(toggle.getAttribute('aria-expanded')).toBe('true');
  toggle.focus();
  await user.keyboard('{Enter}');
  expect(toggle.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByText('Rejected command')).toBeNull();
  expect(screen.getByText('Components')).toBeTruthy();
  await user.keyboard(' ');
  expect(screen.getByText('Rejected command')).toBeTruthy();
});

test('a channel is switched at once, and back when the server refuses', async () => {
  let release: (value: unknown) => void = () => undefined;
  const { user, server } = await show({
    [`PATCH ${URL}CommandAlertMessage/`]: () => new Promise((done) => (release = done)),
  });
  const email = await box('Rejected command: Email');
  await user.click(email);
  expect(email.checked).toBe(false);
  await waitFor(() =>
    expect(server.calls('PATCH', `${URL}CommandAlertMessage/`)[0]?.body).toEqual({ receive_backends: [] }),
  );
  release(answer(403, { detail: 'No' }));
  await waitFor(() => expect(email.checked).toBe(true));
});

test('two quick changes are sent one after the other, and the later one stays', async () => {
  const { user, server } = await show({
    [`PATCH ${URL}CommandAlertMessage/`]: async ({ body }: { body: object }) => {
      await new Promise((done) => setTimeout(done, 5));
      return message('CommandAlertMessage', body);
    },
  });
  const email = await box('Rejected command: Email');
  await user.click(email);
  await user.click(email);
  const sent = () => server.calls('PATCH', `${URL}CommandAlertMessage/`).map(({ body }) => body);
  await waitFor(() => expect(sent()).toEqual([{ receive_backends: [] }, { receive_backends: ['email'] }]));
  await waitFor(() => expect(email.checked).toBe(true));
});

test('users and groups of all organizations are chosen as receivers', async () => {
  const { user, server } = await show({
    ...listOf(users, [
      { id: ANN, name: 'Ann', username: 'ann' },
      { id: BOB, name: 'Bob', username: 'bob' },
    ]),
    ...listOf(usergroup, [{ id: DESK, name: 'Service desk' }]),
  });
  await user.click(await screen.findByRole('button', { name: 'Change receivers: Rejected command' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Receivers: Rejected command' }));
  await user.click(await dialog.findByRole('combobox', { name: /^Users/ }));
  await user.click(await screen.findByTitle('Bob (bob)'));
  await user.click(dialog.getByRole('combobox', { name: /^User groups/ }));
  await user.click(await screen.findByTitle('Service desk'));
  await user.click(dialog.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(server.calls('PATCH', `${URL}CommandAlertMessage/`)).toHaveLength(1));
  expect(server.calls('PATCH', `${URL}CommandAlertMessage/`)[0]?.body).toEqual({
    users: [ANN, BOB],
    groups: [DESK],
  });
  expect(server.calls('GET', '/api/v1/users/users/')[0]?.query.oid).toMatch(/^0+-0+-0+-0+-0+$/);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a message without receivers, and receivers whom a channel does not reach, are pointed out', async () => {
  const nobody = message('ServerPerformanceMessage', { users: [], receivers: [] });
  const partly = message('CommandAlertMessage', {
    receivers: [
      { id: ANN, name: 'Ann(ann)', email: true },
      { id: BOB, name: 'Bob(bob)', email: false },
    ],
  });
  const listed = [{ category: 'terminal', category_label: 'Sessions', children: [nobody, partly] }];
  await show(answerTo('GET /api/v1/notifications/system-msg-subscription/', listed));
  expect(await screen.findByText('No receivers')).toBeTruthy();
  expect(screen.getByText("Email doesn't reach 1 receiver")).toBeTruthy();
});

test('a failure is told with a way to try again, and an empty list says so', async () => {
  let isDown = true;
  const { user } = await show({
    [`GET ${URL}`]: () => (isDown ? answer(500, { detail: 'Down' }) : []),
  });
  await screen.findByRole('alert');
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('This installation sends no messages of the system')).toBeTruthy();
});

test('the panel needs its permission, and nothing of it is requested without', async () => {
  const { server } = await show({}, { perms: allBut('settings.change_systemmsgsubscription') });
  expect(await screen.findByText('Your roles do not give access to any settings here')).toBeTruthy();
  expect(server.calls('GET', URL)).toEqual([]);
});
