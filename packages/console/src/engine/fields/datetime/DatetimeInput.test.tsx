// @vitest-environment jsdom

import { waitFor } from '@testing-library/react';
import dayjs from 'dayjs';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderPage } from '../../../../test/renderPage.tsx';
import { toWireTime } from '../../../platform/time/time.ts';
import { DatetimeInput } from './DatetimeInput.tsx';

function Expiry({ start = '2031/05/06 07:08:09 +0000' }) {
  const [value, setValue] = useState<unknown>(start);
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
      <button type="button" onClick={() => setValue(toWireTime(dayjs().add(25_550, 'day')))}>
        Never
      </button>
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

test('an end far in the future is shown as "No end", and as a date only while it is edited', async () => {
  const { screen, user } = await renderPage({
    page: <Expiry start="2126/05/06 07:08:09 +0000" />,
    routes: {},
  });
  const field = () => screen.getByLabelText<HTMLInputElement>('Expires');
  expect(field().value).toBe('No end');
  await user.tab();
  await waitFor(() => expect(field().value).toMatch(/^2126-05-0\d/));
  await user.clear(field());
  await user.type(field(), '2032-01-02 03:04:05{Enter}');
  expect(field().value).toBe('2032-01-02 03:04:05');
  await user.click(screen.getByRole('button', { name: 'Never' }));
  expect(field().value).toBe('No end');
});
