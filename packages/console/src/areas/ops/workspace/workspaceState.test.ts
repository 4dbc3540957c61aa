import { expect, test } from 'vitest';
import { isModified, nothingOpen, type WorkspaceEvent, workspaceAfter } from './workspaceState.ts';

const opened = (path: string, saved = path): WorkspaceEvent => ({
  kind: 'opened',
  file: { path, saved, version: '1', isBinary: false },
});
const after = (...events: WorkspaceEvent[]) => events.reduce(workspaceAfter, nothingOpen);
const three = [opened('main.yml'), opened('roles/a.yml'), opened('roles/b.yml')];

test('a file comes to the front when it is opened, once', () => {
  const state = after(...three, { kind: 'typed', path: 'main.yml', text: 'x' }, opened('main.yml', 'anew'));
  expect(state.files.map(({ path }) => path)).toEqual(['main.yml', 'roles/a.yml', 'roles/b.yml']);
  expect([state.active, state.files[0]?.text]).toEqual(['main.yml', 'anew']);
});

test('a typed file is modified until its text is saved, also if it was typed on meanwhile', () => {
  const typed = after(opened('main.yml'), { kind: 'typed', path: 'main.yml', text: 'one' });
  expect(typed.files.map(isModified)).toEqual([true]);
  const saved: WorkspaceEvent = { kind: 'saved', path: 'main.yml', text: 'one', version: '2' };
  expect(workspaceAfter(typed, saved).files).toMatchObject([{ saved: 'one', version: '2' }]);
  const on = workspaceAfter(typed, { kind: 'typed', path: 'main.yml', text: 'one two' });
  expect(workspaceAfter(on, saved).files.map(isModified)).toEqual([true]);
});

test.each([
  [['roles/b.yml'], 'roles/a.yml'],
  [['main.yml', 'roles/b.yml'], 'roles/a.yml'],
  [['roles/b.yml', 'roles/a.yml', 'main.yml'], undefined],
])('after %j is closed, %s is in front', (paths, active) => {
  const closing = paths.map((path): WorkspaceEvent => ({ kind: 'closed', path }));
  expect(after(...three, ...closing).active).toBe(active);
});

test('a deleted folder closes its files, a renamed one renames them', () => {
  expect(after(...three, { kind: 'removed', path: 'roles' })).toMatchObject({
    files: [{ path: 'main.yml' }],
    active: 'main.yml',
  });
  const moved = after(...three, opened('roles-old.yml'), { kind: 'moved', from: 'roles', to: 'tasks' });
  expect(moved.files.map(({ path }) => path)).toEqual([
    'main.yml',
    'tasks/a.yml',
    'tasks/b.yml',
    'roles-old.yml',
  ]);
});
