import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  echoShell,
  passwordLogin,
  type ScriptedServer,
  startSshServer,
} from '../../packages/gateway/test/sshServer.ts';
import { eventually } from '../clients/api.ts';
import { type Estate, openEstate, shown } from '../fixtures/estate.ts';
import { type Sshd, startSshd } from '../fixtures/sshd.ts';

const secret = 'hunter-2-hunter';
const oneTimeCode = '314159';

let estate: Estate;
let machine: Sshd;
let changing: Sshd;
let questioner: ScriptedServer;
let passwords: ScriptedServer;
let asset: { id: string };

const addHost = async (name: string, port: number, facts: object = {}, login: object = {}) => {
  const host = await estate.host(name, port, facts);
  await estate.account(host, machine, login);
  await estate.grant(`permission for ${name}`, [host]);
  return host;
};
const openShell = async (at = asset, options = {}) => {
  const terminal = await estate.connect({ asset: at.id, account: 'deploy' }, options);
  const { session } = await terminal.opened();
  return { terminal, id: session.session_id, session };
};
const evidenceOf = async (id: string) => {
  await eventually('the recording', async () => (await estate.session(id)).has_replay);
  const logs = await Promise.all(
    ['gateway', 'server'].map((name) => readFile(join(estate.gatehouse.home, `log/${name}.log`), 'utf8')),
  );
  return {
    shown: shown(await estate.recording(id)),
    commands: await estate.commands(id),
    logs: logs.join(''),
  };
};

beforeAll(async () => {
  [estate, machine, changing, questioner, passwords] = await Promise.all([
    openEstate(),
    startSshd(),
    startSshd(),
    startSshServer({
      login: (context) => {
        if (context.method !== 'keyboard-interactive') return context.reject(['keyboard-interactive']);
        context.prompt(
          [
            { prompt: 'Password: ', echo: false },
            { prompt: 'Verification code: ', echo: true },
          ],
          'Two steps',
          '',
          ([password, code]) =>
            password === secret && code === oneTimeCode ? context.accept() : context.reject(),
        );
      },
      shell: echoShell,
    }),
    startSshServer({ login: passwordLogin(secret), shell: echoShell }),
  ]);
  asset = await addHost('web-01', machine.port);
});
afterAll(async () => {
  passwords?.stop();
  questioner?.stop();
  await Promise.all([machine?.stop(), changing?.stop()]);
  await estate?.remove();
});

test('a user types name and password of an account that is not stored', async () => {
  const host = await estate.host('typed-01', passwords.port);
  await estate.grant('typed', [host], ['@INPUT']);
  const terminal = await estate.connect({
    asset: host.id,
    account: '@INPUT',
    input_username: 'deploy',
    input_secret: secret,
  });
  const { session } = await terminal.opened();
  await terminal.see('ready>');
  terminal.type('exit\r');
  await terminal.frame('closed');
  const evidence = await evidenceOf(session.session_id);
  expect(evidence.logs.includes(secret)).toBe(false);
  const row = (
    await estate.admin.call<{ account: string; account_id: string }>(
      'GET',
      `/api/v1/terminal/sessions/${session.session_id}/`,
    )
  ).body;
  expect(row).toMatchObject({ account: '@INPUT(deploy)', account_id: '@INPUT' });
});

test('a wrong password may be retyped, and the final refusal names the asset', async () => {
  const host = (await estate.admin.call<{ id: string }[]>('GET', '/api/v1/assets/hosts/?name=typed-01'))
    .body[0]!;
  const wish = { asset: host.id, account: '@INPUT', input_username: 'deploy', input_secret: 'wrong' };
  const terminal = await estate.connect(wish);
  const prompt = await terminal.frame('prompt');
  expect(prompt).toMatchObject({ kind: 'password', host: 'typed-01', username: 'deploy' });
  terminal.say({ type: 'answer', id: prompt.id, answers: [secret] });
  await terminal.opened();
  terminal.close();
  const stored = await addHost(
    'stored-01',
    passwords.port,
    {},
    { secret_type: 'password', secret: 'outdated' },
  );
  const refused = await estate.connect({ asset: stored.id, account: 'deploy' });
  expect(await refused.frame('closed')).toMatchObject({
    reason: 'auth_failed',
    params: { host: 'stored-01' },
  });
});

