// @vitest-environment jsdom
import { cleanup, fireEvent, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPage } from '../../../test/renderPage.tsx';
import type { Column } from './Column.ts';
import { DataTable } from './DataTable.tsx';

type Line = { id: string; name: string };
const rows: Line[] = ['web', 'db', 'mail'].map((name, index) => ({ id: `a${index + 1}`, name }));
const name: Column<Line> = { name: 'name', title: 'Name', width: 300, render: (row) => row.name };
const columns: Column<Line>[] = [
  { ...name, sticky: 'left' },
  { name: 'place', title: 'Place', width: 100, align: 'right', render: (_, index) => `no. ${index}` },
  {
    name: 'actions',
    title: 'Actions',
    width: 90,
    sticky: 'right',
    render: (row) => (
      <>
        <button type="button" data-action="update" onClick={() => pressed(`edit ${row.name}`)}>
          Edit
        </button>
        <button type="button" data-row-link="" onClick={() => pressed(`open ${row.name}`)}>
          Open
        </button>
      </>
    ),
  },
];
const pressed = vi.fn();

const open = async (over: Partial<Parameters<typeof DataTable<Line>>[0]> = {}) => {
  pressed.mockReset();
  const page = await renderPage({
    page: <DataTable label="Assets" columns={columns} rows={rows} rowName={(row) => row.name} {...over} />,
    routes: {},
  });
  const table = await page.screen.findByRole('table', { name: 'Assets' });
  const lines = () => within(table).getAllByRole('row').slice(1);
  return { ...page, table, lines };
};
const selectionOf = (...ids: string[]) => ({
  ids: new Set(ids),
  rows: [],
  toggle: vi.fn(),
  togglePage: vi.fn(),
  clear: vi.fn(),
});

test('the table announces its row count and the position of each row in the whole list', async () => {
  const { table, lines, screen } = await open({ offset: 30, total: 95 });
  screen.getByRole('region', { name: 'Assets' });
  expect(table.getAttribute('aria-rowcount')).toBe('96');
  expect(table.getAttribute('aria-busy')).toBe('false');
  expect(within(table).getAllByRole('row')[0]?.getAttribute('aria-rowindex')).toBe('1');
  expect(lines().map((line) => line.getAttribute('aria-rowindex'))).toEqual(['32', '33', '34']);
  cleanup();
  const plain = await open();
  expect(plain.table.getAttribute('aria-rowcount')).toBe('4');
  expect(plain.lines().map((line) => line.getAttribute('aria-selected'))).toEqual([null, null, null]);
});

test('data columns share the width, the actions column keeps its own', async () => {
  const { table } = await open({ selection: selectionOf() });
  const widths = [...table.querySelectorAll('col')].map(({ style }) => style.width);
  expect(widths).toEqual(['40px', '75%', '25%', '90px']);
  expect(table.style.minWidth).toBe('530px');
  cleanup();
  const plain = await open();
  expect(plain.table.querySelectorAll('col')).toHaveLength(3);
});

test('rows are selected one by one or by page', async () => {
  const selection = selectionOf('a1');
  const { screen, user, lines } = await open({ selection });
  expect(lines().map((line) => line.getAttribute('aria-selected'))).toEqual(['true', 'false', 'false']);
  const all = screen.getByRole('checkbox', { name: 'Select all rows on this page' }) as HTMLInputElement;
  expect([all.checked, all.indeterminate, all.disabled]).toEqual([false, true, false]);
  await user.click(screen.getByRole('checkbox', { name: 'Select db' }));
  expect(selection.toggle).toHaveBeenCalledExactlyOnceWith(rows[1]);
  await user.click(all);
  expect(selection.togglePage).toHaveBeenCalledExactlyOnceWith(rows, true);
});

test('the page checkbox is checked if all rows are selected and disabled without rows', async () => {
  const box = async (over: Parameters<typeof open>[0]) => {
    const { screen } = await open(over);
    const { checked, indeterminate, disabled } = screen.getByRole('checkbox', {
      name: 'Select all rows on this page',
    }) as HTMLInputElement;
    cleanup();
    return [checked, indeterminate, disabled];
  };
  expect(await box({ selection: selectionOf('a1', 'a2', 'a3', 'other') })).toEqual([true, false, false]);
  expect(await box({ selection: selectionOf('other') })).toEqual([false, false, false]);
  expect(await box({ selection: selectionOf(), rows: [] })).toEqual([false, false, true]);
});

