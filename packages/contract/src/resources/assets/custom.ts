import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** An asset of a type that the installation defines itself. */
export const custom = defineResource({
  app: 'assets',
  name: 'custom',
  path: 'customs',
  scope: 'org',
  label: 'name',
  variantOf: 'assets.asset',
  permissionModel: 'asset',
  where: { category: 'custom' },
  fields: {
    custom_info: field.nested({ fields: {}, open: true, noDiff: true }),
  },
  operations: ['list', 'retrieve', 'create', 'update', 'destroy'],
  form: [
    ['basic', 'name', 'address', 'platform', 'nodes'],
    ['custom', 'custom_info'],
    ['protocols', 'protocols'],
    ['accounts', 'accounts'],
    ['other', 'domain', 'labels', 'is_active', 'comment'],
  ],
  console: {
    base: 'Custom',
    path: 'console/assets/customs',
    pages: ['create', 'update'],
    order: 216,
    under: 'console/assets/assets',
  },
});
