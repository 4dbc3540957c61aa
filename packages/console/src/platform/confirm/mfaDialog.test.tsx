// @vitest-environment jsdom
import type { AnswerOf } from '@gatehouse/contract/call/callTypes.ts';
import type { Calls } from '@gatehouse/contract/calls/all.ts';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerTo } from '../../../test/answerTo.ts';
import { answer } from '../../../test/fakeServer.ts';
import { renderPage } from '../../../test/renderPage.tsx';

const CONFIRM = '/api/v1/authentication/confirm/';
const MFA_ERROR = 'The MFA code is wrong or was used before. Check it: 6 attempts left.';
const mfa: AnswerOf<Calls[`GET ${typeof CONFIRM}`]> = {
  confirm_type: 'mfa',
  content: [{ name: 'otp', disabled: false, display_name: 'Authenticator app', placeholder: '6 digits' }],
};

/** Requests a secret that requires a code; the server refuses the first code and accepts the second. */
const renderSecret = async () => {
  let tries = 0;
  const page = await renderPage({
    page: <p>page</p>,
    routes: {
      'POST /secret/': () =>
        tries === 2 ? { secret: 's3' } : answer(412, { type: 'user_confirm_required', code: 'mfa' }),
      ...answerTo(`GET ${CONFIRM}`, mfa),
      ...answerTo(`POST ${CONFIRM}`, () => {
        tries += 1;
        return tries === 1 ? answer(400, { error: MFA_ERROR }) : 'ok';
      }),
    },
  });
  const type = async (digits: string) => {
    const boxes = (await page.screen.findAllByRole('textbox')) as HTMLInputElement[];
    // The boxes are empty at first, and again after a wrong code.
    await waitFor(() => expect(boxes.map((box) => box.value)).toEqual(Array(6).fill('')));
    await waitFor(() => expect(document.activeElement).toBe(boxes[0]));
    await page.user.keyboard(digits);
  };
  return { ...page, type };
};

test('A-8-008 B-3-047 B-8-010 a wrong MFA code is reported in the dialog, which stays; with the right code the same request is repeated', async () => {
  const { platform, server, screen, user, type } = await renderSecret();
  const body = { reason: 'because' };
  const secret = platform.http.post('/secret/', body);
  await type('000000');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText(MFA_ERROR)).toBeTruthy();
  await type('123456{Enter}');
  await expect(secret).resolves.toEqual({ secret: 's3' });
  expect(server.calls('GET', CONFIRM)[0]?.query).toEqual({ confirm_type: 'mfa' });
  expect(server.calls('POST', CONFIRM).map((call) => call.body)).toEqual([
    { confirm_type: 'mfa', mfa_type: 'otp', secret_key: '000000' },
    { confirm_type: 'mfa', mfa_type: 'otp', secret_key: '123456' },
  ]);
  expect(server.calls('POST', '/secret/').map((call) => call.body)).toEqual([body, body]);
});

test('an MFA code of fewer than six digits is not sent', async () => {
  const { platform, server, screen, user, type } = await renderSecret();
  const refused = expect(platform.http.post('/secret/', {})).rejects.toMatchObject({ status: 412 });
  await type('12345');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  const message = await screen.findByText(/six-digit code/i);
  const boxes = screen.getAllByRole('textbox');
  expect(
    boxes.map((box) => [box.getAttribute('aria-invalid'), box.getAttribute('aria-describedby')]),
  ).toEqual(Array(6).fill(['true', message.id]));
  expect(screen.getByRole('group', { name: 'Authenticator app' })).toBeTruthy();
  expect(screen.getByRole('textbox', { name: 'Digit 2 of 6' })).toBe(boxes[1]);
  expect(server.calls('POST', CONFIRM)).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await refused;
});

test('A-4.3-006 another confirmation method is chosen and submitted; disabled ones cannot be', async () => {
  let isProven = false;
  const { platform, server, screen, user } = await renderPage({
    page: <p>page</p>,
    routes: {
      'GET /secret/': () => (isProven ? { secret: 's3' } : answer(412, { code: 'mfa' })),
      ...answerTo(`GET ${CONFIRM}`, {
        confirm_type: 'mfa',
        content: [
          ...mfa.content,
          { name: 'radius', disabled: false, display_name: 'RADIUS', placeholder: 'Code' },
          { name: 'face', disabled: true, display_name: 'Face', placeholder: '' },
        ],
      }),
      ...answerTo(`POST ${CONFIRM}`, () => {
        isProven = true;
        return 'ok';
      }),
    },
  });
  const secret = platform.http.get('/secret/');
  await user.click(await screen.findByText('RADIUS'));
  expect(screen.getByRole('radio', { name: 'Face' })).toHaveProperty('disabled', true);
  await user.type(await screen.findByRole('textbox', { name: 'RADIUS' }), 'token 77');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await expect(secret).resolves.toEqual({ secret: 's3' });
  expect(server.calls('POST', CONFIRM)[0]?.body).toEqual({
    confirm_type: 'mfa',
    mfa_type: 'radius',
    secret_key: 'token 77',
  });
});

test('A-8-008 who has no MFA learns that it is required, and where to set it up', async () => {
  const text = 'Viewing secrets requires MFA.';
  const { platform, screen, user, server } = await renderPage({
    page: <p>page</p>,
    routes: {
      'GET /secret/': answer(412, { type: 'user_confirm_required', code: 'mfa' }),
      ...answerTo(`GET ${CONFIRM}`, answer(400, { error: text, code: 'mfa_first' })),
    },
  });
  const refused = expect(platform.http.get('/secret/')).rejects.toMatchObject({ status: 412 });
  const dialog = await screen.findByRole('dialog', { name: 'Set up MFA first' });
  expect(dialog.textContent).toContain(text);
  const link = screen.getByRole('link', { name: 'Set up MFA' });
  expect(link.getAttribute('href')).toBe('/core/auth/profile/mfa/');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await refused;
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.calls('GET', '/secret/')).toHaveLength(1);
});
