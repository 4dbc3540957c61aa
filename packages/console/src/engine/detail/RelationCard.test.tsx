// @vitest-environment jsdom
import { cleanup, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPage } from '../../../test/renderPage.tsx';
import { pageOf } from '../../../test/sampleRow.ts';
import { RelationCard } from './RelationCard.tsx';

const GROUPS = '/api/v1/users/groups/';
const items = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `g${index + 1}`, label: `Group ${index + 1}` }));

const open = (props: Partial<Parameters<typeof RelationCard>[0]> = {}) =>
  renderPage({
    page: <RelationCard title="Groups" items={items(2)} canEdit {...props} />,
    routes: {
      [`GET ${GROUPS}`]: pageOf([
        { id: 'g8', name: 'Operators' },
        { id: 'g9', name: 'Auditors' },
      ]),
    },
  });
const listed = (page: Awaited<ReturnType<typeof open>>) =>
  page.screen.queryAllByRole('listitem').map((item) => item.textContent);

test('chosen rows are added together, and the field is cleared', async () => {
  const onAdd = vi.fn(async () => undefined);
  const { screen, user, server } = await open({ onAdd, optionsUrl: GROUPS, params: { builtin: '0' } });
  await screen.findByRole('heading', { name: 'Groups' });
  const add = screen.getByRole('button', { name: 'Add' });
  expect(add).toHaveProperty('disabled', true);
  screen.getByText('Choose…');
  await user.click(screen.getByRole('combobox', { name: 'Add: Groups' }));
  await user.click(await screen.findByTitle('Operators'));
  await user.click(screen.getByTitle('Auditors'));
  expect(server.calls('GET', GROUPS)[0]?.query).toMatchObject({ builtin: '0' });
  await user.click(add);
  expect(onAdd).toHaveBeenCalledExactlyOnceWith(['g8', 'g9']);
  await waitFor(() => expect(add).toHaveProperty('disabled', true));
  expect(document.querySelectorAll('.ant-select-selection-item')).toHaveLength(0);
});

test('a rejected choice is kept for another attempt', async () => {
  const onAdd = vi.fn(async () => {
    throw new Error('refused');
  });
  const { screen, user } = await open({ onAdd, optionsUrl: GROUPS });
  await user.click(await screen.findByRole('combobox', { name: 'Add: Groups' }));
  await user.click(await screen.findByTitle('Operators'));
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(onAdd.mock.calls).toEqual([[['g8']], [['g8']]]);
});

test('removing a row keeps the rows chosen to be added', async () => {
  const onAdd = vi.fn(async () => undefined);
  const onRemove = vi.fn(async () => undefined);
  const { screen, user } = await open({ onAdd, onRemove, optionsUrl: GROUPS });
  await user.click(await screen.findByRole('combobox', { name: 'Add: Groups' }));
  await user.click(await screen.findByTitle('Operators'));
  const other = screen.getByRole('button', { name: 'Remove Group 1' });
  await user.click(screen.getByRole('button', { name: 'Remove Group 2' }));
  await waitFor(() => expect(other).toHaveProperty('disabled', false));
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect([onRemove.mock.calls, onAdd.mock.calls]).toEqual([[['g2']], [[['g8']]]]);
});

test('removing a row disables the other remove buttons until it is done', async () => {
  let finish = () => {};
  const onRemove = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  const { screen, user } = await open({ onRemove });
  const remove = await screen.findByRole('button', { name: 'Remove Group 2' });
  await user.click(remove);
  expect(onRemove).toHaveBeenCalledExactlyOnceWith('g2');
  const other = screen.getByRole('button', { name: 'Remove Group 1' });
  expect(other).toHaveProperty('disabled', true);
  finish();
  await waitFor(() => expect(other).toHaveProperty('disabled', false));
});

test('without permission rows cannot be added or removed', async () => {
  const both = { onAdd: async () => undefined, onRemove: async () => undefined, optionsUrl: GROUPS };
  const { screen } = await open({ ...both, canEdit: false });
  expect(await screen.findByRole('combobox')).toHaveProperty('disabled', true);
  for (const button of screen.getAllByRole('button')) expect(button).toHaveProperty('disabled', true);
});

test.each([
  ['without an options address', { onAdd: async () => undefined }],
  ['without an add handler', { optionsUrl: GROUPS }],
])('%s the card only lists rows', async (_what, props) => {
  const { screen } = await open(props);
  await screen.findByText('Group 1');
  expect(screen.queryByRole('combobox')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});

test('ten rows are all shown; with more, a button shows the rest', async () => {
  const ten = await open({ items: items(10), icon: <i>icon</i> });
  await ten.screen.findByText('Group 10');
  expect(ten.screen.queryByRole('button')).toBeNull();
  expect(within(ten.screen.getAllByRole('listitem')[0] as HTMLElement).getByText('icon')).toBeTruthy();
  cleanup();
  const more = await open({ items: items(11) });
  await more.screen.findByText('Group 10');
  expect(listed(more)).toHaveLength(10);
  await more.user.click(more.screen.getByRole('button', { name: 'Show all 11' }));
  expect(listed(more)).toHaveLength(11);
  expect(more.screen.queryByRole('button')).toBeNull();
});

test('a relation card without rows says "None"', async () => {
  const page = await open({ items: [] });
  await page.screen.findByText('None');
  expect(listed(page)).toEqual([]);
});
