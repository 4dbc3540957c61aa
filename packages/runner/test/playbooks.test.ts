import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { PLAYBOOK_METHOD, STOP_WORK, type Target, WORK_WAITS } from '@gatehouse/contract/wire/machineWork.ts';
import { expect, test } from 'vitest';
import { eventually, secretFor, withKey } from '../../gateway/test/gatewayFixture.ts';
import type { TargetFailure } from '../src/engine/targetFailure.ts';
import { createPlaybooks } from '../src/flows/playbooks/playbooks.ts';
import { runnerProcess } from './runnerProcess.ts';
import { targetOf, wayDeps } from './target.ts';

const { sshd, core, start } = runnerProcess();
type Given = { params?: Record<string, unknown>; timeout?: number };

/** The targets of a run of a playbook: machines with these names, all of which are the same host. */
const targetsFor = (
  files: Record<string, string>,
  names: readonly string[],
  { params = {}, timeout = 600 }: Given = {},
) => {
  const work = crypto.randomUUID();
  const sent = Object.entries(files).map(([path, text]) => ({
    path,
    content: Buffer.from(text).toString('base64'),
  }));
  core().playbookFiles.splice(0, core().playbookFiles.length, ...sent);
  const targets = names.map((name): Target => {
    const connection = secretFor(sshd(), { account: withKey(sshd().privateKey) });
    return targetOf({
      ...{ work, timeout },
      operation: { kind: 'run_command', method: PLAYBOOK_METHOD, params },
      connection: { ...connection, asset: { ...connection.asset, name } },
    });
  });
  return targets;
};
const offer = (...given: Parameters<typeof targetsFor>) => {
  const targets = targetsFor(...given);
  core().targets.push(...targets);
  core().task(WORK_WAITS, '', 'test');
  return targets;
};
const reportOf = ({ id }: Target) =>
  eventually(() => core().targetReports.find((report) => report.id === id));
const reportsOf = (targets: readonly Target[]) => Promise.all(targets.map(reportOf));
const shownOf = ({ id }: Target) =>
  core()
    .targetOutputs.filter((output) => output.id === id)
    .map(({ text }) => text)
    .join('');

const work = `- hosts: all
  gather_facts: false
  tasks:
    - name: greet
      command: {argv: [echo, "{{ jms_asset.name }} {{ greeting }} {{ inventory_hostname }}"]}
    - name: write
      copy: {content: "a\\nb\\n", dest: "/tmp/{{ mark }}-{{ inventory_hostname }}"}
    - name: read
      slurp: {src: "/tmp/{{ mark }}-{{ inventory_hostname }}"}
      register: found
    - name: say
      debug: {msg: "{{ found.content | b64decode | trim }}"}
    - name: once
      command: echo only
      run_once: true
    - import_tasks: tasks/fail.yml
`;
const fail = `- name: fail on one
  command: sh -c 'echo reason >&2; exit 3'
  when: inventory_hostname == 'DB_2'
- name: clean up
  file: {path: "/tmp/{{ mark }}-{{ inventory_hostname }}", state: absent}
`;

test('a playbook runs on its machines over the runner’s own connections, each with its output and its outcome', async () => {
  await start();
  const mark = crypto.randomUUID();
  const evil = '{{ lookup("pipe", "id") }}';
  const targets = offer({ 'main.yml': work, 'tasks/fail.yml': fail }, ['web 1', 'db', 'DB'], {
    params: { variables: { 'jms_asset.name': evil }, parameters: { greeting: `"; ${evil}`, mark } },
  });
  const [web, db, other] = await reportsOf(targets);
  const text = (name: string) =>
    `TASK [greet] changed\n${evil} "; ${evil} ${name}\nTASK [write] changed\nTASK [read] ok\nTASK [say] ok\na\nb\n`;
  expect(web?.output).toContain(text('web_1'));
  expect(db).toMatchObject({ status: 'ok', exit_code: 0, error: null });
  expect(other).toMatchObject({
    ...{ status: 'failed', exit_code: 2 },
    error: { key: 'machine_playbook_failed', params: { count: 1 } },
  });
  expect(other?.output).toMatch(/TASK \[fail on one\] failed\n(.|\n)*reason/);
  expect(
    [web, db, other].filter((report) => report?.output.includes('TASK [once] changed\nonly')),
  ).toHaveLength(1);
  expect(web?.output).toMatch(/TASK \[clean up\] changed\nRECAP ok=6 changed=4 unreachable=0 failures=0/);
});

