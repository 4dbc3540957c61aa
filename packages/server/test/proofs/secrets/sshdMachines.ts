import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import ssh2 from 'ssh2';
import { expect, onTestFinished } from 'vitest';
import { freePort } from '../../servers/installation.ts';
import { pause } from './faults.ts';
import type { Machine, Reach } from './modelMachine.ts';
import { type Link, startRelay } from './relay.ts';

const [sshd, bwrap] = ['/usr/sbin/sshd', '/usr/bin/bwrap'];
/** Users of the machines; no user of the system has these numbers. */
const firstUser = 70_000;
/** What programs that sign in, and change passwords, read. */
const kept = [
  ...['ld.so.cache', 'ld.so.conf', 'ld.so.conf.d', 'login.defs', 'nsswitch.conf', 'pam.conf', 'pam.d'],
  ...['security', 'shells', 'localtime', 'environment', 'hosts', 'host.conf', 'profile'],
];

/** A world of its own in which the files of users and passwords are those of the test. */
const worldIn = (etc: string) => [
  ...['--dev-bind', '/', '/', '--bind', etc, '/etc', '--tmpfs', '/run', '--dir', '/run/sshd'],
  ...['--tmpfs', '/var/log', '--die-with-parent', '--'],
];

/** Whether this machine can give OpenSSH users of its own: that takes root and bubblewrap. */
export const canHaveUsers = (): boolean =>
  userInfo().uid === 0 && existsSync(sshd) && spawnSync(bwrap, [...worldIn('/etc'), 'true']).status === 0;

type User = { name: string; secret: string };

const writeUsers = (etc: string, users: readonly User[]): void => {
  for (const name of kept)
    if (existsSync(`/etc/${name}`))
      cpSync(`/etc/${name}`, join(etc, name), { recursive: true, dereference: true });
  const lines = users.map(({ name }, at) => `${name}:x:${firstUser + at}:${firstUser}::/:/bin/sh`);
  const daemon = 'sshd:x:69999:65534::/run/sshd:/usr/sbin/nologin';
  writeFileSync(join(etc, 'passwd'), ['root:x:0:0::/:/bin/sh', daemon, ...lines, ''].join('\n'));
  writeFileSync(join(etc, 'group'), `root:x:0:\nnogroup:x:65534:\nusers:x:${firstUser}:\n`);
  const names = ['root', 'sshd', ...users.map(({ name }) => name)];
  writeFileSync(join(etc, 'shadow'), names.map((name) => `${name}:*:20000:0:99999:7:::\n`).join(''), {
    mode: 0o600,
  });
};

/** An OpenSSH server with users of its own; returns its port. */
const startSshd = async (root: string, users: readonly User[]): Promise<number> => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-users-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  const etc = join(folder, 'etc');
  mkdirSync(etc);
  writeUsers(etc, users);
  const input = [{ name: 'root', secret: root }, ...users].map(({ name, secret }) => `${name}:${secret}\n`);
  execFileSync(bwrap, [...worldIn(etc), 'chpasswd'], { input: input.join('') });
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, 'host')]);
  const port = await freePort();
  const config = [
    ...[`Port ${port}`, 'ListenAddress 127.0.0.1', `HostKey ${join(folder, 'host')}`, 'UsePAM no'],
    ...[
      'PermitRootLogin yes',
      'PasswordAuthentication yes',
      'StrictModes no',
      'MaxStartups 500',
      'PidFile none',
    ],
    ...['PrintMotd no', 'PrintLastLog no'],
  ];
  writeFileSync(join(folder, 'config'), config.join('\n'));
  const args = [...worldIn(etc), sshd, '-D', '-e', '-f', join(folder, 'config')];
  const child = spawn(bwrap, args, { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  await expect.poll(() => signsIn(port, 'root', root)).toBe(true);
  return port;
};

/** Whether a user can sign in with a password. */
const signsIn = (port: number, username: string, password: string): Promise<boolean> =>
  new Promise((resolve) => {
    const client = new ssh2.Client();
    const end = (isIn: boolean) => {
      client.end();
      resolve(isIn);
    };
    client.on('ready', () => end(true)).on('error', () => end(false));
    client.connect({ host: '127.0.0.1', port, username, password, readyTimeout: 60_000 });
  });

/** Longest time after which a change that its machine carries out may be befallen, in milliseconds. */
const changeMs = 400;

const startMachine = async (
  { port, root, account }: { port: number; root: string; account: string },
  reach: Reach,
): Promise<Machine> => {
  let [phase, connections] = ['change' as 'change' | 'search', 0];
  // What goes on inside is not seen: a change is befallen at any moment of it.
  const change = async (link: Link) => {
    await pause(0, changeMs);
    if (!link.isOpen()) return;
    link.hold();
    await reach(account, 'asked');
    link.release();
  };
  const relay = await startRelay({ port, host: '127.0.0.1' }, async (link) => {
    connections += 1;
    if (phase === 'search') return connections === 1 ? reach(account, 'searched') : undefined;
    if (connections === 1) {
      await reach(account, 'signing in');
      link.ended(() => void reach(account, 'set'));
      void change(link);
    } else if (connections === 2) await reach(account, 'proving');
  });
  return {
    ...{ account, root, relay },
    begin: (as) => {
      [phase, connections] = [as, 0];
    },
    isBusy: () => relay.links().length > 0,
    accepts: (secret) => signsIn(port, account, secret),
  };
};

/** Machines of one OpenSSH server, each with a relay and an account of its own. */
export const startSshdMachines = async (
  { accounts, secret, root }: { accounts: readonly string[]; secret: string; root: string },
  reach: Reach,
): Promise<Machine[]> => {
  if (accounts.length === 0) return [];
  const port = await startSshd(
    root,
    accounts.map((name) => ({ name, secret })),
  );
  return Promise.all(accounts.map((account) => startMachine({ port, root, account }, reach)));
};
