import { expect, test } from 'vitest';
import { forbiddenLines, isPlaybookFile } from './forbiddenLines.ts';

test.each([
  ['- hosts: localhost', 'hosts:localhost'],
  ['  hosts :\t"127.0.0.1"', 'hosts:127.0.0.1'],
  ["hosts: '::1'", 'hosts:::1'],
  ['{"hosts": "localhost", "tasks": []}', 'hosts:localhost'],
  ['- Hosts: LocalHost', 'hosts:localhost'],
  ['    delegate_to: localhost', 'delegate_to:localhost'],
  ['    delegate_to:  "::1"', 'delegate_to:::1'],
  ['  local_action: command id', 'local_action'],
  ['  connection: local', 'connection:local'],
  ['  vars: { ansible_connection: ssh }', 'ansible_connection'],
  ['- hosts: localhost # only here', 'hosts:localhost'],
])('%s is marked for %s', (line, word) => {
  expect(forbiddenLines(`---\n${line}\n- hosts: all`)).toEqual([{ line: 2, word }]);
});

test.each(['- hosts: all', '# hosts: localhost', '  # delegate_to: 127.0.0.1', 'hosts:', 'name: local'])(
  '%s is not marked',
  (line) => {
    expect(forbiddenLines(line)).toEqual([]);
  },
);

test('every line is counted, however lines end', () => {
  expect(forbiddenLines('a\r\nhosts: localhost\rb\nlocal_action: x').map(({ line }) => line)).toEqual([2, 4]);
});

test('only YAML holds plays', () => {
  expect(['main.yml', 'a/b.YAML', 'notes.txt', 'yml'].map(isPlaybookFile)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
