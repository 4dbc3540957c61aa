// @vitest-environment jsdom
import { act, waitFor, within } from '@testing-library/react';
import dayjs from 'dayjs';
import { expect, test } from 'vitest';
import { answerTo } from '../../../test/answerTo.ts';
import { answer } from '../../../test/fakeServer.ts';
import { profileWith } from '../../../test/profileWith.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { toWireTime } from '../../platform/time/time.ts';
import { PasswordForm } from './own/PasswordForm.tsx';
import { ProfileImprovement } from './ProfileImprovement.tsx';
import { ProfileInfo } from './ProfileInfo.tsx';

const PASSWORD = '/api/v1/users/profile/password/';

test('A-5-006 the three fields of a password change are encrypted, and the reason for a refusal is shown', async () => {
  const { screen, user, server } = await renderPage({
    page: <PasswordForm />,
    routes: answerTo(`PUT ${PASSWORD}`, answer(400, { old_password: ['That is not your password'] })),
  });
  await user.type(await screen.findByLabelText(/^Current password/), 'old');
  await user.type(screen.getByLabelText(/^New password(?! again)/), 'Long-enough-1');
  await user.type(screen.getByLabelText(/^Confirm new password/), 'Long-enough-1');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  expect(await screen.findByText('That is not your password')).toBeTruthy();
  expect(server.calls('PUT', PASSWORD)[0]?.body).toEqual({
    old_password: 'encrypted:old',
    new_password: 'encrypted:Long-enough-1',
    new_password_again: 'encrypted:Long-enough-1',
  });
});

test('a new password whose confirmation differs is not sent', async () => {
  const { screen, user, server } = await renderPage({ page: <PasswordForm />, routes: {} });
  await user.type(await screen.findByLabelText(/^Current password/), 'old');
  await user.type(screen.getByLabelText(/^New password(?! again)/), 'Long-enough-1');
  await user.type(screen.getByLabelText(/^Confirm new password/), 'Long-enough-2');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  expect(await screen.findByText('The passwords do not match.')).toBeTruthy();
  expect(server.calls('PUT', PASSWORD)).toHaveLength(0);
});

test('a confirmation that was not reached yet is not asked for, and one that is filled is not called empty', async () => {
  const { screen, user } = await renderPage({ page: <PasswordForm />, routes: {} });
  await user.type(await screen.findByLabelText(/^Current password/), 'old');
  const fresh = screen.getByLabelText(/^New password(?! again)/);
  const confirmation = screen.getByLabelText(/^Confirm new password/);
  await user.type(fresh, 'Long-enough-1');
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(screen.queryByText('Enter a value.')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  expect(await screen.findByText('Enter a value.')).toBeTruthy();
  // The field is not left: nothing but the input itself takes the error away.
  await user.type(confirmation, 'L');
  await waitFor(() => expect(screen.queryByText('Enter a value.')).toBeNull());
  await user.type(confirmation, 'ong-enough-2');
  await user.tab();
  expect(await screen.findByText('The passwords do not match.')).toBeTruthy();
  await user.clear(fresh);
  await user.type(fresh, 'Long-enough-2');
  await waitFor(() => expect(screen.queryByText('The passwords do not match.')).toBeNull());
});

test('A-2.1-007 the first sign-in is over once the terms are accepted, and leads to the dashboard', async () => {
  const { screen, user, server, router } = await renderPage({
    page: <ProfileImprovement />,
    routes: {
      ...answerTo('PATCH /api/v1/users/profile/', profileWith({ is_first_login: false })),
      ...answerTo('GET /api/v1/users/profile/', profileWith({ is_first_login: false })),
    },
    names: { ProfileInfo: '/profile/info' },
  });
  const submit = await screen.findByRole('button', { name: 'Submit' });
  await user.click(submit);
  expect(await screen.findByText('Accept the terms to continue.')).toBeTruthy();
  expect(server.calls('PATCH', '/api/v1/users/profile/')).toHaveLength(0);
  await user.click(screen.getByRole('checkbox'));
  await user.click(submit);
  await waitFor(() => expect(server.calls('PATCH', '/api/v1/users/profile/')).toHaveLength(1));
  expect(server.calls('PATCH', '/api/v1/users/profile/')[0]?.body).toMatchObject({ is_first_login: false });
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
});

test.each([
  ['a date 70 years ahead', 70, 'No end'],
  ['a date of next year', 1, /^\d{4}-\d\d-\d\d /],
])('the profile shows when the user expires: %s', async (_what, years, text) => {
  const { screen, platform } = await renderPage({ page: <ProfileInfo />, routes: {} });
  const { profile } = platform.session.get();
  if (!profile) throw new Error('no profile');
  const date_expired = toWireTime(dayjs().add(years, 'year'));
  act(() => platform.session.setProfile({ ...profile, date_expired }));
  const label = await screen.findByText('Expires');
  expect(within(label.parentElement as HTMLElement).getByText(text)).toBeTruthy();
});

test('MFA is managed on a page of the server', async () => {
  const { screen } = await renderPage({ page: <ProfileInfo />, routes: {} });
  const link = await screen.findByRole('link', { name: 'MFA' });
  expect(link.getAttribute('href')).toBe('/core/auth/profile/mfa/');
});
