import { expect, test } from 'vitest';
import { addressWithPlace, placeOf } from './places.ts';

test.each([
  '10.1.2.3',
  '172.31.0.1',
  '192.168.1.1',
  '127.0.0.1',
  '::1',
  'fd00::7',
  'fe80::1',
  '::ffff:10.0.0.1',
])('%s is in a local network', (address) => {
  expect(placeOf(address)).toBe('LAN');
  expect(addressWithPlace(address)).toBe(`${address} (LAN)`);
});

test.each(['203.0.113.7', '172.32.0.1', '2001:db8::1', '', 'nowhere'])(
  'of %s no place is known, and none is shown',
  (address) => {
    expect(placeOf(address)).toBe('');
    expect(addressWithPlace(address)).toBe(address);
  },
);
