import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../launcher/test/freePort.ts';

/** A real OpenSSH server on loopback for the user running the tests, with a generated key. */
export type Sshd = {
  port: number;
  username: string;
  privateKey: string;
  /** The same key with the passphrase `open sesame`. */
  lockedKey: string;
  home: string;
  stop: () => void;
};

const SSHD = '/usr/sbin/sshd';

/** Maximum time until the server answers; allows for a busy machine. */
const startPatienceMs = 60_000;

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', () => resolve(true)).once('error', () => resolve(false));
    socket.once('close', () => resolve(false)).unref();
    setTimeout(() => socket.destroy(), 5_000).unref();
  });

const keygen = (path: string, type: string, passphrase = '') => {
  execFileSync('ssh-keygen', [
    '-q',
    '-t',
    type,
    '-N',
    passphrase,
    '-f',
    path,
    ...(type === 'rsa' ? ['-b', '2048'] : []),
  ]);
};

/** The start of the prompt of the shell that the server starts. */
export const PROMPT = 'tester@box:';

const RC = `PS1='tester@box:\\W\\$ '
HISTFILE=
bind 'set enable-bracketed-paste on'
alias ls='ls --color=never'
cd "$HOME"
`;

export const startSshd = async (
  folder: string,
  hostKeyType = 'ed25519',
  options: { anyCommand?: boolean } = {},
): Promise<Sshd> => {
  const home = join(folder, 'home');
  mkdirSync(home, { recursive: true });
  // OpenSSH requires this folder when root starts it.
  if (userInfo().uid === 0 && !existsSync('/run/sshd')) mkdirSync('/run/sshd', { mode: 0o755 });
  keygen(join(folder, 'host'), hostKeyType);
  keygen(join(folder, 'user'), 'ed25519');
  writeFileSync(join(folder, 'locked'), readFileSync(join(folder, 'user')), { mode: 0o600 });
  execFileSync('ssh-keygen', ['-q', '-p', '-P', '', '-N', 'open sesame', '-f', join(folder, 'locked')]);
  writeFileSync(join(folder, 'rc'), RC);
  const port = await freePort();
  const config = join(folder, 'config');
  writeFileSync(
    config,
    [
      `Port ${port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${join(folder, 'host')}`,
      `AuthorizedKeysFile ${join(folder, 'user.pub')}`,
      `PidFile ${join(folder, 'pid')}`,
      'UsePAM no',
      'StrictModes no',
      'PermitRootLogin yes',
      'PasswordAuthentication no',
      'AllowTcpForwarding yes',
      'MaxStartups 500',
      'Subsystem sftp internal-sftp',
      // Otherwise the first shell under sshd would read the .bashrc of the user running the tests and wait
      // for it.
      'SetEnv SHLVL=1',
      ...(options.anyCommand
        ? []
        : [
            `ForceCommand cd ${home}; exec env -i HOME=${home} PATH=$PATH TERM=$TERM LANG=C.UTF-8 bash --rcfile ${join(folder, 'rc')} -i`,
          ]),
    ].join('\n'),
  );
  const child = spawn(SSHD, ['-D', '-e', '-f', config], { stdio: 'ignore' });
  process.once('exit', () => child.kill('SIGKILL'));
  for (const deadline = Date.now() + startPatienceMs; !(await answers(port)); ) {
    if (Date.now() > deadline || child.exitCode !== null) throw new Error('sshd did not start');
    await sleep(100);
  }
  return {
    port,
    username: userInfo().username,
    privateKey: readFileSync(join(folder, 'user'), 'utf8'),
    lockedKey: readFileSync(join(folder, 'locked'), 'utf8'),
    home,
    stop: () => {
      child.kill('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
