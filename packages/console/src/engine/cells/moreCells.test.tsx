// @vitest-environment jsdom
import { act, cleanup, fireEvent, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { DOMAINS, meta, writtenZone, zoneRow } from '../../../test/domains.ts';
import { answer } from '../../../test/fakeServer.ts';
import { listScope } from '../../../test/listScope.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { fieldUiOf } from '../fields/registry.ts';
import { type ListScope, ListScopeProvider } from '../list/ListScope.tsx';
import { AmountCell } from './AmountCell.tsx';
import { CollapsedTags } from './CollapsedTags.tsx';
import { ConnectivityPill } from './ConnectivityCell.tsx';
import { EditableTextInput } from './EditableTextInput.tsx';
import { NameCell } from './NameCell.tsx';
import { RelatedLink } from './RelatedLink.tsx';
import { RouteLink } from './RouteLink.tsx';
import { SecretCell } from './SecretCell.tsx';
import { SwitchCell } from './SwitchCell.tsx';

const ROW = `${DOMAINS}d1/`;
const row = { id: 'd1' };
const inList = (page: ReactNode, routes: Record<string, unknown> = {}, over: Partial<ListScope> = {}) =>
  renderPage({
    page: <ListScopeProvider value={listScope({ url: `${DOMAINS}?x=1`, ...over })}>{page}</ListScopeProvider>,
    routes,
  });

const amount = (value: number, over: Partial<Parameters<typeof AmountCell>[0]> = {}) => (
  <AmountCell value={value} row={row} name="assets_amount" {...over} />
);
const named = (count: number) =>
  zoneRow({ assets: Array.from({ length: count }, (_, at) => ({ id: `a${at}`, name: `Asset ${at}` })) });

test('a count fetches its names when hovered', async () => {
  const { screen, user, server } = await inList(amount(1_234), { [`GET ${ROW}`]: named(2) });
  const count = await screen.findByRole('button', { name: '1,234' });
  expect(server.seen).toEqual([]);
  await user.hover(count);
  await screen.findByText('Asset 1');
  expect(server.calls('GET', ROW)[0]?.query).toEqual({});
});

test('a count lists up to a hundred names, then how many more there are', async () => {
  const page = await inList(amount(100, { to: '/console/assets' }), { [`GET ${ROW}`]: named(100) });
  const link = await page.screen.findByRole('link', { name: '100' });
  expect(link.getAttribute('href')).toBe('/console/assets');
  await page.user.hover(link);
  await page.screen.findByText('Asset 99');
  expect(page.screen.queryByText(/more$/)).toBeNull();
  cleanup();
  const more = await inList(amount(102), { [`GET ${ROW}`]: named(102) });
  await more.user.hover(await more.screen.findByRole('button', { name: '102' }));
  await more.screen.findByText('2 more');
  expect(more.screen.queryByText('Asset 100')).toBeNull();
});

test.each([
  [
    'names in another field',
    zoneRow({ gateways: [{ id: 'g1', name: 'Gateway 1' }] }),
    { field: 'gateways' },
    'Gateway 1',
  ],
  ['no names', zoneRow(), {}, 'None'],
  ['names that cannot be read', answer(422, { detail: 'Not now' }), {}, /Not now/],
])('hovering a count shows its names or a message: %s', async (_what, answered, over, text) => {
  const { screen, user } = await inList(amount(3, over), { [`GET ${ROW}`]: answered });
  await user.hover(await screen.findByRole('button', { name: '3' }));
  await screen.findByText(text);
});

test('zero, or a count outside a list, shows no names', async () => {
  const { screen } = await inList(amount(0));
  expect((await screen.findByText('0')).tagName).toBe('SPAN');
  cleanup();
  const outside = await renderPage({ page: amount(3), routes: {} });
  expect((await outside.screen.findByText('3')).tagName).toBe('SPAN');
});

test('three tags are shown; with more, a button reveals the rest', async () => {
  const { screen, user } = await renderPage({ page: <CollapsedTags items={['a', 'b', 'c']} />, routes: {} });
  await screen.findByText('c');
  expect(screen.queryByRole('button')).toBeNull();
  cleanup();
  const more = await renderPage({ page: <CollapsedTags items={['a', 'b', 'c', 'd', 'a']} />, routes: {} });
  const rest = await more.screen.findByRole('button', { name: '2 more' });
  expect(rest.textContent).toBe('+2');
  await user.click(rest);
  await more.screen.findByText('d');
  cleanup();
  const none = await renderPage({ page: <CollapsedTags items={[]} />, routes: {} });
  await none.screen.findByText('–');
});

test.each([
  ['ok', 'Reachable'],
  ['err', 'Unreachable'],
  ['-', 'Not checked'],
  [undefined, 'Not checked'],
])('the page header shows connectivity "%s" as %s', async (value, text) => {
  const { screen } = await renderPage({ page: <ConnectivityPill value={value} />, routes: {} });
  await screen.findByText(text);
});

const input = (over: Partial<Parameters<typeof EditableTextInput>[0]> = {}) => {
  const [onSaved, onClose] = [vi.fn(), vi.fn()];
  const page = (
    <EditableTextInput
      url={`${DOMAINS}?x=1`}
      id="d1"
      name="comment"
      label="Comment"
      value="first"
      {...{ onSaved, onClose }}
      {...over}
    />
  );
  return { page, onSaved, onClose };
};
const openInput = async (patched: unknown = writtenZone) => {
  const { page, ...does } = input();
  const around = vi.fn();
  // Keys of the input must not reach the table around it.
  const table = { onKeyDown: around };
  const rendered = await renderPage({
    page: <div {...table}>{page}</div>,
    routes: { [`PATCH ${ROW}`]: patched },
  });
  const box = (await rendered.screen.findByRole('textbox', { name: 'Comment' })) as HTMLTextAreaElement;
  const sent = () => rendered.server.calls('PATCH', ROW).map(({ body }) => body);
  return { ...rendered, ...does, box, sent, around };
};

test('leaving the inline editor saves the trimmed text', async () => {
  const { user, box, sent, onSaved, onClose } = await openInput();
  expect([box.value, document.activeElement === box]).toEqual(['first', true]);
  await user.clear(box);
  await user.type(box, '  second ');
  await user.tab();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(onSaved).toHaveBeenCalledOnce();
  expect(sent()).toEqual([{ comment: 'second' }]);
});

test('unchanged text is not saved', async () => {
  const { user, box, sent, onSaved, onClose } = await openInput();
  await user.type(box, ' {Enter}');
  expect(onClose).toHaveBeenCalledOnce();
  expect(onSaved).not.toHaveBeenCalled();
  expect(sent()).toEqual([]);
});

test('Shift+Enter inserts a line break, and keys typed in the editor do not reach the table', async () => {
  const { user, box, sent, around } = await openInput();
  await user.type(box, '{Shift>}{Enter}{/Shift}b');
  expect(box.value).toBe('first\nb');
  expect(sent()).toEqual([]);
  expect(around).not.toHaveBeenCalled();
});

test('while text is being saved it cannot be edited or saved again', async () => {
  let finish = (_: object) => {};
  const { user, box, sent } = await openInput(() => new Promise<object>((resolve) => (finish = resolve)));
  await user.type(box, '!{Enter}');
  await waitFor(() => expect(box.readOnly).toBe(true));
  fireEvent.blur(box);
  await act(async () => finish(zoneRow({ comment: 'first!' })));
  expect(sent()).toEqual([{ comment: 'first!' }]);
});

test('text the server rejects is discarded without reloading the list', async () => {
  const { user, box, onSaved, onClose } = await openInput(answer(400, { comment: ['No'] }));
  await user.type(box, '!{Enter}');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(onSaved).not.toHaveBeenCalled();
});

test('a name cell is a link, a button or plain text, and a dash without a name', async () => {
  const onOpen = vi.fn();
  const { screen, user } = await renderPage({
    page: (
      <>
        <NameCell text="linked" to="/console/a" icon={<i>icon</i>} onOpen={onOpen} />
        <NameCell text="opened" to={undefined} onOpen={onOpen} after={<i>after</i>} />
        <NameCell text="plain" to={undefined} />
        <NameCell text="" to="/console/a" />
      </>
    ),
    routes: {},
  });
  const link = await screen.findByRole('link', { name: 'linked' });
  expect([link.getAttribute('href'), link.hasAttribute('data-row-link')]).toEqual(['/console/a', true]);
  const button = screen.getByRole('button', { name: 'opened' });
  expect(button.hasAttribute('data-row-link')).toBe(true);
  await user.click(button);
  expect(onOpen).toHaveBeenCalledOnce();
  expect(screen.getByText('plain').closest('a, button')).toBeNull();
  for (const text of ['icon', 'after', '–']) screen.getByText(text);
});

test('a related row links to its page if the user may open it', async () => {
  const names = { UserDetail: '/console/users/:id' };
  const user = { id: 'u1', name: 'Ada' };
  const { screen } = await renderPage({
    page: (
      <>
        <RelatedLink value={user} route="UserDetail" query={{ tab: 'Activity' }} />
        <RelatedLink value={user} route="RoleDetail" />
        <RelatedLink value={null} route="UserDetail" />
        <RouteLink name="UserDetail" params={{ id: 'u2' }}>
          Bob
        </RouteLink>
      </>
    ),
    routes: {},
    names,
  });
  await screen.findByRole('link', { name: 'Bob' });
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/console/users/u1?tab=Activity',
    '/console/users/u2',
  ]);
  expect(screen.getAllByText('Ada')).toHaveLength(2);
  screen.getByText('–');
});

