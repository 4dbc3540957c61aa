import { expect, test } from 'vitest';
import { Refused } from '../../../engine/fields/kind.ts';
import { nodeName, pathNames } from './nodeName.ts';

const refusal = (name: unknown) => {
  try {
    return nodeName(name);
  } catch (error) {
    if (error instanceof Refused) return error.reason;
    throw error;
  }
};

test('a node name is trimmed, and an invalid one is refused with the reason', () => {
  expect([nodeName('  Shop '), nodeName('x'.repeat(128))]).toEqual(['Shop', 'x'.repeat(128)]);
  expect(refusal('x'.repeat(129))).toEqual([{ key: 'max_length', params: { max: 128 } }]);
  expect(refusal('   ')).toEqual([{ key: 'blank' }]);
  expect(refusal('a/b')).toEqual([{ key: 'node_slash' }]);
  expect(refusal('a\nb')).toEqual([{ key: 'single_line' }]);
});

test('a node path names the levels below the root and may start with the root', () => {
  expect(pathNames('/Shops/ Web //Mail/', 'Shops')).toEqual(['Web', 'Mail']);
  expect(pathNames('Web/Shop', 'Shop')).toEqual(['Web', 'Shop']);
  expect(pathNames('/Shop', 'Shop')).toEqual([]);
});
