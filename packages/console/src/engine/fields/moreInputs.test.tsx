// @vitest-environment jsdom
import type { FieldKind } from '@gatehouse/contract/resource/fields.ts';
import { label } from '@gatehouse/contract/resources/labels/label.ts';
import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { listOf } from '../../../test/answerTo.ts';
import { meta } from '../../../test/domains.ts';
import { answer } from '../../../test/fakeServer.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { FormScopeProvider } from '../form/FormScope.tsx';
import { NumberBox, type NumberProps } from './float/NumberBox.tsx';
import { inputOf } from './inputs.ts';

type Props = {
  kind: FieldKind;
  start?: unknown;
  of?: Partial<FieldMeta>;
  mode?: 'create' | 'update' | 'view';
  name?: string;
  disabled?: boolean;
};

function Field({ kind, start, of = {}, mode = 'create', name = 'field', disabled = false }: Props) {
  const [value, setValue] = useState<unknown>(start);
  const field = meta({ type: 'field', kind, label: 'Field', ...of });
  const Input = inputOf(field);
  return (
    <FormScopeProvider value={{ mode, row: undefined, url: '/api/v1/x/' }}>
      <Input name={name} aria-label="Field" {...{ value, disabled }} meta={field} onChange={setValue} />
      <output data-testid="value">{JSON.stringify(value)}</output>
      <button type="button" onClick={() => setValue(7)}>
        Seven
      </button>
    </FormScopeProvider>
  );
}

const open = async (props: Props, settings: Record<string, unknown> = {}, routes = {}) => {
  const page = await renderPage({ page: <Field {...props} />, routes, caller: { settings } });
  await page.screen.findByTestId('value');
  const value = () => JSON.parse(screen.getByTestId('value').textContent || 'null') as unknown;
  return { ...page, value };
};
const field = () => screen.getByLabelText('Field') as HTMLInputElement;

test('a boolean field is a switch', async () => {
  const { user, value } = await open({ kind: 'boolean', start: null });
  expect(field().getAttribute('aria-checked')).toBe('false');
  await user.click(screen.getByRole('switch'));
  expect(value()).toBe(true);
});

test('a phone number has no country until one is chosen', async () => {
  const codes = [
    { name: 'Japan', value: '+81' },
    { name: 'Italy', value: '+39' },
  ];
  const { user, value } = await open({ kind: 'phone' }, { COUNTRY_CALLING_CODES: codes });
  expect([field().inputMode, field().autocomplete]).toEqual(['tel', 'tel-national']);
  await user.type(field(), '12');
  expect(value()).toEqual({ code: '', phone: '12' });
  expect(document.querySelector('.ant-select-placeholder')?.textContent).toBe('Code');
  await user.type(screen.getByRole('combobox', { name: 'Country code' }), 'jap');
  expect(screen.queryByText('Italy +39')).toBeNull();
  await user.click(await screen.findByText('Japan +81'));
  expect(value()).toEqual({ code: '+81', phone: '12' });
  await user.clear(field());
  expect(value()).toBeNull();
});

test.each([
  [{ code: '+39', phone: 338 }, '338', '+39'],
  [{ code: '+39', phone: null }, '', '+39'],
  [{ code: '+39' }, '', '+39'],
  ['+39 338', '', 'Code'],
  [null, '', 'Code'],
])('the phone number %j is edited as "%s" with country code %s', async (start, shown, code) => {
  await open({ kind: 'phone', start });
  expect(field().value).toBe(shown);
  expect(document.querySelector('.ant-select-selection-item, .ant-select-content')?.textContent).toBe(code);
});

test('without country code settings China is offered', async () => {
  const { user } = await open({ kind: 'phone' });
  await user.click(screen.getByRole('combobox', { name: 'Country code' }));
  await screen.findByText('China +86');
});

const boxes = (count: number) => ({
  choices: Array.from({ length: count }, (_, at) => ({ value: `c${at}`, label: `Choice ${at}` })),
});

test('up to eight choices are checkboxes; more use a list', async () => {
  const few = await open({ kind: 'choices', start: ['c7'], of: boxes(8) });
  expect(screen.getAllByRole('checkbox')).toHaveLength(8);
  await few.user.click(screen.getByRole('checkbox', { name: 'Choice 0' }));
  expect(few.value()).toEqual(['c0', 'c7']);
  cleanup();
  const many = await open({ kind: 'choices', start: null, of: boxes(9) });
  expect(screen.queryByRole('checkbox')).toBeNull();
  await many.user.type(screen.getByRole('combobox', { name: 'Field' }), 'ice 8');
  expect(screen.queryByTitle('Choice 1')).toBeNull();
  await many.user.click(await screen.findByTitle('Choice 8'));
  expect(many.value()).toEqual(['c8']);
});

