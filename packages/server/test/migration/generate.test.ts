import type { ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import { field } from '@gatehouse/contract/resource/fields.ts';
import { everyDefinition } from '@gatehouse/contract/resources/all.ts';
import type pg from 'pg';
import { beforeEach, expect, test } from 'vitest';
import { schemaOf, startingValues } from '../../src/app/migration/currentSchema.ts';
import type { Plan } from '../../src/app/migration/planColumns.ts';
import { planMigration } from '../../src/app/migration/planMigration.ts';
import { knownMigrations } from '../../src/platform/migrate.ts';
import { bareDatabase } from './bareDatabase.ts';
import { countRows, type Fillable, fillTables, readFillable } from './fillTables.ts';
import { freshFacts } from './freshFacts.ts';
import { lostFacts, missingFacts, readFacts } from './schemaFacts.ts';
import { snapshot } from './snapshot.ts';
import { withFields } from './withFields.ts';

let client: pg.Client;
let tables: Fillable;
beforeEach(async () => {
  client = await bareDatabase(knownMigrations());
  for (const { statement } of snapshot.later) await client.query(statement);
  tables = await readFillable(client);
  await fillTables(client, tables);
});

const run = async (statements: readonly string[]) => {
  for (const statement of statements) await client.query(statement);
};

/**
 * Generates the migration from one set of definitions to another, runs it on a database with rows, lets a
 * server of the previous version write its rows, runs what was left for later, and compares the result with
 * freshly created definitions.
 */
const upgrade = async (
  definitions: readonly ResourceDefinition[],
  from: readonly ResourceDefinition[] = everyDefinition,
): Promise<Plan> => {
  const before = await readFacts(client);
  const plan = await planMigration(schemaOf(from), schemaOf(definitions), startingValues(definitions));
  await run(plan.now);
  const rows = await countRows(client, tables);
  await fillTables(client, tables, 1);
  for (const [table, count] of Object.entries(await countRows(client, tables)))
    expect(count, table).toBeGreaterThan(rows[table] ?? 0);
  await run(plan.later.map(({ statement }) => statement));
  const upgraded = await readFacts(client);
  expect(missingFacts(await freshFacts(schemaOf(definitions)), upgraded)).toEqual([]);
  const statements = [...plan.now, ...plan.later.map(({ statement }) => statement)].join('\n');
  expect(lostFacts(before, upgraded, statements)).toEqual([]);
  return plan;
};

test('a new optional field becomes one column', async () => {
  const plan = await upgrade(withFields({ region: field.text({ max: 64, nullable: true }) }));
  expect(plan).toEqual({ now: ['ALTER TABLE "assets_domain" ADD COLUMN "region" text;'], later: [] });
});

test('a required field has a default until no server of the previous version runs', async () => {
  const plan = await upgrade(
    withFields({
      tier: field.choice({ choices: ['gold', "maker's"], default: "maker's" }),
      tags: field.list(),
      weight: field.integer({ required: true }),
      is_open: field.boolean({ default: true }),
    }),
  );
  expect(plan.now).toEqual([
    `ALTER TABLE "assets_domain" ADD COLUMN "weight" bigint DEFAULT 0 NOT NULL;`,
    `ALTER TABLE "assets_domain" ADD COLUMN "is_open" boolean DEFAULT true NOT NULL;`,
    `ALTER TABLE "assets_domain" ADD COLUMN "tier" text DEFAULT 'maker''s' NOT NULL;`,
    `ALTER TABLE "assets_domain" ADD COLUMN "tags" jsonb DEFAULT '[]'::jsonb NOT NULL;`,
  ]);
  expect(plan.later).toHaveLength(4);
});

test('a field added to the search changes the expression and keeps every index, including hand-made ones', async () => {
  await client.query('create index by_hand_ix on assets_domain (search_text) where id is not null');
  const plan = await upgrade(withFields({ zone: field.text({ max: 64, search: 'contains' }) }));
  expect(plan.now.join()).not.toContain('DROP');
  const { rows } = await client.query(`select search_text from assets_domain where zone = '' limit 1`);
  expect(rows[0].search_text).toMatch(/^x\w+\n$/);
});

test('a newly searched table gets its search column after the columns it uses', async () => {
  const bare = withFields({ name: field.text({ required: true, max: 128 }) });
  await upgrade(bare);
  await upgrade(withFields({ zone: field.text({ max: 64, search: 'contains' }) }), bare);
});

test('a new resource and a new many-to-many relation become new tables', async () => {
  const rack = {
    ...withFields({})[0],
    app: 'assets',
    name: 'rack',
    path: 'racks',
    scope: 'org',
    label: 'name',
  } as const;
  const plan = await upgrade([
    ...withFields({ racks: field.refs({ to: 'assets.rack' }) }),
    {
      ...rack,
      fields: {
        name: field.text({ required: true, max: 64, search: 'contains' }),
        domain: field.ref({ to: 'assets.domain', onDelete: 'cascade' }),
      },
      unique: [['name']],
      order: ['name'],
      form: [],
      standard: ['date_created'],
    } as ResourceDefinition,
  ]);
  expect(plan.later).toEqual([]);
  expect(plan.now.join('\n')).toMatch(/CREATE TABLE "assets_rack".*CREATE TABLE "assets_domain_racks"/s);
});

test('a removed field stays as an optional column, out of the search, until a later migration', async () => {
  const wide = withFields(
    { zone: field.text({ max: 64, search: 'contains' }) },
    { unique: [['name', 'zone']] },
  );
  await upgrade(wide);
  tables = await readFillable(client);
  const plan = await upgrade(withFields({}), wide);
  expect(plan.later.map(({ statement }) => statement)).toEqual([
    'ALTER TABLE "assets_domain" DROP COLUMN "zone";',
  ]);
});

test('a field made required is filled now and required later', async () => {
  const optional = withFields({ note: field.text({ nullable: true }) });
  await upgrade(optional);
  const plan = await upgrade(withFields({ note: field.text() }), optional);
  expect(plan.later.at(-1)?.statement).toBe('ALTER TABLE "assets_domain" ALTER COLUMN "note" SET NOT NULL;');
});

test('a generated column is recreated where PostgreSQL cannot change its expression', async () => {
  const { rows } = await client.query(`select pg_get_functiondef('gatehouse_regenerate'::regproc) as body`);
  await client.query(rows[0].body.replace('>= 170000', '>= 9990000'));
  await client.query('create index by_hand_ix on assets_domain (search_text) where id is not null');
  await client.query(`create trigger by_hand after update of search_text on assets_domain
    for each statement execute function gatehouse_access_changed()`);
  await upgrade(withFields({ zone: field.text({ max: 64, search: 'contains' }) }));
});
