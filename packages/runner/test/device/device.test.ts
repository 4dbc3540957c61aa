import { DEVICE_METHOD, type SecretChange, type Target } from '@gatehouse/contract/wire/machineWork.ts';
import { expect, test } from 'vitest';
import { secretFor } from '../../../gateway/test/gatewayFixture.ts';
import { createDrivers } from '../../src/flows/drivers/drivers.ts';
import { outcomeOf, targetOf } from '../target.ts';
import { startDevice, type Ways } from './device.ts';

const drivers = createDrivers(1);

const work = async (
  port: number,
  {
    kind = 'change_secret',
    platform = 'Cisco',
    commands = [''],
    ...change
  }: Partial<SecretChange> & {
    kind?: Target['operation']['kind'];
    platform?: string;
    commands?: string[];
  } = {},
) => {
  const secret = secretFor({ port, username: 'deploy' }, { account: { secret: 'Sesame-1' } });
  const connection = {
    ...secret,
    ...{
      platform: { ...secret.platform, name: platform },
      asset: { ...secret.asset, category: 'device' },
    },
  };
  const method = { change_secret: 'change_secret_by_ssh', ping: 'ping_by_ssh' }[kind as string];
  const target = targetOf({
    connection,
    operation: { kind, method: method ?? 'verify_account_by_ssh', params: { commands } },
    change:
      kind === 'ping' || kind === 'verify_account'
        ? null
        : {
            ...{ username: 'app', secret_type: 'password', secret: 'New-1', old_secret: 'old-1', key: null },
            ...change,
          },
  });
  const end = await outcomeOf(target, drivers);
  expect(JSON.stringify(end)).not.toMatch(/New-1|old-1|Sesame-1/);
  return end;
};

const commands = [
  ...['enable', '{login_password}', 'configure terminal', 'username {username} secret {password}'],
  ...['end', 'write memory'],
];

test('a password is changed in the command line of a device and proven by a fresh sign-in', async () => {
  const { port, passwords, told } = await startDevice({ banner: ['welcome', 'to the switch'] });
  expect(await work(port, { kind: 'ping' })).toEqual({});
  expect(await work(port, { kind: 'verify_account' })).toEqual({});
  expect(told).toEqual([]);
  expect(await work(port)).toEqual({ holds: 'new' });
  expect(passwords.get('app')).toBe('New-1');
  expect(told).toEqual([
    ...['enable', 'configure terminal', 'username app secret New-1', 'end', 'write memory'],
  ]);
  expect(await work(port, { kind: 'find_secret' })).toEqual({ holds: 'new' });
});

test('a device that asks for a password for privileged commands gets the one that signed in, and only there', async () => {
  const { port, told } = await startDevice({ enable: 'Sesame-1' });
  expect(await work(port, { platform: 'General', commands })).toEqual({ holds: 'new' });
  expect(told.join('\n')).not.toContain('Sesame-1');
});

const wrong: [string, Ways, object][] = [
  [
    'refuses privileged commands',
    { enable: 'other' },
    { key: 'machine_secret_unchanged', holds: 'untouched', output: expect.stringContaining('Access denied') },
  ],
  [
    'does not know a command before the password',
    { answers: { 'configure terminal': "% Invalid input detected at '^' marker.\r\nSwitch#" } },
    { key: 'machine_secret_unchanged', holds: 'untouched' },
  ],
  [
    'asks for a password where a command was due',
    { answers: { 'configure terminal': 'Password: ' } },
    { key: 'machine_secret_unchanged', holds: 'untouched', output: expect.stringContaining('no answer') },
  ],
  [
    'refuses the password',
    { answers: { username: 'Error: The password is too simple.\r\nSwitch(config)#' } },
    { key: 'machine_secret_unchanged', holds: 'old', output: expect.stringContaining('too simple') },
  ],
  [
    'closes the connection before the password',
    { cutsAfter: 'configure' },
    { key: 'machine_broke_off', holds: 'untouched' },
  ],
  ['closes the connection after the change', { cutsAfter: 'username' }, { holds: 'new' }],
  [
    'prints without end',
    { answers: { enable: 'x'.repeat(1_200_000) } },
    { key: 'machine_too_much', holds: 'untouched' },
  ],
];

test('whatever a device does, what holds is known, and no secret is told', async () => {
  const ends = await Promise.all(
    wrong.map(async ([what, ways]) => [what, await work((await startDevice(ways)).port)]),
  );
  expect(Object.fromEntries(ends)).toMatchObject(
    Object.fromEntries(wrong.map(([what, , end]) => [what, end])),
  );
});

test('nothing is said to a device where names or passwords would be commands, or none are configured', async () => {
  const { port, told } = await startDevice();
  for (const unfit of [
    { username: 'app secret x' },
    { username: 'a?' },
    { secret: 'a b' },
    { secret: 'x\rend' },
  ])
    expect(await work(port, unfit)).toMatchObject({ key: 'machine_secret_unfit', holds: 'untouched' });
  for (const unsaid of [{ platform: 'General' }, { commands: ['show version'] }])
    expect(await work(port, unsaid)).toMatchObject({ key: 'machine_no_commands', holds: 'untouched' });
  expect(told).toEqual([]);
});

/** Runs the lines of a command; tells how that ended and what was printed. */
const run = async (port: number, command: string) => {
  let printed = '';
  const target = targetOf({
    connection: secretFor({ port, username: 'deploy' }, { account: { secret: 'Sesame-1' } }),
    operation: { kind: 'run_command', method: DEVICE_METHOD, params: { command } },
  });
  const print = (text: string) => {
    printed += text;
  };
  const end = await outcomeOf(target, drivers, { print });
  return { end: 'key' in end ? { key: end.key, detail: end.params.detail } : end, printed };
};

test('B-3-019 a command for a device is entered line by line; pages are turned, and it ends where the device refuses one', async () => {
  const { port, told } = await startDevice({
    banner: ['welcome', 'to the switch'],
    pages: { 'show version': ['Version 17.3', 'uptime is 5 weeks'] },
    answers: { reload: 'Proceed with reload? [confirm]', 'no answer': 'Password: ' },
  });
  expect(await run(port, 'show version\r\n\r\n  \nenable\ny\nwrite memory')).toEqual({
    end: {},
    printed: 'Switch>show version\nVersion 17.3\nuptime is 5 weeks\nSwitch>enable\nSwitch#write memory\n',
  });
  expect(told).toEqual(['show version', 'enable', 'write memory']);
  const refused = await run(port, 'enable\nbogus 1\nwrite memory');
  expect(refused).toEqual({
    end: { key: 'machine_device_refused', detail: "% Invalid input detected at '^' marker." },
    printed: "Switch>enable\nSwitch#bogus 1\n% Invalid input detected at '^' marker.\n",
  });
  expect(told.slice(3)).toEqual(['enable', 'bogus 1']);
  // Neither a command nor a secret answers what a device asks.
  for (const [command, detail] of [
    ['reload\nshow version', 'Proceed with reload? [confirm]'],
    ['no answer', 'Password:'],
  ] as const)
    expect((await run(port, command)).end).toEqual({ key: 'machine_device_asks', detail });
  expect(told.slice(5)).toEqual(['reload', 'no answer']);
});
