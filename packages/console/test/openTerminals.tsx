import type { ServerFrame, SessionFacts } from '@gatehouse/contract/wire/gateway.ts';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, vi } from 'vitest';
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
  number: 1,
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
  /** The key of the one that was in front. */
  active?: string;
  routes?: Record<string, unknown>;
  caller?: Caller;
  path?: string;
  width?: number;
  socket?: typeof FakeSocket;
  over?: Partial<Platform>;
};

/** Opens the web terminal at an address, with a fake server and a fake gateway. */
export const openTerminals = async ({
  tabs = [],
  active,
  routes = {},
  caller,
  path = '/luna/',
  width,
  socket = FakeSocket,
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
  vi.stubGlobal('WebSocket', socket);
  sessionStorage.setItem('luna.page', 'page');
  sessionStorage.setItem('luna.tabs', JSON.stringify({ user: 'me', tabs, active }));
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

const two = [keptTab('web'), keptTab('db')];

/** Opens and reads the menus of the top bar. */
export const menusOf = ({
  screen,
  user,
}: Pick<Awaited<ReturnType<typeof openTerminals>>, 'screen' | 'user'>) => {
  /** Opens a menu of the top bar. */
  const menu = async (name: string) => {
    await user.click(screen.getByRole('button', { name }));
    return screen.getByRole('menu', { name, hidden: true });
  };
  /** The items of a menu as text: label and shortcut, prefixed with + if checked and - if disabled. */
  const lines = async (name: string) => {
    const found = [...(await menu(name)).querySelectorAll<HTMLElement>('[role^=menuitem]')].map((line) => {
      expect(line.dataset.key).not.toBe('');
      const isChecked = line.getAttribute('aria-checked') === 'true';
      const isDisabled = line.getAttribute('aria-disabled') === 'true';
      return `${isChecked ? '+' : ''}${isDisabled ? '-' : ''}${line.textContent}`;
    });
    await user.keyboard('{Escape}');
    return found;
  };
  return { menu, lines };
};

/** The page with two restored tabs; the first is connected and active. */
export const openTwoTerminals = async (input: Partial<Parameters<typeof openTerminals>[0]> = {}) => {
  const page = await openTerminals({ tabs: two, ...input });
  await page.screen.findAllByRole('tab', { name: /web/ });
  page.resume('web');
  const { screen, user } = page;
  const tabs = () => screen.queryAllByRole('tab').map((tab) => tab.querySelectorAll('span')[1]?.textContent);
  const front = () => screen.getByRole('tab', { selected: true }).textContent;
  const { menu, lines } = menusOf(page);
  const choose = async (name: string, line: RegExp | string) =>
    user.click(within(await menu(name)).getByText(line));
  const rename = (now: string, next: string, key: string) => {
    const field = screen.getByRole('textbox', { name: 'Tab name' });
    expect((field as HTMLInputElement).value).toBe(now);
    field.focus();
    fireEvent.change(field, { target: { value: next } });
    fireEvent.keyDown(field, { key });
  };
  return { ...page, tabs, front, lines, choose, rename };
};
