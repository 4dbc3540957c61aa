import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Sshd, startSshd } from '../../../../gateway/test/sshd.ts';
import { OTHER_ORG_ID } from '../../../test/api.ts';
import { estateOf } from '../../../test/estate.ts';
import { createMfaPeople, password } from '../../../test/mfa.ts';
import { type Browser, startServer } from '../../../test/signedIn.ts';
import { openSsh, type ShownKey, type SshFailure } from '../../platform/ssh/openSsh.ts';
import { commandLine, remoteOf } from './remote.ts';

let machine: Sshd;
let server: Awaited<ReturnType<typeof startServer>>;
let admin: Browser;
let base: string;
let gateway: { id: string };
beforeAll(async () => {
  machine = await startSshd(await mkdtemp(join(tmpdir(), 'gatehouse-tools-')), 'ed25519', {
    anyCommand: true,
  });
  await writeFile(join(machine.home, 'wait.sh'), 'echo $$\nexec sleep 300\n');
  server = await startServer();
  base = await server.app.listen({ host: '127.0.0.1', port: 0 });
  admin = await server.admin();
  gateway = await makeGateway('gw-1', machine.port, machine.privateKey);
});
afterAll(async () => {
  await server.stop();
  machine.stop();
});

const makeGateway = async (name: string, port: number, privateKey?: string): Promise<{ id: string }> => {
  const zone = await admin.post('/api/v1/assets/domains/', { name: `zone of ${name}` });
  expect(zone.status, zone.text).toBe(201);
  const made = await admin.post('/api/v1/assets/gateways/', {
    name,
    address: '127.0.0.1',
    platform: { name: 'Gateway' },
    domain: (zone.json as { id: string }).id,
    protocols: [{ name: 'ssh', port }],
  });
  expect(made.status, made.text).toBe(201);
  const { id } = made.json as { id: string };
  if (privateKey) {
    const account = await admin.post('/api/v1/accounts/accounts/', {
      name: 'hop',
      username: machine.username,
      asset: id,
      secret_type: 'ssh_key',
      secret: privateKey,
    });
    expect(account.status, account.text).toBe(201);
  }
  return { id };
};

