import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { secretFor } from '../../gateway/test/gatewayFixture.ts';
import { passwordLogin, startSshServer } from '../../gateway/test/sshServer.ts';
import { targetFailure } from '../src/engine/targetFailure.ts';
import { createDrivers } from '../src/flows/drivers/drivers.ts';
import { removeAccount } from '../src/ways/ssh/posix/posix.ts';
import { shellMachine } from './shellMachine.ts';
import { outcomeOf, targetOf } from './target.ts';

/** Programs of a machine whose users are lines of a name and a number. */
const programs = {
  id: `case "$1" in
-u) if [ -z "$2" ]; then echo "$WHO"; else grep "^$2 " "$FILES/users" | cut -d' ' -f2; fi ;;
*) grep -q "^$1 " "$FILES/users" ;;
esac`,
  userdel: `[ -z "$BUSY" ] || { echo "user $1 is currently used by process 42"; exit 8; }
grep -v "^$1 " "$FILES/users" >"$FILES/rest"
cp "$FILES/rest" "$FILES/users"`,
  getent: `shell="$(grep "^$2 " "$FILES/users" | cut -d' ' -f3)"; echo "$2:x:::::\${shell:-/bin/sh}"`,
  rm: '[ -z "$KEEPS" ] || { echo "cannot remove $2"; exit 1; }',
  visudo: 'exit 0',
  sudo: `if [ "$1" = -n ]; then [ -z "$ASKS" ] || { echo "sudo: a password is required" >&2; exit 1; }; shift
else read -r own; [ "$own" = "ro'ot-1" ] || exit 1; shift 4; fi
exec "$@"`,
};
const machineWith = shellMachine(programs);
const users = ['root 0', 'toor 0', 'deploy 1000', 'twin 1000', 'app 1001', 'app.db 1002'];

const connection = secretFor({ port: 22, username: 'deploy' }, { account: { secret: "ro'ot-1" } });
const remove = async ({ machine }: ReturnType<typeof machineWith>, username: string) => {
  try {
    await removeAccount(machine, { username }, connection);
    return 'removed';
  } catch (error) {
    const { status, key, output } = targetFailure(error, connection);
    return { status, key, output };
  }
};

test('a user is removed with the rules of sudo that a push set; one who is gone is removed already', async () => {
  const found = machineWith(users);
  expect(await remove(found, 'app')).toBe('removed');
  expect(found.calls('userdel')).toEqual(['userdel app']);
  const rules = '/etc/sudoers.d/gatehouse-617070';
  expect(found.calls('rm')).toEqual([`rm -f ${rules} ${rules}.new ${rules}.made`]);
  expect(found.read('users')).toEqual(users.filter((user) => !user.startsWith('app ')));
  expect(await remove(found, 'app')).toBe('removed');
  expect(found.calls('userdel')).toHaveLength(1);
});

test('sudo is given the password of the account that signed in, where it asks, and no program gets it as an argument', async () => {
  const found = machineWith(users, { WHO: '1000', ASKS: '1' });
  expect(await remove(found, 'app')).toBe('removed');
  expect(found.read('calls').join()).not.toContain('ot-1');
});

test('root, who signs in, and their other names are never removed', async () => {
  const found = machineWith(users, { WHO: '1000' });
  for (const username of ['root', 'deploy'])
    expect(await remove(found, username)).toMatchObject({ key: 'machine_user_kept' });
  expect(found.read('calls')).toEqual([]);
  for (const username of ['toor', 'twin'])
    expect(await remove(found, username)).toMatchObject({ key: 'machine_user_unremoved' });
  expect(found.calls('userdel')).toEqual([]);
  expect(found.read('users')).toEqual(users);
});

test('users of the system with whom no one signs in are never removed', async () => {
  const nologin = '/usr/sbin/nologin';
  const found = machineWith([
    `sshd 106 ${nologin}`,
    `nobody 65534 ${nologin}`,
    `left 1003 ${nologin}`,
    'odd 107',
  ]);
  for (const username of ['sshd', 'nobody'])
    expect(await remove(found, username)).toMatchObject({
      ...{ key: 'machine_user_unremoved', output: expect.stringContaining('belongs to the system') },
    });
  for (const username of ['left', 'odd']) expect(await remove(found, username)).toBe('removed');
  expect(found.calls('userdel')).toEqual(['userdel left', 'userdel odd']);
});

test('why a user or its rules are still there is told', async () => {
  expect(await remove(machineWith(users, { BUSY: '1' }), 'app')).toEqual({
    ...{ status: 'failed', key: 'machine_user_unremoved' },
    output: 'user app is currently used by process 42\nthere',
  });
  expect(await remove(machineWith(users, { KEEPS: '1' }), 'app')).toMatchObject({
    key: 'machine_rules_left',
    output: expect.stringContaining('cannot remove'),
  });
});

const odd = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 32 }),
  fc
    .array(
      fc.constantFrom('app', ' ', "'", '$(id)', '`id`', '\n', '-r', '*', ';', '~', '/', '..', '0', '+1', '$'),
      {
        minLength: 1,
        maxLength: 6,
      },
    )
    .map((parts) => parts.join('').slice(0, 32)),
);

test('whatever a name is, at most the user of exactly this name is removed', async () => {
  await fc.assert(
    fc.asyncProperty(odd, async (username) => {
      const found = machineWith(users);
      await remove(found, username);
      const left = users.filter((user) => user !== 'app 1001' || username !== 'app');
      expect(found.read('users')).toEqual(username === 'app.db' ? users.slice(0, -1) : left);
      for (const call of found.calls('userdel')) expect(call).toBe(`userdel ${username}`);
    }),
    { numRuns: 40, examples: [['app -r'], ['-r'], ['app\nroot'], ["app';userdel root;'"], ['0'], ['1001']] },
  );
});

test('the password is kept out of what a machine prints, also when it prints what it is given', async () => {
  const secret = "ro'ot-1";
  const machine = await startSshServer({
    login: passwordLogin(secret),
    exec: (channel) => {
      channel.on('data', (data: Buffer) => channel.write(data));
      channel.on('end', () => channel.end());
    },
  });
  onTestFinished(machine.stop);
  const target = targetOf({
    connection: secretFor({ port: machine.port, username: 'deploy' }, { account: { secret } }),
    operation: { kind: 'remove_account', method: 'remove_account_posix', params: { username: 'app' } },
  });
  const failed = await outcomeOf(target, createDrivers(1));
  expect(failed).toMatchObject({
    key: 'machine_answer_unreadable',
    output: expect.stringContaining('own='),
  });
  expect(JSON.stringify(failed)).not.toContain('ot-1');
});