test('a long list of choices can be searched by label', async () => {
  const { user, value } = await open({ kind: 'choice', of: { ...boxes(6), required: true } });
  await user.type(screen.getByRole('combobox', { name: 'Field' }), 'ice 5');
  expect(screen.queryByTitle('Choice 1')).toBeNull();
  await user.click(await screen.findByTitle('Choice 5'));
  expect(value()).toBe('c5');
});

test('the only choice is a text if it is made already, because there is nothing to choose', async () => {
  const one = { ...boxes(1), required: true };
  await open({ kind: 'choice', start: 'c0', of: one });
  expect(screen.getByText('Choice 0').closest('label')).toBeNull();
  expect(screen.queryByRole('radio')).toBeNull();
  cleanup();
  const { user } = await open({ kind: 'choice', start: null, of: one });
  const radio = screen.getByRole('radio', { name: 'Choice 0' });
  expect(radio).toHaveProperty('checked', false);
  await user.click(radio);
  expect(document.activeElement).toBe(radio);
  cleanup();
  await open({ kind: 'choice', start: 'c0', of: { ...boxes(2), required: true } });
  expect(screen.getAllByRole('radio')).toHaveLength(2);
});

test('bits are checked in a tree, and a disabled tree cannot be changed', async () => {
  const tree = [
    { value: 'connect', label: 'Connect' },
    { value: 'transfer', label: 'Transfer', children: [{ value: 'upload', label: 'Upload' }] },
  ];
  const { user, value } = await open({ kind: 'bits', start: ['connect'], of: { tree } });
  const line = (name: string) => screen.getByRole('treeitem', { name });
  screen.getByRole('tree', { name: 'Field' });
  const checked = () =>
    ['Connect', 'Transfer', 'Upload'].map((name) => line(name).getAttribute('aria-checked'));
  expect(checked()).toEqual(['true', 'false', 'false']);
  await user.click(line('Transfer'));
  expect(value()).toEqual(['connect', 'upload']);
  await user.click(line('Transfer').firstElementChild as HTMLElement);
  expect(screen.queryByRole('treeitem', { name: 'Upload' })).toBeNull();
  await user.click(line('Transfer').firstElementChild as HTMLElement);
  expect(line('Connect').getAttribute('aria-expanded')).toBeNull();
  await user.click(line('Upload'));
  expect(value()).toEqual(['connect']);
  cleanup();
  const off = await open({ kind: 'bits', start: ['connect'], of: { tree }, disabled: true });
  expect(line('Connect').getAttribute('aria-disabled')).toBe('true');
  await off.user.click(line('Connect'));
  expect(off.value()).toEqual(['connect']);
});

test('a new row takes a secret directly; an existing row shows asterisks until Change is clicked', async () => {
  const made = await open({ kind: 'secret' });
  expect([field().type, field().autocomplete]).toEqual(['password', 'new-password']);
  await made.user.type(field(), 'pw');
  expect(made.value()).toBe('pw');
  cleanup();
  for (const mode of ['update', 'view'] as const) {
    const { user } = await open({ kind: 'secret', mode });
    screen.getByText('******');
    await user.click(screen.getByRole('button', { name: 'Change Field' }));
    expect(screen.queryByText('******')).toBeNull();
    expect(document.activeElement).toBe(field());
    cleanup();
  }
});

test('labels can be typed or chosen, and duplicates are dropped', async () => {
  const { user, value, server } = await open(
    { kind: 'labels', start: null },
    {},
    listOf(label, [{ id: '1', name: 'env', value: 'prod' }]),
  );
  await user.click(field());
  await user.click(await screen.findByTitle('env:prod'));
  await user.type(field(), 'a:b; c:d ,a:b{Enter}');
  expect(value()).toEqual(['env:prod', 'a:b', 'c:d']);
  expect(server.calls('GET', '/api/v1/labels/labels/').length).toBeGreaterThan(0);
});

test('without permission to read labels the field is disabled', async () => {
  await open({ kind: 'labels' }, {}, { 'GET /api/v1/labels/labels/': answer(403, {}) });
  await waitFor(() => expect(field().disabled).toBe(true));
});

