import { expect, test } from 'vitest';
import { inIpGroup, isIpEntry } from './ip.ts';

test.each(['*', '10.0.0.1', '10.0.0.0/8', '10.0.0.1-10.0.0.9', '::1', '2001:db8::/32', 'fe80::1-fe80::9'])(
  'B-5-029 %s is a valid entry of an IP group',
  (entry) => {
    expect(isIpEntry(entry)).toBe(true);
  },
);

test.each([
  '',
  'abc',
  '10',
  '300.1.1.1',
  '10.0.0.0/33',
  '10.0.0.9-10.0.0.1',
  '10.0.0.1-::1',
  'host.example.com',
  '1.2.3.4/',
  '::1/129',
])('B-5-029 %s is refused', (entry) => {
  expect(isIpEntry(entry)).toBe(false);
});

test('an address matches a group by star, equality, block or range', () => {
  expect(inIpGroup('10.1.2.3', ['10.0.0.0/8'])).toBe(true);
  expect(inIpGroup('11.1.2.3', ['10.0.0.0/8', '12.0.0.1'])).toBe(false);
  expect(inIpGroup('10.0.0.5', ['10.0.0.1-10.0.0.9'])).toBe(true);
  expect(inIpGroup('::ffff:10.0.0.5', ['10.0.0.5'])).toBe(true);
  expect(inIpGroup('2001:db8::5', ['2001:db8::/32'])).toBe(true);
  expect(inIpGroup('10.0.0.5', [])).toBe(false);
});
