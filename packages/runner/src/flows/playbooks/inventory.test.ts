import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inventoryOf, labelsFor, parametersFile } from './inventory.ts';

const pieces = [
  ...[
    '"',
    "'",
    '\\',
    '\n',
    '\r',
    '\t',
    '\0',
    ' ',
    ':',
    '#',
    '{{ 7 * 7 }}',
    '{% raw %}',
    '!unsafe ',
    '---',
    '...',
  ],
  ...[
    '[1:3]',
    '*',
    '&x',
    '\u2028',
    '\u0085',
    '\ufeff',
    '\ud800',
    '网',
    '🔑',
    'é',
    'a',
    'Z',
    '0',
    '=',
    '$(id)',
    '`id`',
  ],
  ...['localhost', 'all', '127.0.0.1', ',', '/', '-', '.', '%', '@/etc/passwd', '\u007f', '\u001b[31m'],
];
const pick = (): string => pieces[Math.floor(Math.random() * pieces.length)] ?? '';
const text = (): string => Array.from({ length: 1 + Math.floor(Math.random() * 5) }, pick).join('');

type Read = { _meta: { hostvars: Record<string, Record<string, unknown>> }; all: { children: string[] } };
const plain = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [first] = entries;
  if (first?.[0] === '__ansible_unsafe') return first[1];
  return Object.fromEntries(entries.map(([name, inner]) => [name, plain(inner)]));
};

test('whatever assets, accounts and parameters are called, Ansible reads these texts and nothing else, and evaluates none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'inventory-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const names = [...pieces, ...pieces, ...Array.from({ length: 200 }, text)];
  const labels = labelsFor(names);
  expect(new Set(labels.map((label) => label.toLowerCase())).size).toBe(names.length);
  const machines = names.map((name, at) => ({
    label: labels[at] ?? '',
    variables: { 'jms_asset.name': name, 'jms_asset.address': text(), jms_username: text() },
  }));
  writeFileSync(join(folder, 'hosts.yml'), inventoryOf(machines));
  const env = { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', HOME: folder, ANSIBLE_LOCAL_TEMP: folder };
  const printed = execFileSync('/usr/bin/ansible-inventory', ['-i', join(folder, 'hosts.yml'), '--list'], {
    env,
  });
  const { hostvars } = (JSON.parse(printed.toString('utf8')) as Read)._meta;
  expect(Object.keys(hostvars).toSorted()).toEqual(labels.toSorted());
  for (const { label, variables } of machines)
    expect(plain(hostvars[label])).toEqual({
      gatehouse_machine: label,
      jms_asset: {
        name: variables['jms_asset.name'].toWellFormed(),
        address: variables['jms_asset.address'].toWellFormed(),
      },
      jms_username: variables.jms_username.toWellFormed(),
    });
});

test('names of machines keep letters and digits of every script, and are neither patterns nor options', () => {
  expect(labelsFor(['web 1', 'web_1', '数据库/主', '-i', 'all', 'a:b,c!d&e~f[1]', '', '10.0.0.1'])).toEqual([
    ...[
      'web_1',
      'web_1_2',
      '数据库_主',
      'machine_-i',
      'machine_all',
      'a_b_c_d_e_f_1_',
      'machine_',
      '10.0.0.1',
    ],
  ]);
  expect(parametersFile({})).toBe('{}\n');
});
