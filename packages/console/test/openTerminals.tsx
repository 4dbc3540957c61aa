import type { ServerFrame, SessionFacts } from '@gatehouse/contract/wire/gateway.ts';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { onTestFinished, vi } from 'vitest';
import { loadGatewayTexts } from '../src/luna/gatewayTexts.ts';
import { LunaRoot } from '../src/luna/LunaRoot.tsx';
import type { KeptTab } from '../src/luna/workspace/tabs/tabMemory.ts';
import type { Platform } from '../src/platform/createPlatform.ts';
import { PlatformProvider } from '../src/platform/Platform.tsx';
import { answerTo } from './answerTo.ts';
import { type Caller, fakePlatform } from './fakePlatform.ts';
import { fakeServer } from './fakeServer.ts';
import { FakeSocket } from './fakeSocket.ts';
import { sessionFacts } from './sessionFacts.ts';

/** A tab stored before a page reload. */
export const keptTab = (name: string, over: Partial<KeptTab> = {}): KeptTab => ({
  key: `tab-${name}`,
  title: '',
  ticket: { session_id: `s-${name}`, resume_token: `r-${name}` },
  target: {
    asset: { id: name, name, address: '10.0.0.5', icon: 'linux' },
    alias: 'deploy',
    accountName: 'Deploy',
    username: 'deploy',
    protocol: 'ssh',
    orgId: 'o',
  },
  ...over,
});

type Socket = FakeSocket & { onmessage?: (event: { data: unknown }) => void };

type Input = {
  /** Tabs that were stored before the reload. */
  tabs?: readonly KeptTab[];
  routes?: Record<string, unknown>;
  caller?: Caller;
  path?: string;
  width?: number;
  over?: Partial<Platform>;
};

/** Opens the web terminal at an address, with a fake server and a fake gateway. */
export const openTerminals = async ({
  tabs = [],
  routes = {},
  caller,
  path = '/luna/',
  width,
  over,
}: Input) => {
  if (width) Object.defineProperty(window, 'innerWidth', { value: width, configurable: true });
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
  FakeSocket.all = [];
  vi.stubGlobal('WebSocket', FakeSocket);
  sessionStorage.setItem('luna.page', 'page');
  sessionStorage.setItem('luna.tabs', JSON.stringify({ user: 'me', tabs }));
  const server = fakeServer({
    ...answerTo('GET /api/v1/users/preference/', {}),
    ...answerTo('GET /api/v1/perms/users/:user/nodes/children-with-assets/tree/', [], { user: 'self' }),
    'GET /api/v1/assets/favorite-assets/': [],
    ...routes,
  });
  const platform = {
    ...(await fakePlatform(server, { perms: ['rbac.view_webterminal'], ...caller })),
    ...over,
  };
  await platform.i18n.loadNamespaces('luna');
  await loadGatewayTexts(platform.i18n);
  const user = userEvent.setup();
  const view = render(
    <PlatformProvider platform={platform}>
      <LunaRoot path={path} />
    </PlatformProvider>,
  );
  // Ends the sessions, because their connections to the gateway keep timers running until then.
  onTestFinished(() => {
    for (const socket of FakeSocket.all)
      socket.onmessage?.({ data: '{"type":"closed","reason":"internal","text_key":"","params":{}}' });
    sessionStorage.clear();
  });
  const socketOf = (name: string): Socket => {
    const found = FakeSocket.all.findLast(({ url }) => url.includes(name));
    if (!found) throw new Error(`No socket of ${name}`);
    return found;
  };
  /** Sends a frame from the gateway. */
  const say = (name: string, frame: ServerFrame) =>
    act(() => socketOf(name).onmessage?.({ data: JSON.stringify(frame) }));
  /** Lets the gateway resume a stored session. */
  const resume = async (name: string, facts: Partial<SessionFacts> = {}) => {
    act(() => socketOf(`s-${name}`).open());
    say(`s-${name}`, {
      type: 'resumed',
      offset: 0,
      repaint: true,
      input_received: 0,
      session: sessionFacts({ session_id: `s-${name}`, ...facts }),
    } as ServerFrame);
  };
  return { server, platform, user, screen, socketOf, say, resume, unmount: view.unmount };
};
