import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** A role that users hold in an organization. */
export const orgrole = defineResource({
  app: 'rbac',
  name: 'orgrole',
  path: 'org-roles',
  scope: 'global',
  label: 'name',
  sizes: [],
  variantOf: 'rbac.role',
  where: { scope: 'org' },
  fields: {
    scope: field.choice({
      choices: ['org'],
      required: true,
      createOnly: true,
      requiredToReplace: true,
      size: 'mini',
      filter: true,
      told: { choices: ['system', 'org'] },
    }),
  },
});
