import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { duplexPair, Writable } from 'node:stream';
import { RAW_METHOD, SHELL_METHOD, type Target } from '@gatehouse/contract/wire/machineWork.ts';
import { expect, onTestFinished, test } from 'vitest';
import { secretFor, temporaryFolder } from '../../gateway/test/gatewayFixture.ts';
import { startSshServer } from '../../gateway/test/sshServer.ts';
import { targetFailure } from '../src/engine/targetFailure.ts';
import type { Switching } from '../src/engine/way.ts';
import { carryOutTarget } from '../src/flows/carryOut.ts';
import { createMachine } from '../src/flows/playbooks/machines.ts';
import { overSsh } from '../src/ways/ssh/overSsh.ts';
import { targetOf, wayDeps } from './target.ts';

const users: Readonly<Record<string, string>> = { deploy: 'deploy-1', oracle: "or'acle $1", app: 'app-1' };
const folder = temporaryFolder();

/** Stand-ins that ask as the programs do: `sudo` for the password of its caller, `su` for that of its user. */
const programs = (free: boolean): Readonly<Record<string, string>> => ({
  id: 'case "$1" in -un) echo "$WHO" ;; *) if [ "$WHO" = root ]; then echo 0; else echo 1000; fi ;; esac',
  sudo: `asks=
user=
while [ "$1" != -- ]; do case "$1" in -S) asks=yes ;; -u) user="$2"; shift ;; -p) shift ;; esac; shift; done
shift
echo 'a lecture' >&2
${
  free
    ? ''
    : `[ -n "$asks" ] || { echo 'a password is required' >&2; exit 1; }
IFS= read -r word; [ "$word" = "$(cat "$FILES/of-$WHO")" ] || exit 1`
}
WHO="$user" exec "$@"`,
  su: `user="$1"
${
  free
    ? ''
    : `printf 'Password: ' >&2
if [ "$WHO" != root ]; then IFS= read -r word; [ "$word" = "$(cat "$FILES/of-$user")" ] || { echo 'su: failure' >&2; exit 1; }; fi`
}
shift
WHO="$user" exec /bin/sh "$@"`,
});

/** A machine on which only `login` may sign in. */
const machineOf = async ({ free = false, login = 'deploy' } = {}) => {
  const files = join(folder, crypto.randomUUID());
  mkdirSync(files);
  for (const [name, body] of Object.entries(programs(free))) {
    writeFileSync(join(files, name), `#!/bin/sh\necho "${name} $*" >>"$FILES/calls"\n${body}\n`);
    chmodSync(join(files, name), 0o755);
  }
  for (const [name, word] of Object.entries(users)) writeFileSync(join(files, `of-${name}`), word);
  const server = await startSshServer({
    login: (context) => {
      const isRight = context.username === login && context.method === 'password';
      if (isRight && context.password === (users[login] ?? 'root-1')) context.accept();
      else context.reject(['password']);
    },
    exec: (channel, command) => {
      const env = { PATH: `${files}:/usr/bin:/bin`, FILES: files, WHO: login, HOME: files };
      const shell = spawn('/bin/sh', ['-c', command], { env });
      channel.pipe(shell.stdin);
      shell.stdin.on('error', () => undefined);
      shell.stdout.pipe(channel, { end: false });
      shell.stderr.on('data', (data: Buffer) => channel.stderr.write(data));
      shell.on('close', (code) => {
        channel.exit(code ?? 1);
        channel.end();
      });
    },
  });
  onTestFinished(server.stop);
  const account = (username: string, secret = users[username] ?? 'root-1') => ({
    ...secretFor(server).account,
    ...{ username, secret },
  });
  return {
    calls: () => readFileSync(join(files, 'calls'), 'utf8'),
    account,
    connection: (username: string, secret?: string) =>
      secretFor(server, { account: account(username, secret) }),
  };
};

type Machine = Awaited<ReturnType<typeof machineOf>>;

/** What a command prints as an account that switches, or why it does not run. */
const printed = async (
  machine: Machine,
  { username, from, method }: { username: string; from: string[]; method: Switching['method'] },
  operation: Target['operation'] = {
    ...{ kind: 'run_command', method: SHELL_METHOD },
    params: { command: 'id -un; cat; echo seen' },
  },
  secret?: string,
) => {
  const shown: string[] = [];
  const target = targetOf({
    ...{ operation, connection: machine.connection(username, secret) },
    switching: { method, from: from.map((name) => machine.account(name)) },
  });
  try {
    await carryOutTarget(target, wayDeps({ print: (text) => shown.push(text) }), {} as never);
    return shown.join('').trim().split('\n');
  } catch (error) {
    const { status, key, params } = targetFailure(error, target.connection);
    return { status, key, params };
  }
};

