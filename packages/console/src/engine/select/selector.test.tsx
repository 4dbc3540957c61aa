// @vitest-environment jsdom
import { role } from '@gatehouse/contract/resources/rbac/role.ts';
import { user } from '@gatehouse/contract/resources/users/user.ts';
import { cleanup, waitFor } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { answerTo, listOf } from '../../../test/answerTo.ts';
import { DOMAINS, meta, zoneRow } from '../../../test/domains.ts';
import { answer } from '../../../test/fakeServer.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { listRow, pageOf } from '../../../test/sampleRow.ts';
import { fieldUis } from '../fields/registry.ts';
import { SelectorInput } from '../fields/selector/SelectorInput.tsx';
import { RelatedInput } from './RelatedInput.tsx';
import { type RelatedInputs, RelatedInputsProvider, type SelectorAttribute } from './RelatedInputs.tsx';
import { RemoteOptions } from './RemoteOptions.tsx';

const USERS = '/api/v1/users/users/';
const ROLES = '/api/v1/rbac/roles/';
const attributes: SelectorAttribute[] = [
  { name: 'name', label: 'Name', type: 'str' },
  { name: 'is_active', label: 'Active', type: 'bool' },
  { name: 'role', label: 'Role', type: 'm2m', url: ROLES },
  { name: 'kind', label: 'Kind', type: 'select', options: [{ value: 'lan', label: 'LAN' }] },
  { name: 'hidden', label: 'Hidden', type: 'str', has: false },
];
const related = { url: USERS, attrs: [] };
const routes = {
  [`GET ${USERS}`]: { ...pageOf([listRow(user, { id: 'u1', name: 'Ada', username: 'Ada' })]), count: 7 },
  ...listOf(role, [{ id: 'r1', name: 'Auditor' }]),
  ...answerTo('POST /api/v1/common/resources/cache/', { spm: 'token' }),
};

function Field({ start, known = attributes, disabled = false }: Props) {
  const [value, setValue] = useState<unknown>(start);
  const registered: RelatedInputs = { inputs: {}, selectors: known.length ? { [USERS]: () => known } : {} };
  return (
    <RelatedInputsProvider value={registered}>
      <SelectorInput
        name="users"
        meta={meta({ label: 'Users', type: 'field', related })}
        value={value}
        disabled={disabled}
        onChange={setValue}
      />
      <output data-testid="value">{JSON.stringify(value)}</output>
    </RelatedInputsProvider>
  );
}
type Props = { start?: unknown; known?: SelectorAttribute[]; disabled?: boolean };
const open = async (props: Props = {}) => {
  const page = await renderPage({ page: <Field {...props} />, routes });
  await page.screen.findByRole('radio', { name: 'All' });
  const value = () => JSON.parse(page.screen.getByTestId('value').textContent || 'null') as unknown;
  const choose = async (name: string, option: string) => {
    await page.user.click(page.screen.getByRole('combobox', { name }));
    const shown = await page.screen.findAllByTitle(option);
    await page.user.click(shown.at(-1) as HTMLElement);
  };
  return { ...page, value, choose };
};
const attrs = (...rules: [name: string, match: string, value: unknown][]) => ({
  type: 'attrs',
  attrs: rules.map(([name, match, value]) => ({ name, match, value })),
});

test('a selector covers all, chosen or matching rows, and switching starts empty', async () => {
  const { screen, user, value } = await open();
  expect(screen.getByRole('radio', { name: 'All' })).toHaveProperty('checked', true);
  await user.click(screen.getByRole('radio', { name: 'Chosen' }));
  expect(value()).toEqual({ type: 'ids', ids: [] });
  await user.click(screen.getByRole('combobox', { name: 'Users' }));
  await user.click(await screen.findByTitle('Ada'));
  expect(value()).toEqual({ type: 'ids', ids: ['u1'] });
  await user.click(screen.getByRole('radio', { name: 'By attributes' }));
  expect(value()).toEqual({ type: 'attrs', attrs: [] });
  await user.click(screen.getByRole('radio', { name: 'All' }));
  expect(value()).toEqual({ type: 'all' });
});

test('without visible attributes a selector offers no rules', async () => {
  const { screen } = await open({ known: [] });
  expect(screen.getAllByRole('radio')).toHaveLength(2);
  cleanup();
  const hidden = await open({ known: [{ name: 'x', label: 'X', type: 'str', has: false }] });
  expect(hidden.screen.queryByRole('radio', { name: 'By attributes' })).toBeNull();
});

test('changing or removing one rule leaves the others unchanged', async () => {
  const { screen, user, value } = await open({
    start: attrs(['name', 'exact', 'a'], ['name', 'exact', 'b'], ['name', 'exact', 'c']),
  });
  await user.type(screen.getByRole('textbox', { name: 'Value of rule 2' }), '!');
  await user.click(screen.getByRole('button', { name: 'Remove rule 1' }));
  expect(value()).toEqual(attrs(['name', 'exact', 'b!'], ['name', 'exact', 'c']));
});

test('an attribute with choices offers only those; hidden and unknown attributes are not shown', async () => {
  const { screen, user, value, choose } = await open({
    start: attrs(['kind', 'in', []], ['hidden', 'exact', 'x'], ['gone', 'exact', 'y']),
  });
  expect(screen.getAllByRole('button', { name: /Remove rule/ })).toHaveLength(1);
  await choose('Value of rule 1', 'LAN');
  expect(value()).toEqual(attrs(['kind', 'in', ['lan']], ['hidden', 'exact', 'x'], ['gone', 'exact', 'y']));
  await user.click(screen.getByRole('combobox', { name: 'Attribute of rule 1' }));
  expect(screen.queryByTitle('Hidden')).toBeNull();
});

