// @vitest-environment jsdom
import { domain } from '@gatehouse/contract/resources/assets/domain.ts';
import { fireEvent, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { listOf } from '../../../../test/answerTo.ts';
import { DOMAINS, domainNames, domainPerms, domainRoutes } from '../../../../test/domains.ts';
import type { Seen } from '../../../../test/fakeServer.ts';
import { renderPage } from '../../../../test/renderPage.tsx';
import { ResourceListPage } from '../../pages/ResourceListPage.tsx';

const AT = '/console/assets/domains';
const all = ['alpha', 'beta', 'betatron'].map((name) => ({ id: name, name }));
const matching = ({ query }: Seen) => all.filter(({ name }) => name.includes(String(query.search ?? '')));

const open = async (at = AT, routes: Record<string, unknown> = {}) => {
  const page = await renderPage({
    page: <ResourceListPage resource="assets.domain" url={DOMAINS} name="Domain" />,
    routes: { ...domainRoutes(3), ...listOf(domain, matching), ...routes },
    caller: { perms: domainPerms },
    names: domainNames,
    at,
    pattern: AT,
  });
  const box = (await page.screen.findByRole('combobox', { name: 'Search and filter' })) as HTMLInputElement;
  const rows = () => page.screen.queryAllByRole('link', { name: /^(alpha|beta)/ }).map((a) => a.textContent);
  const shows = (...names: string[]) => waitFor(() => expect(rows()).toEqual(names));
  await waitFor(() => expect(rows().length).toBeGreaterThan(0));
  const searches = () => page.server.calls('GET', DOMAINS).map(({ query }) => query.search);
  return { ...page, box, shows, searches };
};

/** The timers of 240 ms that are set from now on. */
const waitsFor240 = () => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  return () => timers.mock.calls.filter(([, delay]) => delay === 240);
};

test('B-9-015 typed text is passed to the list once, after 240 ms', async () => {
  const { user, box, searches, screen } = await open();
  const requests = searches().length;
  const delays = waitsFor240();
  fireEvent.change(box, { target: { value: 'be' } });
  fireEvent.change(box, { target: { value: 'beta' } });
  expect([delays().length, searches().length]).toEqual([2, requests]);
  await waitFor(() => expect(searches().slice(requests)).toEqual(['beta']));
  await user.type(box, '{Enter}');
  screen.getByRole('button', { name: 'Search: beta' });
  expect([delays().length, searches().length]).toEqual([2, requests + 1]);
});

test('the list follows what is typed, without a key, and the text stays in the box', async () => {
  const { user, box, shows, screen } = await open();
  await user.type(box, 'beta');
  await shows('beta', 'betatron');
  expect([box.value, screen.queryByRole('button', { name: 'Search: beta' })]).toEqual(['beta', null]);
  await user.type(box, 't');
  await shows('betatron');
  await user.clear(box);
  await shows('alpha', 'beta', 'betatron');
});

test('Enter keeps the text as a filter, to which further text is added', async () => {
  const { user, box, screen, searches } = await open();
  await user.type(box, 'be{Enter}ta');
  screen.getByRole('button', { name: 'Search: be' });
  await waitFor(() => expect(searches().at(-1)).toBe('be,ta'));
  expect(box.value).toBe('ta');
});

test('what is typed at a stretch is one step for the back button', async () => {
  const { user, box, shows, router } = await open();
  await user.type(box, 'b');
  await shows('beta', 'betatron');
  await user.type(box, 'etat');
  await shows('betatron');
  expect(router.state.location.search).toBe('?search=betat');
  await router.navigate(-1);
  await shows('alpha', 'beta', 'betatron');
  expect(box.value).toBe('');
});

test('a finished filter is a step of its own', async () => {
  const { user, box, shows, screen, router } = await open();
  await user.type(box, 'bet');
  await shows('beta', 'betatron');
  await user.type(box, '{Enter}');
  await user.type(box, 'tron');
  await shows();
  expect(router.state.location.search).toBe('?search=bet%2Ctron');
  await router.navigate(-1);
  await shows('beta', 'betatron');
  screen.getByRole('button', { name: 'Search: bet' });
});

test('clearing the filters clears the text that is being typed', async () => {
  const { user, box, shows, screen } = await open();
  await user.type(box, 'gamma');
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
  await shows('alpha', 'beta', 'betatron');
  expect(box.value).toBe('');
});

test('an older answer that comes late never replaces the newer one', async () => {
  const late = Promise.withResolvers<void>();
  const rows = listOf(domain, matching)[`GET ${DOMAINS}`] as (request: Seen) => unknown;
  const { user, box, shows, searches } = await open(AT, {
    [`GET ${DOMAINS}`]: async (request: Seen) => {
      if (request.query.search === 'alp') await late.promise;
      return rows(request);
    },
  });
  await user.type(box, 'alp');
  await waitFor(() => expect(searches().at(-1)).toBe('alp'));
  await user.clear(box);
  await user.type(box, 'betat');
  await shows('betatron');
  late.resolve();
  await user.type(box, 'r');
  await waitFor(() => expect(searches().at(-1)).toBe('betatr'));
  await shows('betatron');
});

test('half a syllable of an input method is not searched for', async () => {
  const { box, searches } = await open();
  const delays = waitsFor240();
  fireEvent.compositionStart(box);
  fireEvent.change(box, { target: { value: 'b' } });
  expect(delays()).toEqual([]);
  fireEvent.change(box, { target: { value: '贝' } });
  fireEvent.compositionEnd(box);
  await waitFor(() => expect(searches().at(-1)).toBe('贝'));
  expect(searches().filter(Boolean)).toEqual(['贝']);
});

test('the text of a key is sent on Enter only, because a filter by key is exact', async () => {
  const { user, box, screen, searches, router } = await open();
  await user.click(box);
  await user.click(screen.getByRole('option', { name: 'Name' }));
  await user.type(box, 'beta{Enter}');
  await waitFor(() => expect(router.state.location.search).toBe('?name=beta'));
  expect(searches().filter(Boolean)).toEqual([]);
});