const cookieOf = (browser: Browser) =>
  [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

const open = (browser: Browser, frame: object) => {
  const socket = new WebSocket(`${base.replace('http', 'ws')}/ws/setting/tools/`, {
    headers: { cookie: cookieOf(browser) },
  });
  socket.on('open', () => socket.send(JSON.stringify(frame)));
  socket.on('error', () => undefined);
  return socket;
};
/** What a run said until its end. */
const use = (browser: Browser, frame: object) =>
  new Promise<string>((resolve) => {
    const socket = open(browser, frame);
    let said = '';
    socket.on('message', (data) => {
      said += (JSON.parse(String(data)) as { msg: string }).msg;
    });
    socket.on('close', () => resolve(said));
  });

const place = () => ({
  host: '127.0.0.1',
  port: machine.port,
  username: machine.username,
  secret: { privateKey: machine.privateKey },
  knownTypes: [],
  isTrusted: async () => true,
});
const signal = () => new AbortController().signal;
/** The remote machine, for as long as the work takes. */
const onMachine = async <T>(work: (remote: ReturnType<typeof remoteOf>) => Promise<T>): Promise<T> => {
  const client = await openSsh(place(), signal());
  try {
    return await work(remoteOf(client, signal()));
  } finally {
    client.destroy();
  }
};

test('a program runs on the machine with exactly the words it is given', async () => {
  const words = ['%s,', 'src', '(', 'fe80::1', '8000-8010', 'a=b,c'];
  const lines: string[] = [];
  const ended = await onMachine(({ run }) =>
    run('printf', { args: words, signal: signal(), onLine: (line) => void lines.push(line) }),
  );
  expect([lines, ended]).toEqual([['src,(,fe80::1,8000-8010,a=b,c,'], { code: 0 }]);
});

test.each([
  "'",
  '$(id)',
  '`id`',
  '; id',
  'a b',
  '\n',
  '!',
  '\\',
  '*',
  '~',
  '&',
  '|',
  '<',
  '>',
  '"',
  '#',
  '',
  'ü',
])('a word with %j is not sent to any shell', (word) => {
  expect(() => commandLine('ping', [word])).toThrow('cannot be sent');
});

test('exit codes arrive, and a program that is not there is told apart from one that fails', async () => {
  const run = (program: string, ...args: string[]) =>
    onMachine((remote) => remote.run(program, { args, signal: signal(), onLine: () => undefined }));
  expect(await run('false')).toEqual({ code: 1 });
  expect(await run('no-such-program')).toEqual({ missing: true });
});

test('the end of a command that arrives together with its start is not lost', async () => {
  const channel = Object.assign(new PassThrough(), { stderr: new PassThrough() });
  const exec = (_command: string, began: (error: undefined, channel: unknown) => void) => {
    began(undefined, channel);
    channel.emit('exit', 3);
    channel.end('done\n');
    channel.stderr.end();
  };
  const lines: string[] = [];
  const remote = remoteOf({ exec } as never, signal());
  const onLine = (line: string) => void lines.push(line);
  expect(await remote.run('env', { args: [], signal: signal(), onLine })).toEqual({ code: 3 });
  expect(lines).toEqual(['done']);
});

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('stopping a run ends the program on the machine, also where the whole connection is gone', async () => {
  for (const how of ['stop', 'cut'] as const) {
    const client = await openSsh(place(), signal());
    const abort = new AbortController();
    let pid = 0;
    const running = remoteOf(client, abort.signal)
      .run('env', {
        args: ['sh', join(machine.home, 'wait.sh')],
        signal: abort.signal,
        onLine: (line) => {
          pid = Number(line);
        },
      })
      .catch((error: unknown) => error);
    await expect.poll(() => pid).toBeGreaterThan(0);
    expect(isAlive(pid)).toBe(true);
    if (how === 'stop') abort.abort();
    else client.destroy();
    await expect.poll(() => isAlive(pid)).toBe(false);
    const ended = await running;
    if (how === 'cut') expect(ended).toMatchObject({ reason: 'unreachable', detail: 'closed' });
    client.destroy();
  }
});

test('a host key that is not trusted ends the login before the account is named', async () => {
  const met: ShownKey[] = [];
  const isTrusted = async (key: ShownKey) => {
    met.push(key);
    return false;
  };
  const refused = await openSsh({ ...place(), isTrusted }, signal()).catch((error: SshFailure) => error);
  expect(refused).toMatchObject({ reason: 'hostKey', detail: met[0]?.fingerprint });
  const wrong = await openSsh({ ...place(), username: 'nobody-here' }, signal()).catch((error) => error);
  expect(wrong).toMatchObject({ reason: 'login' });
  const gone = await openSsh({ ...place(), port: 1 }, signal()).catch((error) => error);
  expect(gone).toMatchObject({ reason: 'unreachable', detail: 'ECONNREFUSED' });
  const cloud = await openSsh({ ...place(), host: '169.254.169.254' }, signal()).catch((error) => error);
  expect(cloud).toMatchObject({ reason: 'unreachable', detail: 'REFUSED_HOST' });
});

test('S6 telnet opens its connection from the chosen gateway, and the run is in the operate log by the gateway', async () => {
  const greeter = createServer((socket) => socket.end('220 mail.example ready\r\n')).listen(0, '127.0.0.1');
  await once(greeter, 'listening');
  const { port } = greeter.address() as AddressInfo;
  const said = await use(admin, {
    tool_type: 'telnet',
    dest_ips: 'localhost,169.254.169.254',
    dest_port: port,
    gateway: gateway.id,
  });
  greeter.close();
  expect(said).toContain('Through the gateway gw-1\r\n');
  expect(said).toContain('must not be asked: 169.254.169.254\r\n');
  expect(said).toMatch(
    new RegExp(`127.0.0.1:${port} is open \\(\\d+ ms\\)\r\nGreeting: 220 mail.example ready`),
  );
  const closed = { tool_type: 'telnet', dest_ips: '127.0.0.1', dest_port: 1, gateway: gateway.id };
  expect(await use(admin, closed)).toContain('127.0.0.1:1 cannot be reached ECONNREFUSED');
  const { rows } = await server.pool.query(
    "select resource, resource_id from audits_operatelog where resource like '%telnet localhost%'",
  );
  expect(rows).toEqual([{ resource: 'gw-1: telnet localhost,169.254.169.254', resource_id: gateway.id }]);
});

const listening = async () => {
  // A scan resets its connections.
  const greeter = createServer((socket) => socket.on('error', () => undefined).end('220 ready\r\n'));
  greeter.listen(0, '127.0.0.1');
  await once(greeter, 'listening');
  onTestFinished(() => void greeter.close());
  return (greeter.address() as AddressInfo).port;
};

test('S6 ping and nmap work on the gateway to their end, and say which machine and port answered', async () => {
  const pinged = { tool_type: 'ping', dest_ips: '127.0.0.1', count: 1, timeout: 1, gateway: gateway.id };
  const said = await use(admin, pinged);
  expect(said).toMatch(/^Through the gateway gw-1\r\nAddresses: 1\r\n/);
  // Where this machine lets no user ping, the words of the program say so.
  const mayPing = spawnSync('/usr/bin/ping', ['-n', '-c', '1', '127.0.0.1']).status === 0;
  expect(said).toContain(mayPing ? '1 packets transmitted, 1 received' : 'ping: ');
  expect(said).toMatch(mayPing ? /127\.0\.0\.1: ok\r\n\r\n$/ : /127\.0\.0\.1: failed\r\n\r\n$/);

  const open = await listening();
  const ports = [String(open), '1'];
  const scanned = { tool_type: 'nmap', dest_ips: '127.0.0.1', dest_ports: ports, gateway: gateway.id };
  const found = await use(admin, scanned);
  expect(found).toMatch(/^Through the gateway gw-1\r\n/);
  expect(found).toMatch(new RegExp(`^1/tcp +closed .*\r\n${open}/tcp +open `, 'm'));
  expect(found).toContain('Nmap done: 1 IP address (1 host up)');
});

/** The programs of this machine whose command line has these words. */
const running = async (words: string): Promise<string[]> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return lines.map((line) => line.replaceAll('\0', ' ')).filter((line) => line.startsWith(words));
};

