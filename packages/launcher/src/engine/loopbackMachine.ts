import { execFile, spawn } from 'node:child_process';
import { access, chmod, chown, constants, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { answers, tryBind } from '../platform/address.ts';
import { nobody } from './postgres/account.ts';
import { tether } from './tether.ts';

const execute = promisify(execFile);
const daemonPlaces = ['/usr/sbin/sshd', '/usr/local/sbin/sshd', '/usr/bin/sshd'];
const sftpPlaces = [
  '/usr/lib/openssh/sftp-server',
  '/usr/libexec/openssh/sftp-server',
  '/usr/lib/ssh/sftp-server',
];
const startPatienceMs = 20_000;

/** How to reach a loopback machine. */
export interface MachineFacts {
  host: string;
  port: number;
  username: string;
  private_key_path: string;
}

/** A real OpenSSH server on this computer, for trying things out. */
export interface LoopbackMachine extends MachineFacts {
  pid: number;
  hostKeyPath: string;
  stop: () => Promise<void>;
}

/** The OpenSSH server of this computer, if any. */
export const findSshd = (): Promise<string | undefined> => firstThatRuns(daemonPlaces);

const firstThatRuns = async (paths: readonly string[]): Promise<string | undefined> => {
  for (const path of paths) {
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
};

const freePort = async (preferred: number | undefined): Promise<number> => {
  for (const port of [preferred ?? 0, 0]) {
    const bound = await tryBind({ host: '127.0.0.1', port });
    if ('port' in bound) return bound.port;
  }
  throw new Error('no loopback port is free');
};

export interface MachineOptions {
  sshd: string;
  /** Keys and settings of the host; the same folder gives the same keys. */
  folder: string;
  /** The preferred port. */
  port?: number;
  /** Lines of sshd_config that precede, and so override, ours. */
  settings?: string[];
}

/** Starts an OpenSSH server reachable only from this computer, with its own keys, in one folder. */
export const startLoopbackMachine = async (options: MachineOptions): Promise<LoopbackMachine> => {
  const { sshd, folder } = options;
  await mkdir(join(folder, 'home'), { recursive: true, mode: 0o711 });
  const isRoot = process.getuid?.() === 0;
  const username = isRoot ? await loginOfRootsMachine() : userInfo().username;
  const hostKeyPath = await key(join(folder, 'host_key'));
  const privateKeyPath = await key(join(folder, 'client_key'));
  await writeFile(join(folder, 'authorized_keys'), await readFile(`${privateKeyPath}.pub`), { mode: 0o644 });
  const shell = isRoot ? await layDownShell(folder) : undefined;
  if (isRoot) await mkdir('/run/sshd', { recursive: true, mode: 0o755 });
  const port = await freePort(options.port);
  const configPath = join(folder, 'sshd_config');
  const settings = await settingsOf({ folder, port, hostKeyPath, username, shell });
  await writeFile(configPath, [...(options.settings ?? []), ...settings, ''].join('\n'), { mode: 0o600 });

  const child = spawn(sshd, ['-D', '-e', '-f', configPath], {
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-2_000);
  });
  const release = child.pid ? tether(child.pid, {}) : () => undefined;
  const exited = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  }).then(release);
  const at = { host: '127.0.0.1', port };
  const deadline = Date.now() + startPatienceMs;
  while (!(await answers(at))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`sshd did not start: ${errors.trim()}`);
    }
    await sleep(30);
  }
  const stop = async () => {
    endGroup(child.pid!);
    await exited;
  };
  return { ...at, username, private_key_path: privateKeyPath, pid: child.pid!, hostKeyPath, stop };
};

const settingsOf = async (at: {
  folder: string;
  port: number;
  hostKeyPath: string;
  username: string;
  shell?: string;
}) => [
  `Port ${at.port}`,
  'ListenAddress 127.0.0.1',
  `HostKey ${at.hostKeyPath}`,
  `AuthorizedKeysFile ${join(at.folder, 'authorized_keys')}`,
  `PidFile ${join(at.folder, 'sshd.pid')}`,
  `AllowUsers ${at.username}`,
  'PermitRootLogin prohibit-password',
  'PasswordAuthentication no',
  'KbdInteractiveAuthentication no',
  'UsePAM no',
  'StrictModes no',
  'MaxStartups 200',
  'MaxSessions 200',
  'LogLevel ERROR',
  // Bash reads ~/.bashrc for commands over SSH unless another shell runs above it: that file belongs to the
  // owner of this computer and may take minutes.
  'SetEnv SHLVL=1',
  `Subsystem sftp ${at.shell ? await firstThatRuns(sftpPlaces) : 'internal-sftp'}`,
  ...(at.shell ? [`ForceCommand ${at.shell}`] : []),
];

const key = async (path: string): Promise<string> => {
  if (await readFile(`${path}.pub`).catch(() => undefined)) return path;
  await rm(path, { force: true });
  await execute('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'gatehouse', '-f', path]);
  await chmod(path, 0o600);
  return path;
};

/** An account that can log in to root's host: sshd refuses locked ones and checks the login shell. */
const loginOfRootsMachine = async (): Promise<string> => {
  const shadow = (await readFile('/etc/shadow', 'utf8').catch(() => '')).split('\n');
  const isLocked = (name: string) => shadow.some((line) => line.startsWith(`${name}:!`));
  for (const line of (await readFile('/etc/passwd', 'utf8')).split('\n')) {
    const [name, , , , , , shell] = line.split(':');
    if (name && /\/(ba|da|z|k)?sh$/.test(shell ?? '') && !isLocked(name)) return name;
  }
  throw new Error('no account of this machine can log in over SSH');
};

/** Root's loopback host must not give out root: every command over it runs as nobody. */
const layDownShell = async (folder: string): Promise<string> => {
  const home = join(folder, 'home');
  const { uid, gid } = await nobody();
  await chown(home, uid, gid);
  const path = join(folder, 'shell');
  const drop = `exec setpriv --reuid ${uid} --regid ${gid} --clear-groups --no-new-privs`;
  const environment = `env -i HOME="$PWD" PATH=/usr/local/bin:/usr/bin:/bin LANG=C.UTF-8 TERM="$TERM" PS1='demo:\\w\\$ '`;
  const script = `#!/bin/sh
cd '${home}' 2>/dev/null || cd /
if [ -n "$SSH_ORIGINAL_COMMAND" ]; then ${drop} ${environment} /bin/sh -c "$SSH_ORIGINAL_COMMAND"; fi
${drop} ${environment} /bin/bash --norc -i
`;
  await writeFile(path, script, { mode: 0o755 });
  return path;
};

const endGroup = (pid: number) => {
  try {
    process.kill(-pid, 'SIGTERM');
  } catch {
    // gone already
  }
};
