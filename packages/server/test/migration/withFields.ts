import type { ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import type { FieldSpec } from '@gatehouse/contract/resource/fields.ts';
import { everyDefinition } from '@gatehouse/contract/resources/all.ts';

/** Changes of fields by name; undefined removes a field. */
export type Fields = Record<string, FieldSpec | undefined>;

/** The current definitions with other fields, and `over` in place of other parts, in `assets.domain`. */
export const withFields = (fields: Fields, over: Partial<ResourceDefinition> = {}): ResourceDefinition[] =>
  everyDefinition.map((definition) => {
    if (definition.app !== 'assets' || definition.name !== 'domain') return definition;
    const all = Object.entries({ ...definition.fields, ...fields });
    const kept = all.flatMap(([name, spec]) => (spec ? [[name, spec] as const] : []));
    return { ...definition, ...over, fields: Object.fromEntries(kept) };
  });