test('S6 tcpdump shows the headers of packets on the gateway until it is stopped, and ends there then', async () => {
  const port = await listening();
  const request = { tool_type: 'tcpdump', interfaces: ['lo'], dest_ports: [port], gateway: gateway.id };
  const socket = open(admin, request);
  let said = '';
  socket.on('message', (data) => {
    said += (JSON.parse(String(data)) as { msg: string }).msg;
  });
  await expect.poll(() => said).toMatch(/listening on lo|permission/);
  const dump = `tcpdump -n -l -tttt -s 74 -i lo tcp and ( dst port ${port} )`;
  expect(said).toContain(`tcp and ( dst port ${port} )\r\n`);
  // Only privileged users see packets; to others the program says so and ends.
  if (said.includes('listening on lo')) {
    expect(await running(dump)).toHaveLength(1);
    connect(port, '127.0.0.1').on('data', () => undefined);
    const first = new RegExp(`IP 127\\.0\\.0\\.1\\.\\d+ > 127\\.0\\.0\\.1\\.${port}: Flags \\[S\\]`);
    await expect.poll(() => said).toMatch(first);
    expect(said).not.toContain('220 ready');
    socket.close();
  }
  await once(socket, 'close');
  await expect.poll(() => running(dump)).toEqual([]);
});

