import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isAlive } from '../../test/processes.ts';
import { findSshd, type LoopbackMachine, startLoopbackMachine } from './loopbackMachine.ts';

const sshd = await findSshd();
let folder: string;
let machine: LoopbackMachine;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-test-'));
  await chmod(folder, 0o711);
  if (sshd) machine = await startLoopbackMachine({ sshd, folder });
});
afterAll(async () => {
  await machine?.stop();
  await rm(folder, { recursive: true, force: true });
});

const overSsh = async (program: 'ssh' | 'sftp', flags: string[], args: string[]) => {
  const quiet = [
    'StrictHostKeyChecking=no',
    'UserKnownHostsFile=/dev/null',
    'LogLevel=ERROR',
    'BatchMode=yes',
  ];
  const options = [...quiet, `IdentityFile=${machine.private_key_path}`, `Port=${machine.port}`];
  const settings = options.flatMap((option) => ['-o', option]);
  const target = `${machine.username}@${machine.host}`;
  return (
    await promisify(execFile)(program, ['-F', 'none', ...settings, ...flags, target, ...args])
  ).stdout.trim();
};

test.runIf(sshd)('the key of the machine opens a shell, but not as root', async () => {
  expect(await overSsh('ssh', [], ['echo over $((40 + 2)); id -u'])).toMatch(/^over 42\n[1-9]\d*$/);
});

test.runIf(sshd)('the machine transfers files', async () => {
  const [source, batch] = ['here.txt', 'batch'].map((name) => join(folder, name)) as [string, string];
  await writeFile(source, 'carried over');
  await writeFile(batch, `put ${source} there.txt\nget there.txt ${source}.back\n`);
  await overSsh('sftp', ['-b', batch], []);
  expect(await readFile(`${source}.back`, 'utf8')).toBe('carried over');
});

test.runIf(sshd)('a machine restarted in its folder is the same host', async () => {
  await machine.stop();
  expect(isAlive(machine.pid)).toBe(false);
  const second = await startLoopbackMachine({ sshd: sshd!, folder, port: machine.port });
  expect(second).toMatchObject({ port: machine.port, username: machine.username });
  machine = second;
  expect(await overSsh('ssh', [], ['echo here'])).toBe('here');
});