test.each(['sudo', 'su'] as const)(
  'commands run as an account that switches by %s, over others, and no password is in an argument',
  async (method) => {
    const machine = await machineOf();
    const way = { username: 'app', from: ['deploy', 'oracle'], method };
    expect(await printed(machine, way)).toEqual([
      ...(method === 'sudo' ? ['a lecture', 'a lecture'] : []),
      ...['app', 'seen'],
    ]);
    const raw = { ...{ kind: 'run_command' as const, method: RAW_METHOD }, params: { command: 'id -un' } };
    expect(await printed(machine, way, raw)).toContain('app');
    for (const word of Object.values(users)) expect(machine.calls()).not.toContain(word);
  },
);

test.each(['sudo', 'su'] as const)(
  'where %s asks for nothing, the password is neither run nor shown',
  async (method) => {
    const machine = await machineOf({ free: true });
    const shown = await printed(machine, { username: 'app', from: ['deploy', 'oracle'], method });
    expect(shown).toEqual(expect.arrayContaining(['app', 'seen']));
    for (const word of Object.values(users)) expect(String(shown)).not.toContain(word);
  },
);

test('root becomes another user by su where the platform says sudo', async () => {
  const machine = await machineOf({ login: 'root' });
  expect(await printed(machine, { username: 'app', from: ['root'], method: 'sudo' })).toEqual([
    'app',
    'seen',
  ]);
});

test('a step that is refused names its accounts, and says of the last one that it was refused', async () => {
  const machine = await machineOf();
  const wrong = { username: 'app', from: ['deploy'], method: 'su' as const };
  expect(await printed(machine, wrong, undefined, 'wrong')).toMatchObject({
    ...{ status: 'refused', key: 'machine_su_refused' },
    params: { from: 'deploy', username: 'app', method: 'su' },
  });
  const login = { username: 'app', from: ['oracle'], method: 'su' as const };
  expect(await printed(machine, login)).toMatchObject({
    ...{ status: 'failed', key: 'machine_refused', params: { username: 'oracle' } },
  });
  const hidden = { username: '-x', from: ['deploy'], method: 'sudo' as const };
  expect(await printed(machine, hidden)).toMatchObject({ key: 'machine_su_refused' });
  expect(machine.calls()).not.toContain('-x');
});

test('a password is proven by su alone, and not where nothing asks for it', async () => {
  const proves = async (machine: Machine, secret: string): Promise<string> => {
    const connection = machine.connection('app', secret);
    const switching = { method: 'su' as const, from: [machine.account('deploy')], isProof: true };
    try {
      await overSsh({ kind: 'verify_account', system: 'posix', connection, switching }, wayDeps());
      return 'ok';
    } catch (error) {
      return targetFailure(error, connection).status;
    }
  };
  const machine = await machineOf();
  expect([await proves(machine, 'app-1'), await proves(machine, 'app-2')]).toEqual(['ok', 'refused']);
  expect(await proves(await machineOf({ free: true }), 'app-2')).not.toBe('ok');
});

test('tasks of a playbook run as the account that switches, each with its own input', async () => {
  const machine = await machineOf();
  const connection = machine.connection('app');
  const switching = { method: 'sudo' as const, from: [machine.account('deploy')] };
  const target = { connection, switching } as Target;
  const playbook = createMachine(target, wayDeps());
  onTestFinished(playbook.close);
  const [inside, outside] = duplexPair();
  const said: Buffer[] = [];
  const sink = (into: Buffer[]) =>
    new Writable({
      write: (bytes: Buffer, _encoding, done) => {
        into.push(bytes);
        done();
      },
    });
  outside.end('for-the-task\n');
  let code: number | undefined;
  await playbook.run('id -un; cat', {
    ...{ input: inside, output: sink(said), errors: sink([]) },
    ended: (ended: number) => {
      code = ended;
    },
    failed: (why: string) => expect.fail(why),
    onLeft: () => undefined,
  } as never);
  expect([code, Buffer.concat(said).toString()]).toEqual([0, 'app\nfor-the-task\n']);
});
