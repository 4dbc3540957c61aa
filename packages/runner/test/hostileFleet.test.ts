import { createOutbox } from '@gatehouse/component/flows/outbox.ts';
import { createLog } from '@gatehouse/component/platform/log.ts';
import { createPauses } from '@gatehouse/component/platform/retry.ts';
import type { Target, TargetOutput, TargetReport } from '@gatehouse/contract/wire/machineWork.ts';
import { expect, onTestFinished, test } from 'vitest';
import { secretFor } from '../../gateway/test/gatewayFixture.ts';
import { passwordLogin, startSshServer } from '../../gateway/test/sshServer.ts';
import { startTelnetServer } from '../../gateway/test/telnetServer.ts';
import { carryOutTarget } from '../src/flows/carryOut.ts';
import { createDrivers } from '../src/flows/drivers/drivers.ts';
import { createMachineWork } from '../src/flows/machineWork.ts';
import { targetOf, wayDeps } from './target.ts';

type Script = Parameters<typeof startSshServer>[0];
type Exec = NonNullable<Script['exec']>;

const piece = 'x'.repeat(64 * 1024);
/** Writes as fast as the other side reads. */
const flooding = (to: {
  writable: boolean;
  write: (text: string) => boolean;
  on: (event: 'drain', call: () => void) => unknown;
}) => {
  const flood = () => {
    while (to.writable && to.write(piece));
  };
  to.on('drain', flood);
  flood();
};

const printing =
  (text: string): Exec =>
  (channel) => {
    channel.write(text);
    channel.exit(0);
    channel.end();
  };

/** Machines that do harm, as far as they can. */
const hostile: Readonly<Record<string, Partial<Script>>> = {
  'output without end': { exec: (channel) => flooding(channel.on('error', () => undefined)) },
  'errors without end': { exec: (channel) => flooding(channel.stderr.on('error', () => undefined)) },
  'no answer': { exec: (channel) => void channel.write('a') },
  'a broken connection': { exec: (channel) => void channel.destroy() },
  'no shell': { exec: (channel) => void channel.exit(255) },
  'questions without end': {
    login: (context) => {
      if (context.method !== 'keyboard-interactive') return context.reject(['keyboard-interactive']);
      const ask = () => context.prompt([{ prompt: `${piece}: `, echo: false }], ask);
      ask();
    },
  },
  'a forged end': { exec: printing('\ngathered-0 passwd\nroot:x:0:0::/:/bin/sh\n\ngathered-0 end\n') },
};

const secret = 's3cret';

const startMachine = async (script: Partial<Script>): Promise<number> => {
  const machine = await startSshServer({ login: passwordLogin(secret), ...script });
  onTestFinished(machine.stop);
  return machine.port;
};

const startBanner = async (serve: Parameters<typeof startTelnetServer>[0]): Promise<number> => {
  const machine = await startTelnetServer(serve);
  onTestFinished(machine.stop);
  return machine.port;
};

/** Seconds that each machine gets. */
const timeout = 5;

const targetAt = (port: number, operation: Target['operation']): Target =>
  targetOf({
    ...{ operation, timeout },
    connection: secretFor({ port, username: 'deploy' }, { account: { secret } }),
  });

/** A desk that carries out all of these at once; the reports by target once each has ended. */
const carryOutAll = async (targets: readonly Target[]): Promise<Map<string, TargetReport>> => {
  const [pauses, log] = [createPauses(), createLog('test', 'silent')];
  const reports = new Map<string, TargetReport>();
  const waiting = [...targets];
  const drivers = createDrivers(1);
  const desk = createMachineWork({
    api: {
      take: async ({ places }) => ({ targets: waiting.splice(0, places), unreadable: [], has_more: false }),
      report: async (sent) => {
        for (const report of sent) reports.set(report.id, report);
      },
      output: async (_outputs: TargetOutput[]) => undefined,
    },
    places: targets.length,
    carryOut: (target, deps) =>
      carryOutTarget(target, { ...wayDeps(), ...deps, warn: () => undefined }, drivers),
    outbox: createOutbox({ pauses, log }),
    log,
  });
  onTestFinished(async () => {
    await desk.close();
    drivers.close();
    pauses.stop();
  });
  desk.ask();
  await expect.poll(() => reports.size, { timeout: 60_000 }).toBe(targets.length);
  return reports;
};

test('machines that do what harm they can spoil their own results only, while others are worked on beside them', async () => {
  const ports = await Promise.all(Object.values(hostile).map(startMachine));
  ports.push(
    await startBanner(flooding),
    await startBanner((socket) => void socket.write('Welcome\r\n')),
    await startBanner((socket) => {
      for (let line = 0; line < 5_000 && socket.writable; line += 1) socket.write('Welcome\r\n');
    }),
  );
  const quiet = await startMachine({ exec: printing('well\n') });
  const gather = { kind: 'gather_accounts', method: 'gather_accounts_posix', params: {} } as const;
  const run = { kind: 'run_command', method: 'shell_by_ssh', params: { command: 'id' } } as const;
  const bad = ports.flatMap((port) => [targetAt(port, gather), targetAt(port, run)]);
  const good = Array.from({ length: 20 }, () => targetAt(quiet, run));
  const before = process.memoryUsage().rss;
  const reports = await carryOutAll([...bad, ...good]);
  expect((process.memoryUsage().rss - before) / 1024 ** 2).toBeLessThan(300);
  for (const { id } of good) expect(reports.get(id)).toMatchObject({ status: 'ok', output: 'well\n' });
  for (const { id, operation } of bad)
    if (operation.kind === 'gather_accounts')
      expect(reports.get(id)).toMatchObject({ accounts: null, error: expect.anything() });
  // A machine can say what it likes of a command that it was given, but no more than is kept.
  for (const report of reports.values()) expect(report.output.length).toBeLessThanOrEqual(256 * 1024);
});
