import type { Operation, ResourceDefinition } from '../resource/defineResource.ts';
import type { Permission } from './permission.ts';

const verbOf = {
  list: 'view',
  retrieve: 'view',
  create: 'add',
  update: 'change',
  destroy: 'delete',
} as const satisfies Record<Operation, string>;

const everyOperation = Object.keys(verbOf) as Operation[];

/**
 * Permissions of a definition: those of its operations, unless it names others for them, and those of its
 * actions whose codename ends with its model. Organization roles may hold those on rows of an organization,
 * only system roles those on global rows.
 */
export const definitionPermissions = (definition: ResourceDefinition): Permission[] => {
  const { app, name, permissionModel: model = name, operations = everyOperation } = definition;
  const verbs = operations.map((operation) => verbOf[operation]);
  const own = verbs.filter((verb) => !definition.permissions?.[verb]).map((verb) => `${verb}_${model}`);
  const acted = Object.values(definition.actions ?? {})
    .flatMap(({ permission }) => permission.split('|'))
    .filter((permission) => permission.startsWith(`${app}.`) && permission.endsWith(`_${model}`))
    .map((permission) => permission.slice(app.length + 1));
  const scope = definition.scope === 'org' ? 'org' : 'system';
  return [...new Set([...own, ...acted])].map((codename) => ({ app, model, codename, scope }));
};
