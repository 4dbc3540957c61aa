import { expect, test } from 'vitest';
import { meta } from '../../../test/domains.ts';
import { inputOf } from './inputs.ts';
import { fieldUis } from './registry.ts';

const editors = Object.fromEntries(
  Object.keys(fieldUis).map((kind) => [kind, inputOf(meta({ type: 'field', kind } as never)).name]),
);

test('a kind of field is edited with the input of its folder or with one it borrows, or is only shown', () => {
  expect(editors).toMatchObject({
    text: 'TextInput',
    uuid: 'TextInput',
    ipGroup: 'IpGroupInput',
    nested: 'JsonInput',
  });
  const shownOnly = Object.keys(editors).filter((kind) => editors[kind] === 'ComputedInput');
  expect(shownOnly.toSorted()).toEqual(['amount', 'computed']);
});
