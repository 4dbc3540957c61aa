import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { KEY_MARK, type KeyStrategy, type SecretChange } from '@gatehouse/contract/wire/machineWork.ts';
import { expect, onTestFinished, test } from 'vitest';
import { secretFor, temporaryFolder } from '../../gateway/test/gatewayFixture.ts';
import { sshKeyPair } from '../../gateway/test/sshKeyPair.ts';
import { startSshServer } from '../../gateway/test/sshServer.ts';
import { createDrivers } from '../src/flows/drivers/drivers.ts';
import { outcomeOf, targetOf } from './target.ts';

const drivers = createDrivers(1);

const newKey = () => {
  const { private: secret, public: line } = sshKeyPair();
  return { secret, blob: line.split(' ')[1] ?? '' };
};
const [first, next, foreign, ours, other] = [newKey(), newKey(), newKey(), newKey(), newKey()];
const mark = `${KEY_MARK}-a1`;

const lineOf = ({ blob }: { blob: string }, comment: string) => `ssh-ed25519 ${blob} ${comment}`;
const former = [
  '# keys of the team',
  lineOf(first, 'me@laptop'),
  `command="ls -l",no-pty ${lineOf(foreign, 'backup')}`,
  lineOf(ours, mark),
];

// Stand in for the machine's programs: every user may become the user of the key.
const programs = {
  id: '#!/bin/sh\ncase "$*" in -u) echo 0 ;; "-u "*) echo 1000 ;; app) exit 0 ;; *) exit 1 ;; esac\n',
  su: '#!/bin/sh\n[ "$1" = --version ] && exit 0\nshift 3\nexec /bin/sh "$@"\n',
};

/** The fault of each command, by its turn. */
type Fault = 'cutBefore' | 'cutAfter' | 'killed' | 'refused';

/** A machine whose user `app` signs in with the keys in a file. */
const keyMachine = async (
  faults: Readonly<Record<number, Fault>> = {},
  stubs: Readonly<Record<string, string>> = {},
) => {
  const [home, bin] = [temporaryFolder(), temporaryFolder()];
  const file = join(home, '.ssh', 'authorized_keys');
  for (const [name, script] of Object.entries({ ...programs, ...stubs })) {
    writeFileSync(join(bin, name), script);
    chmodSync(join(bin, name), 0o755);
  }
  const keys = (): string[] => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : []);
  const commands: string[] = [];
  const machine = await startSshServer({
    login: (context) => {
      if (context.method === 'password' && context.password === 'root-1') return context.accept();
      const blob = context.method === 'publickey' ? context.key.data.toString('base64') : undefined;
      if (blob && keys().some((line) => line.includes(blob))) context.accept();
      else context.reject(['password', 'publickey']);
    },
    exec: (channel, command) => {
      const fault = faults[commands.push(command)];
      const cut = () => {
        for (const connection of machine.connections()) connection.end();
      };
      if (fault === 'cutBefore') return cut();
      // Killed: whatever replaces the file never does.
      if (fault === 'killed' || fault === 'refused') {
        const script = fault === 'killed' ? '#!/bin/sh\nkill -9 $PPID\n' : '#!/bin/sh\nexit 1\n';
        writeFileSync(join(bin, 'mv'), script);
        chmodSync(join(bin, 'mv'), 0o755);
      }
      const shell = spawn('/bin/sh', [], { env: { HOME: home, STUBS: bin, PATH: `${bin}:/usr/bin:/bin` } });
      const shown: string[] = [];
      shell.stdout.on('data', (data: Buffer) => shown.push(data.toString()));
      channel.pipe(shell.stdin);
      shell.on('close', () => {
        if (fault === 'cutAfter') return cut();
        channel.write(shown.join(''));
        channel.exit(0);
        channel.end();
      });
    },
  });
  onTestFinished(machine.stop);
  return { machine, home, bin, file, keys, commands };
};

