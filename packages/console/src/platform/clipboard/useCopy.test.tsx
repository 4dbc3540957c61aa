// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fakePlatform } from '../../../test/fakePlatform.ts';
import { fakeServer } from '../../../test/fakeServer.ts';
import { PlatformProvider } from '../Platform.tsx';
import { useCopy } from './useCopy.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('A-9-006 a second copy within 1400 ms does nothing', async () => {
  const platform = await fakePlatform(fakeServer({}));
  const writeText = vi.fn(async () => undefined);
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
  const now = vi.spyOn(performance, 'now');
  const { result } = renderHook(() => useCopy(), {
    wrapper: ({ children }) => <PlatformProvider platform={platform}>{children}</PlatformProvider>,
  });
  for (const [at, text] of [
    [10_000, 'first'],
    [11_399, 'too soon'],
    [11_400, 'second'],
  ] as const) {
    now.mockReturnValue(at);
    await result.current(text);
  }
  expect(writeText.mock.calls).toEqual([['first'], ['second']]);
});
