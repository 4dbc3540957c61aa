import { user } from '@gatehouse/contract/resources/users/user.ts';
import { fireEvent, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { answerTo } from '../../../test/answerTo.ts';
import { meta } from '../../../test/domains.ts';
import { answer, type Seen } from '../../../test/fakeServer.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { listRow, pageOf } from '../../../test/sampleRow.ts';
import type { InputProps } from '../fields/FieldUi.ts';
import { ItemsForm } from '../form/items/ItemsForm.tsx';
import { RemoteSelect } from './RemoteSelect.tsx';
import { TransferInput } from './TransferInput.tsx';
import { TransferPanel } from './TransferPanel.tsx';
import { TransferPanes } from './TransferPanes.tsx';
import { useRemoteOptions } from './useRemoteOptions.ts';

const URL = '/api/v1/users/users/';
const cached = answerTo('POST /api/v1/common/resources/cache/', { spm: 'token' });
const people = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    listRow(user, { id: `u${index + 1}`, name: `Person ${index + 1}` }),
  );
type User = ReturnType<typeof people>[number];
const pageFrom = (rows: User[], { offset, limit }: Seen['query']) => ({
  ...pageOf(rows),
  results: rows.slice(Number(offset), Number(offset) + Number(limit)),
});

const served =
  (rows: User[]) =>
  ({ query }: Seen) =>
    pageFrom(
      query.spm ? rows.slice(0, 12) : rows.filter(({ name }) => name.includes(query.search ?? '')),
      query,
    );

/** Our server answers a page to a request with a limit; others may answer an array. */
const OTHER = '/other/people/';

function People({ start = [], url = URL }: { start?: string[]; url?: string }) {
  const [value, setValue] = useState<(string | number)[]>(start);
  return <RemoteSelect aria-label="People" url={url} multiple value={value} onChange={setValue} />;
}

const paged =
  (rows: User[]) =>
  ({ query }: Seen) =>
    pageFrom(rows, query);

function Names({ ids }: { ids: string[] }) {
  const { labelOf } = useRemoteOptions({ url: URL, search: '', chosen: ids, isOpen: false });
  return (
    <output>
      {labelOf(ids[0] ?? '')}, {labelOf(ids.at(-1) ?? '')}
    </output>
  );
}

const show = (start: string[] = [], routes: Record<string, unknown> = {}) =>
  renderPage({
    page: <People start={start} />,
    routes: { [`GET ${URL}`]: served(people(35)), ...cached, ...routes },
  });

describe('a select over a list of the server', () => {
  test('A-7-026 B-3-037 B-9-007 B-9-009 a select requests ten rows, then ten near the bottom', async () => {
    const { screen, user, server } = await show();
    await user.click(screen.getByRole('combobox', { name: 'People' }));
    await screen.findByText('Person 1');
    expect(server.calls('GET', URL)[0]?.query).toEqual({ limit: '10', offset: '0', fields_size: 'mini' });
    const holder = document.querySelector<HTMLElement>('[class*="list-holder"]');
    expect(holder?.style.maxHeight).toBe(`${Math.round(window.innerHeight * 0.6)}px`);
    fireEvent.scroll(holder as HTMLElement);
    await waitFor(() => expect(server.calls('GET', URL).at(-1)?.query).toMatchObject({ offset: '10' }));
    await user.type(screen.getByRole('combobox', { name: 'People' }), 'Person 35');
    await waitFor(() =>
      expect(server.calls('GET', URL).at(-1)?.query).toMatchObject({ search: 'Person 35', offset: '0' }),
    );
    await user.click(await screen.findByTitle('Person 35'));
    expect(document.querySelectorAll('.ant-select-selection-item')).toHaveLength(1);
  });

  test('B-8-007 a list that fails to load says so instead of being empty', async () => {
    const { screen, user } = await show([], {
      [`GET ${URL}`]: answer(422, { detail: 'The database rests' }),
    });
    await user.click(screen.getByRole('combobox', { name: 'People' }));
    await screen.findByText('Loading failed. The database rests');
    expect(screen.queryByText('Nothing found')).toBeNull();
  });

  test('B-3-037 a select also accepts a plain array of rows', async () => {
    const { screen, user } = await renderPage({
      page: <People url={OTHER} />,
      routes: { [`GET ${OTHER}`]: people(3) },
    });
    await user.click(screen.getByRole('combobox', { name: 'People' }));
    await screen.findByTitle('Person 3');
  });

  test('A-5-005 a list without permission disables its select', async () => {
    const { screen, user } = await show([], { [`GET ${URL}`]: answer(403, { detail: 'no' }) });
    await user.click(screen.getByRole('combobox', { name: 'People' }));
    await waitFor(() =>
      expect(screen.getByRole('combobox', { name: 'People' })).toHaveProperty('disabled', true),
    );
    screen.getByText('You do not have permission to view this list');
  });
});

