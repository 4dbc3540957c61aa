// @vitest-environment jsdom
import { playbook } from '@gatehouse/contract/resources/ops/playbook.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerTo, creating, listOf, rowAt } from '../../../test/answerTo.ts';
import { codeEditor, typeCode } from '../../../test/code/codeEditor.ts';
import { answer, type Seen } from '../../../test/fakeServer.ts';
import { allBut, openRoute } from '../../../test/openRoute.tsx';
import { routeTable } from '../../app/routes/table.ts';
import { createRouteNames } from '../../platform/route/routeNames.ts';

const PLAYBOOKS = '/api/v1/ops/playbooks/';
const FILES = '/api/v1/ops/playbook/p1/file/';
const web = { id: 'p1', name: 'web' };
const node = (id: string, pId: string, isParent = false) => ({
  id,
  name: id.split('/').at(-1) ?? '',
  title: id,
  pId,
  isParent,
  open: isParent,
  temp: false,
});
const nodes = [
  { ...node('root', '', true), name: 'web' },
  node('roles', 'root', true),
  node('main.yml', 'root'),
  node('roles/a.yml', 'roles'),
];
const contents: Record<string, string> = { 'main.yml': '- hosts: all\n', 'roles/a.yml': '- name: a\n' };
const files = ({ query }: Seen) =>
  query.key === undefined ? nodes : { content: contents[query.key] ?? '', version: 'v1', is_binary: false };

const open = (over: Record<string, unknown> = {}, perms?: string[]) =>
  openRoute('PlaybookDetail', {
    params: { id: 'p1' },
    tab: 'PlaybookWorkspace',
    ...(perms && { caller: { perms } }),
    routes: { ...rowAt(playbook, 'p1', web), [`GET ${FILES}`]: files, ...over },
  });
const saved = answer(200, { id: 'main.yml', version: 'v2' });
const isOff = (name: string) => (screen.getByRole('button', { name }) as HTMLButtonElement).disabled;

