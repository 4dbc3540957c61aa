import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { act, cleanup, fireEvent, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { expectAskingClose } from '../../../test/closing.ts';
import {
  DOMAINS,
  domainNames,
  domainOptions,
  domainPerms,
  meta,
  writtenZone,
  zoneRow,
} from '../../../test/domains.ts';
import { answer } from '../../../test/fakeServer.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { JsonInput } from '../fields/json/JsonInput.tsx';
import { ResourceFormPage } from '../pages/ResourceFormPage.tsx';
import { FormDialog } from './FormDialog.tsx';
import type { FormSlots } from './FormSlots.ts';

const CREATE = '/console/assets/domains/create';
const choices = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ value: `c${index}`, label: `Choice ${index}` }));

const metas: Record<string, FieldMeta> = {
  name: meta({ label: 'Name', required: true, max_length: 8, help_text: 'Short and clear' }),
  email: meta({ label: 'Email', type: 'email', max_length: 64 }),
  few: meta({ label: 'Few', type: 'choice', choices: choices(4), default: 'c1', required: true }),
  many: meta({ label: 'Many', type: 'choice', choices: choices(5) }),
  secret: meta({ label: 'Key', write_only: true, max_length: 64 }),
  note: meta({ label: 'Note' }),
  made: meta({ label: 'Made', read_only: true }),
  spot: meta({
    label: 'Spot',
    type: 'nested object',
    children: { row: meta({ label: 'Row', max_length: 8, default: 'a' }) },
  }),
  hosts: meta({ label: 'Hosts', type: 'list' }),
  parent: meta({ label: 'Zone', type: 'object_related_field', related: { url: '/api/zones/', attrs: [] } }),
};

const options = { ...domainOptions, view: undefined, actions: { POST: metas, PUT: metas, GET: metas } };
const routes = {
  [`OPTIONS ${DOMAINS}`]: options,
  [`OPTIONS ${DOMAINS}d1/`]: options,
  [`GET ${DOMAINS}d1/`]: zoneRow({ name: 'dmz', few: { value: 'c2', label: 'Choice 2' } }),
};

const open = (slots?: FormSlots, over: Record<string, unknown> = {}) =>
  renderPage({
    page: <ResourceFormPage resource="assets.domain" url={DOMAINS} name="Domain" slots={slots} />,
    routes: { ...routes, ...over },
    caller: { perms: domainPerms },
    names: domainNames,
    at: CREATE,
    pattern: CREATE,
  });

describe('a form made from metadata', () => {
  test('B-3-042 B-7-014 B-5-039 B-5-042 label, help, choices, default, children, limits and flags all apply', async () => {
    const { screen, user, server } = await open();
    const name = await screen.findByRole('textbox', { name: /Name/ });
    expect(server.calls('OPTIONS', DOMAINS)).toHaveLength(1);
    expect(name.getAttribute('aria-required')).toBe('true');
    screen.getByText('Short and clear');
    expect(screen.getByRole('radio', { name: 'Choice 1' })).toHaveProperty('checked', true);
    expect(screen.getAllByRole('radio')).toHaveLength(4);
    expect(screen.getByRole('combobox', { name: 'Many' })).toBeDefined();
    expect(screen.getByLabelText('Key').getAttribute('type')).toBe('password');
    expect(screen.getByLabelText('Note').tagName).toBe('TEXTAREA');
    expect(screen.queryByText('Made')).toBeNull();
    expect(screen.getByLabelText('Row')).toHaveProperty('value', 'a');
    await user.type(name, 'far too long');
    await user.tab();
    await screen.findByText('At most 8 characters.');
  });

  test('B-5-037 B-5-002 a required field is validated on blur, others while typing', async () => {
    const { screen, user } = await open();
    const name = await screen.findByRole('textbox', { name: /Name/ });
    const isInvalid = (field: HTMLElement) => field.getAttribute('aria-invalid') === 'true';
    await user.type(name, 'far too long');
    expect(screen.queryByText('At most 8 characters.')).toBeNull();
    expect(isInvalid(name)).toBe(false);
    const email = screen.getByRole('textbox', { name: 'Email' });
    await user.type(email, 'ann');
    await screen.findByText('At most 8 characters.');
    await screen.findByText('Enter a valid email address.');
    expect([isInvalid(name), isInvalid(email)]).toEqual([true, true]);
    await user.type(email, '@example.com');
    await waitFor(() => expect(screen.queryByText('Enter a valid email address.')).toBeNull());
    expect([isInvalid(email), (email as HTMLInputElement).value]).toEqual([false, 'ann@example.com']);
  });
});

