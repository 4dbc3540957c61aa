// @vitest-environment jsdom
import { label } from '@gatehouse/contract/resources/labels/label.ts';
import { labeledresource } from '@gatehouse/contract/resources/labels/labeledresource.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { actionsOfRow, chooseInRow, dialogNamed } from '../../../../test/actionsShown.ts';
import { listOf } from '../../../../test/answerTo.ts';
import type { Caller } from '../../../../test/fakePlatform.ts';
import { allBut, openRoute } from '../../../../test/openRoute.tsx';

const open = (
  caller: Caller = {},
  rows: Parameters<typeof listOf<typeof label>>[1] = [
    { id: 'l1', name: 'env', value: 'prod', res_count: 1200 },
  ],
) =>
  openRoute('LabelList', {
    caller,
    routes: {
      ...listOf(label, rows),
      ...listOf(labeledresource, [
        { id: 'b1', resource: 'web-1', res_type: { value: 19, label: 'Asset' } } as never,
      ]),
      'GET /api/v1/labels/resource-types/': [],
    },
  });

test('the resource count of a label opens the list of its resources', async () => {
  const { user, server } = await open();
  const count = await screen.findByRole('button', { name: 'Show 1200 resources with env:prod' });
  expect(count.textContent).toBe('1,200');
  await user.click(count);
  const dialog = await dialogNamed('Resources with env:prod');
  const row = (await dialog.findByText('web-1')).closest('tr') as HTMLElement;
  expect(within(row).getByRole('button', { name: 'Delete' })).toBeTruthy();
  expect(within(row).queryByRole('link')).toBeNull();
  expect(server.calls('GET', '/api/v1/labels/labeled-resources/')[0]?.query).toMatchObject({ label: 'l1' });
  await user.click(dialog.getByRole('button', { name: 'Bind resources' }));
  await dialogNamed('Bind env:prod');
  await waitFor(() => expect(screen.queryByText('Resources with env:prod')).toBeNull());
});

test('a label can be bound to resources from its row', async () => {
  const { user } = await open();
  expect(await actionsOfRow(user, 'env')).toEqual(['Update', 'Bind resources', 'Clone', 'Delete']);
  await chooseInRow(user, 'env', 'Bind resources');
  await dialogNamed('Bind env:prod');
});

test('binding a label requires permission', async () => {
  const { user } = await open({ perms: allBut('labels.change_labeledresource') });
  expect(await actionsOfRow(user, 'env')).toContain('Bind resources (off)');
  await user.click(screen.getByRole('button', { name: 'Show 1200 resources with env:prod' }));
  const bind = (await dialogNamed('Resources with env:prod')).getByRole('button', { name: 'Bind resources' });
  expect(bind).toHaveProperty('disabled', true);
});

test('in the global organization labels cannot be bound', async () => {
  const { user } = await open({ isRoot: true });
  const actions = await actionsOfRow(user, 'env');
  expect(actions.filter((name) => name.startsWith('Bind'))).toEqual([]);
});

test('an empty label list explains labels', async () => {
  await open({}, []);
  expect(
    await screen.findByText('Use labels to sort assets, accounts, users and more by key and value.'),
  ).toBeTruthy();
});
