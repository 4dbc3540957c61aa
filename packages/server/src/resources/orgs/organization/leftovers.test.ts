import { keyOf } from '@gatehouse/contract/resource/defineResource.ts';
import { everyDefinition } from '@gatehouse/contract/resources/all.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OTHER_ORG_ID, startApi } from '../../../../test/api.ts';
import { countHeld } from './index.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

test('every resource of an organization is counted before deletion, or outlives it for a reason', async () => {
  const counted = (await countHeld(OTHER_ORG_ID, api.services.engine, api.services.db)).map(
    ({ name }) => name,
  );
  const owned = everyDefinition.filter(({ scope, variantOf }) => scope === 'org' && !variantOf);
  const released = owned.filter((definition) => 'letsOrganizationGo' in definition);
  // Users belong to an organization through their roles.
  expect([...owned.map(keyOf), 'users.user'].toSorted()).toEqual(
    [...counted, ...released.map(keyOf)].toSorted(),
  );
  expect(released.map(({ app, name }) => `${app}.${name}`)).not.toContain('assets.asset');
});
