import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** A role that users hold in every organization. */
export const systemrole = defineResource({
  app: 'rbac',
  name: 'systemrole',
  path: 'system-roles',
  scope: 'global',
  label: 'name',
  sizes: [],
  variantOf: 'rbac.role',
  where: { scope: 'system' },
  fields: {
    scope: field.choice({
      choices: ['system'],
      required: true,
      createOnly: true,
      requiredToReplace: true,
      size: 'mini',
      filter: true,
      told: { choices: ['system', 'org'] },
    }),
  },
});
