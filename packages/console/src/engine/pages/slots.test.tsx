// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import {
  DOMAINS,
  domainNames,
  domainOptions,
  domainPerms,
  domainRoutes,
  domainRows,
} from '../../../test/domains.ts';
import type { Caller } from '../../../test/fakePlatform.ts';
import { answer } from '../../../test/fakeServer.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import type { DetailSlots } from '../detail/DetailSlots.ts';
import type { FormSlots } from '../form/FormSlots.ts';
import { ResourceDetailPage } from './ResourceDetailPage.tsx';
import { ResourceFormPage } from './ResourceFormPage.tsx';
import { ResourceListPage } from './ResourceListPage.tsx';

const ROW = `${DOMAINS}d1/`;
const row = domainRows(1)[0]!;
const props = { resource: 'assets.domain', url: DOMAINS, name: 'Domain' };
const routes = { ...domainRoutes(2), [`OPTIONS ${ROW}`]: domainOptions, [`GET ${ROW}`]: row };

type Over = {
  routes?: Record<string, unknown>;
  caller?: Caller;
  names?: Record<string, string>;
  search?: string;
};
const openDetail = async (slots: DetailSlots = {}, over: Over = {}) => {
  const page = await renderPage({
    page: <ResourceDetailPage {...props} slots={slots} />,
    routes: { ...routes, ...over.routes },
    caller: over.caller ?? { perms: domainPerms },
    names: over.names ?? domainNames,
    at: `/console/assets/domains/d1${over.search ?? ''}`,
    pattern: '/console/assets/domains/:id',
    name: 'DomainDetail',
  });
  await page.screen.findByRole('heading', { level: 1 });
  return page;
};
const tabs = () => screen.queryAllByRole('tab').map((tab) => tab.textContent);

test('a page can customize the header of its details and add tabs and cards', async () => {
  const { user } = await openDetail({
    title: ({ name }) => `Zone ${String(name)}`,
    icon: () => <i>icon</i>,
    status: () => <i>status</i>,
    sub: ({ id }) => <i>sub {id}</i>,
    cards: ({ row }) => <i>card of {String(row.name)}</i>,
    side: ({ name }) => <i>side of {name}</i>,
    cells: { comment: () => <i>own comment</i> },
    labels: { comment: 'Remark' },
    tabs: ({ id }) => [
      { key: 'Rules', label: 'Rules', render: () => <i>rules of {id}</i> },
      { key: 'Off', label: 'Off', hidden: true, render: () => null },
    ],
  });
  await screen.findByRole('heading', { level: 1, name: 'Zone zone-1' });
  for (const text of [
    'icon',
    'status',
    'sub d1',
    'card of zone-1',
    'side of zone-1',
    'own comment',
    'Remark',
  ])
    screen.getByText(text);
  expect(tabs()).toEqual(['Details', 'Rules']);
  await user.click(screen.getByRole('tab', { name: 'Rules' }));
  await screen.findByText('rules of d1');
});

const openMenu = async ({ user }: Awaited<ReturnType<typeof openDetail>>) => {
  await user.click(await screen.findByRole('button', { name: 'More actions: zone-1' }));
  return screen.findByRole('menuitem', { name: /^Delete/ });
};

test('rows that cannot be updated or deleted have no actions', async () => {
  const view = { ...domainOptions.view, operations: ['list', 'retrieve'] };
  await openDetail({}, { routes: { [`OPTIONS ${DOMAINS}`]: { ...domainOptions, view } } });
  expect(screen.queryByRole('button', { name: 'Update' })).toBeNull();
  expect(screen.queryByRole('button', { name: /More actions/ })).toBeNull();
});

test('without an update route there is no Update; deleting is marked and can be cancelled', async () => {
  const page = await openDetail({}, { names: { DomainList: '/console/assets/domains' } });
  expect(screen.queryByRole('button', { name: 'Update' })).toBeNull();
  const remove = await openMenu(page);
  expect(remove.getAttribute('aria-disabled')).toBeNull();
  expect(remove.className.split(' ').length).toBeGreaterThan(1);
  await page.user.click(remove);
  const dialog = within(await screen.findByRole('dialog'));
  await page.user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(page.server.calls('DELETE', ROW)).toHaveLength(0);
  expect(page.router.state.location.pathname).toBe('/console/assets/domains/d1');
});