describe('the names of chosen rows', () => {
  test('A-7-026 B-9-008 names of chosen rows are loaded by token at once; those beyond ten are collapsed', async () => {
    const { screen, server } = await show(people(12).map(({ id }) => id));
    await screen.findByText('Person 10');
    expect(screen.queryByText('Person 11')).toBeNull();
    screen.getByText(/\+ ?2/);
    expect(server.calls('GET', URL)[0]?.query).toMatchObject({ spm: 'token', fields_size: 'mini' });
  });

  test('until names are loaded no ids are shown; a long name never widens the field', async () => {
    let send = () => {};
    const held = new Promise<void>((resolve) => {
      send = resolve;
    });
    const rows = people(2);
    const { screen } = await show(['u1', 'gone'], { [`GET ${URL}`]: () => held.then(() => pageOf(rows)) });
    const chosen = () =>
      [...document.querySelectorAll('.ant-select-selection-item')].map((item) => item.textContent);
    await waitFor(() => expect(chosen()).toEqual(['…', '…']));
    expect(screen.getByRole('combobox').closest<HTMLElement>('.ant-select')?.style.minWidth).toBe('0px');
    send();
    await waitFor(() => expect(chosen()).toEqual(['Person 1', 'gone']));
  });

  test('B-9-008 ten chosen rows are all shown', async () => {
    const { screen } = await show(people(10).map(({ id }) => id));
    await screen.findByText('Person 10');
    expect(screen.queryByText(/^\+/)).toBeNull();
  });

  test('A-7-026 more chosen rows than one answer holds are all named', async () => {
    const everybody = people(1_001);
    const { screen, server } = await renderPage({
      page: <Names ids={everybody.map(({ id }) => id)} />,
      routes: { [`GET ${URL}`]: paged(everybody), ...cached },
    });
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Person 1, Person 1001'));
    expect(server.calls('GET', URL).map(({ query }) => query.offset)).toEqual(['0', '1000']);
  });

  test('A-7-026 only unknown names are requested: what was offered or named before keeps its name', async () => {
    const { screen, user, server } = await show(['u1', 'gone']);
    const field = screen.getByRole('combobox', { name: 'People' });
    await screen.findByText('Person 1');
    const requests = () => server.calls('POST', '/api/v1/common/resources/cache/').map(({ body }) => body);
    await user.click(field);
    await user.click(await screen.findByTitle('Person 2'));
    await user.type(field, 'Person 35');
    await user.click(await screen.findByTitle('Person 35'));
    await user.clear(field);
    await waitFor(() => expect(screen.queryByTitle('Person 3')).toBeTruthy());
    const chosen = [...document.querySelectorAll('.ant-select-selection-item')].map(
      (item) => item.textContent,
    );
    expect(chosen).toEqual(['Person 1', 'gone', 'Person 2', 'Person 35']);
    expect(requests()).toEqual([{ resources: ['gone', 'u1'] }]);
  });
});

const Chosen = ({ codes }: InputProps & { codes?: { label: string }[] }) => (
  <p>{codes?.map(({ label }) => label).join()}</p>
);

test('B-3-040 B-7-031 B-8-007 options come from an address, by path, label key and value key, for any property', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { screen, user, server } = await renderPage({
    page: (
      <ItemsForm
        start={{}}
        onSave={async () => undefined}
        items={[
          {
            id: 'region',
            type: 'choice',
            label: 'Region',
            remote: {
              url: '/regions/',
              params: { all: 1 },
              dataPath: 'data.items',
              label: 'title',
              value: 'code',
            },
          },
          { id: 'own', label: '', component: Chosen, remote: { url: '/plain/', prop: 'codes' } },
          { id: 'broken', type: 'choice', label: 'Broken', remote: { url: '/broken/' } },
        ]}
      />
    ),
    routes: {
      'GET /regions/': { data: { items: [{ code: 'eu', title: 'Europe' }] } },
      'GET /plain/': ['a', 'b'],
      'GET /broken/': answer(500, { detail: 'x' }),
    },
  });
  await screen.findByText('a,b');
  expect(server.calls('GET', '/regions/')[0]?.query).toEqual({ all: '1' });
  await user.click(screen.getByRole('combobox', { name: 'Region' }));
  await user.click(await screen.findByTitle('Europe'));
  await waitFor(() => expect(logged).toHaveBeenCalledWith(expect.objectContaining({ status: 500 })));
  expect(screen.queryByRole('alert')).toBeNull();
});

function Picker() {
  const [value, setValue] = useState<unknown>([]);
  return (
    <TransferInput
      multiple
      aria-label="People"
      name="users"
      url={URL}
      meta={meta({ label: 'People' })}
      value={value}
      onChange={setValue}
    />
  );
}

