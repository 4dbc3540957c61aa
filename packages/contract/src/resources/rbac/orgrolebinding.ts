import { defineResource } from '../../resource/defineResource.ts';

/** A user's role in the organization of the request. */
export const orgrolebinding = defineResource({
  app: 'rbac',
  name: 'orgrolebinding',
  path: 'org-role-bindings',
  scope: 'global',
  label: 'id',
  variantOf: 'rbac.rolebinding',
  where: { scope: 'org' },
  fields: {},
});
