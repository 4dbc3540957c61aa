import { planMigration, type Schema } from '../../src/app/migration/planMigration.ts';
import { bareDatabase } from './bareDatabase.ts';
import { readFacts, type SchemaFacts } from './schemaFacts.ts';

const foundations = [
  ...['pg_trgm', 'ltree', 'btree_gin'].map((name) => `create extension if not exists ${name};`),
  "create collation gatehouse_natural (provider = icu, locale = 'und-u-kn-true');",
];

/** The facts of a schema created from nothing. */
export const freshFacts = async (schema: Schema): Promise<SchemaFacts> => {
  const { now } = await planMigration({ ...schema, tables: {} }, schema, () => undefined);
  const client = await bareDatabase([{ name: 'fresh', hash: '', sql: [...foundations, ...now].join('\n') }]);
  return readFacts(client);
};