test('a disabled selector shows its rules and cannot be changed', async () => {
  const { screen } = await open({
    disabled: true,
    start: attrs(
      ['name', 'exact', 'a'],
      ['is_active', 'exact', true],
      ['role', 'm2m', []],
      ['name', 'in', []],
    ),
  });
  const controls = ['radio', 'combobox', 'textbox', 'switch', 'button'].flatMap((role) =>
    screen.getAllByRole(role),
  );
  expect(controls.filter((control) => !(control as HTMLInputElement).disabled)).toEqual([]);
});

test('the match count follows the rules, and is plain text if there is no table to open', async () => {
  const { screen, server } = await open({ start: attrs(['name', 'exact', 'a']) });
  expect((await screen.findByText('7 match now')).tagName).toBe('SPAN');
  const [asked] = server.calls('GET', USERS);
  expect(asked?.query).toEqual({
    attr_rules: btoa(JSON.stringify(attrs(['name', 'exact', 'a']))),
    limit: '1',
  });
});

const cell = (value: unknown): ReactNode => {
  const { Cell } = fieldUis.selector;
  return <Cell value={value} row={{ id: '1' }} name="users" meta={meta()} />;
};

test.each([
  [{ type: 'all' }, 'All'],
  [{ type: 'ids', ids: ['a', 'b'] }, '2 chosen'],
  [{ type: 'ids' }, '0 chosen'],
  [attrs(['name', 'exact', 'a']), '1 rule'],
  [{ type: 'attrs' }, '0 rules'],
  [{}, '–'],
  [null, '–'],
])('the table cell for selector %j shows "%s"', async (value, text) => {
  const { screen } = await renderPage({ page: cell(value), routes: {} });
  await screen.findByText(text);
});

const Picker = ({ url }: { url: string }) => <b>picker of {url}</b>;

test('a related field uses the picker of its resource, even if its address has a query', async () => {
  const registered = { inputs: { [USERS]: Picker }, selectors: {} };
  const { screen } = await renderPage({
    page: (
      <RelatedInputsProvider value={registered}>
        <RelatedInput multiple name="a" meta={meta({ related })} url={`${USERS}?all=1`} />
        <RelatedInput multiple name="b" meta={meta({ related })} />
        <RelatedInput multiple name="c" aria-label="Nothing" meta={meta()} />
      </RelatedInputsProvider>
    ),
    routes,
  });
  await screen.findByText(`picker of ${USERS}?all=1`);
  screen.getByText(`picker of ${USERS}`);
  expect(screen.queryByRole('combobox')).toBeNull();
});

function One({ required = false, multiple = false }) {
  const [value, setValue] = useState<unknown>(multiple ? ['u1'] : 'u1');
  return (
    <>
      <RelatedInput
        multiple={multiple}
        name="user"
        aria-label="User"
        meta={meta({ related, required })}
        value={value}
        onChange={setValue}
      />
      <output data-testid="value">{JSON.stringify(value)}</output>
    </>
  );
}
const clear = async (user: { click: (element: Element) => Promise<void> }) =>
  user.click(await vi.waitFor(() => document.querySelector('.ant-select-clear') as Element));

test.each([
  [false, 'null'],
  [true, '[]'],
])('clearing an optional related field (multiple: %s) leaves %s', async (multiple, left) => {
  const { screen, user } = await renderPage({ page: <One multiple={multiple} />, routes });
  await screen.findByText('Ada');
  await clear(user);
  expect(screen.getByTestId('value').textContent).toBe(left);
});

test('a required related field cannot be cleared', async () => {
  const { screen } = await renderPage({ page: <One required />, routes });
  await screen.findByText('Ada');
  expect(document.querySelector('.ant-select-clear')).toBeNull();
});

function Region(props: Partial<Parameters<typeof RemoteOptions>[0]>) {
  const [value, setValue] = useState<unknown>(props.value);
  return (
    <>
      <RemoteOptions
        name="region"
        aria-label="Region"
        meta={meta({ required: false })}
        {...props}
        value={value}
        remote={{ url: DOMAINS, params: { limit: 10 } }}
        onChange={setValue}
      />
      <output data-testid="value">{JSON.stringify(value)}</output>
    </>
  );
}
const openRegions = async (props: Partial<Parameters<typeof RemoteOptions>[0]>, answered: unknown) => {
  const page = await renderPage({ page: <Region {...props} />, routes: { [`GET ${DOMAINS}`]: answered } });
  const select = await page.screen.findByRole('combobox', { name: 'Region' });
  return { ...page, select, value: () => page.screen.getByTestId('value').textContent };
};
const REGION_ROWS = pageOf([zoneRow({ id: 'eu', name: 'Europe' }), zoneRow({ id: 'us', name: '' })]);

test('an option without a name shows its value, and clearing the field sets null', async () => {
  const { screen, user, select, value } = await openRegions({}, REGION_ROWS);
  await user.click(select);
  await screen.findByTitle('us');
  await user.click(screen.getByTitle('Europe'));
  expect(value()).toBe('"eu"');
  await clear(user);
  expect(value()).toBe('null');
});

test('a select is disabled if its options cannot be read, and a required one cannot be cleared', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { select } = await openRegions({}, answer(403, {}));
  await waitFor(() => expect(select).toHaveProperty('disabled', true));
  cleanup();
  const required = await openRegions({ meta: meta({ required: true }), value: 'eu' }, REGION_ROWS);
  await required.screen.findByText('Europe');
  expect(document.querySelector('.ant-select-clear')).toBeNull();
  expect(required.select).toHaveProperty('disabled', false);
});
