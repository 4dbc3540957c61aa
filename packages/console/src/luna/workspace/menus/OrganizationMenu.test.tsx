// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { answerTo } from '../../../../test/answerTo.ts';
import { fakePlatform } from '../../../../test/fakePlatform.ts';
import { answer, fakeServer, type Seen } from '../../../../test/fakeServer.ts';
import { organizationNow } from '../../../../test/organizationNow.ts';
import { BRANCH, HOME, profileWith } from '../../../../test/profileWith.ts';
import { openSettings, publicSettings } from '../../../../test/publicSettings.ts';
import { grantedRow, pageOf } from '../../../../test/sampleRow.ts';
import { PlatformProvider } from '../../../platform/Platform.tsx';
import { createOrgMemory } from '../../../platform/session/orgMemory.ts';
import { createStartUp } from '../../../platform/session/startUp.ts';
import { createStore } from '../../../platform/store.ts';
import { AssetPanel } from '../../assets/AssetPanel.tsx';
import { emptyTree } from '../../assets/treeModel.ts';
import { type Luna, LunaProvider } from '../../LunaContext.tsx';
import { Toasts } from '../../ui/Toasts.tsx';
import { OrganizationMenu } from './OrganizationMenu.tsx';

const TERMINAL = 'rbac.view_webterminal';
const CURRENT = 'GET /api/v1/orgs/orgs/current/';
const PROFILE = 'GET /api/v1/users/profile/';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const isBranch = ({ headers }: Seen) => headers.get('X-JMS-ORG') === BRANCH.id;
const mara = (...perms: string[]) => profileWith({ perms, workbench_orgs: [HOME, BRANCH] });

/** The terminal of a user with different permissions in two organizations. */
const open = async (routes: Record<string, unknown> = {}, beside?: ReactNode) => {
  const server = fakeServer({
    ...answerTo('GET /api/v1/authentication/user-session/', undefined),
    ...answerTo('GET /api/v1/settings/public/open/', openSettings()),
    ...answerTo('GET /api/v1/settings/public/', publicSettings()),
    ...answerTo(CURRENT, (request) => organizationNow(isBranch(request) ? BRANCH : HOME)),
    ...answerTo(PROFILE, (request) =>
      isBranch(request) ? mara(TERMINAL, 'of.branch') : mara(TERMINAL, 'of.home'),
    ),
    ...routes,
  });
  const platform = await fakePlatform(server);
  await platform.i18n.loadNamespaces('luna');
  const orgMemory = createOrgMemory({ ...platform, tab: platform.storage });
  const nothing = () => undefined;
  const startUp = createStartUp({
    ...{ http: platform.http, session: platform.session, orgMemory },
    ...{ onProfileRefused: nothing, onOrgChanged: nothing },
  });
  await startUp.load();
  await startUp.enter('workbench', false, '/luna/');
  const load = vi.fn();
  const store = createStore({ tree: emptyTree, favorites: new Set(), status: 'loading', error: null });
  render(
    <PlatformProvider platform={{ ...platform, startUp }}>
      <LunaProvider luna={{ tree: { load, store } } as unknown as Luna}>
        <OrganizationMenu />
        {beside}
        <Toasts />
      </LunaProvider>
    </PlatformProvider>,
  );
  const user = userEvent.setup();
  const choose = async (from: string, to: string) => {
    await user.click(await screen.findByRole('button', { name: `Organization: ${from}` }));
    await user.click(screen.getByRole('menuitemradio', { name: to, hidden: true }));
  };
  const may = (perm: string) => platform.session.get().perms.has(perm);
  return { choose, may, load, user };
};

test("switching to another organization loads its assets and the user's permissions there", async () => {
  const { choose, may, load } = await open();
  expect([may('of.home'), may('of.branch')]).toEqual([true, false]);
  await choose('Northwind', 'Harbor');
  await screen.findByRole('button', { name: 'Organization: Harbor' });
  expect([may('of.home'), may('of.branch')]).toEqual([false, true]);
  expect(load).toHaveBeenCalledOnce();
  await choose('Harbor', 'Northwind');
  await screen.findByRole('button', { name: 'Organization: Northwind' });
  expect([may('of.home'), may('of.branch')]).toEqual([true, false]);
});

test('the search uses the chosen organization', async () => {
  const found = (name: string) => pageOf([grantedRow({ id: name, name, address: '' })]);
  const { choose, user } = await open(
    {
      'GET /api/v1/perms/users/self/assets/': (request: Seen) => found(isBranch(request) ? 'far' : 'near'),
    },
    <AssetPanel />,
  );
  await user.type(screen.getByRole('searchbox'), 'a');
  await screen.findByRole('button', { name: /near/ });
  await choose('Northwind', 'Harbor');
  await screen.findByRole('button', { name: /far/ });
  expect(screen.queryByRole('button', { name: /near/ })).toBeNull();
});

test.each([
  ['is gone', 'This object was lost or deleted.', answerTo(CURRENT, organizationNow(HOME))],
  [
    'has no terminal for this user',
    'You may not use the web terminal in Harbor',
    answerTo(PROFILE, (request) => mara(...(isBranch(request) ? [] : [TERMINAL, 'of.home']))),
  ],
  [
    'does not answer',
    /Server error/,
    answerTo(PROFILE, (request) => (isBranch(request) ? answer(502, '') : mara(TERMINAL, 'of.home'))),
  ],
])('an organization that %s is reported, and the current one stays', async (_case, text, routes) => {
  const { choose, may, load } = await open(routes);
  await choose('Northwind', 'Harbor');
  await screen.findByText(text);
  expect(screen.getByRole('button', { name: 'Organization: Northwind' })).toBeTruthy();
  expect(may('of.home')).toBe(true);
  expect(load).not.toHaveBeenCalled();
});

test('a choice cancelled before it is answered changes nothing', async () => {
  let release: () => void = () => undefined;
  const late = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { choose, load } = await open(
    answerTo(CURRENT, async (request) => {
      if (!isBranch(request)) return organizationNow(HOME);
      await late;
      return organizationNow(BRANCH);
    }),
  );
  await choose('Northwind', 'Harbor');
  await choose('Northwind', 'Northwind');
  release();
  await choose('Northwind', 'Harbor');
  await screen.findByRole('button', { name: 'Organization: Harbor' });
  expect(load).toHaveBeenCalledOnce();
});