describe('a valid form made from metadata', () => {
  test('B-4-044 B-3-041 a valid form submits its trimmed values, and stays for another row only if asked to', async () => {
    const submit = vi.fn(async () => ({ id: 'd9', name: 'x' }));
    const { screen, user } = await open({ submit });
    await user.type(await screen.findByRole('textbox', { name: /Name/ }), ' dmz ');
    await user.click(screen.getByRole('button', { name: 'Save and add another' }));
    await waitFor(() => expect(submit).toHaveBeenCalledTimes(1));
    expect(submit).toHaveBeenLastCalledWith(expect.objectContaining({ name: 'dmz', few: 'c1' }));
    await waitFor(() => expect(screen.getByRole('textbox', { name: /Name/ })).toHaveProperty('value', ''));
    await user.type(screen.getByRole('textbox', { name: /Name/ }), 'lan');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(submit).toHaveBeenCalledTimes(2));
    expect(submit).toHaveBeenLastCalledWith(expect.objectContaining({ name: 'lan' }));
    await screen.findByText('elsewhere');
  });

  test('short texts become tags on Enter, comma or blur, each once; an input method keeps its Enter', async () => {
    const submit = vi.fn(async () => ({ id: 'd9', name: 'x' }));
    const { screen, user } = await open({ submit });
    await user.type(await screen.findByRole('textbox', { name: /Name/ }), 'dmz');
    const hosts = screen.getByRole('combobox', { name: 'Hosts' });
    await user.type(hosts, 'a{Enter}a{Enter}b,c');
    fireEvent.compositionStart(hosts);
    fireEvent.keyDown(hosts, { key: 'Enter', keyCode: 229, isComposing: true });
    fireEvent.compositionEnd(hosts);
    await user.tab();
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(submit).toHaveBeenCalled());
    expect(submit).toHaveBeenCalledWith(expect.objectContaining({ hosts: ['a', 'b', 'c'] }));
  });
});

/** Opens the form of a zone in a dialog. */
const show = (mode: 'new' | 'edit' | 'view', over: Record<string, unknown> = {}) => {
  const onClose = vi.fn();
  const onSaved = vi.fn();
  const page = (
    <FormDialog
      url={DOMAINS}
      mode={mode}
      id={mode === 'new' ? undefined : 'd1'}
      onClose={onClose}
      onSaved={onSaved}
    />
  );
  return renderPage({ page, routes: { ...routes, ...over } }).then((rendered) => ({
    ...rendered,
    onClose,
    onSaved,
  }));
};

