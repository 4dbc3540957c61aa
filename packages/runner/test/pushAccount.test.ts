import type { SecretChange } from '@gatehouse/contract/wire/machineWork.ts';
import { expect, test } from 'vitest';
import { secretFor } from '../../gateway/test/gatewayFixture.ts';
import { targetFailure } from '../src/engine/targetFailure.ts';
import { pushAccount } from '../src/ways/ssh/posix/posix.ts';
import { shellMachine } from './shellMachine.ts';

/** Programs of a machine with the users in `$FILES/users`; they note how they are called, and that they never get a secret. */
const programs = {
  id: `case "$1" in
-u) [ -z "$2" ] && { echo "$WHO"; exit; }
  grep -qx "$2" "$FILES/users" && { [ "$2" = root2 ] && echo 0 || echo 1000; exit; }
  exit 1 ;;
-nG) echo "$2 staff" ;;
*) grep -qx "$1" "$FILES/users" ;;
esac`,
  useradd:
    '[ -n "$FULL" ] && { echo "cannot lock /etc/passwd"; exit 1; }\nfor last; do :; done\necho "$last" >>"$FILES/users"\n[ -z "$HOMELESS" ] || { echo "cannot create directory"; exit 12; }\n[ -z "$CUT" ] || [ -e "$FILES/cut" ] || { : >"$FILES/cut"; kill -9 $PPID; }',
  usermod: '[ "$3" = wheel ] || { echo "group $3 does not exist"; exit 6; }',
  getent: '[ -n "$GROUP" ] || exit 2\necho "$GROUP"',
  touch: ': >"$FILES/$(basename "$1")"',
  ls: '[ -e "$FILES/$(basename "$2")" ]',
  rm: 'exec /bin/rm -f "$2" "$FILES/$(basename "$2")"',
  chpasswd: 'cat >>"$FILES/passwords"',
  sudo: 'if [ "$1" = -n ]; then [ -z "$ASKS" ] || { echo "sudo: a password is required" >&2; exit 1; }; shift; else read -r own; [ "$own" = root-1 ] || exit 1; shift 4; fi\nexec "$@"',
  visudo: 'grep -q BAD "$2" && { echo "syntax error"; exit 1; }\nexit 0',
  install: 'cp "$3" "$FILES/rules"; basename "$4" >"$FILES/rulesName"',
  mv: 'exit 0',
};

const machineWith = shellMachine(programs);

type Machine = ReturnType<typeof machineWith>['machine'];
const connection = secretFor({ port: 22, username: 'deploy' }, { account: { secret: 'root-1' } });
const push = async (machine: Machine, params: object, more: Partial<SecretChange> = {}) => {
  const change = {
    username: 'app',
    secret_type: 'password' as const,
    secret: `n'ew-1`,
    old_secret: null,
    key: null,
  };
  try {
    await pushAccount(machine, { ...change, ...more }, connection, { ...params });
    return 'pushed';
  } catch (error) {
    const { key, holds, output } = targetFailure(error, connection);
    return { key, holds, output };
  }
};

test('a user who is missing is created with shell, home, groups and rules of sudo, and gets the password', async () => {
  const { machine, calls, read } = machineWith(['root']);
  const params = { shell: '/bin/sh', home: '/srv/app', groups: 'wheel, staff', sudo: '/bin/whoami' };
  expect(await push(machine, params)).toBe('pushed');
  expect(calls('useradd')).toEqual(['useradd -m -s /bin/sh -d /srv/app app']);
  expect(calls('usermod')).toEqual(['usermod -a -G wheel app']);
  expect(read('rules')).toEqual(['app ALL=(ALL) NOPASSWD: /bin/whoami']);
  expect(read('rulesName')).toEqual(['gatehouse-617070.new']);
  expect(read('passwords')).toEqual([`app:n'ew-1`]);
  expect(read('calls').join()).not.toContain('ew-1');
  // The second time, the user keeps what it has.
  expect(await push(machine, { ...params, home: '/elsewhere' }, { secret: 'two' })).toBe('pushed');
  expect(calls('useradd')).toHaveLength(1);
  expect(calls('visudo')).toHaveLength(1);
  expect(read('passwords')).toEqual([`app:n'ew-1`, 'app:two']);
});

