import { isIP } from 'node:net';
import type { ToolRequest } from '@gatehouse/contract/wire/tools/toolRequests.ts';
import { mostTargets } from '@gatehouse/contract/wire/tools/tools.ts';
import { askEach, passOn, type ToolRun, targetsOf } from './ToolRun.ts';

export const ping = async (request: ToolRequest<'ping'>, tool: ToolRun): Promise<void> => {
  const { timeout, count, psize } = request;
  const addresses = await targetsOf(request.dest_ips, mostTargets.ping, tool);
  const options = ['-n', '-c', `${count}`, '-W', `${timeout}`, '-s', `${psize}`];
  await askEach(addresses, (address) => passOn('ping', [...options, address], tool), tool);
};

export const traceroute = async (request: ToolRequest<'traceroute'>, tool: ToolRun): Promise<void> => {
  const addresses = await targetsOf(request.dest_ips, mostTargets.traceroute, tool);
  const options = ['-n', '-m', '30', '-q', '1', '-w', '2'];
  for (const address of addresses) await passOn('traceroute', [...options, address], tool);
};

/** Tries ports by connecting to them, which needs no privileges. */
export const nmap = async (request: ToolRequest<'nmap'>, tool: ToolRun): Promise<void> => {
  const { dest_ports: ports, timeout } = request;
  const addresses = await targetsOf(request.dest_ips, mostTargets.nmap, tool);
  const options = ['-n', '-sT', '-T4', '--host-timeout', `${timeout}s`];
  if (ports.length > 0) options.push('-p', ports.join(','));
  for (const [version, more] of [
    [4, []],
    [6, ['-6']],
  ] as const) {
    const asked = addresses.filter((address) => isIP(address) === version);
    if (asked.length > 0) await passOn('nmap', [...more, ...options, ...asked], tool);
  }
};

/** Bytes kept of a packet: the headers of Ethernet, IPv6 and TCP, so that no content is shown. */
const headerBytes = '74';

const anyOf = (conditions: readonly string[][]): string[] =>
  conditions.length === 0
    ? []
    : ['and', '(', ...conditions.flatMap((words, index) => (index > 0 ? ['or', ...words] : words)), ')'];
const portOf = (port: string) => (port.includes('-') ? ['portrange', port] : ['port', port]);

/** The conditions of tcpdump: words made of checked addresses and ports only. */
const filterOf = async (request: ToolRequest<'tcpdump'>, tool: ToolRun): Promise<string[]> => {
  const hosts = async (side: 'src' | 'dst', given: string) =>
    given === ''
      ? []
      : (await targetsOf(given, mostTargets.tcpdump, tool)).map((address) => [side, 'host', address]);
  const ports = (side: 'src' | 'dst', given: readonly string[]) =>
    given.map((port) => [side, ...portOf(port)]);
  return [
    'tcp',
    ...anyOf(await hosts('src', request.src_ips)),
    ...anyOf(ports('src', request.src_ports)),
    ...anyOf(await hosts('dst', request.dest_ips)),
    ...anyOf(ports('dst', request.dest_ports)),
  ];
};

/** Shows the headers of TCP packets until it is stopped. */
export const tcpdump = async (request: ToolRequest<'tcpdump'>, tool: ToolRun): Promise<void> => {
  const filter = await filterOf(request, tool);
  await tool.say(filter.join(' '));
  const interfaces = request.interfaces.length > 0 ? request.interfaces : ['any'];
  await Promise.all(
    interfaces.map((name) =>
      passOn('tcpdump', ['-n', '-l', '-tttt', '-s', headerBytes, '-i', name, ...filter], tool),
    ),
  );
};
