import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Names that resolve without asking a name server. */
const ownNames: ReadonlySet<string> = new Set(['localhost', 'ip6-localhost']);

/** Whether packets to an IP address stay on loopback; false for names. */
export const isLoopback = (address: string): boolean => {
  const version = isIP(address);
  return version !== 0 && loopback.check(address, version === 6 ? 'ipv6' : 'ipv4');
};

/** Whether resolving a host sends nothing out: IP addresses and the names of loopback itself. */
export const resolvesHere = (host: string): boolean => isIP(host) !== 0 || ownNames.has(host.toLowerCase());

/** The error for a connection that would leave loopback; its code is that of an unreachable network. */
export const leavesLoopback = (target: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`Tests stay on loopback: refused to connect to ${target}`), {
    code: 'ENETUNREACH',
  });

/** The error for a name that only a name server could resolve; its code is that of an unknown name. */
export const asksNameServer = (name: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`Tests stay on loopback: refused to look up ${name}`), { code: 'ENOTFOUND' });