test('a session logs in with a private key that has a passphrase', async () => {
  const locked = join(estate.gatehouse.home, 'locked_key');
  const run = promisify(execFile);
  await run('cp', [machine.private_key_path, locked]);
  await run('ssh-keygen', ['-q', '-p', '-P', '', '-N', 'open sesame', '-f', locked]);
  const host = await addHost(
    'locked-01',
    machine.port,
    {},
    {
      secret: await readFile(locked, 'utf8'),
      passphrase: 'open sesame',
    },
  );
  const { terminal } = await openShell(host);
  terminal.type('echo in-$((40+2))\n');
  await terminal.see('in-42');
  terminal.close();
});

test('questions of the asset go to the user, and the answers are not recorded', async () => {
  const host = await addHost('steps-01', questioner.port, {}, { secret_type: 'password', secret: 'x' });
  const terminal = await estate.connect({ asset: host.id, account: 'deploy' });
  const prompt = await terminal.frame('prompt');
  expect(prompt).toMatchObject({
    kind: 'keyboard_interactive',
    title: 'Two steps',
    fields: [
      { text: 'Password: ', echo: false },
      { text: 'Verification code: ', echo: true },
    ],
  });
  terminal.say({ type: 'answer', id: prompt.id, answers: [secret, oneTimeCode] });
  const { session } = await terminal.opened();
  await terminal.see('ready>');
  terminal.type('exit\r');
  await terminal.frame('closed');
  const evidence = await evidenceOf(session.session_id);
  expect((evidence.shown + evidence.logs).includes(secret)).toBe(false);
  expect(evidence.shown).not.toContain(oneTimeCode);
});

test('an asset in a zone is reached through the gateway asset that answers', async () => {
  const domain = await estate.create('/api/v1/assets/domains/', { name: 'dmz' });
  const gateway = async (name: string, port: number) => {
    const made = await estate.create('/api/v1/assets/gateways/', {
      name,
      address: '127.0.0.1',
      platform: { name: 'Gateway' },
      domain: domain.id,
      protocols: [{ name: 'ssh', port }],
    });
    await estate.account(made, machine);
  };
  // Nothing listens on port 1.
  await gateway('jump-dead', 1);
  await gateway('jump-alive', changing.port);
  await estate.admin.call('PATCH', `/api/v1/assets/hosts/${asset.id}/`, { domain: domain.id });
  // The jump host accepts another key than the asset.
  const gateways = (
    await estate.admin.call<{ id: string; name: string }[]>('GET', '/api/v1/assets/gateways/')
  ).body;
  const alive = gateways.find((row) => row.name === 'jump-alive')!;
  const accounts = (
    await estate.admin.call<{ id: string }[]>('GET', `/api/v1/accounts/accounts/?asset=${alive.id}`)
  ).body;
  await estate.admin.call('PATCH', `/api/v1/accounts/accounts/${accounts[0]!.id}/`, {
    secret: changing.private_key,
  });
  const { terminal, session } = await openShell();
  expect(session.gateway).toBe('jump-alive');
  terminal.type('echo behind-$((40+2))\n');
  await terminal.see('behind-42');
  terminal.close();
  await estate.admin.call('PATCH', `/api/v1/assets/hosts/${asset.id}/`, { domain: null });
});

test('an asset with a changed host key is refused until an administrator accepts it', async () => {
  const host = await addHost('changing-01', changing.port, {}, { secret: changing.private_key });
  const first = await openShell(host);
  // The notice may arrive after the shell, for which openShell waits.
  expect(await first.terminal.frame('notice')).toMatchObject({ code: 'host_key_recorded' });
  first.terminal.close();
  await first.terminal.frame('closed');
  await changing.changeHostKey();
  const refused = await estate.connect({ asset: host.id, account: 'deploy' });
  const closed = await refused.frame('closed');
  expect(closed).toMatchObject({ reason: 'host_key_changed', params: { host: 'changing-01' } });
  const keys = await estate.admin.call<{ id: string; fingerprint: string; is_active: boolean }[]>(
    'GET',
    `/api/v1/terminal/host-keys/?asset=${host.id}`,
  );
  const shownKey = keys.body.find((key) => !key.is_active);
  expect(shownKey?.fingerprint).toBe(closed.params.fingerprint);
  const accepted = await estate.admin.call('POST', `/api/v1/terminal/host-keys/${shownKey?.id}/accept/`);
  expect(accepted.status, accepted.text).toBe(200);
  (await openShell(host)).terminal.close();
});

