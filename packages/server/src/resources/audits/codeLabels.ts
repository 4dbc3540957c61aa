import type { ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import type { Context } from '../../engine/context.ts';
import { choiceLabel } from '../../engine/labels.ts';

/** For each row, the label of the code in one of its fields; empty if the code is. */
export const codeLabels =
  <Name extends string>(definition: ResourceDefinition, name: Name) =>
  (rows: readonly { [K in Name]: string }[], ctx: Context): string[] => {
    const resource = ctx.engine.resource(definition);
    return rows.map((row) => (row[name] ? choiceLabel({ name, resource, ctx }, row[name]) : ''));
  };
