import { everyDefinition } from '@gatehouse/contract/resources/all.ts';
import { expect, test } from 'vitest';
import { schemaOf, startingValues } from '../../src/app/migration/currentSchema.ts';
import { nextNumber } from '../../src/app/migration/nextNumber.ts';
import { planMigration } from '../../src/app/migration/planMigration.ts';
import { knownMigrations, type Migration } from '../../src/platform/migrate.ts';
import { bareDatabase, runMigrations } from './bareDatabase.ts';
import { countRows, fillTables, readFillable } from './fillTables.ts';
import { freshFacts } from './freshFacts.ts';
import { lostFacts, missingFacts, nameOfFact, readFacts } from './schemaFacts.ts';
import { snapshot } from './snapshot.ts';

const all = knownMigrations();
const isGenerated = ({ name, sql }: Migration) =>
  name === '0000_initial.sql' || sql.startsWith('-- Generated from the definitions.');

test('migrations are numbered without gaps or duplicates', () => {
  const names = all.map(({ name }) => name);
  expect(names.map((name) => name.slice(0, 4))).toEqual(names.map((_, at) => nextNumber(names.slice(0, at))));
});

test('the snapshot matches the definitions: every change has its migration', async () => {
  const { now, later } = await planMigration(
    snapshot,
    schemaOf(everyDefinition),
    startingValues(everyDefinition),
  );
  expect([...now, ...later]).toEqual([]);
});

test('a database with rows of every earlier version is upgraded to the definitions', async () => {
  const client = await bareDatabase([]);
  const lost: string[] = [];
  for (const migration of all) {
    const [tables, facts] = [await readFillable(client), await readFacts(client)];
    await fillTables(client, tables);
    const rows = await countRows(client, tables);
    await runMigrations(client, [migration]);
    const after = await readFillable(client);
    expect(await countRows(client, after)).toMatchObject(rows);
    lost.push(...lostFacts(facts, await readFacts(client), migration.sql));
  }
  expect(lost).toEqual([]);

  for (const { statement } of snapshot.later) await client.query(statement);
  const upgraded = await readFacts(client);
  const defined = await freshFacts(schemaOf(everyDefinition));
  expect(missingFacts(defined, upgraded)).toEqual([]);

  // In a generated migration, what stands below a comment of its own is written by hand.
  const byHand = all.map((migration) =>
    isGenerated(migration) ? migration.sql.split('\n-- ').slice(1).join('\n') : migration.sql,
  );
  const extra = [...upgraded.keys()].filter((name) => !defined.has(name));
  expect(extra.filter((name) => !byHand.join('\n').includes(nameOfFact(name)))).toEqual([]);
});