const change = async (
  { machine, home }: Awaited<ReturnType<typeof keyMachine>>,
  strategy: KeyStrategy,
  more: Partial<SecretChange> = {},
  account: NonNullable<Parameters<typeof secretFor>[1]>['account'] = { secret: 'root-1' },
) => {
  const connection = secretFor({ port: machine.port, username: 'deploy' }, { account });
  const target = targetOf({
    connection,
    operation: { kind: 'change_secret', method: 'change_secret_posix', params: { home } },
    change: {
      ...{ username: 'app', secret_type: 'ssh_key', secret: next.secret, old_secret: first.secret },
      key: { line: lineOf(next, mark), old_blob: first.blob, strategy },
      ...more,
    },
  });
  return outcomeOf(target, drivers);
};

const withFormer = async (
  faults?: Readonly<Record<number, Fault>>,
  lines: readonly string[] = former,
  stubs?: Readonly<Record<string, string>>,
) => {
  const made = await keyMachine(faults, stubs);
  mkdirSync(join(made.home, '.ssh'));
  writeFileSync(made.file, lines.join('\n'));
  return made;
};

const fresh = lineOf(next, mark);

test.each<[KeyStrategy, string[]]>([
  ['add', [...former, fresh]],
  ['set', [fresh]],
  ['set_jms', ['# keys of the team', former[2] ?? '', fresh]],
])('a new key is proven by a sign-in before other keys go, with the strategy %s', async (strategy, left) => {
  const made = await withFormer();
  expect(await change(made, strategy)).toEqual({ holds: 'new' });
  expect(made.keys()).toEqual(left);
  expect(made.commands).toEqual(Array(strategy === 'add' ? 1 : 2).fill('/bin/sh'));
  expect(readdirSync(join(made.home, '.ssh'))).toEqual(['authorized_keys']);
  expect(await change(made, strategy)).toEqual({ holds: 'new' });
  expect(made.keys()).toEqual(left);
});

test('a user without keys gets a folder and a file that no other user can read', async () => {
  const made = await keyMachine();
  expect(await change(made, 'set', { old_secret: null })).toEqual({ holds: 'new' });
  expect(made.keys()).toEqual([fresh]);
  for (const path of [made.file, join(made.home, '.ssh')]) expect(statSync(path).mode & 0o077).toBe(0);
});

test.each<[string, Record<number, Fault>, object, string[]]>([
  ['cut off before', { 1: 'cutBefore' }, { key: 'machine_broke_off', holds: 'old' }, former],
  ['killed in the midst', { 1: 'killed' }, { key: 'machine_secret_unchanged', holds: 'old' }, former],
  ['cut off after', { 1: 'cutAfter' }, { holds: 'new' }, [fresh]],
  [
    'cut off before others go',
    { 2: 'cutBefore' },
    { key: 'machine_keys_left', holds: 'new' },
    [...former, fresh],
  ],
  ['killed as others go', { 2: 'killed' }, { key: 'machine_keys_left', holds: 'new' }, [...former, fresh]],
  ['refused as others go', { 2: 'refused' }, { key: 'machine_keys_left', holds: 'new' }, [...former, fresh]],
  ['cut off after others went', { 2: 'cutAfter' }, { key: 'machine_keys_left', holds: 'new' }, [fresh]],
])('%s: a known key works, and no file is half written', async (_name, faults, outcome, left) => {
  const made = await withFormer(faults);
  expect(await change(made, 'set')).toMatchObject(outcome);
  expect(readFileSync(made.file, 'utf8').trimEnd()).toBe(left.join('\n'));
});

test('names that a shell could read otherwise are never sent', async () => {
  const made = await withFormer();
  for (const username of ['a b', '$(id)', "a'b", '-x', 'a/b'])
    expect(await change(made, 'add', { username })).toMatchObject({
      key: 'machine_secret_unfit',
      holds: 'untouched',
    });
  expect(made.commands).toEqual([]);
});

