// @vitest-environment jsdom
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderPage } from '../../../../test/renderPage.tsx';
import { DatetimeInput } from './DatetimeInput.tsx';

function Expiry() {
  const [value, setValue] = useState<unknown>('2031/05/06 07:08:09 +0000');
  return (
    <>
      <DatetimeInput
        name="date_expired"
        aria-label="Expires"
        meta={{ type: 'datetime', label: 'Expires', required: false, read_only: false } as never}
        value={value}
        onChange={setValue}
      />
      <output>{String(value)}</output>
    </>
  );
}

test('a moment is shown at once; in the focused field another is typed or picked', async () => {
  const { screen, user } = await renderPage({ page: <Expiry />, routes: {} });
  const field = () => screen.getByLabelText<HTMLInputElement>('Expires');
  expect(field().value).toMatch(/^2031-05-0\d \d\d:08:09$/);
  await user.tab();
  await screen.findByRole('textbox', { name: 'Expires' });
  await user.click(field());
  expect(await screen.findByRole('button', { name: 'Next year' })).toBeTruthy();
  expect(document.activeElement).toBe(field());
  await user.clear(field());
  await user.type(field(), '2032-01-02 03:04:05{Enter}');
  expect(screen.getByRole('status').textContent).toMatch(/^2032\/01\/02 03:04:05/);
});