test('sudo is given the password of the account that signed in, where it asks', async () => {
  const { machine, calls, read } = machineWith(['root'], { WHO: '1000', ASKS: '1' });
  expect(await push(machine, { groups: 'wheel' })).toBe('pushed');
  expect(calls('useradd')).toEqual(['useradd -m app']);
  expect(read('passwords')).toEqual([`app:n'ew-1`]);
});

test('what is missing is told: no user, and nothing was touched; or a user without a group or rule', async () => {
  const full = machineWith(['root'], { FULL: '1' });
  expect(await push(full.machine, {})).toEqual({
    ...{ key: 'machine_user_unmade', holds: 'untouched' },
    output: 'cannot lock /etc/passwd\nno such user',
  });
  expect(full.read('passwords')).toEqual([]);
  const alias = machineWith(['root', 'root2']);
  expect(await push(alias.machine, {}, { username: 'root2' })).toMatchObject({ key: 'machine_user_unmade' });
  expect(alias.read('passwords')).toEqual([]);
  const lacking = machineWith(['root']);
  const told = await push(lacking.machine, { groups: 'nosuch', sudo: 'BAD' });
  expect(told).toMatchObject({ key: 'machine_user_unset', holds: null });
  expect(JSON.stringify(told)).toContain('group nosuch does not exist');
  expect(lacking.read('passwords')).toEqual([`app:n'ew-1`]);
  expect(lacking.read('rules')).toEqual([]);
});

test('a user whose creation was cut off gets its rules with the next push; one who was there before gets none', async () => {
  const { machine, calls, read } = machineWith(['root', 'old'], { CUT: '1' });
  const params = { sudo: '/bin/whoami' };
  await expect(push(machine, params)).resolves.toMatchObject({ holds: null });
  expect(read('rules')).toEqual([]);
  expect(await push(machine, params)).toBe('pushed');
  expect(calls('useradd')).toHaveLength(1);
  expect(read('rules')).toEqual(['app ALL=(ALL) NOPASSWD: /bin/whoami']);
  expect(await push(machine, params)).toBe('pushed');
  expect(await push(machine, params, { username: 'old' })).toBe('pushed');
  expect(calls('visudo')).toHaveLength(1);
});

test('a user that was made without its home, or without the shell that is missing, is told of; it gets its rules', async () => {
  const homeless = machineWith(['root'], { HOMELESS: '1' });
  expect(await push(homeless.machine, { sudo: '/bin/whoami' })).toMatchObject({
    ...{ key: 'machine_user_unset', holds: null },
    output: 'cannot create directory\nunset',
  });
  expect(homeless.read('rules')).toHaveLength(1);
  expect(homeless.read('passwords')).toHaveLength(1);
  const { machine } = machineWith(['root']);
  expect(await push(machine, { shell: '/bin/nosuch' })).toMatchObject({
    output: '/bin/nosuch is missing\nunset',
  });
});

test('no user is created with a group of its name that has members or rights', async () => {
  const made = async (username: string, group: string) => {
    const { machine, calls } = machineWith(['root'], { GROUP: group });
    await push(machine, {}, { username });
    return calls('useradd');
  };
  expect(await made('app', 'app:x:1001:')).toEqual(['useradd -m -g app app']);
  expect(await made('app', 'app:x:1001:eve')).toEqual([]);
  expect(await made('lp', 'lp:x:7:')).toEqual([]);
  expect(await made('docker', 'docker:x:1001:')).toEqual([]);
});

test('parameters and names that could mean more to a shell or to sudo are never sent', async () => {
  const { machine, read } = machineWith(['root']);
  const unfit: [object, Partial<SecretChange>?][] = [
    [{ shell: '/bin/sh\nid' }],
    [{ home: "/srv/'app" }],
    [{ groups: 'wheel;id' }],
    [{ sudo: 'ALL\nALL ALL=(ALL) ALL' }],
    [{ sudo: 'ALL #' }],
    ...['ALL', 'OPS_1', 'Defaults', 'User_Alias'].map((username): [object, object] => [
      { sudo: '/bin/id' },
      { username },
    ]),
    [{}, { username: '-x' }],
    [{}, { username: 'a b' }],
    [{}, { secret: 'a\nroot:b' }],
  ];
  for (const [params, change] of unfit)
    expect(await push(machine, params, change)).toMatchObject({
      key: 'machine_secret_unfit',
      holds: 'untouched',
    });
  expect(read('calls')).toEqual([]);
});