test('an asset that speaks GBK is displayed, typed to and recorded in Unicode', async () => {
  const platform = await estate.create('/api/v1/assets/platforms/', {
    name: 'Linux-GBK',
    category: 'host',
    type: 'linux',
    charset: 'gbk',
    protocols: [{ name: 'ssh', port: 22, primary: true, required: true, default: true, public: true }],
  });
  const host = await addHost('gbk-01', machine.port, { platform: platform.id });
  const { terminal, id, session } = await openShell(host);
  expect(session.charset).toBe('gbk');
  terminal.type(`${String.raw`printf '\xc4\xe3\xba\xc3\n'`}\n`);
  await terminal.see('你好\r\n');
  terminal.type("echo rea''dy; od -An -tx1\n");
  await terminal.see('ready\r\n');
  terminal.type('好\n');
  terminal.type('\u0004');
  await terminal.see('ba c3 0a');
  terminal.type('exit\n');
  await terminal.frame('closed');
  expect((await evidenceOf(id)).shown).toContain('你好');
});

test('sizes, pasted blocks and any script reach the shell, in several tabs that do not disturb each other', async () => {
  const tabs = await Promise.all([80, 100, 120].map((cols) => openShell(asset, { cols, rows: 25 })));
  for (const [index, { terminal }] of tabs.entries()) {
    terminal.type('stty size\n');
    await terminal.see(`25 ${80 + 20 * index}`);
    terminal.say({ type: 'resize', cols: 90 + index, rows: 40 });
    terminal.type(`stty size; echo tab-${index}\n`);
    await terminal.see(`40 ${90 + index}`);
  }
  const { terminal, id } = tabs[0]!;
  terminal.type('\u001b[200~echo one-$((1+1))\necho zwei-größe-$((2+2))-你好-👍\u001b[201~');
  await terminal.see('👍');
  expect(terminal.text()).not.toContain('one-2');
  terminal.type('\r');
  await terminal.see('zwei-größe-4-你好-👍');
  for (const [index, tab] of tabs.entries())
    for (const other of [0, 1, 2]) expect(tab.terminal.text().includes(`tab-${other}`)).toBe(other === index);
  terminal.type('exit\r');
  await terminal.frame('closed');
  expect((await evidenceOf(id)).shown).toContain('zwei-größe-4-你好-👍');
  for (const tab of tabs.slice(1)) tab.terminal.close();
});

test('a page that reconnects gets exactly the bytes it missed, a reloaded one the painted screen', async () => {
  const { terminal } = await openShell();
  terminal.type('for i in $(seq 1 20); do echo line-$i; sleep 0.05; done; echo all-$((40+2))\n');
  await terminal.see('line-3\r\n');
  const [seen, from] = [terminal.text(), terminal.received()];
  expect(await terminal.reload(from)).toMatchObject({ type: 'resumed', offset: from, repaint: false });
  await terminal.see('all-42');
  const lines = [...(seen + terminal.text()).matchAll(/line-(\d+)\r\n/g)].map(([, number]) => Number(number));
  expect(lines).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  expect(await terminal.reload(null)).toMatchObject({ type: 'resumed', repaint: true });
  await terminal.see('all-42');
  terminal.type('echo new-page-$((40+2))\n');
  await terminal.see('new-page-42');
  terminal.close();
});

test('what is typed without echo is in no recording, no command list and no log', async () => {
  const hidden = 'never-to-be-seen-4711';
  const { terminal, id } = await openShell();
  await terminal.see('$ ');
  terminal.type("read -rsp 'Pass''word for box: ' word; echo; wc -c <<<$word\n");
  await terminal.see('Password for box: ');
  terminal.type(`${hidden}\n`);
  await terminal.see(`${hidden.length + 1}\r\n`);
  terminal.type('echo shown-$((40+2))\n');
  await terminal.see('shown-42');
  terminal.type('exit\n');
  expect((await terminal.frame('closed')).reason).toBe('shell_exit');
  const evidence = await evidenceOf(id);
  await eventually('the commands', async () => (await estate.commands(id)).length >= 2);
  expect(evidence.shown).toContain('shown-42');
  const everything = evidence.shown + JSON.stringify(await estate.commands(id)) + evidence.logs;
  expect(everything.includes(hidden)).toBe(false);
});

test('the session of an asset that goes down ends with that reason', async () => {
  const { terminal, id } = await openShell();
  terminal.type('echo last-$((40+2))\n');
  await terminal.see('last-42');
  await machine.killSessions();
  expect((await terminal.frame('closed')).reason).toBe('target_gone');
  expect((await evidenceOf(id)).shown).toContain('last-42');
});