test('Try again reloads details that failed to load', async () => {
  let isUp = false;
  const { user } = await openDetail(
    {},
    { routes: { [`GET ${ROW}`]: () => (isUp ? row : answer(422, { detail: 'Not now' })) } },
  );
  await screen.findByText('Not now');
  expect(screen.queryByText('This domain was deleted or never existed.')).toBeNull();
  isUp = true;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { level: 1, name: 'zone-1' });
});

test('a deleted row cannot be reloaded', async () => {
  await openDetail({}, { routes: { [`GET ${ROW}`]: answer(404, {}) } });
  await screen.findByText('This domain was deleted or never existed.');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('a row without a refresh interval is not reloaded', async () => {
  const refreshAfter = vi.fn(() => undefined);
  const { server } = await openDetail({ refreshAfter });
  await waitFor(() => expect(refreshAfter).toHaveBeenCalled());
  expect(server.calls('GET', ROW)).toHaveLength(1);
});

const openForm = async (slots: FormSlots = {}, over: Over & { id?: string; more?: object } = {}) => {
  const end = over.id ? `${over.id}/update` : 'create';
  const page = await renderPage({
    page: <ResourceFormPage {...props} slots={slots} {...over.more} />,
    routes: {
      ...routes,
      [`POST ${DOMAINS}`]: answer(201, { ...row, id: 'd9' }),
      [`PUT ${ROW}`]: row,
      ...over.routes,
    },
    caller: { perms: domainPerms },
    names: over.names ?? domainNames,
    at: `/console/assets/domains/${end}${over.search ?? ''}`,
    pattern: `/console/assets/domains/${over.id ? ':id/update' : 'create'}`,
  });
  const name = await page.screen.findByRole('textbox', { name: /Name/ });
  const submit = () => page.user.click(screen.getByRole('button', { name: 'Submit' }));
  const toast = async () => {
    await waitFor(() => expect(page.platform.notify.store.get().toasts).toHaveLength(1));
    return page.platform.notify.store.get().toasts[0]!;
  };
  return { ...page, name, submit, toast };
};

test('the toast after saving links to the saved row', async () => {
  const { user, name, submit, toast, router } = await openForm();
  await user.type(name, 'dmz');
  screen.getByText('Unsaved changes');
  await submit();
  const { text, action } = await toast();
  expect([text, action?.label]).toEqual(['Created domain zone-1', 'Open']);
  await waitFor(() => expect(router.state.location.pathname).toBe('/console/assets/domains'));
  await act(async () => action?.onClick());
  expect(router.state.location.pathname).toBe('/console/assets/domains/d9');
});

test('updating a row shows a toast, without a link if the row has no page', async () => {
  const { submit, toast, router } = await openForm(
    {},
    { id: 'd1', names: { DomainList: '/console/assets/domains' } },
  );
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Update zone-1');
  expect(document.title).toContain('Update zone-1');
  await submit();
  expect(await toast()).toMatchObject({ text: 'Updated domain zone-1' });
  expect((await toast()).action).toBeUndefined();
  await waitFor(() => expect(router.state.location.search).toBe('?order=-date_updated'));
});

const NamePanel = ({ values }: { values: { name?: unknown } }) => <i>panel of {String(values.name)}</i>;

test('a page can set the next address, the title and a panel of its form', async () => {
  const slots: FormSlots = {
    nextPath: ({ id }, { mode }) => `/next/${id}/${mode}`,
    Panel: NamePanel,
    hasReset: true,
  };
  const { user, name, submit, router } = await openForm(slots, {
    more: { title: 'Add a zone', sub: <i>sub</i> },
  });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Add a zone');
  screen.getByText('sub');
  screen.getByRole('button', { name: 'Reset' });
  await user.type(name, 'dmz');
  await screen.findByText('panel of dmz');
  await submit();
  await waitFor(() => expect(router.state.location.pathname).toBe('/next/d9/create'));
});

test('without a list route the form stays open after saving', async () => {
  const { user, name, submit, toast, router } = await openForm({}, { names: {} });
  await user.type(name, 'dmz');
  await submit();
  await toast();
  expect(router.state.location.pathname).toBe('/console/assets/domains/create');
});

test('a list page can have a custom title, tabs and extra content', async () => {
  await renderPage({
    page: (
      <ResourceListPage {...props} title="Zones" tabs={<i>tabs</i>} extra={<i>extra</i>} help={<i>help</i>} />
    ),
    routes,
    caller: { perms: domainPerms },
    names: domainNames,
    at: '/console/assets/domains',
  });
  await screen.findByRole('heading', { level: 1, name: 'Zones' });
  for (const text of ['tabs', 'extra']) screen.getByText(text);
});