const own = (playbook: string, more: Partial<Target> = {}): Target =>
  targetOf({
    ...{ timeout: 600, switching: null },
    connection: secretFor(sshd(), { account: withKey(sshd().privateKey) }),
    operation: {
      ...{ kind: 'ping', method: 'playbook_7' },
      params: { playbook, parameters: { mark: '{{ 1 + 1 }}' } },
    },
    ...more,
  });

test('a method of an administrator succeeds or fails on each machine; a new secret reaches it and nothing else', async () => {
  await start();
  const file = `/tmp/${crypto.randomUUID()}`;
  const test = (command: string) => `- hosts: all\n  gather_facts: false\n  tasks:\n    - raw: ${command}\n`;
  const secret = `it's {{ 2 }} ${crypto.randomUUID()}`;
  const good = own(test('\'test "{{ params.mark }}" = "{{ "{{ 1 + 1 }}" }}" || true\''));
  const bad = own(test("'exit 3'"));
  const change = own(test(`"printf %s {{ account.secret | quote }} > ${file}; cat ${file}"`), {
    change: {
      ...{ username: 'nosuch', secret_type: 'password', secret, old_secret: null },
      ...{ key: null, switching: null },
    },
  });
  change.operation.kind = 'change_secret';
  core().targets.push(good, bad, change);
  core().task(WORK_WAITS, '', 'test');
  const [fine, failed, changed] = await reportsOf([good, bad, change]);
  expect(fine).toMatchObject({ status: 'ok' });
  expect(failed).toMatchObject({ status: 'failed', error: { key: 'machine_playbook_failed' } });
  // The machine has no such user, so the proof fails; what the playbook printed is told without the secret.
  expect(changed).toMatchObject({ holds: null });
  expect(readFileSync(file, 'utf8')).toBe(secret);
  rmSync(file);
  expect(changed?.output).toContain('***');
  expect(JSON.stringify([changed, core().targetOutputs])).not.toContain(secret.slice(-36));
});

test('a new secret goes to no playbook that is not confined', async () => {
  const playbooks = createPlaybooks({
    ...{ files: async () => [], places: 1, mayBeOpen: true, isRoot: true, program: '/bin/true' },
    find: async () => 'missing' as const,
  });
  const change = { username: 'a', secret_type: 'password' as const, secret: 's', old_secret: null };
  const target = own('- hosts: all', { change: { ...change, key: null, switching: null } });
  const deps = { signal: new AbortController().signal } as never;
  await expect(playbooks.carryOutMethod(target, deps)).rejects.toMatchObject({
    ...{ status: 'unsupported', key: 'machine_no_confinement' },
  });
});

/** Each attempt says `reached` with its name if it reaches what it must not. */
const attack = `- hosts: all
  gather_facts: false
  vars:
    secret: "{{ lookup('env', 'GATEHOUSE_BOOTSTRAP_TOKEN') }}"
    files: "{{ lookup('pipe', 'cat /proc/*/environ /root/.ssh/* /etc/shadow /tmp/*/keys/runner.json 2>/dev/null; true') }}"
    net: "{{ lookup('url', 'http://127.0.0.1:CORE/', errors='ignore') }}"
  tasks:
    - debug: {msg: "lookups:{{ secret }}|{{ 'GATEHOUSE' in files or 'access_key' in files or 'root:' in files }}|{{ net }}|"}
    - delegate_to: neighbour
      command: echo reached neighbour
      ignore_errors: true
      ignore_unreachable: true
    - delegate_to: 127.0.0.1
      vars: {ansible_connection: local, ansible_python_interpreter: /usr/bin/python3}
      shell: 'id -u; hostname; (exec 3<>/dev/tcp/127.0.0.1/CORE) && echo reached core; ls /tmp /root /home; true'
      args: {executable: /bin/bash}
    - connection: ssh
      vars: {ansible_host: 127.0.0.1, ansible_port: SSHD}
      command: echo reached by another connection
      ignore_errors: true
      ignore_unreachable: true
    - command: echo {{ said | default('no plugin') }}
`;
const files = () => ({
  'main.yml': attack.replaceAll('CORE', new URL(core().url).port).replaceAll('SSHD', String(sshd().port)),
  'ansible.cfg': '[defaults]\ncallback_plugins = ./evil\nstdout_callback = minimal\ntransport = local\n',
  'callback_plugins/evil.py':
    'import os\nfrom ansible.plugins.callback import CallbackBase\nclass CallbackModule(CallbackBase):\n    CALLBACK_NAME = "evil"\n    CALLBACK_TYPE = "notification"\n    def v2_playbook_on_start(self, playbook):\n        os.write(1, b\'{"host": "stranger", "text": "reached stranger"}\\n{"host"\\n\')\n        os.kill(1, 9)\n',
});