test('A-2.4-012 A-6-042 the page of templates lists the user’s playbooks; new ones need their permission', async () => {
  await openRoute('Template', {
    tab: 'PlaybookList',
    routes: listOf(playbook, [web]),
    caller: { perms: allBut('ops.add_playbook') },
  });
  expect(await screen.findByRole('link', { name: 'web' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Create' })).toHaveProperty('disabled', true);
});

test('A-2.4-018 A-6-045 a new playbook has a name, and leads to its workspace', async () => {
  const { user, server, router } = await openRoute('PlaybookCreate', {
    routes: creating(playbook, { id: 'p1', name: 'web' }),
  });
  await user.type(await screen.findByLabelText(/^Name/), 'web');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(server.calls('POST', PLAYBOOKS)[0]?.body).toMatchObject({ name: 'web' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/workbench/ops/playbook/p1'));
  const names = createRouteNames(routeTable, new Set(allBut('ops.add_playbook')));
  expect([names.canOpen('PlaybookCreate'), names.canOpen('PlaybookDetail')]).toEqual([false, true]);
});

test('A-2.4-020 the workspace opens main.yml; a typed file is marked, saved and reset', async () => {
  const { user, server } = await open({ [`PATCH ${FILES}`]: saved });
  expect((await codeEditor('main.yml')).state.doc.toString()).toBe('- hosts: all\n');
  expect(isOff('Save')).toBe(true);
  await typeCode('main.yml', '- hosts: web\n');
  expect(await screen.findByText('modified')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.calls('PATCH', FILES)[0]?.body).toEqual({
      key: 'main.yml',
      content: '- hosts: web\n',
      version: 'v1',
    }),
  );
  await waitFor(() => expect(screen.queryByText('modified')).toBeNull());
  await typeCode('main.yml', 'nonsense');
  await user.click(screen.getByRole('button', { name: 'Reset' }));
  await waitFor(async () =>
    expect((await codeEditor('main.yml')).state.doc.toString()).toBe('- hosts: all\n'),
  );
});

test('lines that would run on the runner are marked and listed while they are typed', async () => {
  await open();
  await typeCode('main.yml', '- hosts: web\n- hosts: localhost\n');
  expect(await screen.findByText(/^Line 2: “hosts:localhost”/)).toBeTruthy();
  const { dom } = await codeEditor('main.yml');
  expect([...dom.querySelectorAll('.cm-marked')].map(({ textContent }) => textContent)).toEqual([
    '- hosts: localhost',
  ]);
});

test('a file that was saved elsewhere is replaced only after a question, and what was typed stays', async () => {
  const answers = [answer(409, { code: 'changed_meanwhile', detail: 'Changed.' }), saved];
  const { user, server } = await open({ [`PATCH ${FILES}`]: () => answers.shift() });
  await typeCode('main.yml', 'mine');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const question = within(await screen.findByRole('dialog', { name: /main\.yml was saved elsewhere/ }));
  expect((await codeEditor('main.yml')).state.doc.toString()).toBe('mine');
  await user.click(question.getByRole('button', { name: 'Replace it' }));
  await waitFor(() =>
    expect(server.calls('PATCH', FILES)[1]?.body).toEqual({ key: 'main.yml', content: 'mine' }),
  );
});

test('closing a modified file asks; kept, saved or dropped', async () => {
  const { user, server } = await open({ [`PATCH ${FILES}`]: saved });
  await typeCode('main.yml', 'mine');
  const ask = async () => {
    await user.click(screen.getByRole('button', { name: 'Close main.yml' }));
    return within(await screen.findByRole('dialog', { name: 'Save the changes to main.yml?' }));
  };
  await user.click((await ask()).getByRole('button', { name: 'Keep open' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await codeEditor('main.yml')).state.doc.toString()).toBe('mine');
  await user.click((await ask()).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.calls('PATCH', FILES)).toHaveLength(1));
  expect(await screen.findByText('Choose a file.')).toBeTruthy();
});

test('files are added where the selection is, renamed and deleted, each told to the server', async () => {
  const { user, server } = await open({
    ...answerTo('POST /api/v1/ops/playbook/:id/file/', node('roles/b.yml', 'roles'), { id: 'p1' }),
    ...answerTo('DELETE /api/v1/ops/playbook/:id/file/', { msg: 'ok' }, { id: 'p1' }),
    [`PATCH ${FILES}`]: { id: 'roles/c.yml' },
  });
  await user.click(await screen.findByRole('treeitem', { name: 'a.yml' }));
  await codeEditor('roles/a.yml');
  await user.click(screen.getByRole('button', { name: 'New file' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New file' }));
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'b/c{Enter}');
  expect((await dialog.findByRole('alert')).textContent).toMatch(/^A name cannot contain/);
  await user.clear(dialog.getByRole('textbox', { name: 'Name' }));
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'b.yml{Enter}');
  await waitFor(() =>
    expect(server.calls('POST', FILES)[0]?.body).toEqual({
      key: 'roles',
      name: 'b.yml',
      is_directory: false,
    }),
  );
  await codeEditor('roles/b.yml');
  await user.pointer({ keys: '[MouseRight]', target: screen.getByRole('treeitem', { name: 'a.yml' }) });
  await user.click(await screen.findByRole('menuitem', { name: 'Rename' }));
  const naming = within(await screen.findByRole('dialog', { name: 'Rename a.yml' }));
  await user.clear(naming.getByRole('textbox', { name: 'Name' }));
  await user.type(naming.getByRole('textbox', { name: 'Name' }), 'c.yml{Enter}');
  await codeEditor('roles/c.yml');
  await user.pointer({ keys: '[MouseRight]', target: screen.getByRole('treeitem', { name: 'roles' }) });
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const question = within(await screen.findByRole('dialog', { name: 'Delete roles?' }));
  await user.click(question.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(server.calls('DELETE', FILES)[0]?.query.key).toBe('roles'));
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'roles/c.yml' })).toBeNull());
  // What is gone is no longer the selection.
  await user.click(screen.getByRole('button', { name: 'New file' }));
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'b.yml{Enter}');
  await waitFor(() => expect(server.calls('POST', FILES)[1]?.body).toMatchObject({ key: 'root' }));
});

test('main.yml is neither renamed nor deleted, and a user who may not change playbooks only reads', async () => {
  const { user } = await open();
  await user.pointer({
    keys: '[MouseRight]',
    target: await screen.findByRole('treeitem', { name: 'main.yml' }),
  });
  for (const name of ['Rename', 'Delete'])
    expect((await screen.findByRole('menuitem', { name })).getAttribute('aria-disabled')).toBe('true');
});

test('a user who may not change playbooks reads their files', async () => {
  await open({}, allBut('ops.change_playbook'));
  expect((await codeEditor('main.yml')).state.readOnly).toBe(true);
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'New file' })).toBeNull();
});

test('B-5-023 an uploaded archive without main.yml is refused in the dialog with the reason', async () => {
  const reason = 'The archive has no main.yml at its top. Every run starts with this file.';
  const { user } = await openRoute('Template', {
    tab: 'PlaybookList',
    routes: {
      ...listOf(playbook, []),
      [`POST ${PLAYBOOKS}`]: answer(400, { code: 'invalid_playbook_file', detail: reason, msg: reason }),
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Create' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Upload archive' }));
  const dialog = await screen.findByRole('dialog', { name: 'Upload archive' });
  expect(dialog.textContent).toContain('At most 10 MiB packed, 20 MiB and 1000 files unpacked');
  await user.click(within(dialog).getByRole('button', { name: 'Upload' }));
  expect((await within(dialog).findByRole('alert')).textContent).toBe('Choose a ZIP archive.');
  const input = dialog.querySelector('input[type=file]') as HTMLInputElement;
  await user.upload(input, new File(['x'], 'web.zip', { type: 'application/zip' }));
  await user.click(within(dialog).getByRole('button', { name: 'Upload' }));
  await waitFor(() => expect(within(dialog).getByRole('alert').textContent).toBe(reason));
});
