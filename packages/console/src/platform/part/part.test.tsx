import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createNotifier } from '../notify/notifier.ts';
import { part } from './part.ts';
import { tellMissingParts } from './tellMissingParts.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const Calendar = () => <p>calendar</p>;
const unfetched = () => new TypeError('Failed to fetch dynamically imported module: /ui/assets/calendar.js');

const show = (load: () => Promise<typeof Calendar>) => {
  const Part = part(load);
  render(
    <>
      <input aria-label="Name" defaultValue="typed" />
      <Suspense fallback={<p>wait</p>}>
        <Part />
      </Suspense>
    </>,
  );
};
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('a part that fails to load is reported, leaves the page as it is, and appears once it can be loaded', async () => {
  const notify = createNotifier((key) => key);
  const toasts = () => notify.store.get().toasts.map(({ text }) => text);
  tellMissingParts({ notify, t: (key) => key, reload: () => undefined });
  const load = vi.fn<() => Promise<typeof Calendar>>();
  load.mockRejectedValueOnce(unfetched()).mockRejectedValueOnce(unfetched()).mockResolvedValue(Calendar);
  show(load);
  await pass(0);
  screen.getByText('wait');
  screen.getByDisplayValue('typed');
  expect(toasts()).toEqual(['error.partMissing']);
  await pass(1_000);
  expect(screen.queryByText('calendar')).toBeNull();
  await pass(2_000);
  screen.getByText('calendar');
  expect(toasts()).toEqual([]);
});

test('the message about a missing part reloads the page', async () => {
  const notify = createNotifier((key) => key);
  const reload = vi.fn();
  tellMissingParts({ notify, t: (key) => key, reload });
  show(
    vi.fn<() => Promise<typeof Calendar>>().mockRejectedValueOnce(unfetched()).mockResolvedValue(Calendar),
  );
  await pass(0);
  const [toast] = notify.store.get().toasts;
  expect(toast?.action?.label).toBe('action.reload');
  toast?.action?.onClick();
  expect(reload).toHaveBeenCalledOnce();
  await pass(1_000);
});

test('a broken part is not requested again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = vi.fn(() => Promise.reject(new Error('broken')));
  expect(() => show(load)).not.toThrow();
  await expect(pass(20_000)).rejects.toThrow('broken');
  expect(load).toHaveBeenCalledOnce();
});
