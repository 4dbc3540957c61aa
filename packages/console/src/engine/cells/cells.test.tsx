import { label } from '@gatehouse/contract/resources/labels/label.ts';
import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { fireEvent, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerTo, listOf } from '../../../test/answerTo.ts';
import {
  DOMAINS,
  domainNames,
  domainOptions,
  domainPerms,
  meta,
  writtenZone,
  zoneRow,
} from '../../../test/domains.ts';
import { answer, type Seen } from '../../../test/fakeServer.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { pageOf } from '../../../test/sampleRow.ts';
import type { CellProps } from '../fields/FieldUi.ts';
import type { ListSlots } from '../list/ListSlots.ts';
import { ResourceListPage } from '../pages/ResourceListPage.tsx';
import { rowUrl } from '../resource/url.ts';
import { SecretCell } from './SecretCell.tsx';
import { SwitchCell } from './SwitchCell.tsx';

const AT = '/console/assets/domains';
const ROW = `${DOMAINS}d1/`;
const ROW_VALUE = zoneRow({
  name: 'dmz',
  hosts: ['a', 'b', 'c', 'd'],
  protocols: [
    { name: 'ssh', port: 22 },
    { name: 'rdp', port: 3389 },
  ],
  labels: ['env:prod'],
  comment: 'first',
});
const saved = { [`PATCH ${ROW}`]: (request: Seen) => writtenZone(request, ROW_VALUE) };

const metas: Record<string, FieldMeta> = {
  name: meta({ label: 'Name', order: true }),
  is_active: meta({ label: 'Active', type: 'boolean' }),
  date_created: meta({ label: 'Created', type: 'datetime' }),
  hosts: meta({ label: 'Hosts', type: 'list' }),
  protocols: meta({
    label: 'Protocols',
    type: 'nested object',
    child: { children: { name: meta(), port: meta({ type: 'integer' }) } },
  }),
  labels: meta({ label: 'Labels', type: 'field', kind: 'labels' }),
  comment: meta({ label: 'Comment' }),
};

const ActiveSwitch = ({ value, row }: CellProps) => (
  <SwitchCell
    label="Active"
    isOn={Boolean(value)}
    url={rowUrl(DOMAINS, row.id)}
    body={(is_active) => ({ is_active })}
  />
);
const Drawn = () => <b>drawn</b>;

const open = async (slots: ListSlots = {}, routes: Record<string, unknown> = {}) => {
  const view = domainOptions.view && {
    ...domainOptions.view,
    list: { default: Object.keys(metas), min: ['name'], exclude: [] },
  };
  const page = await renderPage({
    page: <ResourceListPage resource="assets.domain" url={DOMAINS} name="Domain" slots={slots} />,
    routes: {
      [`OPTIONS ${DOMAINS}`]: { ...domainOptions, view, actions: { GET: metas } },
      [`GET ${DOMAINS}`]: pageOf([ROW_VALUE]),
      ...routes,
    },
    caller: { perms: domainPerms },
    names: domainNames,
    at: AT,
    pattern: AT,
  });
  const row = await page.screen.findByRole('row', { name: /dmz/ });
  return { ...page, row: within(row) };
};

test('B-2-021 B-2-022 B-2-025 B-2-026 a boolean, a date, tags and protocols are drawn by their kind', async () => {
  const { row, screen, user } = await open();
  const active = row.getByText('Active');
  expect(active.parentElement?.querySelector('svg, .anticon')).not.toBeNull();
  expect(row.getByText(/^2031-01-0/).closest('time')?.dateTime).toBe('2031-01-02T03:04:05.000Z');
  for (const tag of ['a', 'b', 'c', 'ssh/22', 'rdp/3389']) row.getByText(tag);
  expect(row.queryByText('d')).toBeNull();
  await user.click(row.getByRole('button', { name: '1 more' }));
  await screen.findByText('d');
});

test('B-2-025 B-5-011 B-5-012 B-7-016 B-7-026 B-8-009 bound labels are edited in place, known or new', async () => {
  const { row, user, screen, server } = await open(
    {},
    {
      ...answerTo('GET /api/v1/labels/labels/keys/', ['env', 'team']),
      ...listOf(label, ({ query }) => [{ id: '1', name: query.name ?? '', value: 'db' }]),
      ...saved,
    },
  );
  await user.click(row.getByRole('button', { name: 'Edit labels' }));
  const dialog = within(await screen.findByRole('dialog'));
  const add = dialog.getByRole('button', { name: 'Add' });
  expect(add).toHaveProperty('disabled', true);
  await user.type(dialog.getByRole('combobox', { name: 'Key' }), 'team');
  expect(add).toHaveProperty('disabled', true);
  await user.type(dialog.getByRole('combobox', { name: 'Value' }), 'db');
  await waitFor(() => expect(add).toHaveProperty('disabled', false));
  await waitFor(() =>
    expect(server.calls('GET', '/api/v1/labels/labels/').at(-1)?.query).toEqual({ name: 'team' }),
  );
  await user.click(add);
  await user.type(dialog.getByRole('combobox', { name: 'Value' }), 'db');
  expect(add).toHaveProperty('disabled', true);
  await user.clear(dialog.getByRole('combobox', { name: 'Key' }));
  await user.type(dialog.getByRole('combobox', { name: 'Key' }), 'brand new');
  await user.click(add);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.calls('PATCH', ROW)[0]?.body).toEqual({
      labels: ['env:prod', 'team:db', 'brand new:db'],
    }),
  );
  await screen.findByText('Labels saved');
});

