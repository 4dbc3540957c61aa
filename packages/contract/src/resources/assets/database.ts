import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';
import { asset } from './asset.ts';

/** A database server. */
export const database = defineResource({
  app: 'assets',
  name: 'database',
  path: 'databases',
  scope: 'org',
  label: 'name',
  variantOf: 'assets.asset',
  permissionModel: 'asset',
  where: { category: 'database' },
  fields: {
    db_name: field.text({ max: 1024, nullable: true, help: true, told: { required: true } }),
    ca_cert: field.text({ multiline: true, encrypted: true, noDiff: true }),
    client_cert: field.text({ multiline: true, encrypted: true, noDiff: true }),
    client_key: field.text({ multiline: true, encrypted: true, noDiff: true }),
    use_ssl: field.boolean({ default: false }),
    allow_invalid_cert: field.boolean({ default: false }),
    spec_info: {
      ...asset.fields.spec_info,
      told: {
        type: 'nested object',
        like: { resource: 'assets.database', fields: ['db_name', 'use_ssl', 'allow_invalid_cert'] },
      },
    },
  },
  operations: ['list', 'retrieve', 'create', 'update', 'destroy'],
  form: [
    ['basic', 'name', 'address', 'platform', 'nodes', 'db_name'],
    ['protocols', 'protocols'],
    ['secure', 'use_ssl', 'ca_cert', 'client_cert', 'client_key', 'allow_invalid_cert'],
    ['accounts', 'accounts'],
    ['other', 'domain', 'labels', 'is_active', 'comment'],
  ],
  console: {
    base: 'Database',
    path: 'console/assets/databases',
    pages: ['create', 'update'],
    order: 211,
    under: 'console/assets/assets',
  },
});
