import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../gateway/test/gatewayFixture.ts';
import {
  type Confinement,
  type Ended,
  findConfinement,
  newUser,
  startConfined,
} from '../src/engine/confine/confinement.ts';
import { openDoor, removeLeftDoors } from '../src/engine/confine/door.ts';
import { type Limits, usualLimits } from '../src/engine/confine/limits.ts';

let confinement: Confinement;
beforeAll(async () => {
  const found = await findConfinement();
  if (typeof found === 'string') throw new Error('This machine cannot confine programs.');
  confinement = found;
});

const begin = (script: string, { input = '', ...limits }: Partial<Limits> & { input?: string } = {}) => {
  const user = newUser(confinement);
  const run = startConfined(['/usr/bin/bash', '-c', script], { user, limits: { ...usualLimits, ...limits } });
  onTestFinished(run.end);
  run.input.end(input);
  return { ...run, user };
};
/** Runs a script to its end; returns what it printed, and how it ended. */
const run = async (...given: Parameters<typeof begin>): Promise<Ended & { printed: string }> => {
  const started = begin(...given);
  const [printed, , ended] = await Promise.all([text(started.output), text(started.errors), started.ended]);
  return { ...ended, printed };
};
/** Names of the attempts that succeeded; each is a command of the shell. */
const successes = async (attempts: Record<string, string>): Promise<string[]> => {
  const lines = Object.entries(attempts).map(
    ([name, command]) => `(${command}) >/dev/null 2>&1 && echo '${name}'`,
  );
  const { printed } = await run(`${lines.join('\n')}\necho end`);
  return printed.trim().split('\n');
};
const listening = async (path?: string): Promise<number> => {
  const server = createServer((socket) => socket.end('secret'));
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) =>
    path ? server.listen(path, resolve) : server.listen(0, '127.0.0.1', resolve),
  );
  return path ? 0 : (server.address() as AddressInfo).port;
};
const isRunning = (mark: string): boolean => {
  try {
    return execFileSync('pgrep', ['-f', mark], { encoding: 'utf8' }) !== '';
  } catch {
    return false;
  }
};

test('a confined program reaches no file, process, socket, network or user of the machine', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'runner-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'key'), 'secret', { mode: 0o644 });
  process.env.GATEHOUSE_SECRET_OF_TEST = 'secret';
  onTestFinished(() => void delete process.env.GATEHOUSE_SECRET_OF_TEST);
  const port = await listening();
  await listening(join(folder, 'socket'));
  await listening('\0gatehouse-test');
  const other = begin('echo other > own; cat');
  const pid = process.pid;
  expect(
    await successes({
      'control: own folder': 'echo x > own && test "$(cat own)" = x',
      'control: programs': 'test -x /usr/bin/env',
      environment: 'env | grep -q GATEHOUSE',
      'environment of the runner': `cat /proc/${pid}/environ`,
      'environment of any': 'cat /proc/*/environ | grep -a GATEHOUSE',
      'file of the runner': `cat ${folder}/key`,
      'file through a process': 'cat /proc/1/root/etc/shadow || ls /proc/1/root/home',
      'accounts of the machine': 'grep -q root: /etc/passwd || test -e /etc/shadow',
      'home folders': 'ls /root || ls /home || ls /var || ls /tmp',
      'programs of the administrator': 'test -n "$(ls /usr/local)"',
      'folder of another run': 'cat /proc/*/cwd/own | grep other',
      'another process': 'cat /proc/[0-9]*/comm | grep -q node',
      'signal to the runner': `kill -0 ${pid}`,
      'network of the machine': `exec 3<>/dev/tcp/127.0.0.1/${port}`,
      'any network': 'test "$(ls /sys/class/net /proc/sys/net/ipv4/conf 2>/dev/null | grep -c eth)" -gt 0',
      'socket of the runner': `test -S ${folder}/socket`,
      'socket without a file': 'grep -q gatehouse-test /proc/net/unix',
      'a change of programs': 'touch /usr/x || touch /usr/bin/x || touch /x || touch /dev/x || touch /etc/x',
      'a new user namespace': 'unshare -U true',
      mount: 'mount -t tmpfs none /run/work',
      root: 'test "$(id -u)" = 0 || su -c true || test "$(id -G)" = 0',
      'kernel settings': 'echo 1 > /proc/sys/kernel/core_pattern',
    }),
  ).toEqual(['control: own folder', 'control: programs', 'end']);
  other.end();
});