test('S6 what tcpdump refuses on the gateway is said in its words, and ends the run', async () => {
  const request = { tool_type: 'tcpdump', interfaces: ['no-such0'], gateway: gateway.id };
  expect(await use(admin, request)).toMatch(/tcpdump: no-such0: .+\r\n(.*\r\n)*\r\n$/);
});

test('S6 a program that the gateway lacks is named with its package and the gateway', async () => {
  // No machine of these tests needs traceroute; one that has it answers instead.
  const said = await use(admin, { tool_type: 'traceroute', dest_ips: '127.0.0.1', gateway: gateway.id });
  expect(said).toMatch(
    /traceroute is not installed on gw-1\. On Debian: apt-get install traceroute|127\.0\.0\.1/,
  );
});

test('a replaced gateway is refused until an administrator accepts its key', async () => {
  const { rows } = await server.pool.query(
    'select fingerprint, is_active from terminal_hostkey where asset = $1',
    [gateway.id],
  );
  expect(rows).toEqual([{ fingerprint: expect.stringMatching(/^SHA256:/), is_active: true }]);
  await server.pool.query(
    "update terminal_hostkey set fingerprint = 'SHA256:old', key = 'old' where asset = $1",
    [gateway.id],
  );
  const ask = () =>
    use(admin, { tool_type: 'telnet', dest_ips: '127.0.0.1', dest_port: 1, gateway: gateway.id });
  expect(await ask()).toContain(`gw-1 shows a host key that is not trusted (${rows[0].fingerprint})`);
  const waiting = await server.pool.query(
    'select is_active from terminal_hostkey where asset = $1 and fingerprint = $2',
    [gateway.id, rows[0].fingerprint],
  );
  expect(waiting.rows).toEqual([{ is_active: false }]);
  await server.pool.query("delete from terminal_hostkey where fingerprint = 'SHA256:old'");
  await server.pool.query('update terminal_hostkey set is_active = true where asset = $1', [gateway.id]);
  expect(await ask()).toContain('ECONNREFUSED');
});

test('a gateway must be one of the organization, may be seen and used for tests, and has an account', async () => {
  const none = 'There is no such gateway, or it may not be used for tools.';
  const ping = (browser: Browser, id: string) =>
    use(browser, { tool_type: 'ping', dest_ips: '127.0.0.1', gateway: id });
  expect(await ping(admin, '00000000-0000-4000-8000-000000000999')).toContain(none);
  expect(await ping(admin, 'x; id')).toContain('Cannot be used as entered: Gateway');
  const bare = await makeGateway('bare', 22);
  expect(await ping(admin, bare.id)).toContain('bare has no active account');
  const host = await admin.post('/api/v1/assets/hosts/', { name: 'web', address: '127.0.0.1', platform: 1 });
  expect(await ping(admin, (host.json as { id: string }).id)).toContain(none);

  const estate = estateOf(server.pool);
  const id = await createMfaPeople(server).addUser(admin, 'nora');
  const bind = async (name: string, codenames: string[]) => {
    const facts = { builtin: false, created_by: 'System', updated_by: 'System', comment: '' };
    const role = await estate.insert('rbac_role', { name, scope: 'org', codenames, ...facts });
    await estate.insert('rbac_rolebinding', { user: id, role, scope: 'org', org: DEFAULT_ORG_ID });
  };
  await bind('Network', ['rbac.view_systemtools', 'assets.view_gateway']);
  const nora = await server.browserOf('nora', password);
  expect(await ping(nora, gateway.id)).toContain(none);
  await bind('Tester', ['assets.test_assetconnectivity']);
  expect(await ping(nora, gateway.id)).toContain('Through the gateway gw-1');
  await server.pool.query('update assets_asset set org_id = $1 where id = $2', [OTHER_ORG_ID, gateway.id]);
  expect(await ping(nora, gateway.id)).toContain(none);
});
