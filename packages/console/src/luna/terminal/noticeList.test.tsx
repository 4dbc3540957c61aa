// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakePlatform } from '../../../test/fakePlatform.ts';
import { fakeServer } from '../../../test/fakeServer.ts';
import { PlatformProvider } from '../../platform/Platform.tsx';
import { createStore } from '../../platform/store.ts';
import { freshState } from '../link/linkState.ts';
import { NoticeList } from './NoticeList.tsx';
import type { TerminalSession } from './terminalSession.ts';

const show = async (code: string) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const platform = await fakePlatform(fakeServer({}));
  platform.i18n.addResourceBundle('en', 'luna', { action: { close: 'Close' } });
  platform.i18n.addResourceBundle('en', 'gateway', { notice: { [code]: `About ${code}` } });
  const notices = [{ id: 7, code, params: {} }];
  const dismiss = vi.fn();
  const session = {
    store: createStore({ link: { ...freshState, phase: 'live', notices } }),
    link: { dismiss },
  } as unknown as TerminalSession;
  render(
    <PlatformProvider platform={platform}>
      <NoticeList session={session} />
    </PlatformProvider>,
  );
  await screen.findByText(`About ${code}`);
  act(() => vi.advanceTimersByTime(60_000));
  return dismiss;
};

test.each(['idle_warning', 'max_session_warning', 'permission_warning', 'input_overflow', 'command_refused'])(
  'the notice %s stays until it is closed',
  async (code) => {
    const dismiss = await show(code);
    expect(dismiss).not.toHaveBeenCalled();
    screen.getByRole('button', { name: 'Close' }).click();
    expect(dismiss).toHaveBeenCalledExactlyOnceWith(7);
  },
);

test.each(['host_key_recorded', 'resumed'])('the notice %s goes by itself', async (code) => {
  expect(await show(code)).toHaveBeenCalledExactlyOnceWith(7);
});