test('each run is another user, without rights on what is outside, where the runner is root', async () => {
  if (process.getuid?.() !== 0) return;
  const [first, second] = await Promise.all([run('id -u'), run('id -u')]);
  expect(first.printed).not.toBe(second.printed);
  expect(Number(first.printed)).toBeGreaterThanOrEqual(1_900_000_000);
});

test('a door leads from a run to the runner, and is gone with it', async () => {
  const user = newUser(confinement);
  const heard: string[] = [];
  const door = await openDoor(user, {
    most: 2,
    serve: (socket) => socket.on('data', (bytes) => heard.push(String(bytes))).on('end', () => socket.end()),
  });
  const started = startConfined(
    [
      '/usr/bin/perl',
      '-MIO::Socket::UNIX',
      '-e',
      'IO::Socket::UNIX->new("/run/door/socket")->print("hello")',
    ],
    { user, door: door.folder },
  );
  expect((await started.ended).code).toBe(0);
  await eventually(() => heard.join('') === 'hello');
  // Its user passes through the folder and cannot change what is in it.
  if (user) expect(statSync(door.folder)).toMatchObject({ uid: 0, mode: 0o40711 });
  const left = connect(join(door.folder, 'socket'));
  left.on('error', () => undefined).resume();
  await once(left, 'connect');
  await Promise.all([once(left, 'close'), door.close()]);
  expect(existsSync(door.folder)).toBe(false);
});

test('doors of a runner that was killed are removed, those of living runners and folders of others are not', async () => {
  const within = mkdtempSync(join(tmpdir(), 'doors-'));
  onTestFinished(() => rmSync(within, { recursive: true }));
  const alive = await openDoor(newUser(confinement), { most: 2, serve: (socket) => socket.end(), within });
  onTestFinished(() => alive.close());
  const [dead, young, foreign] = ['dead', 'young', 'foreign'].map((name) => {
    const folder = join(within, `gatehouse-run-${name}`);
    mkdirSync(folder);
    return folder;
  }) as [string, string, string];
  for (const folder of [dead, foreign])
    execFileSync('/usr/bin/perl', [
      '-MIO::Socket::UNIX',
      '-e',
      `IO::Socket::UNIX->new(Local => "${folder}/socket", Listen => 1) or die`,
    ]);
  if (process.getuid?.() === 0) chownSync(foreign, 12345, 12345);
  await removeLeftDoors(within);
  expect([dead, young, alive.folder].map(existsSync)).toEqual([false, true, true]);
  if (process.getuid?.() === 0) expect(existsSync(foreign)).toBe(true);
});

test('without a sandbox, all that a run has begun ends with it and with Stop, whatever it left its group', async () => {
  if (process.getuid?.() !== 0) return;
  const started = async (script: string) => {
    const user = newUser({ hasUsers: true });
    const door = await openDoor(user, { most: 1, serve: (socket) => socket.end() });
    onTestFinished(() => door.close());
    const one = startConfined(['/usr/bin/bash', '-c', script], { user, open: door.work });
    onTestFinished(one.end);
    for (const stream of [one.output, one.errors]) stream.resume();
    return {
      ...one,
      left: () => spawnSync('pgrep', ['-r', 'R,S,D', '-u', String(user?.uid)]).stdout.toString(),
    };
  };
  const done = await started('setsid sleep 1000 & exit 3');
  expect(await done.ended).toMatchObject({ code: 3 });
  const long = await started("trap '' TERM; setsid bash -c 'trap \"\" TERM; sleep 1000' & sleep 1000");
  await eventually(() => long.left().trim().split('\n').length >= 3);
  long.end();
  await long.ended;
  expect([done.left(), long.left()]).toEqual(['', '']);
});

