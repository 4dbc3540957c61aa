import { isIpEntry } from '@gatehouse/contract/network/ipEntry.ts';
import { expect, test } from 'vitest';
import { inIpGroup } from './ip.ts';

test('an address matches a group by star, equality, block or range', () => {
  expect(inIpGroup('10.1.2.3', ['10.0.0.0/8'])).toBe(true);
  expect(inIpGroup('11.1.2.3', ['10.0.0.0/8', '12.0.0.1'])).toBe(false);
  expect(inIpGroup('10.0.0.5', ['10.0.0.1-10.0.0.9'])).toBe(true);
  expect(inIpGroup('::ffff:10.0.0.5', ['10.0.0.5'])).toBe(true);
  expect(inIpGroup('2001:db8::5', ['2001:db8::/32'])).toBe(true);
  expect(inIpGroup('10.0.0.5', [])).toBe(false);
});

test.each([
  ['10.0.0.1', '10.0.0.1'],
  ['10.0.0.9', '10.0.0.0/8'],
  ['10.0.0.9', '0.0.0.0/0'],
  ['10.0.0.5', '10.0.0.1 - 10.0.0.9'],
  ['10.0.0.5', '::ffff:10.0.0.5'],
  ['::1', '::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['2001:db8::1', '2001:db8:0:0:0:0:0:1/128'],
  ['64:ff9b::a00:5', '64:ff9b::10.0.0.5'],
])('%s matches %s, an entry that the contract accepts', (address, entry) => {
  expect(isIpEntry(entry)).toBe(true);
  expect(inIpGroup(address, [entry])).toBe(true);
});
