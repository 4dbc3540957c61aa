import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../packages/launcher/test/freePort.ts';

/** OpenSSH servers on addresses of loopback, for the user who measures. */
export type Hosts = {
  addresses: readonly string[];
  port: number;
  username: string;
  /** File with the key that signs in, and its text. */
  keyPath: string;
  privateKey: string;
  /** File with the keys of all hosts, as clients of OpenSSH read it. */
  knownHosts: string;
  folder: string;
  stop: () => void;
};

const sshd = '/usr/sbin/sshd';
/** Most addresses on which one OpenSSH server listens. */
const perServer = 16;
const startMs = 60_000;

const addressOf = (at: number): string => `127.20.${1 + Math.floor(at / 250)}.${1 + (at % 250)}`;

const answers = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, host);
    socket.once('data', () => resolve(true)).once('error', () => resolve(false));
    socket.once('close', () => resolve(false)).setTimeout(5_000, () => socket.destroy());
    socket.once('data', () => socket.destroy());
  });

const keygen = (path: string): void =>
  void execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', path]);

const configFor = (addresses: readonly string[], port: number, folder: string): string =>
  [
    ...addresses.map((address) => `ListenAddress ${address}:${port}`),
    ...[`HostKey ${join(folder, 'host')}`, `AuthorizedKeysFile ${join(folder, 'user.pub')}`, 'PidFile none'],
    ...['UsePAM no', 'StrictModes no', 'PermitRootLogin yes', 'PasswordAuthentication no'],
    ...['MaxStartups 1000', 'MaxSessions 50', 'PrintMotd no', 'PrintLastLog no'],
  ].join('\n');

/** Starts as many hosts as wanted, sixteen in each process of OpenSSH. */
export const startHosts = async (many: number): Promise<Hosts> => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-hosts-'));
  if (userInfo().uid === 0 && !existsSync('/run/sshd')) mkdirSync('/run/sshd', { mode: 0o755 });
  for (const name of ['host', 'user']) keygen(join(folder, name));
  const port = await freePort();
  const addresses = Array.from({ length: many }, (_, at) => addressOf(at));
  const servers = Array.from({ length: Math.ceil(many / perServer) }, (_, at) => {
    const config = join(folder, `config-${at}`);
    writeFileSync(config, configFor(addresses.slice(at * perServer, (at + 1) * perServer), port, folder));
    return spawn(sshd, ['-D', '-e', '-f', config], { stdio: 'ignore' });
  });
  const stop = () => {
    for (const server of servers) server.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', stop);
  for (let at = 0; at < many; at += perServer)
    for (const deadline = Date.now() + startMs; !(await answers(addressOf(at), port)); await sleep(50))
      if (Date.now() > deadline) throw new Error('sshd did not start');
  const key = readFileSync(join(folder, 'host.pub'), 'utf8').split(' ').slice(0, 2).join(' ');
  const knownHosts = join(folder, 'known_hosts');
  writeFileSync(knownHosts, addresses.map((address) => `[${address}]:${port} ${key}\n`).join(''));
  const keyPath = join(folder, 'user');
  const privateKey = readFileSync(keyPath, 'utf8');
  return { addresses, port, username: userInfo().username, keyPath, privateKey, knownHosts, folder, stop };
};
