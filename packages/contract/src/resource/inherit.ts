import type { ResourceDefinition } from './defineResource.ts';

/**
 * A variant with everything it inherits from its base filled in. Paths, relation routes, `where`,
 * permissions, confirmations, its place in the settings file and console pages stay its own: a variant is
 * another way to the same rows, with its own permissions.
 */
export const inherit = (base: ResourceDefinition, variant: ResourceDefinition): ResourceDefinition => ({
  ...base,
  aliases: undefined,
  relations: undefined,
  permissionModel: undefined,
  permissions: undefined,
  confirm: undefined,
  where: undefined,
  settingsFile: undefined,
  console: undefined,
  ...variant,
  fields: { ...base.fields, ...variant.fields },
});

/** Every definition with its variants filled in, in the order passed. */
export const inheritAll = (definitions: readonly ResourceDefinition[]): readonly ResourceDefinition[] => {
  const byKey = new Map(
    definitions.map((definition) => [`${definition.app}.${definition.name}`, definition]),
  );
  return definitions.map((definition) => {
    if (!definition.variantOf) return definition;
    const base = byKey.get(definition.variantOf);
    if (!base)
      throw new Error(`${definition.app}.${definition.name} varies the unknown ${definition.variantOf}`);
    return inherit(base, definition);
  });
};
