import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Addresses that nothing is sent to: they belong to the link, to the cloud below this machine, or to nobody.
 * Networks that companies number themselves are not among them: models, mail servers and stores run there. An
 * installation may refuse those as well.
 */
const refused = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  // Link-local: the metadata services of AWS (169.254.169.254, 169.254.170.2), Azure, Google, Oracle,
  // OpenStack, DigitalOcean, Scaleway (169.254.42.42), Tencent (169.254.0.23) and others.
  ['169.254.0.0', 16],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  refused.addSubnet(network, bits, 'ipv4');
for (const address of [
  '100.100.100.200', // Alibaba
  '168.63.129.16', // Azure
  '192.0.0.192', // Oracle
  '192.80.8.124', // Equinix
])
  refused.addAddress(address, 'ipv4');
for (const [network, bits] of [
  ['::', 128],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
  ['fd00:ec2::', 32], // AWS
  ['fd20:ce::254', 128], // Google
  ['fd00:42::42', 128], // Scaleway
  ['fd00:c1::a9fe:a9fe', 128], // Oracle
] as const)
  refused.addSubnet(network, bits, 'ipv6');

/** The IPv4 address in four bytes of an IPv6 address. */
const inside = (bytes: readonly number[], at: number): string => bytes.slice(at, at + 4).join('.');

/** Ways to write an IPv4 address as an IPv6 one, which a translator or tunnel on the way turns back. */
const embeddings: [network: string, bits: number, addressesOf: (bytes: number[]) => string[]][] = [
  // Compatible with IPv4, mapped, translated (SIIT), and NAT64.
  ['::', 96, (bytes) => [inside(bytes, 12)]],
  ['::ffff:0:0', 96, (bytes) => [inside(bytes, 12)]],
  ['::ffff:0:0:0', 96, (bytes) => [inside(bytes, 12)]],
  ['64:ff9b::', 96, (bytes) => [inside(bytes, 12)]],
  // NAT64 of a site, whose prefix has 48 or 96 bits: RFC 6052 leaves byte 8 out.
  ['64:ff9b:1::', 48, (bytes) => [[6, 7, 9, 10].map((at) => bytes[at]).join('.'), inside(bytes, 12)]],
  ['2002::', 16, (bytes) => [inside(bytes, 2)]], // 6to4
  // Teredo: its server, and the client behind it with inverted bits.
  [
    '2001::',
    32,
    (bytes) => [
      inside(bytes, 4),
      inside(
        bytes.map((byte) => byte ^ 255),
        12,
      ),
    ],
  ],
];

const isIsatap = (bytes: readonly number[]): boolean =>
  ((bytes[8] ?? 0) & ~2) === 0 && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe;

/** All IPv4 addresses that packets to an IPv6 address may arrive at. */
const embedded = (address: string): string[] => {
  const parsed = ipaddr.IPv6.parse(address);
  const bytes = parsed.toByteArray();
  return [
    ...embeddings.flatMap(([network, bits, addressesOf]) =>
      parsed.match(ipaddr.IPv6.parse(network), bits) ? addressesOf(bytes) : [],
    ),
    ...(isIsatap(bytes) ? [inside(bytes, 12)] : []),
  ];
};

/** Whether an address is in one of the lists, also in any form that contains a listed IPv4 address. */
const isListed = (address: string, isIn: (plain: string, family: 'ipv4' | 'ipv6') => boolean): boolean => {
  const plain = address.replace(/%.*$/, '');
  if (isIP(plain) === 4) return isIn(plain, 'ipv4');
  if (isIP(plain) !== 6 || isIn(plain, 'ipv6')) return true;
  // Zeros are no embedded address, but the rest of a shorter form.
  return embedded(plain).some((inner) => !inner.startsWith('0.') && isIn(inner, 'ipv4'));
};

/** Whether an address is refused whatever the installation allows: that of a component is checked by this alone. */
export const isForbiddenAddress = (address: string): boolean =>
  isListed(address, (plain, family) => refused.check(plain, family));

/** Networks that companies number themselves, and this machine. */
const privateNetworks = new BlockList();
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
] as const)
  privateNetworks.addSubnet(network, bits, 'ipv4');
privateNetworks.addAddress('::1', 'ipv6');
privateNetworks.addSubnet('fc00::', 7, 'ipv6');

/** Which private networks requests may go to: all, or those listed, as addresses and networks. */
export type PrivateNetworks = 'all' | readonly string[];

let allowedPrivate: BlockList | 'all' = 'all';

/** Sets which private networks requests of this process may go to (docs/decisions/0405). */
export const allowPrivate = (networks: PrivateNetworks): void => {
  if (networks === 'all') {
    allowedPrivate = 'all';
    return;
  }
  const list = new BlockList();
  for (const entry of networks) {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  allowedPrivate = list;
};

const isRefusedPrivate = (plain: string, family: 'ipv4' | 'ipv6'): boolean =>
  allowedPrivate !== 'all' && privateNetworks.check(plain, family) && !allowedPrivate.check(plain, family);

/** Whether requests to an IP address are refused. */
export const isRefusedAddress = (address: string): boolean =>
  isListed(address, (plain, family) => refused.check(plain, family) || isRefusedPrivate(plain, family));
