import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** A chat model behind an API. */
export const gpt = defineResource({
  app: 'assets',
  name: 'gpt',
  path: 'gpts',
  scope: 'org',
  label: 'name',
  variantOf: 'assets.asset',
  permissionModel: 'asset',
  where: { category: 'gpt' },
  fields: {
    proxy: field.text({ max: 128, help: true }),
  },
  operations: ['list', 'retrieve', 'create', 'update', 'destroy'],
  form: [
    ['basic', 'name', 'address', 'platform', 'nodes'],
    ['proxy', 'proxy'],
    ['protocols', 'protocols'],
    ['accounts', 'accounts'],
    ['other', 'domain', 'labels', 'is_active', 'comment'],
  ],
  console: {
    base: 'Gpt',
    path: 'console/assets/gpts',
    pages: ['create', 'update'],
    order: 215,
    under: 'console/assets/assets',
  },
});
