import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accountsIn } from './accounts.ts';
import { factScript, factsIn } from './facts.ts';
import { answerOf, commandOf } from './powershell.ts';

const printed = (mark: string, answer: unknown) =>
  `Microsoft Windows [Version 10.0]\r\n${mark} ${Buffer.from(JSON.stringify(answer)).toString('base64')}\r\n`;

test('the command line carries the script whatever the shell, and fits into one of cmd', () => {
  const command = commandOf('gathered-1', factScript);
  expect(command).toMatch(/^powershell -NoProfile -NonInteractive -EncodedCommand [A-Za-z0-9+/=]+$/);
  expect(command.length).toBeLessThan(8_191);
  const encoded = command.split(' ').at(-1) ?? '';
  expect(Buffer.from(encoded, 'base64').toString('utf16le')).toContain(factScript);
});

test('the answer follows its mark; other output is none', () => {
  expect(answerOf(printed('m', { größe: '名' }), 'm')).toEqual({ größe: '名' });
  expect(answerOf("'powershell' is not recognized as a command", 'm')).toBeUndefined();
  expect(answerOf('m %%%', 'm')).toBeUndefined();
});

test('facts as Windows Server answers (B-3-003)', () => {
  const answer = {
    ...{ vendor: 'VMware, Inc.', model: 'VMware7,1', sn: 'VMware-56 4d 3a', cpu_count: 2, cpu_cores: 4 },
    ...{ cpu_model: 'Intel(R) Xeon(R) Gold 6226R CPU @ 2.90GHz', cpu_vcpus: 8, memory: '17179332608' },
    ...{ disk: '107374182400', distribution: 'Microsoft Windows Server 2022 Standard' },
    ...{ distribution_version: '10.0.20348', arch: 'AMD64' },
  };
  expect(factsIn(answer)).toEqual({
    ...{ vendor: 'VMware, Inc.', model: 'VMware7,1', sn: 'VMware-56 4d 3a', cpu_count: '2', cpu_cores: '4' },
    ...{ cpu_model: 'Intel(R) Xeon(R) Gold 6226R CPU @ 2.90GHz', cpu_vcpus: '8', memory: '16' },
    ...{ disk_total: '100', distribution: 'Microsoft Windows Server 2022 Standard' },
    ...{ distribution_version: '10.0.20348', arch: 'AMD64' },
  });
  expect(factsIn({ ...answer, sn: null, disk: '' })).not.toHaveProperty('sn');
});

test('local users as Windows answers', () => {
  const users = [
    { name: 'Administrator', last: 1_764_363_818 },
    { name: '管理者', last: 0 },
  ];
  expect(accountsIn(users)).toEqual([
    { username: 'Administrator', address_last_login: '', date_last_login: '2025-11-28T21:03:38.000Z' },
    { username: '管理者', address_last_login: '', date_last_login: null },
  ]);
});

test('whatever a machine answers is read or refused', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (answer) => {
      for (const text of Object.values(factsIn(answer) ?? {})) expect(text.length).toBeLessThanOrEqual(1024);
      for (const { username } of accountsIn(answer) ?? []) expect(username.length).toBeLessThanOrEqual(32);
    }),
  );
});