test('processes, memory, files and time of a run are limited, each on its own', async () => {
  const forks = run(
    "perl -e 'for (1..200) { my $p = fork; last unless defined $p; if (!$p) { sleep 5; exit } print 1 }'",
    {
      processes: 30,
    },
  );
  const file = run('yes | head -c 3000000 > big; stat -c %s big', { file: 1_000_000 });
  const folder = run('for i in 1 2 3 4; do yes | head -c 900000 > $i; done; du -sb . | cut -f1', {
    folder: 2_000_000,
  });
  const many = run('i=0; while :; do : > $i; i=$((i+1)); done', { entries: 500 });
  const memory = run('for i in 1 2 3 4; do perl -e \'$x = "x" x 40000000; sleep 20\' & done; sleep 20', {
    memory: 60_000_000,
  });
  const one = run('x=$(yes | head -c 300000000); echo $x', { addresses: 200_000_000 });
  expect((await forks).printed.length).toBeGreaterThan(10);
  expect((await forks).printed.length).toBeLessThan(30);
  expect((await file).printed).toBe('1000000\n');
  expect(Number((await folder).printed)).toBeLessThan(2_100_000);
  expect(await many).toMatchObject({ limit: 'entries' });
  expect(await memory).toMatchObject({ limit: 'memory' });
  expect((await one).printed).toBe('');
});

test('memory that no limit counts cannot be had, neither in files without a name nor shared between processes', async () => {
  const numbers = process.arch === 'x64' ? [29, 68, 319, 425, 447] : [194, 186, 279, 425, 447];
  const calls = numbers.map(
    (number) => `print syscall(${number}, 0, 0, 0) == -1 ? int $! : 'reached', "\\n";`,
  );
  const { printed } = await run(
    `perl -e '${calls.join('')}'; cat </dev/zero 2>&1 | grep -c denied; python3 -c '
import mmap
try: mmap.mmap(-1, 4096)
except PermissionError: print("refused")
mmap.mmap(-1, 4096, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
print("own")'`,
  );
  expect(printed).toBe(`${'1\n'.repeat(numbers.length)}0\nrefused\nown\n`);
});

test('a run whose main thread has ended, and one whose last process is a zombie, are measured like others', async () => {
  const hidden = run(
    `python3 -c '
import ctypes, threading, time
kept = []
def hold():
    kept.append(b"x" * 80000000)
    time.sleep(20)
threading.Thread(target=hold).start()
ctypes.CDLL(None).pthread_exit(None)'`,
    { memory: 60_000_000 },
  );
  const zombie = run(
    `perl -e 'for (1..900) { open my $f, ">", $_ } while (1) { exit if !fork; select undef, undef, undef, 0.05 }'`,
    { entries: 500 },
  );
  expect(await hidden).toMatchObject({ limit: 'memory' });
  expect(await zombie).toMatchObject({ limit: 'entries' });
});

test('what a run has left behind ends with it, and all of it when it is ended', async () => {
  const number = 1_000_000 + Math.trunc(Math.random() * 1e6);
  // The command line of bubblewrap holds the script, but not the sum.
  const mark = `sleep ${number + 1}`;
  const sleep = `sleep $((${number} + 1))`;
  expect(await run(`setsid nohup ${sleep} </dev/null >/dev/null 2>&1 & sleep 0.2`)).toMatchObject({
    code: 0,
  });
  await eventually(() => !isRunning(mark));
  const long = begin(`trap '' TERM HUP INT; setsid ${sleep} & ${sleep}; echo never`);
  await eventually(() => isRunning(mark));
  long.end();
  long.output.resume();
  long.errors.resume();
  await long.ended;
  await eventually(() => !isRunning(mark));
  const early = Array.from({ length: 5 }, () => begin(`${sleep}`));
  for (const one of early) {
    one.output.resume();
    one.errors.resume();
    one.end();
  }
  await Promise.all(early.map(({ ended }) => ended));
  await eventually(() => !isRunning(mark));
});

test('a machine without bubblewrap confines nothing', async () => {
  expect(await findConfinement(['/usr/bin/no-such-program'])).toBe('missing');
});
