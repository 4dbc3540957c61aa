import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** Counts of what an organization contains. */
export type OrganizationStatistics = {
  users_amount: number;
  groups_amount: number;
  assets_amount: number;
  nodes_amount: number;
  domains_amount: number;
  asset_perms_amount: number;
};

/** A tenant; the root organization is virtual and never a row. */
export const organization = defineResource({
  app: 'orgs',
  name: 'organization',
  path: 'orgs',
  scope: 'global',
  label: 'name',
  sizes: [],
  fields: {
    name: field.text({ required: true, max: 128, size: 'mini', search: 'contains', filter: true }),
    resource_statistics: field.computed.of<OrganizationStatistics>()({
      as: 'json',
      readOnly: true,
      told: {
        type: 'nested object',
        fields: {
          users_amount: field.integer(),
          groups_amount: field.integer(),
          assets_amount: field.integer(),
          nodes_amount: field.integer(),
          domains_amount: field.integer(),
          gateways_amount: field.integer(),
          asset_perms_amount: field.integer(),
        },
      },
    }),
    is_default: field.computed({ as: 'boolean', readOnly: true }),
    is_root: field.computed({ as: 'boolean', readOnly: true }),
    internal: field.computed({ as: 'boolean', readOnly: true }),
    comment: field.text({ multiline: true, search: 'contains' }),
  },
  standard: ['created_by', 'date_created'],
  unique: [['name']],
  order: ['name'],
  list: { default: ['name', 'resource_statistics', 'comment', 'actions'], min: ['name', 'actions'] },
  form: [['basic', 'name', 'comment']],
  actions: {
    current: {
      on: 'collection',
      method: 'GET',
      path: 'current',
      permission: 'validUser',
      shows: { rows: 'orgs.organization', fields: ['id', 'name', 'is_default', 'is_root', 'comment'] },
    },
  },
  transfer: { export: false, import: false },
  console: {
    base: 'Organization',
    path: 'settings/orgs',
    pages: ['list', 'create', 'update', 'retrieve'],
    order: 100,
    icon: 'apartment',
    licence: true,
  },
});
