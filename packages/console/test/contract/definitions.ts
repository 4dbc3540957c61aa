import { keyOf, type ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import type { FieldSpec } from '@gatehouse/contract/resource/fields.ts';
import { standardFields } from '@gatehouse/contract/resource/standardFields.ts';
import { everyDefinition } from '@gatehouse/contract/resources/all.ts';
import { zone } from '../zone.ts';

const byKey = new Map<string, ResourceDefinition>(
  [...everyDefinition, zone].map((each) => [keyOf(each), each]),
);

/** The engine's tests have a sample resource at the address of zones; rows may be either. */
export const alternativesTo = (definition: ResourceDefinition): readonly ResourceDefinition[] =>
  keyOf(definition) === 'assets.domain' ? [definition, zone] : [definition];

/** A definition with what it inherits. */
export const definitionOf = (key: string): ResourceDefinition | undefined => byKey.get(key);

type Fields = { readonly [name: string]: FieldSpec };
const collected = new WeakMap<ResourceDefinition, Fields>();

/** All fields of a resource, with the standard ones. */
export const fieldsOf = (definition: ResourceDefinition): Fields => {
  const known = collected.get(definition);
  if (known) return known;
  const standard = (definition.standard ?? []).map((name) => [name, standardFields[name]] as const);
  const fields = { ...definition.fields, ...Object.fromEntries<FieldSpec>(standard) };
  collected.set(definition, fields);
  return fields;
};