const secret = (over: Partial<Parameters<typeof SecretCell>[0]> = {}) =>
  renderPage({ page: <SecretCell name="root" read={async () => 's3cret'} {...over} />, routes: {} });
const showButton = { name: 'Show the secret of root' };

test('a shown secret is hidden after 30 seconds or when the window loses focus', async () => {
  const { screen } = await secret();
  const show = async () => {
    await act(async () => fireEvent.click(screen.getByRole('button', showButton)));
    expect(screen.getByText('s3cret')).toBeTruthy();
  };
  await screen.findByRole('button', showButton);
  vi.useFakeTimers();
  await show();
  act(() => void vi.advanceTimersByTime(29_999));
  expect(screen.getByText('s3cret')).toBeTruthy();
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.queryByText('s3cret')).toBeNull();
  await show();
  act(() => void window.dispatchEvent(new Event('blur')));
  expect(screen.queryByText('s3cret')).toBeNull();
});

test.each([
  ['stays hidden when the user has left the window', ['blur'], 0],
  ['is shown when the user is back', ['blur', 'focus'], 1],
])('a secret that arrives late %s', async (_what, events, count) => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const { screen, user } = await secret({ read: () => promise });
  await user.click(await screen.findByRole('button', showButton));
  for (const type of events) window.dispatchEvent(new Event(type));
  await act(async () => resolve('s3cret'));
  expect(screen.queryAllByText('s3cret')).toHaveLength(count);
});

