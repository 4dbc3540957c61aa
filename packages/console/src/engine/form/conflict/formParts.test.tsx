// @vitest-environment jsdom
import type { OptionsBody } from '@gatehouse/contract/wire/options.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { DOMAINS, domainOptions, domainPerms, meta, writtenZone, zoneRow } from '../../../../test/domains.ts';
import type { Caller } from '../../../../test/fakePlatform.ts';
import { answer, type Seen } from '../../../../test/fakeServer.ts';
import { renderPage } from '../../../../test/renderPage.tsx';
import { FormBar, FormProblems } from '../FormBar.tsx';
import { FormBody } from '../FormBody.tsx';
import { FormDialog } from '../FormDialog.tsx';
import type { FormSlots } from '../FormSlots.ts';
import type { FormProblem } from '../useFormProblems.ts';
import type { FormController } from '../useResourceForm.ts';
import { useResourceForm } from '../useResourceForm.ts';

const problem = (label: string, path?: string[]): FormProblem => ({
  label,
  message: 'bad',
  ...(path && { path }),
});
const controllerOf = (over: Partial<FormController> = {}) =>
  ({
    problems: [],
    isSubmitting: false,
    focus: vi.fn(),
    reset: vi.fn(),
    ...over,
  }) as unknown as FormController;

test('up to four form problems are listed, and those of a field link to it', async () => {
  const controller = controllerOf({
    problems: [
      problem('A', ['a']),
      problem('B', ['b']),
      problem('C'),
      problem('D', ['d']),
      problem('E', ['e']),
    ],
  });
  const { user } = await renderPage({ page: <FormProblems controller={controller} />, routes: {} });
  await screen.findByText(/5 fields need attention/);
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['A', 'B', 'D']);
  expect(screen.getByText('C')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'B' }));
  expect(controller.focus).toHaveBeenCalledExactlyOnceWith(['b']);
});

const openBar = async (controller: FormController, over: Partial<Parameters<typeof FormBar>[0]> = {}) => {
  const onSubmit = vi.fn();
  const flags = { hasReset: true, hasAddAnother: true, canSubmit: true };
  const page = await renderPage({
    page: <FormBar controller={controller} onSubmit={onSubmit} {...flags} {...over} />,
    routes: {},
  });
  await page.screen.findByRole('button', { name: 'Submit' });
  const disabled = () =>
    screen.getAllByRole('button').map((button) => (button as HTMLButtonElement).disabled);
  return { ...page, onSubmit, disabled };
};
const press = (name: string) => screen.getByRole('button', { name });

test('the form bar can reset, submit, and save and add another', async () => {
  const controller = controllerOf();
  const { user, onSubmit, disabled } = await openBar(controller);
  expect(screen.getByRole('alert').textContent).toBe('');
  expect(disabled()).toEqual([false, false, false]);
  await user.click(press('Reset'));
  await user.click(press('Save and add another'));
  await user.click(press('Submit'));
  expect(controller.reset).toHaveBeenCalledOnce();
  expect(onSubmit.mock.calls).toEqual([[true], [false]]);
});

test('while sending no button of the form bar can be used; without permission only Reset can', async () => {
  const sending = await openBar(controllerOf({ isSubmitting: true }));
  expect(sending.disabled().slice(0, 2)).toEqual([true, true]);
  expect(press('Submit').className).toContain('loading');
  cleanup();
  const { disabled } = await openBar(controllerOf(), { canSubmit: false });
  expect(disabled()).toEqual([false, true, true]);
  cleanup();
  await openBar(controllerOf(), { hasReset: false, hasAddAnother: false });
  expect(screen.getAllByRole('button')).toHaveLength(1);
});

const ROW = `${DOMAINS}d1/`;
const base = zoneRow({ kind: { value: 'wan', label: 'WAN' } });
const routes = {
  [`OPTIONS ${DOMAINS}`]: domainOptions,
  [`OPTIONS ${ROW}`]: domainOptions,
  [`GET ${ROW}`]: base,
  [`POST ${DOMAINS}`]: writtenZone,
  [`PUT ${ROW}`]: { ...base, name: 'renamed' },
};
type DialogProps = Parameters<typeof FormDialog>[0];
const openDialog = async (
  over: Partial<DialogProps> = {},
  answers: Record<string, unknown> = {},
  caller?: Caller,
) => {
  const onClose = vi.fn();
  const page = await renderPage({
    page: <FormDialog url={DOMAINS} mode="new" onClose={onClose} {...over} />,
    routes: { ...routes, ...answers },
    caller,
  });
  await page.screen.findByRole('textbox', { name: /Name/ });
  return { ...page, onClose };
};
const texts = (page: { platform: { notify: { store: { get(): { toasts: object[] } } } } }) =>
  page.platform.notify.store.get().toasts.map((toast) => (toast as { text: string }).text);