const unchanged = { key: 'machine_secret_unchanged', holds: 'old' };
const ordinary = '#!/bin/sh\ncase "$*" in -u) echo 1000 ;; "-u "*) echo 1001 ;; -un) echo deploy ;; esac\n';

test.each([
  ['asks for none for this user', '[ "$1 $2 $3" = "-n -u app" ] && shift 3 || { [ "$1" = -k ] && shift 6; }'],
  ['asks for one', '[ "$1" = -k ] && read -r word && [ "$word" = root-1 ] && shift 6'],
])('no shell of the user gets the password of the account that signs in: sudo %s', async (_name, rule) => {
  // What the shell of the user could read is kept, then it runs.
  const sudo = `#!/bin/sh\n${rule} || exit 1\ncat >>"$STUBS/read"\nexec "$@"\n`;
  const made = await withFormer({}, former, { id: ordinary, sudo });
  expect(await change(made, 'add')).toEqual({ holds: 'new' });
  expect(readFileSync(join(made.bin, 'read'), 'utf8')).toBe('');
});

test('the file is left alone while another changes it, unless that one died long ago', async () => {
  const made = await withFormer();
  const lock = `${made.file}.gatehouse.lock`;
  mkdirSync(lock);
  expect(await change(made, 'add')).toMatchObject(unchanged);
  expect(readFileSync(made.file, 'utf8')).toBe(former.join('\n'));
  const past = new Date(Date.now() - 15 * 60_000);
  utimesSync(lock, past, past);
  expect(await change(made, 'add')).toEqual({ holds: 'new' });
  expect(existsSync(lock)).toBe(false);
}, 60_000);

test('a line that is added in the midst is not lost', async () => {
  const awk = '#!/bin/sh\n/usr/bin/awk "$@"\nprintf "\\nadded\\n" >>"$HOME/.ssh/authorized_keys"\n';
  const made = await withFormer({}, former, { awk });
  expect(await change(made, 'add')).toMatchObject(unchanged);
  expect(made.keys()).toEqual([...former, 'added']);
  expect(readdirSync(join(made.home, '.ssh'))).toEqual(['authorized_keys']);
});

test('the new file is on the disk before it takes its place', async () => {
  const sync = '#!/bin/sh\necho "sync $1" >>"$STUBS/calls"\n';
  const mv = '#!/bin/sh\necho "mv $2" >>"$STUBS/calls"\nexec /bin/mv "$@"\n';
  const made = await withFormer({}, former, { sync, mv });
  expect(await change(made, 'add')).toEqual({ holds: 'new' });
  const calls = readFileSync(join(made.bin, 'calls'), 'utf8').trimEnd().split('\n');
  const path = calls[0]?.slice('sync '.length);
  expect(path).toContain(`${made.file}.gatehouse.`);
  expect(calls).toEqual([`sync ${path}`, `mv ${path}`]);
});

test.each<KeyStrategy>(['set', 'set_jms'])(
  'keys of other accounts stay with the strategy %s',
  async (strategy) => {
    const theirs = lineOf(other, `${KEY_MARK}-b2`);
    const made = await withFormer({}, [theirs, lineOf(ours, mark)]);
    expect(await change(made, strategy)).toEqual({ holds: 'new' });
    expect(made.keys()).toEqual([theirs, fresh]);
  },
);

test('the key that signs in stays where it stands in the same file', async () => {
  const signs = lineOf(other, 'deploy');
  const made = await withFormer({}, [signs, ...former]);
  const account = { secret: other.secret, secret_type: { value: 'ssh_key', label: 'SSH key' } };
  expect(await change(made, 'set', {}, account)).toEqual({ holds: 'new' });
  expect(made.keys()).toEqual([signs, fresh]);
});

test('no key is set for root under another name', async () => {
  const id = '#!/bin/sh\necho 0\n';
  const made = await withFormer({}, former, { id });
  expect(await change(made, 'add')).toMatchObject(unchanged);
  expect(readFileSync(made.file, 'utf8')).toBe(former.join('\n'));
});