test('the secret button reports whether the secret is shown', async () => {
  const { screen, user } = await secret();
  const button = await screen.findByRole('button', showButton);
  expect(button.getAttribute('aria-pressed')).toBe('false');
  await user.click(button);
  expect(screen.getByRole('button', { name: /^Hide/ }).getAttribute('aria-pressed')).toBe('true');
});

test('a secret the server refuses stays hidden; changing and downloading follow the page settings', async () => {
  const read = vi.fn(async (): Promise<string> => {
    throw new Error('refused');
  });
  const { screen, user } = await secret({ read, canDownload: false });
  await user.click(await screen.findByRole('button', showButton));
  expect(read).toHaveBeenCalledOnce();
  screen.getByText('******');
  expect(screen.getAllByRole('button')).toHaveLength(2);
});

test('a switch keeps its new state once saved, and reports the change', async () => {
  const onChanged = vi.fn();
  const { screen, user } = await renderPage({
    page: (
      <SwitchCell
        label="Active"
        isOn={false}
        url={ROW}
        body={(is_active) => ({ is_active })}
        onChanged={onChanged}
      />
    ),
    routes: { [`PATCH ${ROW}`]: writtenZone },
  });
  const control = await screen.findByRole('switch', { name: 'Active' });
  await user.click(control);
  await waitFor(() => expect(onChanged).toHaveBeenCalledExactlyOnceWith(true));
  expect(control.getAttribute('aria-checked')).toBe('true');
});

const cell = (value: unknown, over: Parameters<typeof meta>[0], name = 'x') => {
  const field = meta({ type: 'field', ...over });
  const { Cell } = fieldUiOf(field);
  return <Cell value={value} row={row} name={name} meta={field} />;
};
const labelled = { value: 'a', label: 'Choice A' };

