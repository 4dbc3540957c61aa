import { act, cleanup, waitFor, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { answerTo } from '../../../test/answerTo.ts';
import {
  DOMAINS,
  domainNames,
  domainOptions,
  domainPerms,
  domainRows,
  writtenZone,
} from '../../../test/domains.ts';
import { answer } from '../../../test/fakeServer.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { setTold } from '../../platform/changes.ts';
import type { DetailSlots } from '../detail/DetailSlots.ts';
import { ResourceDetailPage } from './ResourceDetailPage.tsx';

const ACTIVITIES = 'GET /api/v1/audits/activities/';
const LOG = '/api/v1/audits/operate-logs/o1/';

const open = (
  over: { routes?: Record<string, unknown>; perms?: string[]; slots?: DetailSlots; isRoot?: boolean } = {},
) =>
  renderPage({
    page: <ResourceDetailPage resource="assets.domain" url={DOMAINS} name="Domain" slots={over.slots} />,
    routes: {
      [`OPTIONS ${DOMAINS}`]: domainOptions,
      [`GET ${DOMAINS}d1/`]: domainRows(1)[0],
      ...over.routes,
    },
    caller: { perms: over.perms ?? [...domainPerms, 'audits.view_activitylog'], isRoot: over.isRoot },
    names: domainNames,
    at: '/console/assets/domains/d1',
    pattern: '/console/assets/domains/:id',
    name: 'DomainDetail',
  });

describe('a plain detail', () => {
  test('A-7-024 the facts of the row follow the metadata', async () => {
    const { screen } = await open();
    await screen.findByRole('heading', { level: 1, name: 'zone-1' });
    expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual([
      'Name',
      'ID',
      'Kind',
      'Assets',
      'Active',
      'Created',
      'Comment',
    ]);
  });

  test('A-2.8-012 heading and document title cut the name at 80 characters', async () => {
    const { screen } = await open({
      routes: { [`GET ${DOMAINS}d1/`]: { ...domainRows(1)[0], name: 'x'.repeat(90) } },
    });
    await screen.findByRole('heading', { level: 1, name: `${'x'.repeat(80)}…` });
    expect(document.title).toBe(`Domain details: ${'x'.repeat(80)}…`);
  });
});

describe('updating and deleting', () => {
  test('A-2.8-014 A-2.8-015 A-8-014 Update leads to the update page; Delete asks, deletes and goes to the list', async () => {
    const { screen, user, server, router } = await open({
      routes: { [`DELETE ${DOMAINS}d1/`]: answer(204) },
    });
    await user.click(await screen.findByRole('button', { name: 'Update' }));
    expect(router.state.location.pathname).toBe('/console/assets/domains/d1/update');
    await act(() => router.navigate(-1));
    await user.click(await screen.findByRole('button', { name: 'More actions: zone-1' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(server.calls('DELETE', `${DOMAINS}d1/`)).toHaveLength(1));
    await waitFor(() => expect(router.state.location.pathname).toBe('/console/assets/domains'));
    await screen.findByText('Deleted zone-1');
  });

  test('A-8-015 a refused deletion shows the reason, and the page stays', async () => {
    const { screen, user, router } = await open({
      routes: {
        [`DELETE ${DOMAINS}d1/`]: answer(400, { detail: 'Still used', code: 'referenced_by_others' }),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'More actions: zone-1' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await screen.findByText('Still used');
    expect(router.state.location.pathname).toBe('/console/assets/domains/d1');
  });

  test('A-8-015 B-8-011 a deletion that fails with a server error is reported; the page stays', async () => {
    const { screen, user, router } = await open({ routes: { [`DELETE ${DOMAINS}d1/`]: answer(500) } });
    await user.click(await screen.findByRole('button', { name: 'More actions: zone-1' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await screen.findByText('Delete failed');
    screen.getByText('Server error. The request could not be completed.');
    expect(router.state.location.pathname).toBe('/console/assets/domains/d1');
  });
});

describe('reading the row', () => {
  test('A-8-009 a deleted row is reported', async () => {
    const { screen, user, router } = await open({
      routes: { [`GET ${DOMAINS}d1/`]: answer(404, { detail: 'x' }) },
    });
    await screen.findByText('This domain was deleted or never existed.');
    screen.getByRole('heading', { level: 1, name: 'Domain details' });
    expect(document.title).toBe('Domain details');
    await user.click(screen.getByRole('button', { name: 'Back to domains' }));
    expect(router.state.location.pathname).toBe('/console/assets/domains');
  });

  test('while a row loads the page is titled by its kind', async () => {
    const { screen } = await open({ routes: { [`GET ${DOMAINS}d1/`]: () => new Promise(() => undefined) } });
    await screen.findByRole('heading', { level: 1, name: 'Domain details' });
  });

  test.each([
    [404, 'This domain was deleted or never existed.'],
    [403, 'You have no permission for this operation.'],
  ])('A-8-009 a row that answers %s when reloaded is no longer shown', async (status, said) => {
    let isOpen = true;
    const { screen } = await open({
      slots: { refreshAfter: () => 50 },
      routes: { [`GET ${DOMAINS}d1/`]: () => (isOpen ? domainRows(1)[0] : answer(status, {})) },
    });
    await screen.findByRole('button', { name: 'Update' });
    isOpen = false;
    await screen.findByText(said);
    expect(screen.queryByRole('button', { name: 'Update' })).toBeNull();
    expect(screen.queryByRole('heading', { name: 'zone-1' })).toBeNull();
  });

  test('a row whose changes the server tells is looked at only now and then', async () => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
      shouldAdvanceTime: true,
    });
    onTestFinished(() => void vi.useRealTimers());
    onTestFinished(() => act(() => setTold([])));
    const { screen, server } = await open({ slots: { refreshAfter: () => 3_000 } });
    await screen.findByRole('button', { name: 'Update' });
    const asked = () => server.calls('GET', `${DOMAINS}d1/`).length;
    const before = asked();
    await vi.advanceTimersByTimeAsync(3_100);
    expect(asked()).toBe(before + 1);
    act(() => setTold([DOMAINS]));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked()).toBe(before + 2);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(asked()).toBe(before + 2);
    await vi.advanceTimersByTimeAsync(12_000);
    expect(asked()).toBe(before + 3);
  });

  test('a row that fails to reload stays, with the reason and a retry', async () => {
    let isUp = true;
    const { screen } = await open({
      slots: { refreshAfter: () => 50 },
      routes: { [`GET ${DOMAINS}d1/`]: () => (isUp ? domainRows(1)[0] : answer(502, {})) },
    });
    await screen.findByRole('button', { name: 'Update' });
    isUp = false;
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Loading failed.');
    screen.getByRole('heading', { level: 1, name: 'zone-1' });
    isUp = true;
    within(alert).getByRole('button', { name: 'Try again' });
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });
});

describe('activity', () => {
  const items = [
    {
      id: 'a1',
      timestamp: '2031-01-02 03:04:05',
      content: 'Me updated it',
      detail_url: `${LOG}?type=action_detail`,
      r_type: 'O',
    },
    { id: 'a2', timestamp: '2031-01-01 03:04:05', content: 'Secret viewed', detail_url: '', r_type: 'S' },
  ];

  test('A-7-017 B-3-046 the Activity tab lists what happened; an operation opens its diff', async () => {
    const { screen, user, server } = await open({
      routes: {
        ...answerTo(ACTIVITIES, items),
        [`GET ${LOG}`]: { diff: [{ field: 'Comment', before: 'old', after: 'new' }] },
      },
    });
    await user.click(await screen.findByRole('tab', { name: 'Activity' }));
    await screen.findByText('Me updated it');
    expect(server.calls('GET', '/api/v1/audits/activities/')[0]?.query).toEqual({ resource_id: 'd1' });
    const buttons = screen.getAllByRole('button', { name: 'Details' });
    expect(buttons).toHaveLength(1);
    await user.click(buttons[0] as HTMLElement);
    const diff = await screen.findByRole('table', { name: 'Changes' });
    const heads = within(diff).getAllByRole('columnheader', { hidden: true });
    expect(heads.map((head) => head.textContent?.replace(/^[−+] /, ''))).toEqual([
      'Field',
      'Before',
      'After',
    ]);
    expect(within(diff).getByRole('rowheader', { name: 'Comment' })).toBeTruthy();
    expect(
      within(diff)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['old', 'new']);
  });

  test('A-2.8-013 A-6-061 the Activity tab needs audits.view_activitylog', async () => {
    const { screen } = await open({ perms: domainPerms });
    await screen.findByRole('heading', { level: 1, name: 'zone-1' });
    expect(screen.queryByRole('tab', { name: 'Activity' })).toBeNull();
    cleanup();
    const granted = await open({ perms: [...domainPerms, 'audits.view_activitylog'] });
    expect(await granted.screen.findByRole('tab', { name: 'Activity' })).toBeTruthy();
  });
});

describe('slots', () => {
  const slots: DetailSlots = {
    layout: { order: ['name'] },
    quickActions: (detail) => [
      {
        name: 'active',
        title: 'Active',
        isOn: Boolean(detail.row.is_active),
        onRun: (is_active) => detail.patch({ is_active }, 'Active'),
      },
    ],
    tabs: () => [{ key: 'More', label: 'More', render: () => <p>more</p> }],
  };

  test("A-8-017 a quick switch patches the row and shows the server's result", async () => {
    const { screen, user, server } = await open({
      slots,
      routes: { [`PATCH ${DOMAINS}d1/`]: writtenZone },
    });
    const control = await screen.findByRole('switch', { name: 'Active' });
    await user.click(control);
    await waitFor(() =>
      expect(server.calls('PATCH', `${DOMAINS}d1/`)[0]?.body).toEqual({ is_active: false }),
    );
    await waitFor(() =>
      expect(screen.getByRole('switch', { name: 'Active' }).getAttribute('aria-checked')).toBe('false'),
    );
    await screen.findByText('Changed Active');
  });

  test('A-8-017 a refused switch reverts', async () => {
    const { screen, user } = await open({
      slots,
      routes: { [`PATCH ${DOMAINS}d1/`]: answer(403, { detail: 'no' }) },
    });
    await user.click(await screen.findByRole('switch', { name: 'Active' }));
    await screen.findByText('Active was not changed');
    screen.getByText('You have no permission for this operation.');
    expect(screen.getByRole('switch', { name: 'Active' }).getAttribute('aria-checked')).toBe('true');
  });
});
