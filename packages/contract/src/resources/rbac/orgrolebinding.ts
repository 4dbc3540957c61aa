import { defineResource } from '../../resource/defineResource.ts';
import { rolebinding } from './rolebinding.ts';

/** A user's role in the organization of the request. */
export const orgrolebinding = defineResource({
  app: 'rbac',
  name: 'orgrolebinding',
  path: 'org-role-bindings',
  scope: 'global',
  label: 'id',
  variantOf: 'rbac.rolebinding',
  where: { scope: 'org' },
  fields: { org: { ...rolebinding.fields.org, told: { readOnly: true } } },
});
