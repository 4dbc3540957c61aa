import { readdirSync } from 'node:fs';
import { STOP_WORK, type Target, WORK_WAITS } from '@gatehouse/contract/wire/machineWork.ts';
import { expect, onTestFinished, test } from 'vitest';
import { eventually, secretFor, withKey } from '../../gateway/test/gatewayFixture.ts';
import { passwordLogin, startSshServer } from '../../gateway/test/sshServer.ts';
import { runnerProcess } from './runnerProcess.ts';
import { targetOf } from './target.ts';

const { sshd, core, home, start } = runnerProcess();
const offer = (connection: Target['connection'], operation: Partial<Target['operation']> = {}) => {
  const target = targetOf({
    ...{ timeout: 600, connection },
    operation: { kind: 'ping', method: 'posix_ping', params: {}, ...operation },
  });
  core().targets.push(target);
  core().task(WORK_WAITS, '', 'test');
  return target;
};
const reportOf = ({ id }: Target) =>
  eventually(() => core().targetReports.find((report) => report.id === id));

test('a runner takes what waits, carries it out on a real host, and keeps nothing on disk', async () => {
  await start();
  const connection = secretFor(sshd(), { account: withKey(sshd().privateKey) });
  const [ping, facts, unknown] = [
    offer(connection),
    offer(connection, { kind: 'gather_facts', method: 'gather_facts_posix' }),
    offer(connection, { method: 'ping_by_rdp' }),
  ];
  expect(await reportOf(ping)).toMatchObject({ status: 'ok', error: null });
  expect(await reportOf(facts)).toMatchObject({ facts: { cpu_vcpus: expect.any(String) } });
  expect(await reportOf(unknown)).toMatchObject({
    status: 'unsupported',
    error: { key: 'machine_method_unsupported', params: { method: 'ping_by_rdp' } },
  });
  expect(readdirSync(home())).toEqual(['keys']);
  await eventually(() => core().heartbeats.length > 0);
});

/** A machine that accepts commands and never ends them. */
const hangingMachine = async () => {
  let commands = 0;
  const machine = await startSshServer({
    login: passwordLogin('s3cret'),
    exec: () => {
      commands += 1;
    },
  });
  onTestFinished(machine.stop);
  return { ...machine, commands: () => commands };
};

test('a runner killed midway comes back as the same component, says that it holds nothing, and repeats nothing', async () => {
  const machine = await hangingMachine();
  const first = await start();
  offer(secretFor(machine, { account: { secret: 's3cret' } }));
  await eventually(() => machine.commands() === 1);
  const before = core().takes.at(-1);
  first.kill('SIGKILL');
  await eventually(() => core().components.size === 0);
  const asked = core().takes.length;
  await start();
  await eventually(() => core().takes.length > asked);
  expect(core().takes.at(-1)).toMatchObject({ holding: [] });
  expect(core().takes.at(-1)?.date_started).not.toBe(before?.date_started);
  expect([core().registrations.length, machine.commands(), core().targetReports]).toEqual([1, 1, []]);
});

test('Stop ends the targets of a work, and SIGTERM those of all', async () => {
  const machine = await hangingMachine();
  const child = await start();
  const connection = secretFor(machine, { account: { secret: 's3cret' } });
  const [one, other] = [offer(connection), offer(connection)];
  await eventually(() => machine.commands() === 2);
  core().task(STOP_WORK, one.work, 'admin');
  expect(await reportOf(one)).toMatchObject({ status: 'stopped' });
  expect(core().targetReports).toHaveLength(1);
  await eventually(() => machine.connections().length === 1);
  child.kill('SIGTERM');
  expect(await reportOf(other)).toMatchObject({ status: 'stopped' });
  await eventually(() => child.exitCode === 0);
});
