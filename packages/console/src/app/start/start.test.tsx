// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answerTo } from '../../../test/answerTo.ts';
import { fakePlatform } from '../../../test/fakePlatform.ts';
import { answer, fakeServer } from '../../../test/fakeServer.ts';
import { openSettings } from '../../../test/publicSettings.ts';
import { createPlatform } from '../../platform/createPlatform.ts';
import { PlatformRoot } from '../../platform/PlatformRoot.tsx';
import { pageLoaderOf } from '../pages/pageLoaders.ts';
import { routeTable } from '../routes/table.ts';
import { routesOf } from './routesOf.ts';
import { Start } from './Start.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('A-4.1-002 an empty list of routes is logged', () => {
  const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const settings = {};
  expect(routesOf({ settings, hasLicence: false }).length).toBeGreaterThan(10);
  expect(log).not.toHaveBeenCalled();
  expect(routesOf({ settings, hasLicence: false }, [])).toEqual([]);
  expect(log).toHaveBeenCalledWith('No route find');
});

test.each([
  ['', /^An error occurred/],
  ['The table is broken', /The table is broken/],
])('A-8-016 invalid routes are reported: "%s"', async (message, said) => {
  const query = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined };
  window.matchMedia ??= (() => query) as unknown as typeof matchMedia;
  const platform = await fakePlatform(fakeServer({}));
  const broken = {
    get: (_: object, name: string) => {
      if (name === 'AUTH_TEMP_TOKEN') throw new Error(message);
    },
  };
  platform.session.setSettings(new Proxy({}, broken));
  platform.startUp = { ...platform.startUp, load: async () => ({ kind: 'ready' }) };
  render(
    <PlatformRoot platform={platform}>
      <Start />
    </PlatformRoot>,
  );
  expect((await screen.findByRole('alert')).textContent).toMatch(said);
});

test('A-8-013 A-4.1-003 a refused profile is reported; the sign-in page follows after 100 ms', async () => {
  const server = fakeServer({
    ...answerTo('GET /api/v1/settings/public/open/', openSettings()),
    ...answerTo('GET /api/v1/users/profile/', answer(401, {})),
  });
  window.fetch = server.fetch;
  const platform = await createPlatform({ namespaces: ['common'] });
  const errors = vi.spyOn(platform.notify, 'error');
  const assign = vi.fn();
  vi.stubGlobal('location', { pathname: '/ui/', search: '', href: 'http://localhost/ui/', assign });
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  await expect(platform.startUp.load()).resolves.toEqual({ kind: 'login' });
  expect(errors).toHaveBeenCalledWith('Verification failed. Sign in again.');
  vi.advanceTimersByTime(99);
  expect(assign).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(assign).toHaveBeenCalledWith('/core/auth/login/?next=%2Fui%2F');
  vi.useRealTimers();
});

test('a page that starts up at once has asked for user and settings when its texts are there', async () => {
  const server = fakeServer({
    ...answerTo('GET /api/v1/settings/public/open/', openSettings()),
    ...answerTo('GET /api/v1/users/profile/', answer(401, {})),
  });
  window.fetch = server.fetch;
  const assign = vi.fn();
  const asked = () => server.calls('GET', '/api/v1/users/profile/').length;
  await createPlatform({ namespaces: ['common'] });
  expect(asked()).toBe(0);
  const platform = await createPlatform({ namespaces: ['common'], startsUp: true });
  vi.stubGlobal('location', { pathname: '/ui/', search: '', href: 'http://localhost/ui/', assign });
  expect(asked()).toBe(1);
  expect(await platform.startUp.load()).toEqual({ kind: 'login' });
  expect(asked()).toBe(1);
  await expect.poll(() => assign.mock.calls).toHaveLength(1);
});

test("every route except the web terminal has a page: its own, its resource's or the generic one", () => {
  const without = routeTable.filter((route) => pageLoaderOf(route) === undefined);
  expect(without.map(({ name }) => name)).toEqual(['WebTerminal']);
  const loaderOf = (name: string) => pageLoaderOf(routeTable.find((route) => route.name === name)!);
  const [label, domains, own] = [loaderOf('LabelCreate'), loaderOf('DomainList'), loaderOf('MyAssets')];
  const plain = (action: 'list' | 'create', resourceKey?: string) =>
    pageLoaderOf({ ...routeTable[0]!, name: 'Plain', action, ...(resourceKey && { resourceKey }) });
  expect(plain('create', 'plain.resource')).toBe(label);
  expect(plain('list', 'plain.resource')).not.toBe(domains);
  expect(plain('list', 'assets.domain')).toBe(domains);
  expect(plain('list', 'perms.myasset')).not.toBe(own);
  expect(plain('list')).toBeUndefined();
});
