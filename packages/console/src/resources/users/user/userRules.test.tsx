// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openRoute } from '../../../../test/openRoute.tsx';

test('B-5-002 B-5-037 an email is checked once it is left and then while it is typed; optional fields at once', async () => {
  const { user } = await openRoute('UserCreate');
  const email = await screen.findByLabelText<HTMLInputElement>(/^Email/, {
    selector: 'input:not([type=radio])',
  });
  const isInvalid = (field: HTMLElement) => field.getAttribute('aria-invalid') === 'true';
  const invalid = 'Enter a valid email address.';
  await user.type(email, 'ann');
  expect([screen.queryByText(invalid), isInvalid(email)]).toEqual([null, false]);
  const wechat = screen.getByLabelText(/^Wechat/);
  await user.click(wechat);
  await screen.findByText(invalid);
  fireEvent.change(wechat, { target: { value: 'x'.repeat(257) } });
  await screen.findByText('At most 256 characters.');
  expect([document.activeElement, isInvalid(wechat), isInvalid(email)]).toEqual([wechat, true, true]);
  await user.type(email, '@example.com');
  await waitFor(() => expect(screen.queryByText(invalid)).toBeNull());
  expect([document.activeElement, isInvalid(email)]).toEqual([email, false]);
});