describe('a form in a dialog', () => {
  test('B-4-046 B-4-040 a new row is posted and passed to the page, and the dialog closes', async () => {
    const made = await show('new', { [`POST ${DOMAINS}`]: zoneRow({ id: 'd2', name: 'lan' }) });
    await made.user.type(await made.screen.findByRole('textbox', { name: /Name/ }), 'lan');
    await made.user.click(made.screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(made.onSaved).toHaveBeenCalledWith(zoneRow({ id: 'd2', name: 'lan' })));
    expect(made.onClose).toHaveBeenCalled();
  });

  test('B-4-046 an edit starts from the row and is sent with PUT', async () => {
    const { screen, user, server, onClose } = await show('edit', { [`PUT ${DOMAINS}d1/`]: writtenZone });
    await screen.findByDisplayValue('dmz');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(server.calls('PUT', `${DOMAINS}d1/`)[0]?.body).toMatchObject({ name: 'dmz', few: 'c2' });
  });

  test('B-4-046 a view shows every value read-only', async () => {
    const { screen } = await show('view');
    const dialog = within(await screen.findByRole('dialog', { name: 'dmz' }));
    expect(await dialog.findByDisplayValue('dmz')).toHaveProperty('disabled', true);
    for (const radio of dialog.getAllByRole('radio')) expect(radio).toHaveProperty('disabled', true);
    for (const select of dialog.getAllByRole('combobox')) expect(select).toHaveProperty('disabled', true);
    expect(dialog.queryByRole('button', { name: 'Submit' })).toBeNull();
  });

  test('a dialog with input asks before Escape or Cancel discards it; an unchanged one just closes', async () => {
    const { screen, user, onClose } = await show('new');
    const name = await screen.findByRole('textbox', { name: /Name/ });
    await user.type(name, 'lan');
    await expectAskingClose(user, onClose);
    expect((name as HTMLInputElement).value).toBe('lan');

    cleanup();
    const untouched = await show('new');
    await untouched.screen.findByRole('textbox', { name: /Name/ });
    await untouched.user.click(untouched.screen.getByRole('button', { name: 'Cancel' }));
    expect(untouched.onClose).toHaveBeenCalledTimes(1);
  });

  test('B-4-045 a refused dialog stays open for a retry', async () => {
    const answers = [
      answer(400, { name: ['Taken'], spot: { row: ['Full'] } }),
      zoneRow({ id: 'd2', name: 'lan-2' }),
    ];
    const { screen, user, server, onClose, onSaved } = await show('new', {
      [`POST ${DOMAINS}`]: () => answers.shift(),
    });
    await user.type(await screen.findByRole('textbox', { name: /Name/ }), 'lan');
    const submit = screen.getByRole('button', { name: 'Submit' });
    await user.click(submit);
    await screen.findByText('Taken');
    screen.getByText('Full');
    await waitFor(() => expect(submit.className).not.toContain('loading'));
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.getByRole('dialog').contains(submit)).toBe(true);
    await user.type(screen.getByRole('textbox', { name: /Name/ }), '-2');
    await user.click(submit);
    await waitFor(() => expect(onSaved).toHaveBeenCalledWith(zoneRow({ id: 'd2', name: 'lan-2' })));
    expect(server.calls('POST', DOMAINS).map(({ body }) => (body as { name: string }).name)).toEqual([
      'lan',
      'lan-2',
    ]);
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});

test('B-5-009 JSON is applied half a second after typing, its error shown after one and a half', async () => {
  const taken = vi.fn();
  const { screen } = await renderPage({
    page: <JsonInput name="json" aria-label="JSON" meta={meta()} value={{ a: 1 }} onChange={taken} />,
    routes: {},
  });
  const text = screen.getByRole('textbox', { name: 'JSON' });
  vi.useFakeTimers();
  try {
    fireEvent.change(text, { target: { value: '{"a":2}' } });
    act(() => void vi.advanceTimersByTime(499));
    expect(taken).not.toHaveBeenCalled();
    act(() => void vi.advanceTimersByTime(1));
    expect(taken).toHaveBeenLastCalledWith({ a: 2 });
    fireEvent.change(text, { target: { value: '{"a":' } });
    act(() => void vi.advanceTimersByTime(1_499));
    expect(taken).toHaveBeenCalledTimes(1);
    act(() => void vi.advanceTimersByTime(1));
    expect(taken).toHaveBeenLastCalledWith({ badJson: '{"a":' });
  } finally {
    vi.useRealTimers();
  }
});

function Editor() {
  const [value, setValue] = useState<unknown>('abc');
  return (
    <>
      <JsonInput name="json" aria-label="JSON" meta={meta()} value={value} onChange={setValue} />
      <output>{JSON.stringify(value)}</output>
    </>
  );
}

test('JSON stays as typed while editing, is formatted on blur, and a string stays a string', async () => {
  const { screen } = await renderPage({ page: <Editor />, routes: {} });
  const text = (await screen.findByRole('textbox', { name: 'JSON' })) as HTMLTextAreaElement;
  expect(text.value).toBe('"abc"');
  text.focus();
  vi.useFakeTimers();
  try {
    for (const [typed, held] of [
      ['{"a":1}', '{"a":1}'],
      ['{"a":1 , "b":"x"}', '{"a":1,"b":"x"}'],
      ['"abcd"', '"abcd"'],
      ['{"a":', '{"badJson":"{\\"a\\":"}'],
      ['{"a":2}', '{"a":2}'],
    ] as const) {
      fireEvent.change(text, { target: { value: typed } });
      act(() => void vi.advanceTimersByTime(1_500));
      expect([text.value, screen.getByRole('status').textContent]).toEqual([typed, held]);
    }
    act(() => text.blur());
    expect(text.value).toBe('{\n  "a": 2\n}');
  } finally {
    vi.useRealTimers();
  }
});

test('Ctrl Enter submits once, however long it is held or often it is pressed', async () => {
  let finish: (row: object) => void = () => undefined;
  const { screen, user, server } = await open(undefined, {
    [`POST ${DOMAINS}`]: () => new Promise<object>((resolve) => (finish = resolve)),
  });
  const name = await screen.findByRole('textbox', { name: /Name/ });
  await user.type(name, 'dmz');
  for (const repeat of [false, true, true, false, false])
    fireEvent.keyDown(name, { key: 'Enter', ctrlKey: true, repeat });
  await waitFor(() => expect(server.calls('POST', DOMAINS)).toHaveLength(1));
  fireEvent.keyDown(name, { key: 'Enter', ctrlKey: true });
  await act(async () => finish(zoneRow({ id: 'd9', name: 'dmz' })));
  await screen.findByText(/Created/);
  expect(server.calls('POST', DOMAINS)).toHaveLength(1);
});

test('Ctrl Enter does nothing while Submit is disabled', async () => {
  const { screen, user, server } = await open({ canSubmit: false }, { [`POST ${DOMAINS}`]: {} });
  const name = await screen.findByRole('textbox', { name: /Name/ });
  await user.type(name, 'dmz');
  expect(screen.getByRole('button', { name: 'Submit' })).toHaveProperty('disabled', true);
  await user.keyboard('{Control>}{Enter}{/Control}');
  await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
  expect(server.calls('POST', DOMAINS)).toHaveLength(0);
});

test('Ctrl Enter in a dialog over a form does not submit the form', async () => {
  const { screen, user, server, platform } = await open(undefined, { [`POST ${DOMAINS}`]: {} });
  await user.type(await screen.findByRole('textbox', { name: /Name/ }), 'dmz');
  act(() => void platform.dialogs.confirm({ title: 'Really?', okText: 'Yes' }));
  await screen.findByRole('dialog', { name: 'Really?' });
  await user.keyboard('{Control>}{Enter}{/Control}');
  await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
  expect(server.calls('POST', DOMAINS)).toHaveLength(0);
});

test('B-5-008 invalid JSON is reported under its editor, and not sent', async () => {
  const withJson = { ...metas, setting: meta({ label: 'Setting', type: 'field', kind: 'json' }) };
  const { screen, user, server } = await open(undefined, {
    [`OPTIONS ${DOMAINS}`]: { ...options, actions: { POST: withJson, GET: withJson } },
    [`POST ${DOMAINS}`]: {},
  });
  await user.type(await screen.findByRole('textbox', { name: /Name/ }), 'dmz');
  const setting = screen.getByRole('textbox', { name: /Setting/ });
  await user.type(setting, '{{a');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  const item = within(setting.closest('.ant-form-item') as HTMLElement);
  await item.findByText('This is not valid JSON.');
  expect((setting as HTMLTextAreaElement).value).toBe('{a');
  expect(server.calls('POST', DOMAINS)).toHaveLength(0);
});

test('B-5-003 letters in a number are reported while typing, and cleared on blur', async () => {
  const withPort = { ...metas, port: meta({ label: 'Port', type: 'integer', min_value: 1, default: 22 }) };
  const { screen, user } = await open(undefined, {
    [`OPTIONS ${DOMAINS}`]: { ...options, actions: { POST: withPort, GET: withPort } },
  });
  const port = (await screen.findByRole('spinbutton', { name: /Port/ })) as HTMLInputElement;
  await user.type(port, 'x');
  const item = within(port.closest('.ant-form-item') as HTMLElement);
  expect((await item.findByText(/number/i)).textContent).toBe('Enter a number.');
  await user.type(port, '{Backspace}3');
  await waitFor(() => expect(item.queryByText('Enter a number.')).toBeNull());
  expect(port.value).toBe('223');
  await user.type(port, 'x');
  await item.findByText('Enter a number.');
  await user.tab();
  await waitFor(() => expect(item.queryByText('Enter a number.')).toBeNull());
  expect(port.value).toBe('223');
  await user.type(port, 'x');
  await item.findByText('Enter a number.');
  fireEvent.change(port, { target: { value: '7' } });
  await waitFor(() => expect(item.queryByText('Enter a number.')).toBeNull());
  await user.tab();
  expect(port.value).toBe('7');
});
