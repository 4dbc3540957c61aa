// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakePlatform } from '../../../test/fakePlatform.ts';
import { fakeServer } from '../../../test/fakeServer.ts';
import { Toasts } from '../../luna/ui/Toasts.tsx';
import { ToastHost } from '../../platform/notify/ToastHost.tsx';
import { PlatformProvider } from '../../platform/Platform.tsx';
import { ThemeProvider } from '../ThemeProvider.tsx';

const skins = { console: <ToastHost />, 'web terminal': <Toasts /> };
const everySkin = Object.keys(skins) as (keyof typeof skins)[];

const open = async (skin: keyof typeof skins) => {
  const platform = await fakePlatform(fakeServer({}));
  await platform.i18n.loadNamespaces(['luna', 'common']);
  vi.useFakeTimers();
  render(
    <PlatformProvider platform={platform}>
      <ThemeProvider>{skins[skin]}</ThemeProvider>
    </PlatformProvider>,
  );
  const { notify } = platform;
  return { show: (tell: (to: typeof notify) => unknown) => act(() => void tell(notify)) };
};
const after = (ms: number) => act(() => vi.advanceTimersByTime(ms));

/** The element under the pointer, as jsdom has none. */
let over: Element | undefined;
beforeEach(() => {
  over = undefined;
  const matches = Element.prototype.matches;
  vi.spyOn(Element.prototype, 'matches').mockImplementation(function answer(this: Element, selector) {
    if (selector !== ':hover, :focus-within') return matches.call(this, selector);
    return over === this || this.contains(document.activeElement);
  });
});

test.each(everySkin)('a toast disappears when its time is up, an error later, in the %s', async (skin) => {
  const { show } = await open(skin);
  show((notify) => notify.success('Saved.'));
  show((notify) => notify.error('Refused.'));
  after(2_900);
  expect(screen.getByText('Saved.')).toBeTruthy();
  after(200);
  expect(screen.queryByText('Saved.')).toBeNull();
  after(1_800);
  expect(screen.getByText('Refused.')).toBeTruthy();
  after(200);
  expect(screen.queryByText('Refused.')).toBeNull();
});

test.each(everySkin)('an error is an alert and any other toast a status, in the %s', async (skin) => {
  const { show } = await open(skin);
  show((notify) => notify.success('Saved.'));
  show((notify) => notify.error('Refused.'));
  expect(screen.getByRole('status').textContent).toContain('Saved.');
  expect(screen.getByRole('alert').textContent).toContain('Refused.');
});

test.each(everySkin)('a toast stays while the pointer is on it, in the %s', async (skin) => {
  const { show } = await open(skin);
  show((notify) => notify.error('Refused.'));
  over = screen.getByRole('alert');
  after(20_000);
  expect(screen.getByText('Refused.')).toBeTruthy();
  over = undefined;
  after(1_000);
  expect(screen.queryByText('Refused.')).toBeNull();
});

test.each(everySkin)('a toast stays while the focus is on it, in the %s', async (skin) => {
  const { show } = await open(skin);
  show((notify) => notify.error('Refused.'));
  const close = screen.getByRole('button', { name: 'Close' });
  act(() => close.focus());
  after(20_000);
  expect(screen.getByText('Refused.')).toBeTruthy();
  act(() => close.blur());
  after(1_000);
  expect(screen.queryByText('Refused.')).toBeNull();
});

test.each(everySkin)('progress stays until it is closed, in the %s', async (skin) => {
  const { show } = await open(skin);
  show((notify) => notify.progress({ key: 'export', text: 'Exporting' }));
  after(600_000);
  expect(screen.getByText('Exporting')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText('Exporting')).toBeNull();
});