describe('the transfer picker', () => {
  // Pages of a hundred are requested; a few rows of each are enough to check.
  const sparse = ({ query }: Seen) => {
    const offset = Number(query.offset);
    return { ...pageOf(people(250)), results: people(250).slice(offset, offset + 5) };
  };

  const page = async () => {
    const rendered = await renderPage({
      page: <Picker />,
      routes: { [`GET ${URL}`]: sparse, ...cached },
    });
    await rendered.user.click(rendered.screen.getByRole('button', { name: 'People: choose from two lists' }));
    const dialog = await rendered.screen.findByRole('dialog');
    const side = (name: string) => within(within(dialog).getByRole('group', { name }));
    return { ...rendered, dialog, left: side('Available'), right: side('Selected') };
  };

  test('a name that is typed is picked in one step, without a dialog', async () => {
    const found = { ...pageOf(people(1)), results: people(3).slice(2) };
    const { screen, user, server } = await renderPage({
      page: <Picker />,
      routes: {
        [`GET ${URL}`]: ({ query }: Seen) => (query.search === 'Person 3' ? found : pageOf(people(2))),
        ...cached,
      },
    });
    await user.type(screen.getByRole('combobox', { name: 'People' }), 'Person 3');
    await user.click(await screen.findByTitle('Person 3'));
    await waitFor(() =>
      expect(document.querySelector('.ant-select-selection-item')?.textContent).toMatch(/Person 3|u3/),
    );
    expect(server.calls('GET', URL).some(({ query }) => query.search === 'Person 3')).toBe(true);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('B-2-011 B-2-012 B-9-010 B-4-037 rows move between sides with search and pages of 100', async () => {
    const { dialog, left, right, user, server, screen } = await page();
    await left.findByText('Person 1');
    expect(dialog.closest<HTMLElement>('.ant-modal')?.style.width ?? dialog.style.width).toMatch(/730px/);
    expect(server.calls('GET', URL)[0]?.query).toEqual({ limit: '100', offset: '0', fields_size: 'mini' });
    left.getByRole('textbox', { name: 'Search in Available' });
    right.getByRole('textbox', { name: 'Search in Selected' });
    left.getByRole('navigation', { name: 'Pages' });
    await user.click(left.getByRole('checkbox', { name: 'Person 2' }));
    await user.click(screen.getByRole('button', { name: 'Move to selected' }));
    right.getByRole('checkbox', { name: 'Person 2' });
    expect(left.getByRole('checkbox', { name: 'Person 2' })).toHaveProperty('disabled', true);
    await user.click(right.getByRole('checkbox', { name: 'Person 2' }));
    await user.click(screen.getByRole('button', { name: 'Move back' }));
    expect(right.queryByRole('checkbox', { name: 'Person 2' })).toBeNull();
    await user.click(left.getByRole('checkbox', { name: 'Person 3' }));
    await user.click(screen.getByRole('button', { name: 'Move to selected' }));
    await user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.querySelector('.ant-select-selection-item')?.textContent).toMatch(/Person|u3/);
  });

  test('B-4-039 rows checked but not moved are unchecked when the page turns', async () => {
    const { left, user, server, screen } = await page();
    await user.click(await left.findByRole('checkbox', { name: 'Person 2' }));
    expect(screen.getByRole('button', { name: 'Move to selected' })).toHaveProperty('disabled', false);
    await user.click(left.getByRole('button', { name: 'Page 2' }));
    await left.findByText('Person 101');
    expect(server.calls('GET', URL).at(-1)?.query).toMatchObject({ offset: '100' });
    expect(screen.getByRole('button', { name: 'Move to selected' })).toHaveProperty('disabled', true);
  });
});

test('B-9-010 the two sides on their own have pages of 160', async () => {
  const { screen, server, user } = await renderPage({
    page: (
      <TransferPanes
        url={URL}
        chosen={[]}
        onClose={() => undefined}
        onMove={() => undefined}
        onConfirm={() => undefined}
      />
    ),
    routes: { [`GET ${URL}`]: { ...pageOf(people(3)), count: 161 } },
  });
  await screen.findByText('Person 1');
  expect(server.calls('GET', URL)[0]?.query).toMatchObject({ limit: '160', offset: '0' });
  await user.click(screen.getByRole('button', { name: 'Page 2' }));
  await waitFor(() =>
    expect(server.calls('GET', URL).at(-1)?.query).toMatchObject({ limit: '160', offset: '160' }),
  );
});

test('B-3-029 B-4-038 B-9-010 a side shows ten options at a time; disabled ones cannot be chosen', async () => {
  const reported: string[][] = [];
  const { screen, user } = await renderPage({
    page: (
      <TransferPanel
        title="Side"
        options={[
          { id: 'a', label: 'A' },
          { id: 'b', label: 'B', disabled: true },
        ]}
        total={11}
        page={1}
        search=""
        checked={[]}
        onPage={() => undefined}
        onSearch={() => undefined}
        onChecked={(ids) => reported.push(ids)}
      />
    ),
    routes: {},
  });
  expect(screen.getByRole('checkbox', { name: 'B' })).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('checkbox', { name: 'Side' }));
  expect(reported).toEqual([['a']]);
  screen.getByRole('button', { name: 'Page 2' });
});
