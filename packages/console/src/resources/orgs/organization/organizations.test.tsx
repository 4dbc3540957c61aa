// @vitest-environment jsdom
import { organization } from '@gatehouse/contract/resources/orgs/organization.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { actionsOfRow, columnsShown, dialogNamed, reasonOver } from '../../../../test/actionsShown.ts';
import { creating, rowAt } from '../../../../test/answerTo.ts';
import type { Caller } from '../../../../test/fakePlatform.ts';
import { answer } from '../../../../test/fakeServer.ts';
import { everything, openRoute } from '../../../../test/openRoute.tsx';
import { detailRow, pageOf } from '../../../../test/sampleRow.ts';

const SETTING = '/api/v1/settings/setting/';
const northwind = detailRow(organization, {
  id: 'o1',
  name: 'Northwind',
  resource_statistics: {
    users_amount: 1200,
    groups_amount: 3,
    assets_amount: 4,
    asset_perms_amount: 5,
  } as never,
});

const list = (caller: Caller = {}) =>
  openRoute('OrganizationList', {
    caller,
    routes: {
      'GET /api/v1/orgs/orgs/': pageOf([northwind]),
      [`PATCH ${SETTING}`]: answer(200, {}),
    },
  });

test('B-3-022 the organization list shows the counts of each organization and offers no Clone', async () => {
  const { user } = await list();
  const row = (await screen.findByText('Northwind')).closest('tr') as HTMLElement;
  expect(await columnsShown()).toEqual([
    'Name',
    'Users',
    'User groups',
    'Assets',
    'Permissions',
    'Comment',
    'Actions',
  ]);
  const cells = [...row.querySelectorAll('td')].map(({ textContent }) => textContent);
  expect(cells.slice(1, 5)).toEqual(['1,200', '3', '4', '5']);
  expect(await actionsOfRow(user, 'Northwind')).toEqual(['Update', 'Delete']);
});

test('superusers can rename the global organization', async () => {
  const { user, server } = await list({ perms: everything, isSuperuser: true });
  expect(await screen.findByRole('button', { name: 'Create' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Global organization' }));
  const dialog = await dialogNamed('Name of the global organization');
  await user.type(dialog.getByLabelText('Name'), 'Head office');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Name saved')).toBeTruthy();
  const [sent] = server.calls('PATCH', SETTING);
  expect(sent?.query).toEqual({ category: 'basic' });
  expect(sent?.body).toEqual({ GLOBAL_ORG_DISPLAY_NAME: 'Head office' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('only superusers rename the global organization', async () => {
  const { user } = await list({ perms: everything });
  const button = await screen.findByRole('button', { name: 'Global organization' });
  expect(button).toHaveProperty('disabled', true);
  expect(await reasonOver(user, button)).toBe('You do not have permission for this.');
});

test('A-2.6-006 the page of an organization shows its counts, between tabs', async () => {
  await openRoute('OrganizationDetail', {
    params: { id: 'o1' },
    routes: { 'GET /api/v1/orgs/orgs/o1/': northwind },
  });
  await screen.findByText('User groups', { selector: 'dt' });
  const counts = ['Users', 'User groups', 'Assets', 'Permissions'].map(
    (name) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent,
  );
  expect(counts).toEqual(['1,200', '3', '4', '5']);
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Details', 'Activity']);
});

test('A-2.6-004 B-3-022 an organization is created by a form that starts empty', async () => {
  const { user, server } = await openRoute('OrganizationCreate', {
    routes: creating(organization, { name: 'Northwind' }),
  });
  const name = await screen.findByLabelText<HTMLInputElement>(/^Name/);
  expect(name.value).toBe('');
  await user.type(name, 'Northwind');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() =>
    expect(server.calls('POST', '/api/v1/orgs/orgs/')[0]?.body).toMatchObject({ name: 'Northwind' }),
  );
});

test('A-2.6-005 B-3-022 the form of an organization starts with what is stored', async () => {
  await openRoute('OrganizationUpdate', {
    params: { id: 'o1' },
    routes: rowAt(organization, 'o1', { ...northwind, comment: 'Since 2019' }),
  });
  expect((await screen.findByLabelText<HTMLInputElement>(/^Name/)).value).toBe('Northwind');
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Comment/).value).toBe('Since 2019');
});
