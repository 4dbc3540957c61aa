import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { type ToolRequest, toolRequests } from '@gatehouse/contract/wire/tools/toolRequests.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nmap, ping, tcpdump, traceroute } from './programs.ts';
import type { ToolRun } from './ToolRun.ts';
import { telnet } from './telnet.ts';

let greeter: Server;
let port: number;
beforeAll(async () => {
  greeter = createServer((socket) => socket.end('220 mail.example\x1b[31m ready\r\nmore\r\n'));
  greeter.listen(0, '127.0.0.1');
  await once(greeter, 'listening');
  port = (greeter.address() as AddressInfo).port;
});
afterAll(() => greeter.close());

/** A run that records what is said and started; programs end with the code at hand. */
const recorded = (codes: readonly number[] = []) => {
  const said: string[] = [];
  const started: string[] = [];
  const tool: ToolRun = {
    signal: new AbortController().signal,
    say: async (line) => {
      said.push(line);
    },
    text: (key, params = {}) => [key, ...Object.values(params)].join(' '),
    run: async (program, { args, onLine }) => {
      started.push([program, ...args].join(' '));
      await onLine(`from ${program}`);
      return { code: codes[started.length - 1] ?? 0 };
    },
    resolve: (_host, _options, done) => done(new Error('not found'), []),
  };
  return { tool, said, started };
};

test('ping asks each address in turn and says at the end which answered', async () => {
  const { tool, said, started } = recorded([0, 1]);
  await ping(toolRequests.ping.parse({ dest_ips: '10.0.0.1-2' }), tool);
  expect(started).toEqual(['ping -n -c 5 -W 3 -s 64 10.0.0.1', 'ping -n -c 5 -W 3 -s 64 10.0.0.2']);
  expect(said).toEqual([
    'addresses 2',
    '',
    'from ping',
    '',
    'from ping',
    '',
    '10.0.0.1: ok',
    '10.0.0.2: failed',
  ]);
});

test('traceroute, nmap and tcpdump get checked words only', async () => {
  const { tool, said, started } = recorded();
  await traceroute({ dest_ips: '10.0.0.1' }, tool);
  await nmap(
    toolRequests.nmap.parse({ dest_ips: '10.0.0.1,::1', dest_ports: ['22', '80-90'], timeout: 5 }),
    tool,
  );
  const asked = { interfaces: ['eth0'], src_ips: '10.0.0.1-2', dest_ports: '22,8000-8010' };
  await tcpdump(toolRequests.tcpdump.parse(asked), tool);
  const filter =
    'tcp and ( src host 10.0.0.1 or src host 10.0.0.2 ) and ( dst port 22 or dst portrange 8000-8010 )';
  expect(started).toEqual([
    'traceroute -n -m 30 -q 1 -w 2 10.0.0.1',
    'nmap -n -sT -T4 --host-timeout 5s -p 22,80-90 10.0.0.1',
    'nmap -6 -n -sT -T4 --host-timeout 5s -p 22,80-90 ::1',
    `tcpdump -n -l -tttt -s 74 -i eth0 ${filter}`,
  ]);
  expect(said).toContain(filter);
});

test('a missing program is named with its package, and nothing is asked where no address is left', async () => {
  const { tool } = recorded();
  const missing: ToolRun = { ...tool, run: async () => ({ missing: true }) };
  await expect(ping(toolRequests.ping.parse({ dest_ips: '10.0.0.1' }), missing)).rejects.toThrow(
    'missing ping iputils-ping',
  );
  const { tool: other, said, started } = recorded();
  await expect(
    ping(toolRequests.ping.parse({ dest_ips: 'nowhere, 169.254.169.254' }), other),
  ).rejects.toThrow('none');
  expect([said, started]).toEqual([['dropped nowhere, 169.254.169.254'], []]);
});

const ask = async (request: Partial<ToolRequest<'telnet'>>) => {
  const { tool, said } = recorded();
  await telnet(toolRequests.telnet.parse({ dest_ips: '127.0.0.1', ...request }), tool);
  return said.map((line) => line.replace(/ \d+$/, ''));
};

test('telnet says whether a port is open, and shows the first line of the greeting without control characters', async () => {
  expect(await ask({ dest_port: port })).toEqual([
    'addresses',
    '',
    `open 127.0.0.1 ${port}`,
    'greeting 220 mail.example[31m ready',
    '',
    '127.0.0.1: ok',
  ]);
  const closed = await new Promise<number>((resolve) => {
    const gone = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = gone.address() as AddressInfo;
      gone.close(() => resolve(free));
    });
  });
  expect(await ask({ dest_port: closed })).toEqual([
    'addresses',
    '',
    `closed 127.0.0.1 ${closed} ECONNREFUSED`,
    '',
    '127.0.0.1: failed',
  ]);
});

test.each([
  [toolRequests.ping, { dest_ips: '' }],
  [toolRequests.ping, { dest_ips: '10.0.0.1', count: 21 }],
  [toolRequests.ping, { dest_ips: '10.0.0.1', flood: true }],
  [toolRequests.telnet, { dest_ips: '10.0.0.1', dest_port: 65_536 }],
  [toolRequests.nmap, { dest_ips: '10.0.0.1', dest_ports: ['22;id'] }],
  [toolRequests.nmap, { dest_ips: '10.0.0.1', dest_ports: ['90-80'] }],
  [toolRequests.nmap, { dest_ips: '10.0.0.1', dest_ports: ['1-2-3'] }],
  [toolRequests.tcpdump, { interfaces: ['-w/tmp/x'] }],
  [toolRequests.tcpdump, { interfaces: ['eth0 -w x'] }],
])('a request beyond its limits is refused: %#', (schema, request) => {
  expect(schema.safeParse(request).success).toBe(false);
});