test.each([
  ['new', undefined, 'Create domain', ['Cancel', 'Submit']],
  ['edit', 'd1', 'Update zone-1', ['Cancel', 'Submit']],
  ['view', 'd1', 'zone-1', ['Close']],
] as const)('a form dialog in mode "%s" has its title and buttons', async (mode, id, title, buttons) => {
  await openDialog({ mode, id });
  const dialog = screen.getByRole('dialog', { name: title });
  const named = within(dialog)
    .getAllByRole('button')
    .filter(({ textContent }) => textContent);
  expect(
    named.map(({ textContent }) => textContent).filter((text) => buttons.includes(text as never)),
  ).toEqual(buttons);
});

test('a form dialog can have a custom title and width', async () => {
  await openDialog({ title: 'Add a zone', width: 420 });
  const modal = screen.getByRole('dialog', { name: 'Add a zone' }).closest<HTMLElement>('.ant-modal');
  expect(modal?.getAttribute('style')).toContain('420');
});

test('saving in a dialog shows a toast that names the row', async () => {
  const made = await openDialog();
  await made.user.type(screen.getByRole('textbox', { name: /Name/ }), 'lan');
  await made.user.click(press('Submit'));
  await waitFor(() => expect(texts(made)).toEqual(['Created domain lan']));
  cleanup();
  const changed = await openDialog({ mode: 'edit', id: 'd1' });
  await changed.user.click(press('Submit'));
  await waitFor(() => expect(texts(changed)).toEqual(['Updated domain renamed']));
  expect(changed.onClose).toHaveBeenCalledOnce();
});

test('a form dialog cannot be submitted if its page forbids it', async () => {
  await openDialog({ slots: { canSubmit: false } });
  expect(press('Submit')).toHaveProperty('disabled', true);
});

test('a view closes without asking, and a loading row can be neither edited nor submitted', async () => {
  const { user, onClose } = await openDialog({ mode: 'view', id: 'd1' });
  await user.click(
    within(screen.getByRole('dialog')).getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement,
  );
  expect(onClose).toHaveBeenCalledOnce();
  cleanup();
  const never = () => new Promise(() => undefined);
  await renderPage({
    page: <FormDialog url={DOMAINS} mode="edit" id="d1" onClose={onClose} />,
    routes: { ...routes, [`GET ${ROW}`]: never },
  });
  expect(await screen.findByRole('button', { name: 'Submit' })).toHaveProperty('disabled', true);
  expect(screen.queryByRole('textbox')).toBeNull();
});

const gone = { [`PUT ${ROW}`]: answer(404, {}) };
const created = (page: Awaited<ReturnType<typeof openDialog>>) => page.server.calls('POST', DOMAINS);
const submitGone = async (over: Partial<DialogProps>, answers: object, caller: Caller) => {
  const page = await openDialog({ mode: 'edit', id: 'd1', ...over }, { ...gone, ...answers }, caller);
  await page.user.click(press('Submit'));
  await screen.findByText('zone-1 was deleted in the meantime');
  return page;
};
const again = { name: 'Create it again' };

test('recreating a deleted row includes fields its update form does not show', async () => {
  const withType = (read_only: boolean, more: object = {}) => ({
    ...domainOptions.actions?.POST,
    few: meta({ label: 'Type', type: 'labeled_choice', read_only, ...more }),
    made: meta({ label: 'Made', read_only: true }),
    name2: meta({ label: 'Name 2', read_only }),
  });
  const actions = { GET: domainOptions.actions?.GET, POST: withType(false), PUT: withType(true) };
  const row = { ...base, few: { value: 'c2', label: 'C' }, made: 'by hand' };
  const answers = {
    [`OPTIONS ${ROW}`]: { ...domainOptions, actions },
    [`GET ${ROW}`]: row,
  };
  const page = await submitGone({ slots: { query: { x: '1' } } }, answers, { perms: domainPerms });
  await page.user.click(screen.getByRole('button', again));
  await waitFor(() => expect(created(page)).toHaveLength(1));
  expect(created(page)[0]?.query).toEqual({ x: '1' });
  expect(created(page)[0]?.body).toMatchObject({ name: 'zone-1', few: 'c2', kind: 'wan' });
  expect(created(page)[0]?.body).not.toHaveProperty('made');
  expect(created(page)[0]?.body).not.toHaveProperty('name2');
});

const withView = (over: object) => ({ ...domainOptions, view: { ...domainOptions.view, ...over } });
const onlyPut = { ...domainOptions, actions: { GET: {}, PUT: domainOptions.actions?.PUT } };
test.each<[string, OptionsBody, Caller]>([
  ['without permission to create', domainOptions, { perms: ['assets.change_domain'] }],
  ['in the global organization', domainOptions, { perms: domainPerms, isRoot: true }],
  ['if the resource cannot be created', onlyPut, { perms: domainPerms }],
])('%s a deleted row cannot be created again', async (_what, options, caller) => {
  await submitGone({}, { [`OPTIONS ${ROW}`]: options }, caller);
  expect(screen.queryByRole('button', again)).toBeNull();
});

test('in the global organization a row without an organization can be created again', async () => {
  const answers = { [`OPTIONS ${ROW}`]: withView({ scope: 'global' }) };
  await submitGone({}, answers, { perms: domainPerms, isRoot: true });
  expect(screen.getByRole('button', again)).toBeTruthy();
});