test.each([
  ['yes', true, { kind: 'boolean' }, 'Yes'],
  ['no', false, { kind: 'boolean' }, 'No'],
  ['an unknown flag', null, { kind: 'boolean' }, '–'],
  ['a choice', labelled, { kind: 'choice' }, 'Choice A'],
  ['choices', [labelled, { value: 'b', label: 'Choice B' }], { kind: 'choices' }, 'Choice AChoice B'],
  ['a computed flag', true, {}, 'Yes'],
  ['a computed flag that is off', false, {}, 'No'],
  ['computed texts', ['a', 'b'], {}, 'ab'],
  ['computed rows', [{ name: 'a' }, { name: 'b' }], {}, 'a, b'],
  ['a missing time', '', { kind: 'datetime' }, '–'],
  ['a number', 1234.5, { kind: 'float' }, '1,234.5'],
  ['zero', 0, { kind: 'integer' }, '0'],
  ['a missing number', null, { kind: 'integer' }, '–'],
  ['an hour', 1, { kind: 'interval' }, '1 hour'],
  ['hours', 24, { kind: 'interval' }, '24 hours'],
  ['a missing interval', null, { kind: 'interval' }, '–'],
  ['a missing count', null, { kind: 'amount' }, '0'],
  ['JSON', { a: [1] }, { kind: 'json' }, '{"a":[1]}'],
  ['JSON of a text', 'a', { kind: 'json' }, '"a"'],
  ['empty JSON', {}, { kind: 'json' }, '–'],
  ['missing JSON', null, { kind: 'json' }, '–'],
  ['an object', { a: 1, b: null, c: { name: 'x' } }, { kind: 'nested' }, 'a: 1, c: x'],
  ['objects', [{ name: 'ssh', port: 22 }, { name: 'x' }], { kind: 'nested' }, 'ssh/22x'],
  ['no object', null, { kind: 'nested' }, '–'],
  ['a phone', { code: '+86', phone: 138 }, { kind: 'phone' }, '+86 138'],
  ['a phone without a number', { code: '+86', phone: '' }, { kind: 'phone' }, '–'],
  ['a phone as text', '+81 90', { kind: 'phone' }, '+81 90'],
  ['no phone', null, { kind: 'phone' }, '–'],
  ['a secret', 'never shown', { kind: 'secret' }, '******'],
  ['an id', 7, { kind: 'uuid' }, '7'],
  ['no id', '', { kind: 'uuid' }, '–'],
  ['a list', 'single', { kind: 'list' }, 'single'],
  ['an empty list', [], { kind: 'list' }, '–'],
  ['a related row', { id: '1', name: 'DMZ' }, { kind: 'ref' }, 'DMZ'],
  [
    'related rows',
    [
      { id: '1', name: 'DMZ' },
      { id: '2', name: 'LAN' },
    ],
    { kind: 'refs' },
    'DMZ, LAN',
  ],
] as const)('a table cell shows %s', async (_what, value, over, text) => {
  await renderPage({ page: <p data-testid="cell">{cell(value, over as object)}</p>, routes: {} });
  const place = await waitFor(() => document.querySelector<HTMLElement>('[data-testid=cell]') as HTMLElement);
  for (const hidden of place.querySelectorAll('.visually-hidden')) hidden.remove();
  expect(place.textContent).toBe(text);
});

test.each([
  ['is_active', true, 'Active'],
  ['is_active', false, 'Inactive'],
  ['is_valid', true, 'Valid'],
  ['is_valid', false, 'Invalid'],
])('the flag %s = %s is shown as "%s"', async (name, value, text) => {
  const { screen } = await renderPage({ page: cell(value, { kind: 'boolean' }, name), routes: {} });
  await screen.findByText(text);
});

// Technical values are in the code font; names and comments are not.
test.each([
  ...['address', 'username', 'remote_addr', 'ip', 'port', 'path', 'command', 'input', 'content'].map(
    (name) => [name, true] as const,
  ),
  ['name', false] as const,
  ['comment', false] as const,
])('only columns of technical values use the code font: %s', async (name, isMono) => {
  const { screen } = await renderPage({ page: cell('10.0.0.1', { kind: 'ref' }, name), routes: {} });
  const text = within((await screen.findByText('10.0.0.1')).parentElement as HTMLElement).getByText(
    '10.0.0.1',
  );
  expect(text.classList.contains('mono')).toBe(isMono);
});
