import { execFileSync } from 'node:child_process';
import { userInfo } from 'node:os';
import {
  POWERSHELL_METHOD,
  RAW_METHOD,
  SHELL_METHOD,
  STOP_WORK,
  type Target,
  WORK_WAITS,
} from '@gatehouse/contract/wire/machineWork.ts';
import { expect, onTestFinished, test } from 'vitest';
import { eventually, secretFor, withKey } from '../../gateway/test/gatewayFixture.ts';
import { passwordLogin, startSshServer } from '../../gateway/test/sshServer.ts';
import { runnerProcess } from './runnerProcess.ts';
import { targetOf } from './target.ts';

const { sshd, core, start } = runnerProcess();
const offer = (
  command: string,
  {
    connection = onHost(),
    timeout = 600,
    method = SHELL_METHOD,
    ...params
  }: Partial<Target> & { chdir?: string; prelude?: string; method?: string; values?: string[] } = {},
) => {
  const target = targetOf({
    ...{ timeout, connection },
    operation: { kind: 'run_command', method, params: { command, ...params } },
  });
  core().targets.push(target);
  core().task(WORK_WAITS, '', 'test');
  return target;
};
const onHost = () => secretFor(sshd(), { account: withKey(sshd().privateKey) });
const reportOf = ({ id }: Target) =>
  eventually(() => core().targetReports.find((report) => report.id === id));
const shownOf = ({ id }: Target) =>
  core()
    .targetOutputs.filter((output) => output.id === id)
    .map(({ text }) => text)
    .join('');
/** Processes whose command line contains this text. */
const running = (mark: string) => {
  try {
    return execFileSync('pgrep', ['-f', mark], { encoding: 'utf8' }).trim().split('\n');
  } catch {
    return [];
  }
};

test('commands run on a real host: output, exit code, folder, variables, an empty input', async () => {
  await start();
  const [good, bad, elsewhere, variable, syntax] = [
    offer('echo out; echo err >&2; cat; echo done'),
    offer('echo partly\nexit 7\necho never'),
    offer('pwd', { chdir: '/usr/lib/../bin' }),
    offer('echo "$gatehouse_1"', { prelude: "gatehouse_1='a; echo b'\n" }),
    offer('echo one; if'),
  ];
  const home = offer('pwd', { chdir: '~/.' });
  const behind = offer('sleep 20 & echo started');
  const nowhere = offer('echo never', { chdir: "/no 'such' folder" });
  const ended = await reportOf(good);
  expect(ended).toMatchObject({ status: 'ok', exit_code: 0, error: null });
  expect(ended.output.split('\n').toSorted()).toEqual(['', 'done', 'err', 'out']);
  expect(await reportOf(bad)).toMatchObject({
    ...{ status: 'failed', exit_code: 7, output: 'partly\n' },
    error: { key: 'machine_exit_code', params: { code: 7 } },
  });
  expect(await reportOf(elsewhere)).toMatchObject({ output: expect.stringMatching(/bin\n$/), exit_code: 0 });
  expect(await reportOf(variable)).toMatchObject({ output: 'a; echo b\n' });
  expect(await reportOf(syntax)).toMatchObject({ status: 'failed', exit_code: 2 });
  expect(await reportOf(home)).toMatchObject({ output: `${userInfo().homedir}\n` });
  expect(await reportOf(behind)).toMatchObject({ status: 'ok', output: 'started\n' });
  expect(await reportOf(nowhere)).toMatchObject({ status: 'failed', exit_code: expect.any(Number) });
});

test('output arrives while the command runs; Stop ends it on the host within two seconds, a time-out too', async () => {
  await start();
  const mark = `sleep 6${Math.trunc(Math.random() * 1e6)}`;
  const long = offer(`echo begun; ${mark}; echo never`);
  await eventually(() => shownOf(long) === 'begun\n');
  expect(core().targetReports).toEqual([]);
  expect(running(mark).length).toBeGreaterThan(0);
  const stopped = Date.now();
  core().task(STOP_WORK, long.work, 'admin');
  expect(await reportOf(long)).toMatchObject({ status: 'stopped', output: 'begun\n' });
  await eventually(() => running(mark).length === 0);
  expect(Date.now() - stopped).toBeLessThan(2_000);
  const late = offer(`echo begun; ${mark}`, { timeout: 1 });
  expect(await reportOf(late)).toMatchObject({
    ...{ status: 'timeout', output: 'begun\n' },
    error: { key: 'machine_timed_out' },
  });
  await eventually(() => running(mark).length === 0);
});

