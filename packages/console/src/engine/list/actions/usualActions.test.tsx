import { waitFor, within } from '@testing-library/react';
import { useContext } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { reasonOver, reasonOverEntry } from '../../../../test/actionsShown.ts';
import { DOMAINS, domainNames, domainOptions, domainPerms, domainRoutes } from '../../../../test/domains.ts';
import type { Caller } from '../../../../test/fakePlatform.ts';
import { answer } from '../../../../test/fakeServer.ts';
import { openDomains } from '../../../../test/openDomains.tsx';
import { renderPage } from '../../../../test/renderPage.tsx';
import { RouteMetaContext } from '../../../platform/route/useRouteMeta.ts';
import { ResourceListPage } from '../../pages/ResourceListPage.tsx';
import { EmbeddedList } from '../EmbeddedList.tsx';
import styles from '../List.module.css';
import { useListScope } from '../ListScope.tsx';
import type { ListSlots } from '../ListSlots.ts';

const AT = '/console/assets/domains';
const READ_ONLY = 'The global organization is read-only. Choose an organization first.';
const NOT_PERMITTED = 'You do not have permission for this';

/** The list of zones, on a route for one organization or for all of them. */
function Domains({ ofAll }: { ofAll: boolean }) {
  const route = useContext(RouteMetaContext);
  return (
    <RouteMetaContext value={{ ...route, disableOrgsChange: ofAll }}>
      <ResourceListPage
        resource="assets.domain"
        url={DOMAINS}
        name="Domain"
        slots={{ mode: { batchFields: ['comment'] } }}
      />
    </RouteMetaContext>
  );
}

const open = async (caller: Caller, ofAll = false) => {
  const page = await renderPage({
    page: <Domains ofAll={ofAll} />,
    routes: domainRoutes(1),
    caller,
    names: domainNames,
    at: AT,
    pattern: AT,
  });
  await page.screen.findByRole('link', { name: 'zone-1' });
  return page;
};
type Page = Awaited<ReturnType<typeof open>>;

const viewer = ['assets.view_domain'];

test.each([
  ['in the global organization', { perms: domainPerms, isRoot: true }, false, READ_ONLY],
  ['without permission', { perms: viewer }, false, NOT_PERMITTED],
  ['without permission on a page of all organizations', { perms: viewer, isRoot: true }, true, NOT_PERMITTED],
])('creating and updating %s are refused with the reason', async (_where, caller, ofAll, reason) => {
  const { screen, user } = await open(caller, ofAll);
  const create = screen.getByRole('button', { name: 'Create' });
  expect(create).toHaveProperty('disabled', true);
  expect(await reasonOver(user, create)).toBe(reason);
  const update = screen.getByRole('button', { name: 'Update' });
  expect(update.getAttribute('aria-disabled')).toBe('true');
  expect(await reasonOver(user, update)).toBe(reason);
});

test('a page of all organizations changes rows in the global organization', async () => {
  const { screen } = await open({ perms: domainPerms, isRoot: true }, true);
  expect(screen.getByRole('button', { name: 'Create' })).toHaveProperty('disabled', false);
  expect(screen.getByRole('link', { name: 'Update' }).getAttribute('href')).toBe(`${AT}/d1/update`);
});

/** The reason shown for a disabled entry of the menu above the list. */
const refusal = async ({ screen, user }: Page, opener: string, entry: string) => {
  await user.click(screen.getByRole('button', { name: opener }));
  const item = await screen.findByRole('menuitem', { name: entry });
  expect(item.getAttribute('aria-disabled')).toBe('true');
  return reasonOverEntry(user, entry);
};

test.each(['Update selected', 'Delete selected'])(
  '%s says that rows must be selected first',
  async (entry) => {
    const page = await open({ perms: domainPerms });
    expect(await refusal(page, 'More actions', entry)).toBe('Select at least one row');
  },
);

test.each(['Update selected', 'Delete selected'])(
  '%s says that the user has no permission',
  async (entry) => {
    const page = await open({ perms: viewer });
    await page.user.click(page.screen.getByRole('checkbox', { name: 'Select zone-1' }));
    expect(await refusal(page, 'More actions (1)', entry)).toBe(NOT_PERMITTED);
  },
);

