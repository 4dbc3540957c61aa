import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../launcher/test/freePort.ts';

const program = '/usr/bin/redis-server';
/** Maximum time until the server answers; allows for a busy machine. */
const patienceMs = 60_000;
const [username, password] = ['boss', "it's s3cret"];
const hash = createHash('sha256').update(password).digest('hex');
const users = [
  `user default on #${hash} ~* &* +@all`,
  `user ${username} on #${hash} ~* &* +@all`,
  'user idle off',
  'user open on nopass ~* -@all',
];

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.once('data', () => resolve(true)).once('error', () => resolve(false));
    socket.once('close', () => resolve(false)).unref();
    setTimeout(() => socket.destroy(), 5_000).unref();
  });

/** A real Redis on loopback that keeps its users in a file of their own, in its configuration, or nowhere. */
export const startRedis = async (keeping: 'aclfile' | 'config' | 'nowhere') => {
  const folder = mkdtempSync(join(tmpdir(), 'runner-redis-'));
  const port = await freePort();
  const [config, aclfile] = [join(folder, 'redis.conf'), join(folder, 'users.acl')];
  const listening = [`port ${port}`, 'bind 127.0.0.1', `dir ${folder}`, 'save ""'];
  writeFileSync(aclfile, `${users.join('\n')}\n`);
  const of = { aclfile: [`aclfile ${aclfile}`], config: users, nowhere: [] }[keeping];
  writeFileSync(config, `${[...listening, ...of].join('\n')}\n`);
  const line = [...listening, ...users].flatMap((one) => {
    const [name = '', ...words] = one.replace('""', '').split(' ');
    return [`--${name}`, ...words];
  });
  const start = async () => {
    const child = spawn(program, keeping === 'nowhere' ? line : [config], { stdio: 'ignore' });
    for (const deadline = Date.now() + patienceMs; !(await answers(port)); ) {
      if (Date.now() > deadline || child.exitCode !== null) throw new Error('Redis did not start');
      await sleep(20);
    }
    return child;
  };
  let child = await start();
  const end = () =>
    new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.kill('SIGKILL');
    });
  process.once('exit', () => child.kill('SIGKILL'));
  return {
    place: { protocol: 'redis', port, username, password },
    folder,
    restart: async () => {
      await end();
      child = await start();
    },
    stop: async () => {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
