import type { SecretChange, Target } from '@gatehouse/contract/wire/machineWork.ts';
import { expect, test } from 'vitest';
import { secretFor } from '../../gateway/test/gatewayFixture.ts';
import { createDrivers } from '../src/flows/drivers/drivers.ts';
import { type Fault, machineWith } from './passwordMachine.ts';
import { outcomeOf, targetOf } from './target.ts';

const drivers = createDrivers(1);

const change = async (
  { port }: { port: number },
  {
    kind = 'change_secret',
    secret = 'new-1',
    ...more
  }: Partial<SecretChange> & { kind?: Target['operation']['kind'] },
  privileged = 'root-1',
) => {
  const connection = secretFor({ port, username: 'deploy' }, { account: { secret: privileged } });
  const method = kind === 'change_secret' ? 'change_secret_posix' : 'verify_account_posix';
  const target = targetOf({
    ...{ connection, operation: { kind, method, params: {} } },
    change: { username: 'app', secret_type: 'password', secret, old_secret: 'old-1', key: null, ...more },
  });
  return outcomeOf(target, drivers);
};

test('a password is changed, proven by a fresh sign-in, and never part of a command', async () => {
  for (const secret of ['new-1', `a'b"c$(id)\`\\ *~!`, 'ünï-日本', ' lead', '-n', '%s']) {
    const { machine, passwords, commands } = await machineWith('none');
    expect(await change(machine, { secret })).toEqual({ holds: 'new' });
    expect(passwords.get('app')).toBe(secret);
    expect(commands).toEqual(['/bin/sh']);
  }
});

test.each<[Fault, object, string]>([
  ['before', { status: 'refused', key: 'machine_refused', holds: 'untouched' }, 'old-1'],
  ['refused', { status: 'failed', key: 'machine_secret_unchanged', holds: 'old' }, 'old-1'],
  ['cutBefore', { status: 'failed', key: 'machine_broke_off', holds: 'old' }, 'old-1'],
  ['cutAfter', { holds: 'new' }, 'new-1'],
  ['goneAfter', { status: 'failed', key: 'machine_broke_off', holds: null }, 'new-1'],
  ['echo', { status: 'failed', key: 'machine_answer_unreadable', holds: 'old' }, 'old-1'],
  ['lies', { status: 'failed', key: 'machine_secret_unchanged', holds: 'old' }, 'old-1'],
])('a machine with the fault %s: what holds is found by signing in', async (fault, outcome, left) => {
  const { machine, passwords } = await machineWith(fault);
  const found = await change(machine, {}, fault === 'before' ? 'wrong' : 'root-1');
  expect(found).toMatchObject(outcome);
  expect(JSON.stringify(found)).not.toMatch(/new-1|old-1|root-1/);
  expect(passwords.get('app')).toBe(left);
});

test('names and passwords that would be more than one line are never sent', async () => {
  const { machine, commands } = await machineWith('none');
  const wrong = [
    { secret: 'a\nroot:b' },
    { username: 'a:b' },
    { username: '-x' },
    { username: 'a\nb' },
    { secret: 'a\0' },
  ];
  for (const unfit of wrong)
    expect(await change(machine, unfit)).toMatchObject({ key: 'machine_secret_unfit', holds: 'untouched' });
  expect(commands).toEqual([]);
});

test('which secret is valid is found out without a change', async () => {
  const { machine, passwords } = await machineWith('none');
  const find = () => change(machine, { kind: 'find_secret' });
  expect(await find()).toEqual({ holds: 'old' });
  passwords.set('app', 'new-1');
  expect(await find()).toEqual({ holds: 'new' });
  passwords.set('app', 'third');
  expect(await find()).toMatchObject({ status: 'refused', key: 'machine_secret_unknown', holds: null });
});
