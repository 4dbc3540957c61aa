import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { RUN_TASK } from '@gatehouse/contract/wire/terminal.ts';
import { expect, onTestFinished, test } from 'vitest';
import { eventually, secretFor, withKey } from '../../gateway/test/gatewayFixture.ts';
import { passwordLogin, startSshServer } from '../../gateway/test/sshServer.ts';
import { runnerProcess } from './runnerProcess.ts';

const { sshd, core, home, start } = runnerProcess();
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
const order = (secret: ReturnType<typeof secretFor>) => core().task(RUN_TASK, core().offer(secret), 'test');
const onlySession = () => [...core().sessions.values()][0];
const ended = () => eventually(() => onlySession()?.is_finished === true && onlySession());
const runFiles = () => readdirSync(join(home(), 'runs'));

test('the runner registers, sends heartbeats, and runs id on a real host', async () => {
  await start();
  expect(core().registrations).toMatchObject([
    { type: 'celery', name: expect.stringMatching(/^\[Runner\]-/) },
  ]);
  await eventually(() => core().heartbeats.length > 0);
  const task = order(secretFor(sshd(), { account: withKey(sshd().privateKey) }));
  expect(await ended()).toMatchObject({ type: 'command', is_success: true, has_command: true });
  const [command] = core().commandsOf(onlySession()?.id ?? '');
  expect(command).toMatchObject({ input: 'id', output: expect.stringMatching(/^uid=\d+\(/) });
  await eventually(() => core().finishedTasks.includes(task));
  await eventually(() => runFiles().length === 0);
});

test('a refused login fails the run without asking the user', async () => {
  await start();
  const machine = await startSshServer({ login: passwordLogin('another') });
  onTestFinished(machine.stop);
  order(secretFor(machine, { account: { secret: 's3cret' } }));
  expect(await ended()).toMatchObject({ is_success: false, has_command: false });
});

test('a run killed midway is marked and not repeated', async () => {
  const machine = await hangingMachine();
  const first = await start();
  order(secretFor(machine, { account: { secret: 's3cret' } }));
  await eventually(() => machine.commands() === 1);
  first.kill('SIGKILL');
  await eventually(() => core().components.size === 0);
  expect([onlySession()?.is_finished, runFiles()]).toEqual([undefined, [onlySession()?.id]]);
  await start();
  expect(await ended()).toMatchObject({ is_success: false });
  await eventually(() => runFiles().length === 0);
  expect([core().sessions.size, machine.commands(), core().registrations.length]).toEqual([1, 1, 1]);
});

test('an administrator ends a run, and so does SIGTERM', async () => {
  const machine = await hangingMachine();
  const child = await start();
  for (const end of [
    () => core().task('kill_session', onlySession()?.id ?? '', 'admin'),
    () => child.kill('SIGTERM'),
  ]) {
    core().sessions.clear();
    const before = machine.commands();
    order(secretFor(machine, { account: { secret: 's3cret' } }));
    await eventually(() => machine.commands() === before + 1);
    end();
    expect(await ended()).toMatchObject({ is_success: false });
  }
});

test('a repeated task does not run again', async () => {
  await start();
  const token = core().offer(secretFor(sshd(), { account: withKey(sshd().privateKey) }));
  core().task(RUN_TASK, token, 'test');
  core().task(RUN_TASK, token, 'test');
  await ended();
  await eventually(() => core().finishedTasks.length === 2);
  expect(core().sessions.size).toBe(1);
});
