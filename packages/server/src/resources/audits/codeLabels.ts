import type { ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import type { Context } from '../../engine/context.ts';
import { choiceLabel } from '../../engine/labels.ts';

/** Label of a code kept in a row. */
export const codeLabels =
  <Name extends string>(definition: ResourceDefinition, name: Name) =>
  (rows: readonly { [K in Name]: string }[], ctx: Context): string[] => {
    const resource = ctx.engine.resource(definition);
    return rows.map((row) => (row[name] ? choiceLabel({ name, resource, ctx }, row[name]) : ''));
  };
