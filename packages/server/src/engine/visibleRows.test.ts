import { everyDefinition } from '@gatehouse/contract/resources/all.ts';
import { platform } from '@gatehouse/contract/resources/assets/platform.ts';
import { DEFAULT_ORG_ID, ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OTHER_ORG_ID } from '../../test/api.ts';
import { type Inventory, startInventory } from '../../test/inventory.ts';
import type { Organization } from './context.ts';
import { contextOf } from './http.ts';
import { findRow, retrieveRow, storedRows } from './operations/read.ts';
import { visibleRows } from './visibleRows.ts';

let inventory: Inventory;
beforeAll(async () => {
  inventory = await startInventory();
  const { made } = inventory;
  for (const caller of [inventory.admin, inventory.other]) {
    const { id: asset } = await inventory.host({}, caller);
    const { id: account } = await made(
      caller.post('/api/v1/accounts/accounts/', { asset, name: 'root', username: 'root', secret: 'x' }),
    );
    await made(caller.post('/api/v1/assets/domains/', { name: 'dmz' }));
    await made(caller.post('/api/v1/labels/labels/', { name: 'tier', value: 'one' }));
    await made(caller.post('/api/v1/users/groups/', { name: 'staff' }));
    await made(caller.post('/api/v1/accounts/account-templates/', { name: 't', username: 't', secret: 'x' }));
    await made(
      caller.post('/api/v1/perms/asset-permissions/', { name: 'p', assets: [asset], accounts: [account] }),
    );
  }
});
afterAll(() => inventory.stop());

const contextIn = (org: Organization) =>
  contextOf(
    {
      actor: {
        id: '00000000-0000-4000-8000-00000000aaaa',
        name: 'Tester',
        username: 'tester',
        permissions: new Set(),
        isSuperuser: true,
        isServiceAccount: false,
      },
      org,
      language: 'en',
      zone: 'UTC',
      remoteAddr: '',
      decrypt: (value) => value,
    },
    inventory.services.engine,
    inventory.services.db,
    [],
  );
const own = { id: DEFAULT_ORG_ID, name: 'DEFAULT', isRoot: false };
const root = { id: ROOT_ORG_ID, name: 'GLOBAL', isRoot: true };

/** The organizations of the rows that a flow reads over `visibleRows`. */
const organizationsOf = async (key: string, org: Organization): Promise<string[]> => {
  const rows = await inventory.services.db.rows<{ org_id: string }>(
    sql`select distinct t.org_id::text as org_id from ${await visibleRows(key, contextIn(org))} t order by 1`,
  );
  return rows.map(({ org_id }) => org_id);
};

const filled = [
  'assets.asset',
  'assets.host',
  'assets.domain',
  'accounts.account',
  'accounts.accounttemplate',
  'labels.label',
  'perms.assetpermission',
  'users.usergroup',
];

test.each(filled)('%s: a flow reads only the rows of the organization of the request', async (key) => {
  expect(await organizationsOf(key, own)).toEqual([DEFAULT_ORG_ID]);
  expect(await organizationsOf(key, { ...own, id: OTHER_ORG_ID })).toEqual([OTHER_ORG_ID]);
  expect(await organizationsOf(key, root)).toEqual([DEFAULT_ORG_ID, OTHER_ORG_ID].toSorted());
  expect(await organizationsOf(key, { ...root, within: [OTHER_ORG_ID] })).toEqual([OTHER_ORG_ID]);
  expect(await organizationsOf(key, { ...root, within: [] })).toEqual([]);
});

test('stored rows have their ids as text, also those that the wire sends as numbers', async () => {
  const ctx = contextIn(own);
  const rows = await storedRows(ctx.engine.resource(platform), ['1', '2'], ctx);
  const found = await findRow(ctx.engine.resource(platform), '1', ctx);
  expect([...rows, found].map(({ id }) => id)).toEqual(['1', '2', '1']);
  expect((await retrieveRow(ctx.engine.resource(platform), '1', ctx)).id).toBe(1);
});

test('no resource of an organization shows rows of another one', async () => {
  const scoped = everyDefinition.filter(({ scope }) => scope === 'org');
  expect(scoped.length).toBeGreaterThan(filled.length);
  for (const { app, name } of scoped)
    expect(
      (await organizationsOf(`${app}.${name}`, own)).filter((id) => id !== DEFAULT_ORG_ID),
      name,
    ).toEqual([]);
});
