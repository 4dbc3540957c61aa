import { setTimeout as sleep } from 'node:timers/promises';
import type { Terminal } from '../../../e2e/clients/terminal.ts';
import { echoShell, passwordLogin, startSshServer } from '../../../packages/gateway/test/sshServer.ts';
import type { Installation } from '../installation.ts';
import { memoryOf } from '../memory.ts';
import type { Measure } from '../report.ts';

const atOnce = 8;

/** Memory of the gateway per idle recorded session; fails unless a sample of the sessions still answers. */
export const measureIdle = async (installation: Installation, many: number): Promise<Measure[]> => {
  const secret = 'idle-Sessions-1';
  const machine = await startSshServer({ login: passwordLogin(secret), shell: echoShell });
  const open = await installation.addMachine({
    port: machine.port,
    username: machine.username,
    secret,
    secretType: 'password',
  });
  const gateway = await installation.gatehouse.pidOf('gateway');
  const first = await open();
  await sleep(3000);
  const before = await memoryOf(gateway);
  const terminals: Terminal[] = [];
  while (terminals.length < many)
    terminals.push(...(await Promise.all(Array.from({ length: atOnce }, () => open()))));
  await sleep(10_000);
  const each = ((await memoryOf(gateway)) - before) / terminals.length;
  const sample = terminals.filter((_, at) => at % 50 === 0);
  for (const terminal of sample) {
    terminal.type('still-here');
    await terminal.see('still-here');
  }
  for (const terminal of [first, ...terminals]) terminal.close();
  await sleep(2000);
  machine.stop();
  return [
    {
      what: `memory of one of ${terminals.length} recorded idle sessions on a gateway`,
      unit: 'kB',
      values: [each],
      budget: { max: 500 },
    },
  ];
};
