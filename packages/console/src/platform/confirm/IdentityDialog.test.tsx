// @vitest-environment jsdom
import type { AnswerOf } from '@gatehouse/contract/call/callTypes.ts';
import type { Calls } from '@gatehouse/contract/calls/all.ts';
import { act, fireEvent, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { answerTo } from '../../../test/answerTo.ts';
import { answer } from '../../../test/fakeServer.ts';
import { publicSettings } from '../../../test/publicSettings.ts';
import { renderPage } from '../../../test/renderPage.tsx';

type Confirmation = AnswerOf<Calls[`GET ${typeof CONFIRM}`]>;
const CONFIRM = '/api/v1/authentication/confirm/';
const password: Confirmation = {
  confirm_type: 'password',
  content: [{ name: 'password', disabled: false, display_name: 'Password', placeholder: 'Your password' }],
};

test('A-8-008 A-5-006 B-3-047 a protected request opens the dialog; the confirmation is sent and the request repeated', async () => {
  let proven = false;
  const { platform, server, screen, user } = await renderPage({
    page: <p>page</p>,
    routes: {
      'GET /secret/': () =>
        proven ? { secret: 's3' } : answer(412, { type: 'user_confirm_required', code: 'password' }),
      ...answerTo(`GET ${CONFIRM}`, password),
      ...answerTo(`POST ${CONFIRM}`, () => {
        proven = true;
        return 'ok';
      }),
    },
  });
  const secret = platform.http.get('/secret/');
  const input = await screen.findByLabelText('Password');
  await user.type(input, 'my password{Enter}');
  await expect(secret).resolves.toEqual({ secret: 's3' });
  expect(server.calls('POST', CONFIRM)[0]?.body).toEqual({
    confirm_type: 'password',
    mfa_type: '',
    secret_key: 'encrypted:my password',
  });
});

test.each([
  ['To show the secret of root@web-1.', 'To show the secret of root@web-1.'],
  [undefined, 'This operation is protected and logged.'],
])('the question says what it is for, if the request does: %s', async (confirmFor, words) => {
  const { platform, screen, user } = await renderPage({
    page: <p>page</p>,
    routes: {
      'GET /secret/': answer(412, { code: 'password' }),
      ...answerTo(`GET ${CONFIRM}`, password),
    },
  });
  const refused = expect(platform.http.get('/secret/', { confirmFor })).rejects.toMatchObject({
    status: 412,
  });
  expect(await screen.findByText(words, { exact: false })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await refused;
});

test('A-8-012 a wrong entry is reported on the field, and cancelling rejects the request', async () => {
  const { platform, screen, user } = await renderPage({
    page: <p>page</p>,
    routes: {
      'GET /secret/': answer(412, { code: 'password' }),
      ...answerTo(`GET ${CONFIRM}`, password),
      ...answerTo(`POST ${CONFIRM}`, answer(400, { error: 'That password is wrong' })),
    },
  });
  const secret = platform.http.get('/secret/');
  const refused = expect(secret).rejects.toMatchObject({ status: 412 });
  await user.type(await screen.findByLabelText('Password'), 'wrong{Enter}');
  expect(await screen.findByText('That password is wrong')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await refused;
});

test.each([
  ['password', {}, /Valid for 5 minutes\./],
  ['password', { SECURITY_MFA_VERIFY_TTL: 7200 }, /Valid for 5 minutes\./],
  ['mfa', {}, /Valid for 60 minutes\./],
  ['mfa', { SECURITY_MFA_VERIFY_TTL: 7200 }, /Valid for 120 minutes\./],
  ['mfa', { SECURITY_MFA_VERIFY_TTL: 119 }, /Valid for 1 minute\./],
  ['mfa', { SECURITY_MFA_VERIFY_TTL: 60 }, /Valid for 1 minute\./],
  ['mfa', { SECURITY_MFA_VERIFY_TTL: 59 }, /Valid for 59 seconds\./],
])('A-3-020 a password given for level %s with the settings %j: %s', async (code, settings, words) => {
  const { platform, screen, user } = await renderPage({
    page: <p>page</p>,
    // What the page knows may be out of date; what holds is what the server says now.
    caller: { settings: { SECURITY_MFA_VERIFY_TTL: 600 } },
    routes: {
      'GET /secret/': answer(412, { code }),
      ...answerTo(`GET ${CONFIRM}`, password),
      ...answerTo('GET /api/v1/settings/public/', publicSettings(false, settings)),
    },
  });
  const refused = expect(platform.http.get('/secret/')).rejects.toMatchObject({ status: 412 });
  expect(await screen.findByText(words)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await refused;
});

test('A-3-020 if the settings cannot be read again, those of the page tell how long a confirmation is valid', async () => {
  const { platform, screen } = await renderPage({
    page: <p>page</p>,
    caller: { settings: { SECURITY_MFA_VERIFY_TTL: 600 } },
    routes: {
      'GET /secret/': answer(412, { code: 'mfa' }),
      ...answerTo(`GET ${CONFIRM}`, password),
      ...answerTo('GET /api/v1/settings/public/', answer(502, {})),
    },
  });
  platform.http.get('/secret/').catch(() => undefined);
  expect(await screen.findByText(/Valid for 10 minutes\./)).toBeTruthy();
  expect(screen.queryByText(/Server error/)).toBeNull();
});

test('A-4.3-007 A-9-008 a sign-in too long ago requires signing out', async () => {
  const { platform, screen, user } = await renderPage({
    page: <p>page</p>,
    routes: {
      'GET /bind/': answer(412, { code: 'relogin' }),
      ...answerTo(`GET ${CONFIRM}`, { confirm_type: 'relogin', content: [] }),
      ...answerTo(`POST ${CONFIRM}`, answer(400, { error: 'too late' })),
    },
  });
  const refused = expect(platform.http.get('/bind/')).rejects.toMatchObject({ status: 412 });
  expect(await screen.findByText(/More than 5 minutes have passed/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await refused;
});

test('A-7-013 A-7-014 signing in again ends the web session and returns to this page afterwards', async () => {
  const { platform, screen, user, server } = await renderPage({
    page: <p>page</p>,
    routes: {
      'GET /bind/': answer(412, { code: 'relogin' }),
      ...answerTo(`GET ${CONFIRM}`, { confirm_type: 'relogin', content: [] }),
      ...answerTo(`POST ${CONFIRM}`, answer(400, { error: 'too late' })),
      ...answerTo('POST /vue-admin-template/user/logout', {}),
    },
  });
  platform.http.get('/bind/').catch(() => undefined);
  const button = await screen.findByRole('button', { name: 'Sign in again' });
  const assign = vi.fn();
  vi.stubGlobal('location', { pathname: '/ui/x', search: '?a=1', href: 'http://localhost/ui/x?a=1', assign });
  onTestFinished(() => void vi.unstubAllGlobals());
  await user.click(button);
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/core/auth/logout/?next=%2Fui%2Fx%3Fa%3D1'));
  expect(server.calls('POST', '/vue-admin-template/user/logout')).toHaveLength(1);
});

test('several refused requests share one dialog', async () => {
  let proven = false;
  const { platform, screen, user, server } = await renderPage({
    page: <p>page</p>,
    routes: {
      'GET /secret/': () => (proven ? 'x' : answer(412, { code: 'password' })),
      ...answerTo(`GET ${CONFIRM}`, password),
      ...answerTo(`POST ${CONFIRM}`, () => {
        proven = true;
        return 'ok';
      }),
    },
  });
  const both = Promise.all([platform.http.get('/secret/'), platform.http.get('/secret/')]);
  await user.type(await screen.findByLabelText('Password'), 'pw{Enter}');
  await both;
  await waitFor(() => expect(server.calls('POST', CONFIRM)).toHaveLength(1));
});

test.each([
  [400, { error: 'No proof is possible' }, 'No proof is possible'],
  [403, { detail: 'Ask later' }, 'Ask later'],
  [502, { msg: 'Not now' }, 'Not now'],
  [502, {}, 'The confirmation methods could not be loaded.'],
])(
  'B-4-047 if the methods cannot be loaded, %i with %j is reported as "%s" and no dialog opens',
  async (status, body, text) => {
    const { platform, screen, server } = await renderPage({
      page: <p>page</p>,
      routes: {
        'GET /secret/': answer(412, { code: 'password' }),
        ...answerTo(`GET ${CONFIRM}`, answer(status, body)),
      },
    });
    await expect(platform.http.get('/secret/')).rejects.toMatchObject({ status: 412 });
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.calls('GET', '/secret/')).toHaveLength(1);
  },
);

const method = (name: string, disabled = false) => ({
  name,
  disabled,
  display_name: `By ${name}`,
  placeholder: `Code of ${name}`,
});

test('B-3-048 a method shows its name and hint; a disabled one cannot be chosen', async () => {
  const { platform, screen, user } = await renderPage({
    page: <p>page</p>,
    routes: {
      'GET /secret/': answer(412, { code: 'mfa' }),
      ...answerTo(`GET ${CONFIRM}`, {
        confirm_type: 'mfa',
        content: [method('radius'), method('face', true), method('sms')],
      }),
    },
  });
  platform.http.get('/secret/').catch(() => undefined);
  expect(await screen.findByPlaceholderText('Code of radius')).toBeTruthy();
  const disabled = screen.getByRole('radio', { name: 'By face' });
  expect((disabled as HTMLInputElement).disabled).toBe(true);
  await user.click(screen.getByText('By sms'));
  expect(await screen.findByPlaceholderText('Code of sms')).toBeTruthy();
});

test('B-4-048 the button that sends a code is disabled for sixty seconds after use', async () => {
  const { platform, screen, server } = await renderPage({
    page: <p>page</p>,
    routes: {
      'GET /secret/': answer(412, { code: 'mfa' }),
      ...answerTo(`GET ${CONFIRM}`, { confirm_type: 'mfa', content: [method('sms')] }),
      ...answerTo('POST /api/v1/authentication/mfa/select/', { type: 'sms' }),
    },
  });
  platform.http.get('/secret/').catch(() => undefined);
  const send = (await screen.findByRole('button', { name: 'Send code' })) as HTMLButtonElement;
  vi.useFakeTimers();
  try {
    fireEvent.click(send);
    for (let second = 0; second < 59; second += 1) await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect([send.disabled, send.textContent]).toEqual([true, expect.stringContaining('1')]);
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect([send.disabled, send.textContent]).toEqual([false, 'Send code']);
  } finally {
    vi.useRealTimers();
  }
  expect(server.calls('POST', '/api/v1/authentication/mfa/select/')[0]?.body).toEqual({ type: 'sms' });
});
