// @vitest-environment jsdom
import { user as userDefinition } from '@gatehouse/contract/resources/users/user.ts';
import { fireEvent, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openRoute } from '../../../test/openRoute.tsx';

const wrongAddress = 'Enter a valid email address.';
const isInvalid = (field: HTMLElement) => field.getAttribute('aria-invalid') === 'true';

test('B-5-002 the email of a user is checked when the field is left, and again with every change', async () => {
  expect(userDefinition.fields.email.required).toBe(true);
  const { screen, user } = await openRoute('UserCreate');
  const email = await screen.findByRole('textbox', { name: /Email/ });
  await user.type(email, 'ann');
  expect(isInvalid(email)).toBe(false);
  await user.tab();
  expect((await screen.findByText(wrongAddress)).textContent).toBe(wrongAddress);
  expect(isInvalid(email)).toBe(true);
  await user.type(email, '@example.com');
  await waitFor(() => expect(isInvalid(email)).toBe(false));
  expect(email).toHaveProperty('value', 'ann@example.com');
});

test('B-5-037 a field of a user that is not required is checked while it is typed', async () => {
  const { screen } = await openRoute('UserCreate');
  const wechat = await screen.findByRole('textbox', { name: /Wechat/ });
  fireEvent.change(wechat, { target: { value: 'w'.repeat(257) } });
  await waitFor(() => expect(isInvalid(wechat)).toBe(true));
  expect(screen.getByText('At most 256 characters.')).toBeDefined();
  fireEvent.change(wechat, { target: { value: 'w'.repeat(256) } });
  await waitFor(() => expect(isInvalid(wechat)).toBe(false));
});
