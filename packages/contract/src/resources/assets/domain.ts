import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** A network zone: its assets are reached through its gateway assets. */
export const domain = defineResource({
  app: 'assets',
  name: 'domain',
  path: 'domains',
  scope: 'org',
  label: 'name',
  fields: {
    name: field.text({ required: true, max: 128, size: 'mini', search: 'contains', filter: true }),
    assets: field.refs({ to: 'assets.asset', reverse: 'domain', except: 'assets.gateway', on: 'retrieve' }),
    gateways: field.refs({ to: 'assets.gateway', reverse: 'domain' }),
    assets_amount: field.computed({ as: 'integer', on: 'list', readOnly: true }),
    labels: field.labels(),
  },
  standard: ['date_created', 'comment', 'created_by'],
  small: ['comment'],
  undo: true,
  unique: [['name']],
  order: ['name'],
  list: { default: ['name', 'assets_amount', 'gateways', 'comment', 'actions'], min: ['name', 'actions'] },
  form: [
    ['basic', 'name', 'gateways', 'assets'],
    ['other', 'labels', 'comment'],
  ],
  console: {
    base: 'Domain',
    path: 'console/assets/domains',
    pages: ['list', 'create', 'update', 'retrieve'],
    order: 220,
  },
});