test('one row is a tab stop; arrows move between rows, Enter opens, E edits, Space selects', async () => {
  const selection = selectionOf();
  const { user, lines } = await open({ selection });
  const stops = () => lines().map(({ tabIndex }) => tabIndex);
  expect(stops()).toEqual([0, -1, -1]);
  lines()[0]?.focus();
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(stops()).toEqual([-1, 0, -1]));
  expect(document.activeElement).toBe(lines()[1]);
  await user.keyboard('{Enter}eE{ArrowDown}{ArrowDown}{Enter}{ArrowUp}{ArrowUp} ');
  expect(pressed.mock.calls.flat()).toEqual(['open db', 'edit db', 'edit db', 'open mail']);
  expect(selection.toggle).toHaveBeenCalledExactlyOnceWith(rows[0]);
});

test('the keys of a row work from anywhere in it, except where its controls need them', async () => {
  const selection = selectionOf();
  const { lines } = await open({ selection });
  const [first, second] = lines() as [HTMLElement, HTMLElement];
  const button = within(first).getByRole('button', { name: 'Edit' });
  const link = document.createElement('a');
  link.href = '#there';
  first.querySelector('td')?.append(link);
  link.focus();
  expect(fireEvent.keyDown(link, { key: 'Enter' })).toBe(true);
  expect(fireEvent.keyDown(link, { key: ' ' })).toBe(false);
  expect(selection.toggle).toHaveBeenCalledExactlyOnceWith(rows[0]);
  expect(fireEvent.keyDown(button, { key: ' ' })).toBe(true);
  expect(fireEvent.keyDown(within(first).getByRole('checkbox'), { key: ' ' })).toBe(true);
  expect(selection.toggle).toHaveBeenCalledTimes(1);
  expect(fireEvent.keyDown(button, { key: 'e' })).toBe(false);
  expect(pressed.mock.calls.flat()).toEqual(['edit web']);
  expect(fireEvent.keyDown(button, { key: 'ArrowDown' })).toBe(false);
  expect(document.activeElement).toBe(second);
  expect(fireEvent.keyDown(second, { key: 'ArrowUp' })).toBe(false);
  expect(document.activeElement).toBe(first);
  const field = document.createElement('input');
  first.querySelector('td')?.append(field);
  for (const key of ['ArrowDown', 'e', ' ']) expect(fireEvent.keyDown(field, { key })).toBe(true);
  field.addEventListener('keydown', (event) => event.preventDefault());
  field.type = 'checkbox';
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  expect(document.activeElement).toBe(first);
  expect(pressed).toHaveBeenCalledTimes(1);
});

test('a row ignores other keys, and keys with Ctrl, Meta or Alt', async () => {
  const { lines } = await open();
  const line = lines()[0] as HTMLElement;
  line.focus();
  // `true` means the key is left to the browser.
  for (const modifier of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }])
    expect(fireEvent.keyDown(line, { key: 'Enter', ...modifier })).toBe(true);
  expect(fireEvent.keyDown(line, { key: 'x' })).toBe(true);
  expect(pressed).not.toHaveBeenCalled();
  expect(fireEvent.keyDown(line, { key: 'Enter' })).toBe(false);
});

test('an expanded row spans the full table width', async () => {
  const { screen, user, table } = await open({
    expand: (row) => <b>more of {row.name}</b>,
    selection: selectionOf(),
  });
  within(table).getByRole('columnheader', { name: 'Expand' });
  await user.click(screen.getByRole('button', { name: 'Expand db' }));
  const cell = (await screen.findByText('more of db')).closest('td');
  expect(cell?.colSpan).toBe(5);
  expect(table.querySelector('col')?.span).toBe(2);
});

test('the table shows its state in place of rows, across the full width', async () => {
  const { screen, table } = await open({ state: <b>Nothing here</b> });
  expect(screen.getByText('Nothing here').closest('td')?.colSpan).toBe(3);
  expect(within(table).queryByText('web')).toBeNull();
});