test('A-8-017 B-2-023 B-7-030 a switch sends its body and reverts when refused', async () => {
  let isBroken = false;
  const { screen, user, server, row } = await open(
    {
      columns: {
        is_active: {
          Cell: ActiveSwitch,
        },
      },
    },
    {
      [`PATCH ${ROW}`]: (request: Seen) =>
        isBroken ? answer(400, { detail: 'Still used' }) : writtenZone(request, ROW_VALUE),
    },
  );
  const control = row.getByRole('switch', { name: 'Active' });
  await user.click(control);
  await screen.findByText('Changed Active');
  expect(server.calls('PATCH', ROW)[0]?.body).toEqual({ is_active: false });
  expect(control.getAttribute('aria-checked')).toBe('false');
  isBroken = true;
  await user.click(control);
  await screen.findByText('Active was not changed');
  await waitFor(() => expect(control.getAttribute('aria-checked')).toBe('true'));
});

test('B-2-027 a secret is six asterisks until shown, and can be copied, downloaded and edited', async () => {
  const written = vi.fn(async () => undefined);
  const edited = vi.fn();
  const { screen, user } = await renderPage({
    page: <SecretCell name="root" read={async () => 's3cret'} onEdit={edited} />,
    routes: {},
  });
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: written }, configurable: true });
  const saved = vi.fn(() => 'blob:x');
  Object.assign(URL, { createObjectURL: saved, revokeObjectURL: () => undefined });
  screen.getByText('******');
  await user.click(screen.getByRole('button', { name: 'Show the secret of root' }));
  await screen.findByText('s3cret');
  await user.click(screen.getByRole('button', { name: 'Hide the secret of root' }));
  screen.getByText('******');
  await user.click(screen.getByRole('button', { name: 'Copy the secret of root' }));
  await waitFor(() => expect(written).toHaveBeenCalledWith('s3cret'));
  await user.click(screen.getByRole('button', { name: 'Download the secret of root' }));
  await waitFor(() => expect(saved).toHaveBeenCalled());
  await user.click(screen.getByRole('button', { name: 'Change the secret of root' }));
  expect(edited).toHaveBeenCalled();
});

test('a shown secret opens below its row, which stays as it is, and says when it hides', async () => {
  const key = '-----BEGIN KEY-----\nabc\n-----END KEY-----';
  const { screen, user } = await renderPage({
    page: (
      <>
        <SecretCell name="root" read={async () => key} />
        <button type="button">Elsewhere</button>
      </>
    ),
    routes: {},
  });
  const whole = () =>
    screen.queryByText((_text, element) => element?.tagName === 'PRE' && element.textContent === key);
  const show = async () => {
    await user.click(screen.getByRole('button', { name: 'Show the secret of root' }));
    await waitFor(() => expect(whole()).not.toBeNull());
  };
  await show();
  screen.getByText('******');
  screen.getByText('Hidden again after 30 s');
  await user.click(whole() as HTMLElement);
  expect(whole()).not.toBeNull();
  await user.click(screen.getByRole('button', { name: 'Hide the secret of root' }));
  expect(whole()).toBeNull();
  await show();
  await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
  expect(whole()).toBeNull();
  await show();
  await user.keyboard('{Escape}');
  expect(whole()).toBeNull();
});

test('B-2-028 Enter saves an edited comment, Escape or a refusal restores it; input-method keys do neither', async () => {
  const { row, user, screen, server } = await open(
    {},
    {
      [`PATCH ${ROW}`]: (request: Seen & { body: { comment: string } }) =>
        request.body.comment === 'bad' ? answer(400, { comment: ['No'] }) : writtenZone(request, ROW_VALUE),
    },
  );
  const edit = async (text: string) => {
    await user.click(row.getByRole('button', { name: 'Edit Comment' }));
    const input = await row.findByRole('textbox', { name: 'Comment' });
    await user.clear(input);
    await user.type(input, text);
  };
  await edit('second{Escape}');
  row.getByText('first');
  expect(server.calls('PATCH', ROW)).toHaveLength(0);
  await edit('second');
  fireEvent.keyDown(row.getByRole('textbox', { name: 'Comment' }), { key: 'Enter', keyCode: 229 });
  fireEvent.keyDown(row.getByRole('textbox', { name: 'Comment' }), { key: 'Escape', keyCode: 229 });
  expect(server.calls('PATCH', ROW)).toHaveLength(0);
  await user.keyboard('{Enter}');
  await screen.findByText('Changed Comment');
  expect(server.calls('PATCH', ROW)[0]?.body).toEqual({ comment: 'second' });
  await edit('bad{Enter}');
  await screen.findByText('Comment was not changed');
  await row.findByText('first');
});

