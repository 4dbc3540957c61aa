// @vitest-environment jsdom
import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import { operatelog } from '@gatehouse/contract/resources/audits/operatelog.ts';
import { user } from '@gatehouse/contract/resources/users/user.ts';
import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { act, renderHook, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerTo, listOf } from '../../../../test/answerTo.ts';
import { meta } from '../../../../test/domains.ts';
import { renderPage } from '../../../../test/renderPage.tsx';
import { HttpError } from '../../../platform/http/HttpError.ts';
import type { FormItem } from '../FormItem.ts';
import { ConflictDialog } from './ConflictDialog.tsx';
import { ConflictValue } from './ConflictValue.tsx';
import { type Conflict, differencesOf, isChanged, isGone } from './conflict.ts';
import { LastChange } from './LastChange.tsx';
import { useConflict } from './useConflict.ts';

const failure = (status: number, body: unknown = null) =>
  new HttpError({ status, body, url: '/x/', method: 'PUT' });
const changed = failure(409, { code: 'changed_meanwhile', by: 'Ada' });

test('a row was changed if a 409 says so by its code, and deleted if the server answers 404', () => {
  expect(isChanged(changed)).toBe(true);
  expect([failure(409), failure(409, { code: 'conflict' }), new Error('x'), null].map(isChanged)).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(isChanged(failure(400, { code: 'changed_meanwhile' }))).toBe(false);
  expect([failure(404), failure(409), new Error('x')].map(isGone)).toEqual([true, false, false]);
});

const item = (id: string, over: Partial<FieldMeta> = {}, more: Partial<FormItem> = {}): FormItem => ({
  id,
  meta: meta({ label: id.toUpperCase(), ...over }),
  ...more,
});
const listed = (items: FormItem[], base: object, theirs: object, mine: object, secrets: string[] = []) =>
  differencesOf(items, { base, theirs, mine } as never, new Set(secrets)).map(
    ({ label, theirs, mine, isTheirs }) => [label, theirs, mine, isTheirs],
  );

test('differences are listed by label and marked if the other user made them', () => {
  const items = [item('name'), item('zone'), item('note'), item('same')];
  const base = { name: 'a', zone: 'z', note: 'n', same: 's' };
  expect(listed(items, base, { ...base, name: 'b', zone: 'y' }, { ...base, zone: 'x', note: 'm' })).toEqual([
    ['NAME', 'b', 'a', true],
    ['ZONE', 'y', 'x', true],
    ['NOTE', 'n', 'm', false],
  ]);
});

test('null, empty text and an empty list are equal; zero and false differ from them', () => {
  const [empty, zero] = [item('a'), item('b')];
  for (const [one, other] of [
    [undefined, null],
    ['', null],
    [[], ''],
    [{ x: 1 }, { x: 1 }],
  ])
    expect(listed([empty], {}, { a: one }, { a: other })).toEqual([]);
  expect(listed([empty, zero], {}, { a: 0, b: false }, { a: null, b: '' })).toHaveLength(2);
});

test('secrets and hidden fields are never compared', () => {
  const items = [
    item('pin', { write_only: true }),
    item('key', { kind: 'secret' }),
    item('token'),
    item('off', {}, { hidden: true }),
    item('when', {}, { enableWhen: 'on' }),
  ];
  const versions = [{}, {}, { pin: '1', key: '2', token: '3', off: '4', when: '5' }] as const;
  expect(listed(items, ...versions, ['token'])).toEqual([]);
  expect(listed(items, ...versions)).toEqual([['TOKEN', undefined, '3', false]]);
});

test('objects are compared by field; lists of objects and custom components as a whole', () => {
  const children = { ip: meta({ label: 'IP' }), time: meta({ label: 'Time' }) };
  const rules = item('rules', { type: 'nested object', children });
  const [theirs, mine] = [{ rules: { ip: '1', time: 't' } }, { rules: { ip: '2', time: 't' } }];
  expect(listed([rules], { rules: { ip: '2' } }, theirs, mine)).toEqual([['RULES: IP', '1', '2', true]]);
  expect(listed([rules], {}, {}, mine)).toEqual([
    ['RULES: IP', undefined, '2', false],
    ['RULES: Time', undefined, 't', false],
  ]);
  const own = { ...rules, component: () => null };
  expect(listed([own], {}, theirs, mine)).toEqual([['RULES', theirs.rules, mine.rules, true]]);
  const many = item('rules', { type: 'nested object', child: { children } });
  expect(listed([many], {}, theirs, mine)).toHaveLength(1);
});