function Bare({ slots, id }: { slots?: FormSlots; id?: string }) {
  const controller = useResourceForm({ url: DOMAINS, id, slots });
  if (controller.source.isPending) return null;
  return (
    <>
      <FormBody controller={controller} url={DOMAINS} />
      <button type="button" onClick={() => void controller.submit()}>
        Send
      </button>
      <output data-testid="state">{`${controller.isDirty} ${controller.context.mode}`}</output>
    </>
  );
}
const openBare = async (slots: FormSlots = {}, id?: string, answers: object = {}) => {
  const page = await renderPage({ page: <Bare slots={slots} id={id} />, routes: { ...routes, ...answers } });
  const name = (await page.screen.findByRole('textbox', { name: /Name/ })) as HTMLInputElement;
  return { ...page, name, state: () => screen.getByTestId('state').textContent };
};

test('a form sends the version it loaded and the query of its page', async () => {
  const read = answer(200, base, { ETag: '"7"' });
  const { user, server } = await openBare({ query: { x: '1' } }, 'd1', { [`GET ${ROW}`]: read });
  await user.click(press('Send'));
  await waitFor(() => expect(server.calls('PUT', ROW)).toHaveLength(1));
  const [sent] = server.calls('PUT', ROW);
  expect([sent?.headers.get('If-Match'), sent?.query]).toEqual(['"7"', { x: '1' }]);
  expect(server.calls('OPTIONS', ROW)[0]?.query).toEqual({ x: '1' });
});

test('a row without a version is sent without If-Match', async () => {
  const { user, server } = await openBare({}, 'd1');
  await user.click(press('Send'));
  await waitFor(() => expect(server.calls('PUT', ROW)).toHaveLength(1));
  expect(server.calls('PUT', ROW)[0]?.headers.has('If-Match')).toBe(false);
});

test('a page can change the initial values and the request body, and watch the form', async () => {
  const watch = vi.fn();
  const slots: FormSlots = {
    initial: { comment: 'initial' },
    start: (values, { mode, isClone }) => ({ ...values, name: `${mode} ${isClone}` }),
    toWire: async (body, values) => ({ ...body, comment: `${String(values.comment)}!`, pin: '1' }),
    encrypt: ['pin'],
    groups: (groups) => groups.filter(({ key }) => key !== 'access'),
    groupHelp: { other: 'Further facts' },
    watch,
  };
  const { user, server, name, state } = await openBare(slots);
  await waitFor(() => expect(name.value).toBe('create false'));
  expect(state()).toBe('false create');
  screen.getByText('Further facts');
  expect(screen.queryByText('Access')).toBeNull();
  await user.type(name, '!');
  expect(state()).toBe('true create');
  expect(watch).toHaveBeenLastCalledWith(
    expect.objectContaining({ name: 'create false!', comment: 'initial' }),
  );
  await user.click(press('Send'));
  await waitFor(() => expect(server.calls('POST', DOMAINS)).toHaveLength(1));
  expect(server.calls('POST', DOMAINS)[0]?.body).toMatchObject({
    name: 'create false!',
    comment: 'initial!',
    pin: 'encrypted:1',
  });
  await waitFor(() => expect(state()).toBe('false create'));
});

test('required fields show a star and are announced as required', async () => {
  const { name } = await openBare();
  const item = within(name.closest('.ant-form-item') as HTMLElement);
  expect(item.getByText('*').getAttribute('aria-hidden')).toBe('true');
  expect(item.getByText('required').className).toBe('visually-hidden');
  const comment = screen.getByLabelText('Comment').closest('.ant-form-item') as HTMLElement;
  expect(within(comment).queryByText('*')).toBeNull();
});

test('a nested error is listed under the label of its field', async () => {
  const refusal = answer(400, { rules: { ip_group: ['Bad'] }, unknown: ['Odd'], kind: { deep: ['Low'] } });
  const page = await openDialog({}, { [`POST ${DOMAINS}`]: refusal });
  await page.user.type(screen.getByRole('textbox', { name: /Name/ }), 'lan');
  await page.user.click(press('Submit'));
  await screen.findByText('unknown: Odd');
  const alert = screen.getByRole('alert');
  expect(within(alert).getByRole('button', { name: 'Rules' })).toBeTruthy();
  expect(within(alert).getByRole('button', { name: 'Kind' })).toBeTruthy();
  screen.getByText('deep: Low');
  await page.user.type(screen.getByRole('textbox', { name: /Name/ }), '2');
  await waitFor(() => expect(within(alert).queryByText('unknown: Odd')).toBeNull());
});

test('a failed update is reported by the form, which stays open', async () => {
  const page = await openDialog({ mode: 'edit', id: 'd1' }, { [`PUT ${ROW}`]: (_: Seen) => answer(500, {}) });
  await page.user.click(press('Submit'));
  await waitFor(() => expect(texts(page)).toEqual(['Update failed']));
  expect(page.onClose).not.toHaveBeenCalled();
});