test('a playbook that tries reaches neither the runner, nor its files, secrets and network, nor other machines', async () => {
  await start();
  const [target] = offer(files(), ['one']);
  const report = await reportOf(target as Target);
  expect(report.output).not.toMatch(/reached \w+\n/);
  expect(report.output).toContain('lookups:|False|');
  expect(report.output).toMatch(/is no machine of this run/);
  expect(report.output).toMatch(/TASK \[shell\] changed\n19\d{8}\nrun\n/);
  expect(report.output).toContain('no plugin');
  expect(report.status).toBe('ok');
});

test('Stop ends a playbook in the midst of a task, a time-out too; a broken playbook says why; one without plays for a machine is told', async () => {
  await start();
  const long =
    '- hosts: all\n  gather_facts: false\n  tasks:\n    - command: echo begun\n    - command: sleep 120\n';
  const targets = offer({ 'main.yml': long }, ['a', 'b']);
  await eventually(() => targets.every((target) => shownOf(target).includes('begun')));
  const stopped = Date.now();
  core().task(STOP_WORK, targets[0]?.work ?? '', 'admin');
  for (const report of await reportsOf(targets)) expect(report.status).toBe('stopped');
  // e2e/tests/gatewayFlood.test.ts has the machine to itself and holds the limit of two seconds.
  expect(Date.now() - stopped).toBeLessThan(60_000);
  const late = offer({ 'main.yml': long }, ['c'], { timeout: 1 });
  expect((await reportsOf(late))[0]).toMatchObject({
    status: 'timeout',
    error: { key: 'machine_timed_out' },
  });
  const broken = await reportsOf(offer({ 'main.yml': '- hosts: all\n  tasks: [{nonsense: 1}]\n' }, ['d']));
  expect(broken[0]).toMatchObject({ status: 'failed', error: { key: 'machine_playbook_ended' } });
  expect(broken[0]?.output).toMatch(/nonsense/);
  const none = await reportsOf(offer({ 'main.yml': '- hosts: web\n  tasks: []\n' }, ['e']));
  expect(none[0]).toMatchObject({ status: 'failed', error: { key: 'machine_playbook_none' } });
});

test('without Ansible or bubblewrap playbooks are refused; allowed to run without confinement, they are limited and leave nothing', async () => {
  const book = `- hosts: all
  gather_facts: false
  tasks:
    - command: echo reached {{ jms_asset.name }}
    - delegate_to: localhost
      shell: id -u; pwd
`;
  const variables = { 'jms_asset.name': 'web-1' };
  const [target] = targetsFor({ 'main.yml': book }, ['one'], { params: { variables } }) as [Target];
  const attempt = async (given: Partial<Parameters<typeof createPlaybooks>[0]>) => {
    let printed = '';
    const files = async () => core().playbookFiles;
    const playbooks = createPlaybooks({ files, places: 1, find: async () => 'missing', ...given });
    const outcome = await playbooks
      .carryOut(
        target,
        wayDeps({
          print: (text) => {
            printed += text;
          },
        }),
      )
      .catch((error: TargetFailure) => error.key);
    return { outcome, ability: await playbooks.ability(), printed };
  };
  expect(await attempt({})).toMatchObject({ outcome: 'machine_no_confinement', ability: 'no_confinement' });
  expect(await attempt({ program: '/usr/bin/no-such-program' })).toMatchObject({
    ...{ outcome: 'machine_no_ansible', ability: 'no_ansible' },
  });
  const open = await attempt({ mayBeOpen: true });
  expect(open).toMatchObject({ outcome: { exit_code: 0 }, ability: 'unconfined' });
  expect(open.printed).toContain('reached web-1\n');
  const [, user, folder = ''] = /TASK \[shell\] changed\n(\d+)\n(\S+)\n/.exec(open.printed) ?? [];
  if (process.getuid?.() === 0) expect(Number(user)).toBeGreaterThan(1_900_000_000);
  expect(folder).toContain('/gatehouse-run-');
  await eventually(() => !existsSync(dirname(dirname(folder))));
});
