import { defineResource } from '@gatehouse/contract/resource/defineResource.ts';
import { field } from '@gatehouse/contract/resource/fields.ts';

/** The resource of the engine's tests: a zone with fields of several kinds, which the product does not have. */
export const zone = defineResource({
  app: 'samples',
  name: 'zone',
  path: 'zones',
  scope: 'global',
  label: 'name',
  fields: {
    name: field.text({ required: true, max: 128, filter: true, size: 'mini' }),
    kind: field.choice({ choices: ['lan', 'wan'], default: 'lan', filter: true }),
    assets_amount: field.integer({ readOnly: true }),
    is_active: field.boolean({ default: true, filter: true }),
    labels: field.labels(),
    password: field.secret({ max: 64 }),
    rules: field.nested({ writeOnly: true, fields: { ip_group: field.list({ default: ['*'] }) } }),
  },
  standard: ['date_created', 'comment'],
});
