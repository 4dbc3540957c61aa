import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  findSshd,
  type LoopbackMachine,
  type MachineFacts,
  startLoopbackMachine,
} from '../engine/loopbackMachine.ts';
import type { Terminal } from '../platform/terminal.ts';

/**
 * Starts the loopback host of the demo, where this computer has an OpenSSH server; returns a function that
 * stops it.
 */
export const openDemoMachine = async (home: string, terminal: Terminal): Promise<() => Promise<void>> => {
  const folder = join(home, 'demo');
  await mkdir(folder, { recursive: true, mode: 0o711 });
  const facts = join(folder, 'machine.json');
  // The demo data knows the host by its port, so the port is kept.
  const before = await readFile(facts, 'utf8').then(
    (text) => JSON.parse(text) as MachineFacts,
    () => undefined,
  );
  const sshd = await findSshd();
  if (!sshd) {
    await rm(facts, { force: true });
    terminal.say(
      'demo',
      'no OpenSSH server here, so the demo has no machine to connect to (Debian: openssh-server)',
    );
    return async () => undefined;
  }
  let machine: LoopbackMachine;
  try {
    machine = await startLoopbackMachine({ sshd, folder, port: before?.port });
  } catch (error) {
    terminal.say('demo', `no machine to connect to: ${(error as Error).message}`);
    return async () => undefined;
  }
  const { host, port, username, private_key_path } = machine;
  await writeFile(facts, `${JSON.stringify({ host, port, username, private_key_path }, null, 2)}\n`, {
    mode: 0o600,
  });
  terminal.say('demo', `a machine to connect to: ssh://${username}@${host}:${port}`);
  return machine.stop;
};
