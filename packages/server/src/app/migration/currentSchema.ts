import type { ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import { generateDrizzleJson } from 'drizzle-kit/api';
import { initialValue } from '../../engine/fields/registry.ts';
import { buildResources, tableFields } from '../../engine/resource.ts';
import { tablesOf } from '../../engine/table.ts';
import { systemTables } from '../../platform/systemTables.ts';
import type { Schema } from './planMigration.ts';

/** The schema required by definitions and system tables. */
export const schemaOf = (definitions: readonly ResourceDefinition[], previousId?: string): Schema => {
  const resources = buildResources(definitions, {});
  return generateDrizzleJson(
    Object.fromEntries([...tablesOf(resources), ...systemTables]),
    previousId,
  ) as Schema;
};

/** What existing rows get in a column that is new or becomes required: the initial value of a new row. */
export const startingValues = (definitions: readonly ResourceDefinition[]) => {
  const resources = buildResources(definitions, {});
  const bases = [...resources.values()].filter((resource) => resource.base === resource);
  const fields = new Map(bases.map((base) => [base.table, tableFields(base, resources.values())]));
  return (table: string, column: string): unknown => {
    const field = fields.get(table)?.[column];
    return field && initialValue(field);
  };
};