test('after Enter or Escape in a comment the focus is on its edit button', async () => {
  const { row, user, screen } = await open({}, saved);
  const edit = () => row.getByRole('button', { name: 'Edit Comment' });
  const focusOnEdit = () => waitFor(() => expect(document.activeElement).toBe(edit()));
  await user.click(edit());
  await user.type(await row.findByRole('textbox', { name: 'Comment' }), ' more{Escape}');
  await focusOnEdit();
  await user.keyboard('{Enter}');
  await user.type(await row.findByRole('textbox', { name: 'Comment' }), ' more{Enter}');
  await screen.findByText('Changed Comment');
  await focusOnEdit();
});

test('B-2-029 a page with onOpen opens the row whose name is clicked', async () => {
  const opened = vi.fn();
  const { row, user } = await open({ onOpen: opened });
  await user.click(row.getByRole('button', { name: 'dmz' }));
  expect(opened).toHaveBeenCalledWith(expect.objectContaining({ id: 'd1' }));
});

test("B-3-044 a page sets a column's title, cell, presence, sorting, width, help and full text", async () => {
  const { screen } = await open({
    columns: {
      comment: { title: 'Remark', sortable: true, width: 400, help: 'What it is for', showFull: true },
      hosts: { has: false },
      is_active: { Cell: Drawn },
    },
  });
  const head = within(screen.getByRole('columnheader', { name: /Remark/ }));
  head.getByRole('button', { name: 'Remark' });
  head.getByLabelText('What it is for');
  expect(screen.queryByRole('columnheader', { name: /Hosts/ })).toBeNull();
  screen.getByText('drawn');
  const cell = screen.getByText('first').closest('td');
  expect(cell?.className).toMatch(/wraps/);
  const place = [...(cell?.parentElement?.children ?? [])].indexOf(cell as Element);
  const widths = [...screen.getByRole('table').querySelectorAll('col')].map((col) =>
    parseFloat(col.style.width),
  );
  const others = widths.slice(1, -1).filter((_, index) => index + 1 !== place);
  expect(Math.max(...others)).toBeLessThan(widths[place] ?? 0);
});

test('B-4-051 a row expands and collapses', async () => {
  const { user, screen } = await open({ expand: (row) => <p>under {String(row.name)}</p> });
  const toggle = screen.getByRole('button', { name: 'Expand dmz' });
  expect(screen.queryByText('under dmz')).toBeNull();
  await user.click(toggle);
  await screen.findByText('under dmz');
  await user.click(screen.getByRole('button', { name: 'Collapse dmz' }));
  expect(screen.queryByText('under dmz')).toBeNull();
});

test('B-4-051 a tree row expands to its children and collapses again, at every level', async () => {
  const leaf = { ...ROW_VALUE, id: 'd3', name: 'leaf' };
  const branch = { ...ROW_VALUE, id: 'd2', name: 'branch', children: [leaf] };
  const plain = { ...ROW_VALUE, id: 'd4', name: 'plain', children: [] };
  const { user, screen } = await open(
    {},
    { [`GET ${DOMAINS}`]: pageOf([{ ...ROW_VALUE, children: [branch] }, plain]) },
  );
  const names = () =>
    screen.getAllByRole('link', { name: /dmz|branch|leaf|plain/ }).map((link) => link.textContent);
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  expect(names()).toEqual(['dmz', 'plain']);
  expect(screen.queryByRole('button', { name: /^(Expand|Collapse) plain/ })).toBeNull();
  await press('Expand dmz');
  await waitFor(() => expect(names()).toEqual(['dmz', 'branch', 'plain']));
  expect(screen.getByRole('button', { name: 'Collapse dmz' }).getAttribute('aria-expanded')).toBe('true');
  await press('Expand branch');
  await waitFor(() => expect(names()).toEqual(['dmz', 'branch', 'leaf', 'plain']));
  const indent = (name: string) =>
    parseInt(
      screen.getByRole('link', { name }).closest<HTMLElement>('td > .row')?.style.paddingInlineStart ?? '',
      10,
    );
  expect(indent('dmz')).toBe(0);
  expect(indent('leaf')).toBeGreaterThan(indent('branch'));
  await press('Collapse dmz');
  await waitFor(() => expect(names()).toEqual(['dmz', 'plain']));
  await press('Expand dmz');
  await waitFor(() => expect(names()).toEqual(['dmz', 'branch', 'leaf', 'plain']));
});

test('a list of rows without children has no buttons that expand them', async () => {
  const { screen } = await open();
  expect(screen.queryByRole('button', { name: /^Expand/ })).toBeNull();
});