test.each([
  ['Hourly', '0 * * * *'],
  ['Daily', '0 2 * * *'],
  ['Weekly', '0 2 * * 1'],
  ['Monthly', '0 2 1 * *'],
])('the preset %s sets %s and is marked as pressed', async (name, pattern) => {
  const { user, value } = await open({ kind: 'crontab', start: 7 });
  expect(field().value).toBe('');
  expect(field().placeholder).toBe('0 2 * * *');
  const preset = screen.getByRole('button', { name });
  expect(preset.getAttribute('aria-pressed')).toBe('false');
  await user.click(preset);
  expect([value(), preset.getAttribute('aria-pressed')]).toEqual([pattern, 'true']);
});

test('an invalid pattern shows no next runs, and an unknown time zone is not named', async () => {
  await open({ kind: 'crontab', start: '0 2 * * *' });
  await screen.findByRole('list', { name: 'Next runs' });
  expect(screen.queryByText(/time zone/)).toBeNull();
  cleanup();
  await open({ kind: 'crontab', start: '0 2 * *' });
  expect(screen.queryByRole('list')).toBeNull();
});

test('a read-only value has no input', async () => {
  await open({ kind: 'computed', start: ['a', 'b'] });
  for (const tag of ['a', 'b']) screen.getByText(tag);
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('JSON is applied on Cmd+Enter and on leaving the field, not on Enter', async () => {
  const { user, value } = await open({ kind: 'json', start: null });
  expect(field().value).toBe('');
  fireEvent.change(field(), { target: { value: '[1]' } });
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(value()).toBeNull();
  fireEvent.keyDown(field(), { key: 'x', ctrlKey: true });
  expect(value()).toBeNull();
  fireEvent.keyDown(field(), { key: 'Enter', metaKey: true });
  expect(value()).toEqual([1]);
  fireEvent.change(field(), { target: { value: '[2]' } });
  fireEvent.blur(field());
  expect(value()).toEqual([2]);
  expect(field().value).toBe('[\n  2\n]');
  await user.click(screen.getByRole('button', { name: 'Seven' }));
  expect(field().value).toBe('7');
});

test('leaving unchanged JSON reports no change', async () => {
  const [changed, left] = [vi.fn(), vi.fn()];
  const Json = inputOf(meta({ type: 'json' }));
  const page = (
    <Json name="j" aria-label="Field" meta={meta()} value={{ a: 1 }} onChange={changed} onBlur={left} />
  );
  await renderPage({ page, routes: {} });
  fireEvent.blur(field());
  expect(changed).not.toHaveBeenCalled();
  expect(left).toHaveBeenCalledOnce();
});

type BoxProps = Partial<NumberProps> & { start: unknown; told: (value: unknown) => void };

function Box({ start, told, ...props }: BoxProps) {
  const [value, setValue] = useState<unknown>(start);
  const onChange = (next: unknown) => {
    told(next);
    setValue(next);
  };
  return <NumberBox name="n" aria-label="Field" meta={meta()} {...{ value, onChange }} {...props} />;
}

const openBox = async (start: unknown, props: Partial<NumberProps> = {}) => {
  const [told, left] = [vi.fn(), vi.fn()];
  const page = await renderPage({
    page: <Box start={start} told={told} onBlur={left} {...props} />,
    routes: {},
  });
  await page.screen.findByLabelText('Field');
  const type = (value: string) => fireEvent.input(field(), { target: { value } });
  return { ...page, told, left, type };
};

test.each(['-', '+', '.', '-.', ' + '])('"%s" can become a number, so it is not reported', async (begun) => {
  const { told, type } = await openBox(null);
  type(begun);
  expect(told.mock.calls.flat().filter((value) => typeof value === 'string')).toEqual([]);
});

test.each(['x', '1x', '--', '-a'])(
  '"%s" is not a number: it is reported, and leaving the field restores the last number',
  async (typed) => {
    const { told, left, type } = await openBox(5);
    type(typed);
    expect(told).toHaveBeenLastCalledWith(typed);
    act(() => void fireEvent.blur(field()));
    expect(told).toHaveBeenLastCalledWith(5);
    expect(left).toHaveBeenCalledOnce();
  },
);

test('deleting a value that is not a number clears the field, and retyping the old number reports it', async () => {
  const { told, type } = await openBox(5);
  type('x');
  type('xy');
  type('5');
  expect(told).toHaveBeenLastCalledWith(5);
  type('x');
  type('');
  expect(told).toHaveBeenLastCalledWith(null);
});

test('a number is rounded to its precision and can show a unit', async () => {
  const { told, user } = await openBox(null, { precision: 0, suffix: 'hours' });
  screen.getByText('hours');
  await user.type(field(), '2.7');
  await user.tab();
  expect(told).toHaveBeenLastCalledWith(3);
});
