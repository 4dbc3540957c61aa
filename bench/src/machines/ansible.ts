import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { memoryOfAll, treeOf } from '../stack.ts';
import { type Cost, costOf } from './cost.ts';
import type { Hosts } from './hosts.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Seconds of user and system time in the two lines of `times`: those of the shell, and of what it waited for. */
const processorSeconds = (told: string): number =>
  [...told.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  );

const inventoryOf = ({ addresses, port, username, keyPath, knownHosts }: Hosts): string =>
  [
    ...addresses,
    '[all:vars]',
    ...[`ansible_port=${port}`, `ansible_user=${username}`, `ansible_ssh_private_key_file=${keyPath}`],
    `ansible_ssh_common_args=-o UserKnownHostsFile=${knownHosts}`,
    'ansible_python_interpreter=/usr/bin/python3',
  ].join('\n');

/**
 * The `ansible` command, with its own defaults but for the number of forks, running a command on all hosts. Its
 * processor time leaves out that of connections that it keeps open.
 */
export const runAnsible = async (hosts: Hosts, command: string, forks: number): Promise<Cost> => {
  const home = join(hosts.folder, 'ansible');
  mkdirSync(home, { recursive: true });
  const [inventory, output] = [join(home, 'inventory'), join(home, 'output')];
  writeFileSync(inventory, inventoryOf(hosts));
  const words = ['ansible', 'all', '-i', inventory, '-m', 'shell', '-a', command, '-f', String(forks)];
  const script = `${words.map(quoted).join(' ')} >${quoted(output)} 2>&1; echo "ended with $?"; times`;
  const shell = spawn('/bin/bash', ['-c', script], {
    env: { PATH: process.env.PATH, HOME: home, LC_ALL: 'C.UTF-8' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let told = '';
  shell.stdout.setEncoding('utf8').on('data', (text: string) => {
    told += text;
  });
  const ended = once(shell, 'close');
  const cost = await costOf(async () => void (await ended), {
    used: async () => 0,
    memory: async () => memoryOfAll(await treeOf(shell.pid ?? 0)),
  });
  const lines = readFileSync(output, 'utf8');
  const done = lines.split('\n').filter((line) => line.includes('| CHANGED |')).length;
  if (!told.startsWith('ended with 0') || done !== hosts.addresses.length)
    throw new Error(`ansible: ${done} of ${hosts.addresses.length} hosts, ${told}\n${lines.slice(-2_000)}`);
  return { ...cost, processorSeconds: processorSeconds(told) };
};
