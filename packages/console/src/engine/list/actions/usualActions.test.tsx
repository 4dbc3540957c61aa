import { useContext } from 'react';
import { expect, test } from 'vitest';
import { DOMAINS, domainNames, domainPerms, domainRoutes } from '../../../../test/domains.ts';
import type { Caller } from '../../../../test/fakePlatform.ts';
import { renderPage } from '../../../../test/renderPage.tsx';
import { RouteMetaContext } from '../../../platform/route/useRouteMeta.ts';
import { ResourceListPage } from '../../pages/ResourceListPage.tsx';

const AT = '/console/assets/domains';
const READ_ONLY = 'The global organization is read-only. Choose an organization first.';
const NOT_PERMITTED = 'You do not have permission for this';

/** The list of domains, on a route for one organization or for all of them. */
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
  await user.hover(create);
  expect((await screen.findByRole('tooltip')).textContent).toBe(reason);
  const update = screen.getByRole('button', { name: 'Update' });
  expect(update.getAttribute('aria-disabled')).toBe('true');
  await user.hover(update);
  await expect.poll(() => screen.getAllByRole('tooltip').at(-1)?.textContent).toBe(reason);
});

test('a page of all organizations changes rows in the global organization', async () => {
  const { screen } = await open({ perms: domainPerms, isRoot: true }, true);
  expect(screen.getByRole('button', { name: 'Create' })).toHaveProperty('disabled', false);
  expect(screen.getByRole('link', { name: 'Update' }).getAttribute('href')).toBe(`${AT}/d1/update`);
});

/** Why an entry of the menu above the list is refused. */
const refusal = async ({ screen, user }: Page, opener: string, entry: string) => {
  await user.click(screen.getByRole('button', { name: opener }));
  const item = await screen.findByRole('menuitem', { name: entry });
  expect(item.getAttribute('aria-disabled')).toBe('true');
  await user.hover(item);
  return (await screen.findByRole('tooltip')).textContent;
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
