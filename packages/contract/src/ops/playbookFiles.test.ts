import { expect, test } from 'vitest';
import {
  foldedPath,
  foldersAbove,
  freeName,
  nameProblem,
  pathProblem,
  playbookLimits,
  storedPath,
} from './playbookFiles.ts';

test.each(['main.yml', '.gitignore', 'roles', 'läuft.yml', '角色', 'a b.txt', 'x'.repeat(128)])(
  '%s is a name',
  (name) => {
    expect(nameProblem(name)).toBeUndefined();
  },
);

test.each([
  ['', 'playbook_name_empty'],
  ['x'.repeat(129), 'playbook_name_long'],
  ['角'.repeat(100), 'playbook_name_long'],
  ['bell\u0007.yml', 'playbook_name_unseen'],
  ['gpj\u202elmy.yml', 'playbook_name_unseen'],
  ['main\u200b.yml', 'playbook_name_unseen'],
  ['main\u3164.yml', 'playbook_name_unseen'],
  ['\ud800', 'playbook_name_unseen'],
  ['a:b', 'playbook_name_signs'],
  ['a\\b', 'playbook_name_signs'],
  ['what?', 'playbook_name_signs'],
  ['.', 'playbook_name_ends'],
  ['..', 'playbook_name_ends'],
  ['main.yml.', 'playbook_name_ends'],
  ['main.yml ', 'playbook_name_ends'],
  [' main.yml', 'playbook_name_ends'],
])('%j is no name: %s', (name, key) => {
  expect(nameProblem(name)?.key).toBe(key);
});

test.each([
  ['/etc/passwd', 'playbook_path_outside'],
  ['../main.yml', 'playbook_path_outside'],
  ['roles/../../main.yml', 'playbook_path_outside'],
  ['C:/main.yml', 'playbook_path_outside'],
  ['roles\\main.yml', 'playbook_path_outside'],
  ['roles//main.yml', 'playbook_name_empty'],
  ['roles/./main.yml', 'playbook_name_ends'],
  [Array.from({ length: playbookLimits.depth + 1 }, () => 'a').join('/'), 'playbook_path_deep'],
  [Array.from({ length: 5 }, () => 'x'.repeat(120)).join('/'), 'playbook_path_long'],
])('%s leads nowhere: %s', (path, key) => {
  expect(pathProblem(path)?.key).toBe(key);
});

test('paths that some systems take for one another fold to one', () => {
  for (const [a, b] of [
    ['Roles/Main.yml', 'roles/main.yml'],
    ['caf\u00e9', 'cafe\u0301'],
    ['\ufb01le', 'file'],
    ['straße', 'STRASSE'],
    ['\u212a', 'k'],
  ] as const)
    expect([a, foldedPath(a)]).toEqual([a, foldedPath(b)]);
  expect(storedPath('cafe\u0301')).toBe('caf\u00e9');
  expect(foldedPath('a')).not.toBe(foldedPath('b'));
});

test('a path has folders above it, and a taken name gets a number', () => {
  expect(foldersAbove('roles/web/tasks/main.yml')).toEqual(['roles', 'roles/web', 'roles/web/tasks']);
  expect(foldersAbove('main.yml')).toEqual([]);
  const taken = new Set(['new_dir', 'new_dir(1)']);
  expect(freeName('new_dir', (name) => taken.has(name))).toBe('new_dir(2)');
});
