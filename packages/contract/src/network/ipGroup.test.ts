import { expect, test } from 'vitest';
import { isIpEntry } from './ipEntry.ts';
import { inIpGroup } from './ipGroup.ts';

test('an address matches a group by equality, block or range', () => {
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
])('the address %s matches %s, an entry that the contract accepts', (address, entry) => {
  expect(isIpEntry(entry)).toBe(true);
  expect(inIpGroup(address, [entry])).toBe(true);
});

test.each([
  ['10.0.0.1', '10.0.0.0-10.0.0.1'],
  ['10.0.0.1', '10.0.0.1-10.0.0.2'],
  ['2001:db8::5', '2001:db8::5-2001:db8::6'],
  ['10.255.0.1', '10.0.255.255-11.0.0.0'],
  ['::1', '*'],
])('the address %s matches the entry %s', (address, entry) => {
  expect(inIpGroup(address, [entry])).toBe(true);
});

test.each([
  ['10.0.0.5', '10.0.0.6-10.0.0.9'],
  ['10.0.0.5', '10.0.0.1-10.0.0.4'],
  ['10.0.0.5', '::1-::ffff'],
  ['::5', '0.0.0.1-0.0.0.9'],
  ['10.0.0.5', '10.0.0.1-x'],
  ['10.0.0.5', 'x-10.0.0.9'],
  ['10.0.0.5', '::/0'],
  ['::5', '0.0.0.0/0'],
  ['10.0.0.5', '10.0.0.0/33'],
  ['::5', '::/129'],
  ['10.0.0.5', '10.0.0.0/'],
  ['10.0.0.5', 'x/8'],
  ['0.0.0.10', '10'],
  ['10.0.0.1', '0x0a000001'],
  ['10.0.0.1', '::a00:1'],
  ['10.0.0.5', ''],
  ['nowhere', 'nowhere'],
  ['10', '0.0.0.10'],
])('%s does not match the entry "%s"', (address, entry) => {
  expect(inIpGroup(address, [entry])).toBe(false);
});

test('only an asterisk matches text that is not an IP address', () => {
  expect([inIpGroup('nowhere', ['10.0.0.1', '*']), inIpGroup('', ['0.0.0.0/0'])]).toEqual([true, false]);
});
