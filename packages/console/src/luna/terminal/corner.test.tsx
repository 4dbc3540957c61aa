// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fakePlatform } from '../../../test/fakePlatform.ts';
import { fakeServer } from '../../../test/fakeServer.ts';
import { PlatformProvider } from '../../platform/Platform.tsx';
import { createStore } from '../../platform/store.ts';
import { type Luna, LunaProvider } from '../LunaContext.tsx';
import { freshState } from '../link/linkState.ts';
import { makeWorkbench } from '../workspace/workbench.ts';
import type { WorkTab } from '../workspace/workspace.ts';
import { TerminalPane } from './TerminalPane.tsx';

afterEach(cleanup);

test('notices stand below the output, never over it', async () => {
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  } as typeof ResizeObserver;
  const platform = await fakePlatform(fakeServer({}));
  const { default: luna } = await import('../../locales/en/luna.json');
  platform.i18n.addResourceBundle('en', 'luna', luna);
  platform.i18n.addResourceBundle('en', 'gateway', { notice: { idle_warning: 'Idle for long' } });
  const workbench = makeWorkbench(platform.storage, 1440);
  workbench.showFind(true);
  const nothing = () => undefined;
  const setVisible = vi.fn();
  const session = {
    store: createStore({
      link: {
        ...freshState,
        phase: 'live',
        notices: [{ id: 1, code: 'idle_warning', params: { minutes: 5 } }],
      },
      cols: 80,
      rows: 24,
      title: '',
      isCtrlHeld: false,
      endedAt: null,
    }),
    attach: nothing,
    refit: nothing,
    setVisible,
    terminal: {
      focus: nothing,
      attachCustomKeyEventHandler: nothing,
      onSelectionChange: () => ({ dispose: nothing }),
    },
    search: {
      onDidChangeResults: () => ({ dispose: nothing }),
      clearDecorations: nothing,
      findPrevious: nothing,
    },
    link: { dismiss: nothing },
  };
  const tab = { key: 't1', session, target: { asset: { id: 'a', name: 'web' }, accountName: 'deploy' } };
  const parts = {
    workbench,
    preferences: { store: createStore({ theme: 'gatehouse' }), get: () => ({}) },
  } as unknown as Luna;
  render(
    <PlatformProvider platform={platform}>
      <LunaProvider luna={parts}>
        <TerminalPane tab={tab as unknown as WorkTab} isActive />
      </LunaProvider>
    </PlatformProvider>,
  );
  // Only what is in front needs to be drawn.
  expect(setVisible.mock.calls).toEqual([[true]]);
  const pane = await screen.findByRole('tabpanel');
  const notice = await screen.findByText('Idle for long');
  const canvas = pane.querySelector('[class*=canvas]');
  expect([...pane.children]).toContain(canvas);
  expect(canvas?.contains(notice)).toBe(false);
  expect(notice.closest('[class*=strip]')).toBeTruthy();
  expect(screen.getByRole('textbox', { name: 'Find' })).toBeTruthy();
});