const USERS = '/api/v1/users/users/';
const choices = [
  { value: 'a', label: 'Choice A' },
  { value: 'b', label: 'Choice B' },
];
test.each([
  ['a choice', { type: 'choice', choices }, 'b', 'Choice B'],
  ['an unknown choice', { type: 'choice', choices }, 'c', 'c'],
  ['choices', { type: 'multiple choice', choices }, ['a', 'b'], 'Choice A, Choice B'],
  ['no choice', { type: 'choice', choices }, null, '–none'],
  ['tree bits', { type: 'tree', tree: choices }, ['b'], 'Choice B'],
  ['text', {}, 'plain', 'plain'],
  ['a related row', { related: { url: USERS, attrs: [] }, type: 'object_related_field' }, 'u1', 'Ada'],
  [
    'related rows',
    { related: { url: USERS, attrs: [] }, type: 'm2m_related_field' },
    ['u1', 'gone'],
    'Ada, gone',
  ],
  ['no related row', { related: { url: USERS, attrs: [] }, type: 'm2m_related_field' }, [], '–none'],
  [
    'a selector',
    { related: { url: USERS, attrs: [] }, type: 'field', kind: 'selector' },
    { type: 'all' },
    'All',
  ],
] as const)('the conflict dialog shows %s as text', async (_what, over, value, text) => {
  await renderPage({
    page: (
      <p data-testid="value">
        <ConflictValue item={item('x', over as object)} value={value} row={{ id: '1' }} />
      </p>
    ),
    routes: {
      ...listOf(user, [{ id: 'u1', name: 'Ada', username: 'Ada' }]),
      ...answerTo('POST /api/v1/common/resources/cache/', { spm: 'token' }),
    },
  });
  await waitFor(() => expect(document.querySelector('[data-testid=value]')?.textContent).toBe(text));
});

const LOGS = '/api/v1/audits/operate-logs/';
const lastChange = async (
  refusal: unknown,
  perms: string[] = ['audits.view_operatelog'],
  rows: Partial<RowOf<typeof operatelog, 'list'>>[] = [],
) => {
  const page = await renderPage({
    page: (
      <p data-testid="who">
        . <LastChange id="d1" refusal={refusal} />
      </p>
    ),
    routes: listOf(operatelog, rows),
    caller: { perms },
  });
  const said = () => document.querySelector('[data-testid=who]')?.textContent;
  await waitFor(() => expect(said()).toContain('.'));
  return { ...page, said };
};

test('the conflict response names the user who changed a row', async () => {
  const { said, server } = await lastChange({ updated_by: 'Ada' });
  expect(said()).toBe('. Last changed by Ada.');
  expect(server.seen).toEqual([]);
});

test('if the response names no user, the operate log does, provided the user may read it', async () => {
  const { said, server } = await lastChange(null, undefined, [{ user: 'Bob', datetime: '' }]);
  await waitFor(() => expect(said()).toBe('. Last changed by Bob.'));
  expect(server.calls('GET', LOGS)[0]?.query).toEqual({ resource_id: 'd1', action: 'update', limit: '1' });
});

test('a conflict names no user if neither response nor operate log does', async () => {
  const { said, server } = await lastChange({}, []);
  expect(said()).toBe('. ');
  expect(server.seen).toEqual([]);
});

type Saving = Parameters<ReturnType<typeof useConflict>['save']>[0];
const saving = (over: Partial<Saving> = {}) => {
  const { result } = renderHook(() => useConflict());
  const does = { busy: vi.fn(), take: vi.fn(), discard: vi.fn() };
  const send = vi.fn(async (etag: string | undefined) => {
    if (etag !== 'new') throw changed;
    return { id: 'd1' };
  });
  const fresh = { row: { id: 'd1', name: 'theirs' }, etag: 'new' };
  const theirs = [{ isTheirs: true }, { isTheirs: false }] as never;
  const input = { etag: 'old', send, reread: async () => fresh, compare: () => theirs, ...does, ...over };
  let saved: Promise<unknown> = Promise.resolve();
  act(() => {
    saved = result.current.save(input);
  });
  const asked = async () => {
    await waitFor(() => expect(result.current.pendingConflict).toBeDefined());
    return result.current.pendingConflict as NonNullable<typeof result.current.pendingConflict>;
  };
  return { ...does, send, fresh, saved: () => saved, asked, result };
};

test('answering "mine" to a conflict saves against the new version', async () => {
  const { asked, saved, send, busy, fresh, result } = saving();
  const { conflict, settle } = await asked();
  expect(conflict).toMatchObject({ kind: 'changed', row: fresh.row, refusal: changed.body });
  act(() => settle('mine'));
  expect(await saved()).toEqual({ id: 'd1' });
  expect(send.mock.calls).toEqual([['old'], ['new']]);
  expect(busy.mock.calls).toEqual([[false], [true]]);
  await waitFor(() => expect(result.current.pendingConflict).toBeUndefined());
});

