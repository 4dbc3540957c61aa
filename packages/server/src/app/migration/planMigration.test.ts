import type { ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import { field } from '@gatehouse/contract/resource/fields.ts';
import { everyDefinition } from '@gatehouse/contract/resources/all.ts';
import { expect, test } from 'vitest';
import { type Fields, withFields } from '../../../test/migration/withFields.ts';
import { schemaOf, startingValues } from './currentSchema.ts';
import { nextNumber } from './nextNumber.ts';
import { planMigration, refuseUnfinished } from './planMigration.ts';

test.each([
  ['changes its type', { name: field.integer() }, {}, 'would change its type'],
  [
    'is unique but has the same value in all rows',
    { code: field.text() },
    { unique: [['name'], ['code']] },
    'have one value',
  ],
])('a field that %s is refused', async (_, fields: Fields, over, reason) => {
  const definitions = withFields(fields, over as Partial<ResourceDefinition>);
  const planned = planMigration(
    schemaOf(everyDefinition),
    schemaOf(definitions),
    startingValues(definitions),
  );
  await expect(planned).rejects.toThrow(reason);
});

test('a column waiting to be dropped cannot be added again before it is dropped', () => {
  const waiting = [
    { of: 'assets_domain.zone', statement: 'ALTER TABLE "assets_domain" DROP COLUMN "zone";' },
  ];
  const plan = { now: [], later: [] };
  expect(() => refuseUnfinished(waiting, schemaOf(everyDefinition), plan)).not.toThrow();
  const next = schemaOf(withFields({ zone: field.text() }));
  expect(() => refuseUnfinished(waiting, next, plan)).toThrow('--contract');
});

test('the next migration number follows the highest one in the folder', () => {
  expect(nextNumber([])).toBe('0000');
  expect(nextNumber(['0000_initial.sql', 'meta', '0007_zones.sql', '0001_extras.sql'])).toBe('0008');
});
