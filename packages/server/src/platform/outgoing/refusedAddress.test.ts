import { afterEach, expect, test } from 'vitest';
import { isRefusedHost } from './checkedHost.ts';
import { allowPrivate, isForbiddenAddress, isRefusedAddress } from './refusedAddress.ts';

afterEach(() => allowPrivate('all'));

test.each([
  ...['169.254.169.254', '169.254.170.2', '169.254.0.0', '169.254.255.255', '169.254.42.42'],
  ...['100.100.100.200', '168.63.129.16', '192.0.0.192', '192.80.8.124'],
  ...['0.0.0.0', '0.255.255.255', '224.0.0.1', '239.255.255.255', '240.0.0.0', '255.255.255.255'],
  ...['::', 'fe80::1', 'febf::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1'],
  ...['fd00:ec2::254', 'fd00:ec2::23', 'fd20:ce::254', 'fd00:42::42', 'fd00:c1::a9fe:a9fe'],
  // Mapped, compatible, translated, NAT64 and NAT64 of a site.
  ...['::ffff:169.254.169.254', '::ffff:a9fe:a9fe', '::ffff:0.0.0.0', '0:0:0:0:0:ffff:6464:64c8'],
  ...['::a9fe:a9fe', '::ffff:0:a9fe:a9fe', '64:ff9b::169.254.169.254', '64:ff9b::6464:64c8'],
  ...['64:ff9b:1:a9fe:a9:fe00::', '64:ff9b:1::169.254.169.254'],
  // 6to4, Teredo (its server and its client), ISATAP with and without the universal bit.
  ...['2002:a9fe:a9fe::1', '2001:0:a9fe:a9fe::', '2001:0:5db8:d822:0:0:5601:5601'],
  ...['2001:db8::5efe:169.254.169.254', '2001:db8::200:5efe:a9fe:a9fe'],
  ...['', 'gate.example', '169.254.169', '0xa9fea9fe'],
])('nothing is sent to "%s"', (address) => {
  expect(isRefusedAddress(address)).toBe(true);
});

test.each([
  ...['127.0.0.1', '10.0.0.1', '172.16.0.1', '192.168.1.1', '8.8.8.8', '100.64.0.1'],
  ...['1.0.0.0', '169.253.255.255', '169.255.0.0', '223.255.255.255'],
  ...['100.100.100.199', '100.100.100.201', '168.63.129.15', '168.63.129.17', '192.0.0.191'],
  ...['::1', 'fd00::1', 'fd00:ec3::1', 'fd20:ce::255', 'fe7f::1', '2606:4700::1111'],
  ...['::ffff:10.0.0.1', '64:ff9b::8.8.8.8', '64:ff9b:1:808:8:800::', '64:ff9b:1::8.8.8.8'],
  ...['2002:808:808::1', '2001:0:808:808:0:0:f7f7:f7f7', '2001:1::1'],
  ...['2001:db8::5efe:8.8.8.8', '2001:db8::5eff:169.254.169.254', '2001:db8::100:5efe:a9fe:a9fe'],
])('%s may be connected to', (address) => {
  expect(isRefusedAddress(address)).toBe(false);
});

test.each([
  ...['169.254.169.254', '[fe80::1]', '[::ffff:169.254.169.254]', '169.254.169.254.'],
  ...['2852039166', '0xa9fea9fe', '0xA9.0xFE.0xA9.0xFE', '0251.0376.0251.0376', '169.254.43518', '0'],
  ...['１６９.254.169.254', '169。254。169。254'],
  ...['metadata.google.internal', 'Metadata.Google.Internal.', 'metadata', 'metadata.goog', 'instance-data'],
  ...['instance-data.ec2.internal', 'metadata.tencentyun.com', 'metadata.platformequinix.com'],
  ...['metadata.packet.net', 'api.metadata.cloud.ibm.com'],
])('the host %s is refused before it is resolved', (host) => {
  expect(isRefusedHost(host)).toBe(true);
});

test.each(['gate.example', 'metadata.example', 'localhost', '2130706433', '0x7f.1', '[::1]', '10.1'])(
  'the host %s is not refused before it is resolved',
  (host) => {
    expect(isRefusedHost(host)).toBe(false);
  },
);

const ofPrivateNetworks = [
  ...['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '127.0.0.1', '100.64.0.1', '198.18.0.1'],
  ...['::1', 'fd00::1', 'fc00::1', '::ffff:10.0.0.1', '64:ff9b::10.0.0.1', '2002:a00:1::1', 'fd00::1%eth0'],
];

test.each(ofPrivateNetworks)('%s is refused where the installation refuses private networks', (address) => {
  expect(isRefusedAddress(address)).toBe(false);
  allowPrivate([]);
  expect(isRefusedAddress(address)).toBe(true);
  expect(isRefusedHost(address)).toBe(true);
  // Components are reached wherever they run.
  expect(isForbiddenAddress(address)).toBe(false);
  expect(isRefusedHost(address, isForbiddenAddress)).toBe(false);
});

test('of private networks only the listed ones are allowed; others, and what is never allowed, stay as they are', () => {
  allowPrivate(['10.8.0.0/16', '192.168.7.9', 'fd12::/16', '169.254.0.0/16']);
  for (const address of ['10.8.0.1', '10.8.255.255', '192.168.7.9', 'fd12::5', '::ffff:10.8.0.1', '8.8.8.8'])
    expect(isRefusedAddress(address), address).toBe(false);
  for (const address of [
    '10.9.0.1',
    '192.168.7.8',
    'fd13::5',
    '::ffff:10.9.0.1',
    '127.0.0.1',
    '169.254.169.254',
  ])
    expect(isRefusedAddress(address), address).toBe(true);
});