test.each([
  ['theirs', 1],
  ['stay', 0],
] as const)('answering "%s" to a conflict does not save again', async (answer, taken) => {
  const { asked, saved, send, take, busy, fresh } = saving();
  const { settle } = await asked();
  act(() => settle(answer));
  expect(await saved()).toBeUndefined();
  expect(send).toHaveBeenCalledOnce();
  expect(take.mock.calls).toEqual(taken ? [[fresh]] : []);
  expect(busy.mock.calls).toEqual([[false], [false]]);
});

test("after a conflict that concerns none of the form's fields, the form saves again without asking", async () => {
  const { saved, send, result } = saving({ compare: () => [{ isTheirs: false }] as never });
  expect(await saved()).toEqual({ id: 'd1' });
  expect(send.mock.calls).toEqual([['old'], ['new']]);
  expect(result.current.pendingConflict).toBeUndefined();
});

const gone = async () => {
  throw failure(404);
};

test('a deleted row can be created again, dropped or kept in the form', async () => {
  const create = vi.fn(async () => ({ id: 'd9' }));
  const again = saving({ send: gone, create });
  const first = await again.asked();
  expect(first.conflict).toEqual({ kind: 'gone', canCreate: true });
  act(() => first.settle('create'));
  expect(await again.saved()).toEqual({ id: 'd9' });
  expect(again.busy.mock.calls).toEqual([[false], [true]]);
  expect(again.discard).not.toHaveBeenCalled();

  const dropped = saving({ send: gone });
  const second = await dropped.asked();
  expect(second.conflict).toEqual({ kind: 'gone', canCreate: false });
  act(() => second.settle('leave'));
  expect(await dropped.saved()).toBeUndefined();
  expect(dropped.discard).toHaveBeenCalledOnce();

  const kept = saving({ send: gone, create });
  const third = await kept.asked();
  act(() => third.settle('stay'));
  expect(await kept.saved()).toBeUndefined();
  expect(kept.discard).not.toHaveBeenCalled();
  expect(create).toHaveBeenCalledOnce();
});

test('a row deleted while the conflict is shown counts as deleted', async () => {
  const { asked } = saving({ reread: gone });
  expect((await asked()).conflict.kind).toBe('gone');
});

test('any other failure is reported by the save itself', async () => {
  const { saved } = saving({
    send: async () => {
      throw failure(500);
    },
  });
  await expect(saved()).rejects.toMatchObject({ status: 500 });
});

const openDialog = async (conflict: Conflict) => {
  const [settle, onLeave] = [vi.fn(), vi.fn()];
  const controller = { context: { row: { id: 'd1', name: 'dmz' } }, source: {} } as never;
  const page = await renderPage({
    page: <ConflictDialog pendingConflict={{ conflict, settle }} controller={controller} onLeave={onLeave} />,
    routes: {},
  });
  const dialog = within(await page.screen.findByRole('dialog'));
  const buttons = dialog.getAllByRole('button').filter((button) => button.textContent);
  return { ...page, settle, onLeave, dialog, buttons };
};
const isPrimary = (button: HTMLElement) => button.className.includes('primary');

test('in the conflict dialog the last button overwrites and is marked as dangerous', async () => {
  const { buttons, user, settle, onLeave, dialog } = await openDialog({
    kind: 'changed',
    row: { id: 'd1' },
    refusal: { updated_by: 'Ada' },
    differences: [{ label: 'Name', item: item('name'), theirs: 'a', mine: 'b', isTheirs: true }],
  });
  expect(buttons.map((button) => [button.textContent, isPrimary(button)])).toEqual([
    ['Cancel', false],
    ['Take theirs', false],
    ['Save mine anyway', true],
  ]);
  expect(buttons[2]?.className).toMatch(/dangerous/);
  expect(buttons[0]?.className).not.toMatch(/dangerous/);
  const table = within(dialog.getByRole('table', { name: 'What differs' }));
  expect(table.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'Field',
    '− Stored value',
    '+ Your value',
  ]);
  for (const button of buttons) await user.click(button);
  await user.keyboard('{Escape}');
  expect(settle.mock.calls.flat()).toEqual(['stay', 'theirs', 'mine', 'stay']);
  expect(onLeave).not.toHaveBeenCalled();
});

test.each([
  [true, ['Cancel', 'Go to the list', 'Create it again']],
  [false, ['Cancel', 'Go to the list']],
])('whether a deleted row can be created again (%s) decides the dialog buttons', async (canCreate, texts) => {
  const { buttons, user, settle, onLeave, dialog } = await openDialog({ kind: 'gone', canCreate });
  expect(buttons.map(({ textContent }) => textContent)).toEqual(texts);
  dialog.getByText('Nothing is lost: your input is still in the form.');
  await user.click(buttons[1] as HTMLElement);
  expect(settle).toHaveBeenCalledExactlyOnceWith('leave');
  expect(onLeave).toHaveBeenCalledOnce();
});
