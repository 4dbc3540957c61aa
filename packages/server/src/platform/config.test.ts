import { expect, test } from 'vitest';
import { testConfig } from '../../test/config.ts';

const withZone = (GATEHOUSE_TIME_ZONE: string) =>
  testConfig('postgresql://localhost/x', { GATEHOUSE_TIME_ZONE });

test('a time zone nobody knows stops the start, named', () => {
  expect(withZone('Asia/Tokyo').GATEHOUSE_TIME_ZONE).toBe('Asia/Tokyo');
  expect(withZone('').GATEHOUSE_TIME_ZONE).toBe('UTC');
  expect(() => withZone('Tokyo')).toThrow('GATEHOUSE_TIME_ZONE: must be a time zone such as Asia/Tokyo');
});