test('a row is cloned on the page that creates one', async () => {
  const { screen, user, router } = await open({ perms: domainPerms });
  await user.click(screen.getByRole('button', { name: 'More actions: zone-1' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Clone' }));
  await screen.findByText('elsewhere');
  expect(router.state.location.pathname + router.state.location.search).toBe(`${AT}/create?clone_from=d1`);
});

test('a row has no link without permission to view it', async () => {
  const { screen } = await renderPage({
    page: <EmbeddedList name="Other" url={DOMAINS} routes="Domain" />,
    routes: domainRoutes(1),
    caller: { perms: ['assets.change_domain'] },
    names: domainNames,
  });
  expect((await screen.findByText('zone-1')).closest('a')).toBeNull();
});

test('only the Create button is primary', async () => {
  const { screen } = await openDomains({ slots: { tools: () => [{ name: 'own', title: 'Own' }] } });
  const isPrimary = async (name: string) =>
    (await screen.findByRole('button', { name })).classList.contains('ant-btn-primary');
  expect([await isPrimary('Create'), await isPrimary('Own'), await isPrimary('More actions')]).toEqual([
    true,
    false,
    false,
  ]);
});

test('a menu button has an arrow, and a running action shows that it is busy', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const slots: ListSlots = {
    tools: () => [
      { name: 'own', title: 'Own', onRun: () => promise },
      { name: 'other', title: 'Other', onRun: () => undefined },
    ],
  };
  const { screen, user } = await openDomains({ slots });
  const own = await screen.findByRole('button', { name: 'Own' });
  expect(own.querySelector('[data-icon=down]')).toBeNull();
  expect(screen.getByRole('button', { name: 'More actions' }).querySelector('[data-icon=down]')).toBeTruthy();
  const isBusy = (button: HTMLElement) => button.classList.contains('ant-btn-loading');
  await user.click(own);
  await waitFor(() => expect(isBusy(own)).toBe(true));
  expect(isBusy(screen.getByRole('button', { name: 'Other' }))).toBe(false);
  resolve();
  await waitFor(() => expect(isBusy(own)).toBe(false));
});

describe('single-letter shortcuts', () => {
  test('R reloads the page list and C creates a row', async () => {
    const { screen, user, server, router } = await openDomains();
    await screen.findByRole('link', { name: 'zone-1' });
    const before = server.calls('GET', DOMAINS).length;
    await user.keyboard('r');
    await waitFor(() => expect(server.calls('GET', DOMAINS).length).toBeGreaterThan(before));
    await user.keyboard('c');
    await waitFor(() => expect(router.state.location.pathname).toBe(`${AT}/create`));
  });

  test.each<[string, ListSlots, string[]]>([
    ['forbidden', {}, viewer],
    ['not offered', { mode: { without: ['create'] } }, domainPerms],
    [
      'a custom action',
      { createActions: () => [{ name: 'wizard', title: 'Wizard', to: '/console/wizard' }] },
      domainPerms,
    ],
  ])('C does nothing if creating is %s', async (_why, slots, perms) => {
    const { screen, user, router } = await openDomains({ slots, perms });
    await screen.findByRole('link', { name: 'zone-1' });
    await user.keyboard('c');
    expect(router.state.location.pathname).toBe(AT);
  });

  test('a list embedded in a page has no single-letter shortcuts', async () => {
    const { screen, user, server, router } = await renderPage({
      page: <EmbeddedList name="Other" url={DOMAINS} routes="Domain" />,
      routes: domainRoutes(1),
      caller: { perms: domainPerms },
      names: domainNames,
    });
    await screen.findByRole('link', { name: 'zone-1' });
    await user.keyboard('rc/');
    expect([server.calls('GET', DOMAINS).length, router.state.location.pathname]).toEqual([1, '/here']);
    expect(document.activeElement).toBe(document.body);
  });
});

test.each([
  ['the list of a page', undefined, [false, false]],
  ['a list within a page', false, [true, false]],
  ['a bare list within a page', true, [true, true]],
])('the frame of %s (isBare: %s) is embedded, bare: %j', async (_which, isBare, frame) => {
  const { screen } =
    isBare === undefined
      ? await openDomains()
      : await renderPage({
          page: <EmbeddedList name="Other" url={DOMAINS} {...(isBare && { isBare })} />,
          routes: domainRoutes(1),
        });
  const card = (await screen.findByRole('table')).closest(`.${styles.card}`);
  const has = (name: string | undefined) => card?.classList.contains(String(name));
  expect([has(styles.embedded), has(styles.bare)]).toEqual(frame);
});

test('a list without row actions has no actions column unless it is empty', async () => {
  const slots: ListSlots = { rowActions: () => [] };
  const { screen } = await openDomains({ slots });
  await screen.findByRole('link', { name: 'zone-1' });
  expect(screen.queryByRole('columnheader', { name: 'Actions' })).toBeNull();
  const empty = await openDomains({ slots, at: `${AT}?search=nowhere` });
  await empty.screen.findByText('No domains match');
  empty.screen.getByRole('columnheader', { name: 'Actions' });
});

test('going back closes a dialog; a change of the query does not', async () => {
  const { screen, user, router } = await openDomains();
  await user.click(await screen.findByRole('button', { name: 'Columns' }));
  await screen.findByRole('dialog');
  await router.navigate(`${AT}?search=zone`);
  await screen.findByText('Search: zone');
  screen.getByRole('dialog');
  await router.navigate(-1);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

describe('import and export', () => {
  test('import requires permission to add, export permission to view', async () => {
    const { screen } = await openDomains({ perms: viewer });
    await screen.findByRole('link', { name: 'zone-1' });
    expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
    screen.getByRole('button', { name: 'Export' });
  });

  test.each([
    ['assets.export_domain', 0],
    ['assets.view_domain', 1],
  ])('a list whose export needs %s has %i Export buttons', async (exportNeed, shown) => {
    const { screen } = await openDomains({ slots: { mode: { exportNeed } } });
    await screen.findByRole('link', { name: 'zone-1' });
    expect(screen.queryAllByRole('button', { name: 'Export' })).toHaveLength(shown);
  });

  test('a page may provide its own import', async () => {
    const onImport = vi.fn();
    const { screen, user } = await openDomains({ slots: { onImport } });
    await user.click(await screen.findByRole('button', { name: 'Import' }));
    expect([onImport.mock.calls.length, screen.queryByRole('dialog')]).toEqual([1, null]);
  });
});

function Place({ row }: { row: { id: string | number } }) {
  return <b>{`place ${useListScope()?.placeOf(row)}`}</b>;
}

test('a cell knows the position of its row in the whole list', async () => {
  const { screen, user } = await openDomains({
    routes: domainRoutes(20),
    slots: { columns: { place: { title: 'Place', Cell: Place } }, mode: { columns: ['name', 'place'] } },
  });
  await screen.findByText('place 3');
  await user.click(screen.getByRole('button', { name: 'Page 2' }));
  await screen.findByRole('link', { name: 'zone-16' });
  expect((await screen.findAllByText(/^place/)).map(({ textContent }) => textContent)).toEqual(
    [16, 17, 18, 19, 20].map((place) => `place ${place}`),
  );
});

test('clicking a label of a row adds it to the filter once', async () => {
  const { screen, user, router } = await openDomains({ at: `${AT}?labels=a:b` });
  await user.click(await screen.findByRole('button', { name: /prod/ }));
  const labels = () => new URLSearchParams(router.state.location.search).get('labels');
  await waitFor(() => expect(labels()).toBe('a:b,env:prod'));
});

describe('deleting a row', () => {
  const remove = async (outcome: unknown) => {
    const page = await openDomains({ routes: { [`DELETE ${DOMAINS}d1/`]: outcome } });
    const { screen, user, server } = page;
    await user.click(await screen.findByRole('button', { name: 'More actions: zone-1' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete zone-1?' }));
    await dialog.findByText('You can undo this for 10 seconds.');
    const loads = server.calls('GET', DOMAINS).length;
    const press = (name: string) => user.click(dialog.getByRole('button', { name }));
    const reloaded = () => server.calls('GET', DOMAINS).length > loads;
    return { ...page, dialog, press, reloaded };
  };
  const deleted = (page: Awaited<ReturnType<typeof remove>>) =>
    waitFor(() => expect(page.server.calls('DELETE', `${DOMAINS}d1/`)).toHaveLength(1));

  test('deleting a row asks for confirmation with a dangerous button', async () => {
    const page = await remove(answer(204));
    const button = page.dialog.getByRole('button', { name: 'Delete' });
    expect(button.classList.contains('ant-btn-dangerous')).toBe(true);
    await page.press('Cancel');
    await waitFor(() => expect(page.screen.queryByRole('dialog')).toBeNull());
    expect(page.server.calls('DELETE', `${DOMAINS}d1/`)).toEqual([]);
  });

  test('deleting a row shows a toast and reloads the list', async () => {
    const page = await remove(answer(204));
    await page.press('Delete');
    await page.screen.findByText('Deleted zone-1');
    expect(page.server.calls('DELETE', `${DOMAINS}d1/`)[0]?.headers.get('x-undo')).toBe('1');
    await waitFor(() => expect(page.reloaded()).toBe(true));
  });

  test('a rejected deletion shows its reason once and changes nothing', async () => {
    const page = await remove(answer(400, { detail: 'Zone still holds 11 assets' }));
    await page.press('Delete');
    await deleted(page);
    expect(await page.screen.findAllByText('Zone still holds 11 assets')).toHaveLength(1);
    expect([page.reloaded(), page.screen.queryByText('Deleted zone-1')]).toEqual([false, null]);
  });

  test('a deletion that fails without a reason says "Delete failed"', async () => {
    const page = await remove(answer(500));
    await page.press('Delete');
    await page.screen.findByText('Delete failed');
    expect(page.reloaded()).toBe(false);
  });

  test('deleting a row that is already gone counts as done', async () => {
    const page = await remove(answer(404));
    await page.press('Delete');
    await deleted(page);
    await waitFor(() => expect(page.reloaded()).toBe(true));
    expect(page.screen.queryByText('Deleted zone-1')).toBeNull();
  });
});

describe('operations a resource does not support', () => {
  type View = NonNullable<typeof domainOptions.view>;
  const every: View['operations'] = ['list', 'retrieve', 'create', 'update', 'destroy'];
  const withView = (over: Partial<View>, slots: ListSlots = { mode: { batchFields: ['comment'] } }) =>
    openDomains({
      slots,
      routes: { [`OPTIONS ${DOMAINS}`]: { ...domainOptions, view: { ...domainOptions.view, ...over } } },
    });

  test.each<[View['operations'][number], string[]]>([
    ['list', ['Update', 'Clone', 'Delete']],
    ['update', ['Clone', 'Delete']],
    ['destroy', ['Update', 'Clone']],
    ['create', ['Update', 'Delete']],
  ])('the row actions match a resource without the operation %s', async (operation, left) => {
    const { screen, user } = await withView({ operations: every.filter((other) => other !== operation) });
    const row = (await screen.findByRole('link', { name: 'zone-1' })).closest('tr') as HTMLElement;
    const said = within(row.lastElementChild as HTMLElement);
    const menu = said.queryByRole('button', { name: 'More actions: zone-1' });
    if (menu) await user.click(menu);
    const titles = [
      ...(row.lastElementChild?.querySelectorAll('[data-action]') ?? []),
      ...(menu ? await screen.findAllByRole('menuitem') : []),
    ].map(({ textContent }) => textContent);
    expect(titles).toEqual(left);
    expect(screen.queryAllByRole('button', { name: 'Create' })).toHaveLength(operation === 'create' ? 0 : 1);
  });

  test.each<[string, Partial<View>, ListSlots | undefined, string[]]>([
    ['with every operation', {}, undefined, ['Update selected', 'Delete selected']],
    ['without a bulk form', {}, {}, ['Delete selected']],
    ['without deletion', { operations: ['list', 'update'] }, undefined, ['Update selected']],
  ])('bulk actions match a resource %s', async (_which, over, slots, items) => {
    const { screen, user } = await withView(over, slots);
    await screen.findByRole('link', { name: 'zone-1' });
    await user.click(screen.getByRole('button', { name: 'More actions' }));
    const shown = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
    expect(shown).toEqual(items);
    expect(screen.queryAllByRole('separator')).toHaveLength(items.length - 1);
  });

  test('a resource without bulk operations has no bulk menu', async () => {
    const { screen } = await withView({ bulk: false });
    await screen.findByRole('link', { name: 'zone-1' });
    expect(screen.queryByRole('button', { name: 'More actions' })).toBeNull();
  });

  test('an embedded list without routes links to no other page', async () => {
    const { screen } = await renderPage({
      page: <EmbeddedList name="Other" url={DOMAINS} />,
      routes: domainRoutes(1),
      caller: { perms: domainPerms },
      names: domainNames,
    });
    await screen.findByText('zone-1');
    expect(screen.queryByRole('link')).toBeNull();
    for (const name of ['Update', 'Create']) expect(screen.queryByRole('button', { name })).toBeNull();
    screen.getByRole('button', { name: 'Delete' });
  });
});

test('destructive actions are marked as dangerous', async () => {
  const { screen, user } = await openDomains({ slots: { rowActions: (_, usual) => usual.slice(0, 2) } });
  await user.click(await screen.findByRole('checkbox', { name: 'Select zone-1' }));
  expect(screen.getAllByRole('button', { name: 'Delete' })[0]?.className).toMatch(/danger/);
  await user.click(screen.getByRole('button', { name: 'More actions (1)' }));
  expect((await screen.findByRole('menuitem', { name: 'Delete selected' })).className).toMatch(/danger/);
});
