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
    assets_amount: field.integer({ readOnly: true, nullable: true }),
    is_active: field.boolean({ default: true, filter: true }),
    labels: field.labels(),
    password: field.secret({ max: 64 }),
    rules: field.nested({ fields: { ip_group: field.list({ default: ['*'] }) } }),
    assets: field.refs({ to: 'assets.asset' }),
    gateways: field.refs({ to: 'assets.gateway' }),
    parent: field.ref({ to: 'assets.domain', nullable: true }),
    children: field.computed({ as: 'list', readOnly: true }),
    few: field.choice({ choices: ['c0', 'c1', 'c2', 'c3'], default: 'c1' }),
    spot: field.nested({ fields: { row: field.text({ max: 8 }) } }),
    hosts: field.list(),
    protocols: field.nested({ many: true, fields: { name: field.text(), port: field.integer() } }),
    setting: field.json(),
    size: field.integer({ nullable: true }),
    date_checked: field.datetime({ readOnly: true, nullable: true }),
    made: field.text({ readOnly: true }),
    pin: field.secret({ max: 64 }),
  },
  standard: ['date_created', 'comment'],
});