test('a raw command goes to the login shell as it is, with an empty input, and its code counts', async () => {
  await start();
  const raw = (command: string) => offer(command, { method: RAW_METHOD });
  const [good, bad] = [raw('cat; echo "$0"'), raw('echo partly; exit 5')];
  expect(await reportOf(good)).toMatchObject({
    ...{ status: 'ok', exit_code: 0 },
    output: expect.stringMatching(/^-?(?:\/\S+\/)?\w*sh\n$/),
  });
  expect(await reportOf(bad)).toMatchObject({ status: 'failed', exit_code: 5, output: 'partly\n' });
});

test('B-3-019 a text for PowerShell, its folder and its values are its input: no command line is too short for them, or has them', async () => {
  await start();
  const heard: { line: string; words: string[] }[] = [];
  const windows = await startSshServer({
    login: passwordLogin('s3cret'),
    exec: (channel, line) => {
      let input = '';
      channel.on('data', (data: Buffer) => {
        input += data.toString();
      });
      channel.on('end', () => {
        const words = input.split('\n').slice(0, -1);
        heard.push({ line, words: words.map((word) => Buffer.from(word, 'base64').toString()) });
        channel.write('größe\r\n');
        channel.exit(3);
        channel.end();
      });
    },
  });
  onTestFinished(windows.stop);
  const connection = secretFor(windows, { account: { secret: 's3cret' } });
  const text = `'日'; $x = "'"\n${'# long\n'.repeat(3_000)}exit 3`;
  const report = await reportOf(offer(text, { connection, method: POWERSHELL_METHOD }));
  expect(report).toMatchObject({ status: 'failed', exit_code: 3, output: 'größe\r\n' });
  const values = ["';iex 'x'", '’$(x)`"\n', ''];
  await reportOf(offer('dir', { connection, method: POWERSHELL_METHOD, chdir: "C:\\it's", values }));
  expect(heard.map(({ words }) => words)).toEqual([
    [text, ''],
    ['dir', "C:\\it's", ...values],
  ]);
  const [line = ''] = heard.map((one) => one.line);
  expect(heard[1]?.line).toBe(line);
  expect(line).toMatch(/^powershell [\w -]+ -EncodedCommand [A-Za-z0-9+/=]+$/);
  expect(line.length).toBeLessThan(8_191);
});

test('endless output of a host is cut and its command ended; other work is carried out meanwhile', async () => {
  await start();
  const [flood, quiet] = [offer('yes 0123456789'), offer('echo quiet')];
  expect(await reportOf(quiet)).toMatchObject({ status: 'ok', output: 'quiet\n' });
  const report = await reportOf(flood);
  expect(report).toMatchObject({ status: 'failed', error: { key: 'machine_too_much' } });
  expect(report.output.length).toBe(256 * 1024);
  await eventually(() => running('yes 0123456789').length === 0);
});

test('a hostile machine: escape sequences cut in pieces, no exit code, a shell that refuses', async () => {
  await start();
  const machine = await startSshServer({
    login: passwordLogin('s3cret'),
    exec: (channel) => {
      channel.write('a\u001b[3');
      channel.write('1mred\u001b]0;ti');
      setTimeout(() => {
        channel.write('tle\u0007\u0000 end');
        channel.end();
      }, 50);
    },
  });
  onTestFinished(machine.stop);
  const connection = secretFor(machine, { account: { secret: 's3cret' } });
  expect(await reportOf(offer('id', { connection }))).toMatchObject({ status: 'failed', output: 'ared end' });
  await eventually(() => machine.connections().length === 0);
  const shellless = await startSshServer({ login: passwordLogin('s3cret') });
  onTestFinished(shellless.stop);
  const refused = secretFor(shellless, { account: { secret: 's3cret' } });
  expect(await reportOf(offer('id', { connection: refused }))).toMatchObject({
    error: { key: 'machine_no_shell' },
  });
});
