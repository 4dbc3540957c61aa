import { expect, test } from 'vitest';
import { survivors } from './survivors.ts';

test('faults that survived are read from the output of a run, without those that farther tests noticed', () => {
  const output = [
    '1/4 SURVIVED packages/a.ts:1 comparison: < → <=',
    '2/4 noticed  packages/b.ts:2 boolean: true → false',
    "3/4 SURVIVED packages/c.ts:3 text emptied: 'x' → ''",
    '2 survived the nearest tests; now those farther away',
    '4/4 noticed  packages/a.ts:1 comparison: < → <=',
    'strength: 3 of 4 faults noticed',
  ].join('\n');
  expect([...survivors(output)]).toEqual(["packages/c.ts:3 text emptied: 'x' → ''"]);
});