test('the first load shows eight placeholder rows', async () => {
  const { table } = await open({ loading: 'skeleton', rows: [], selection: selectionOf() });
  const body = table.querySelector('tbody') as HTMLElement;
  expect([body.getAttribute('aria-hidden'), body.querySelectorAll('tr').length]).toEqual(['true', 8]);
  expect(body.querySelector('tr')?.querySelectorAll('td')).toHaveLength(4);
  expect(table.getAttribute('aria-busy')).toBe('true');
});

test('while new rows load, the current ones stay visible', async () => {
  const { table, screen } = await open({ loading: 'busy' });
  expect(table.getAttribute('aria-busy')).toBe('true');
  screen.getByText('web');
  expect(table.parentElement?.firstElementChild?.tagName).toBe('DIV');
  cleanup();
  const idle = await open();
  expect(idle.table.parentElement?.firstElementChild?.tagName).toBe('TABLE');
});

test('a heading announces its sort direction and toggles it', async () => {
  const onToggle = vi.fn();
  const sorted = (direction: 'ascending' | 'descending' | undefined) => ({
    ...name,
    sort: { direction, onToggle },
  });
  const states: (string | null)[] = [];
  for (const column of [sorted('ascending'), sorted('descending'), sorted(undefined), name]) {
    const { screen } = await open({ columns: [column] });
    states.push(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort'));
    cleanup();
  }
  expect(states).toEqual(['ascending', 'descending', 'none', null]);
  const { screen, user } = await open({ columns: [sorted('ascending')] });
  const button = screen.getByRole('button', { name: 'Name' });
  expect(button.title).toBe('Sort by Name');
  const [up, down] = [...button.querySelectorAll('path')].map((path) => path.getAttribute('class'));
  expect(up).not.toBe(down);
  await user.click(button);
  expect(onToggle).toHaveBeenCalledOnce();
});

test('choosing a value filters a column, and choosing it again removes the filter', async () => {
  const onChange = vi.fn();
  const choices = [
    { value: 'lan', label: 'LAN' },
    { value: 'wan', label: 'WAN' },
  ];
  const filtered = (value: string | undefined) =>
    open({ columns: [{ ...name, help: 'As in DNS', filter: { choices, value, onChange } }] });
  const { screen, user } = await filtered('lan');
  screen.getByLabelText('As in DNS');
  const pick = async (item: string) => {
    await user.click(screen.getByRole('button', { name: 'Filter by Name' }));
    const lines = screen
      .getAllByRole('menuitem')
      .map((line) => [line.textContent, line.ariaCurrent ?? line.getAttribute('aria-current')]);
    await user.click(screen.getByRole('menuitem', { name: item }));
    return lines;
  };
  expect(await pick('WAN')).toEqual([
    ['Any', null],
    ['LAN', 'true'],
    ['WAN', null],
  ]);
  await pick('LAN');
  await pick('Any');
  expect(onChange.mock.calls).toEqual([['wan'], [undefined], [undefined]]);
});

test('dragging the edge of a column resizes it and leaves the others unchanged', async () => {
  const onResize = vi.fn();
  const { table } = await open({ columns: columns.slice(0, 2).map((column) => ({ ...column, onResize })) });
  const heads = [...table.querySelectorAll<HTMLElement>('th[data-column]')];
  for (const [index, head] of heads.entries())
    Object.defineProperty(head, 'offsetWidth', { value: [300, 100][index] });
  const edge = heads[1]?.querySelector<HTMLElement>(':scope > span[aria-hidden]') as HTMLElement;
  edge.setPointerCapture = () => undefined;
  const pointer = (type: string, clientX: number) =>
    fireEvent(edge, new MouseEvent(type, { clientX, bubbles: true, cancelable: true }));
  const drag = (to: number, end = 'pointerup') => {
    expect(pointer('pointerdown', 500)).toBe(false);
    pointer('pointermove', to);
    const shift = edge.style.transform;
    pointer(end, to);
    return [shift, edge.style.transform];
  };
  expect(drag(540)).toEqual(['translateX(40px)', '']);
  expect(drag(300)).toEqual(['translateX(-200px)', '']);
  drag(500);
  drag(560, 'pointercancel');
  pointer('pointermove', 700);
  expect(edge.style.transform).toBe('');
  expect(onResize.mock.calls).toEqual([[{ name: 300, place: 140 }], [{ name: 300, place: 60 }]]);
});
