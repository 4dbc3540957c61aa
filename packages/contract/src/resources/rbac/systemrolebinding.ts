import { defineResource } from '../../resource/defineResource.ts';

/** A user's role in the whole system. */
export const systemrolebinding = defineResource({
  app: 'rbac',
  name: 'systemrolebinding',
  path: 'system-role-bindings',
  scope: 'global',
  label: 'id',
  variantOf: 'rbac.rolebinding',
  where: { scope: 'system' },
  fields: {},
});
