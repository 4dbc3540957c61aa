import { keyOf } from '@gatehouse/contract/resource/defineResource.ts';
import { everyDefinition } from '@gatehouse/contract/resources/all.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OTHER_ORG_ID, startApi } from '../../../../test/api.ts';
import { countHeld } from './index.ts';

/**
 * Resources of an organization that do not prevent its deletion, with the reason; every other one is counted.
 */
const outlivingOrganizations = {
  'accounts.account': 'goes with its asset',
  'accounts.accounttemplate': 'not counted by the reference system',
  'accounts.historicalaccount': 'goes with its account',
  'accounts.virtualaccount': 'a choice, no content',
  'audits.activitylog': 'evidence',
  'audits.ftplog': 'evidence',
  'audits.operatelog': 'evidence',
  'authentication.connectiontoken': 'ends with its asset, and by itself',
  'labels.labeledresource': 'goes with its label',
  'terminal.command': 'evidence',
  'terminal.hostkey': 'goes with its asset',
  'terminal.session': 'evidence',
} as const;

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

test('every resource of an organization is counted before deletion, or outlives it for a reason', async () => {
  const counted = (await countHeld(OTHER_ORG_ID, api.services.db)).map(({ name }) => name);
  const owned = everyDefinition
    .filter(({ scope, variantOf }) => scope === 'org' && !variantOf)
    .map((definition): string => keyOf(definition));
  // Users belong to an organization through their roles.
  expect([...owned, 'users.user'].toSorted()).toEqual(
    [...counted, ...Object.keys(outlivingOrganizations)].toSorted(),
  );
});
