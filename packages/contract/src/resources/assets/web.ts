import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';
import { asset } from './asset.ts';

/** A web site. */
export const web = defineResource({
  app: 'assets',
  name: 'web',
  path: 'webs',
  scope: 'org',
  label: 'name',
  variantOf: 'assets.asset',
  permissionModel: 'asset',
  where: { category: 'web' },
  fields: {
    autofill: field.choice({ choices: ['no', 'basic', 'script'], default: 'basic' }),
    username_selector: field.text({ max: 128, default: 'name=username' }),
    password_selector: field.text({ max: 128, default: 'name=password' }),
    submit_selector: field.text({ max: 128, default: 'id=login_button' }),
    script: field.json({ default: [] }),
    spec_info: {
      ...asset.fields.spec_info,
      told: {
        type: 'nested object',
        like: {
          resource: 'assets.web',
          fields: ['autofill', 'username_selector', 'password_selector', 'submit_selector'],
        },
      },
    },
  },
  operations: ['list', 'retrieve', 'create', 'update', 'destroy'],
  list: {
    default: ['name', 'address', 'platform', 'connectivity', 'actions'],
    min: ['name', 'address', 'actions'],
    exclude: [
      'username_selector',
      'password_selector',
      'submit_selector',
      'script',
      'spec_info',
      'auto_config',
    ],
  },
  form: [
    ['basic', 'name', 'address', 'platform', 'nodes'],
    ['selector', 'autofill', 'username_selector', 'password_selector', 'submit_selector', 'script'],
    ['protocols', 'protocols'],
    ['accounts', 'accounts'],
    ['other', 'domain', 'labels', 'is_active', 'comment'],
  ],
  console: {
    base: 'Web',
    path: 'console/assets/webs',
    pages: ['create', 'update'],
    order: 214,
    under: 'console/assets/assets',
  },
});
