import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../launcher/test/freePort.ts';

/** A real MariaDB on loopback, in a temporary folder. */
export type Mariadb = { port: number; username: string; password: string; stop: () => void };

const program = '/usr/sbin/mariadbd';
const tables = ['mysql_system_tables.sql', 'mysql_system_tables_data.sql'].map(
  (name) => `/usr/share/mysql/${name}`,
);
/** Maximum time until the server answers; allows for a busy machine. */
const patienceMs = 60_000;
const [username, password] = ['app', "it's s3cret"];

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', () => resolve(true)).once('error', () => resolve(false));
    socket.once('close', () => resolve(false)).unref();
    setTimeout(() => socket.destroy(), 5_000).unref();
  });

export const startMariadb = async (): Promise<Mariadb> => {
  const folder = mkdtempSync(join(tmpdir(), 'runner-mariadb-'));
  const data = join(folder, 'data');
  mkdirSync(data);
  const common = ['--no-defaults', `--datadir=${data}`, `--user=${userInfo().username}`];
  const small = ['--innodb-log-file-size=4M', '--innodb-buffer-pool-size=8M'];
  const input = [
    ...['create database mysql;', 'use mysql;'],
    ...tables.map((path) => readFileSync(path, 'utf8')),
    'flush privileges;',
    `create user '${username}'@'%' identified by '${password.replaceAll("'", "''")}';`,
    `grant all on *.* to '${username}'@'%' with grant option;`,
  ].join('\n');
  execFileSync(program, [...common, ...small, '--bootstrap'], { input, stdio: ['pipe', 'ignore', 'ignore'] });
  const port = await freePort();
  const listening = ['--bind-address=127.0.0.1', `--port=${port}`, `--socket=${join(folder, 'socket')}`];
  const child = spawn(program, [...common, ...small, ...listening], { stdio: 'ignore' });
  process.once('exit', () => child.kill('SIGKILL'));
  for (const deadline = Date.now() + patienceMs; !(await answers(port)); ) {
    if (Date.now() > deadline || child.exitCode !== null) throw new Error('MariaDB did not start');
    await sleep(100);
  }
  return {
    ...{ port, username, password },
    stop: () => {
      child.once('exit', () => rmSync(folder, { recursive: true, force: true }));
      child.kill('SIGKILL');
    },
  };
};
