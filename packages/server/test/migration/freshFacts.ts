import { planMigration, type Schema } from '../../src/app/migration/planMigration.ts';
import { bareDatabase } from './bareDatabase.ts';
import { readFacts, type SchemaFacts } from './schemaFacts.ts';

const extensions = ['pg_trgm', 'ltree', 'btree_gin'].map((name) => `create extension if not exists ${name};`);

/** The facts of a schema created from nothing. */
export const freshFacts = async (schema: Schema): Promise<SchemaFacts> => {
  const { now } = await planMigration({ ...schema, tables: {} }, schema, () => undefined);
  const client = await bareDatabase([{ name: 'fresh', hash: '', sql: [...extensions, ...now].join('\n') }]);
  return readFacts(client);
};
