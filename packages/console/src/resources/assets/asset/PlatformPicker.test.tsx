import { platform } from '@gatehouse/contract/resources/assets/platform.ts';
// @vitest-environment jsdom
import { within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderPage } from '../../../../test/renderPage.tsx';
import { listRow } from '../../../../test/sampleRow.ts';
import { PlatformPicker } from './PlatformPicker.tsx';

const host = { value: 'host', label: 'Host' } as const;
const platforms = [
  listRow(platform, { id: 1, name: 'Linux', category: host, type: { value: 'linux', label: 'Linux' } }),
  listRow(platform, { id: 2, name: 'Windows', category: host, type: { value: 'windows', label: 'Windows' } }),
];

/** A page on which the picker can be opened repeatedly. */
function Page({ onPick }: { onPick: (name: string) => void }) {
  const [isOpen, setOpen] = useState(true);
  if (!isOpen)
    return (
      <button type="button" onClick={() => setOpen(true)}>
        Again
      </button>
    );
  return (
    <PlatformPicker
      onClose={() => undefined}
      onPick={({ name }) => {
        onPick(name);
        setOpen(false);
      }}
    />
  );
}

test('a chosen platform is among the recent ones the next time', async () => {
  const onPick = vi.fn();
  const { screen, user } = await renderPage({
    page: <Page onPick={onPick} />,
    routes: { 'GET /api/v1/assets/platforms/': platforms },
  });
  const windows = await screen.findByRole('button', { name: 'Windows' });
  expect(screen.queryByRole('region', { name: 'Recently used' })).toBeNull();
  await user.click(windows);
  expect(onPick).toHaveBeenCalledExactlyOnceWith('Windows');
  await user.click(screen.getByRole('button', { name: 'Again' }));
  const recent = await screen.findByRole('region', { name: 'Recently used' });
  expect(
    within(recent)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Windows']);
  await user.type(screen.getByRole('textbox'), 'lin');
  expect(screen.queryByRole('region', { name: 'Recently used' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Windows' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Linux' })).toBeTruthy();
});
