import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/**
 * Who approves requests of a type, level by level. A flow applies to every organization, or to a single one,
 * where it replaces the general flow.
 */
export const ticketflow = defineResource({
  app: 'tickets',
  name: 'ticketflow',
  path: 'flows',
  scope: 'global',
  label: 'type',
  fields: {
    type: field.choice({
      choices: ['apply_asset', 'login_confirm', 'command_confirm', 'login_asset_confirm'],
      required: true,
      size: 'small',
      filter: true,
      search: 'contains',
      told: {
        choices: ['general', 'apply_asset', 'login_confirm', 'command_confirm', 'login_asset_confirm'],
      },
    }),
    approval_level: field.choice({ choices: [1, 2], int: true, required: true, size: 'small' }),
    rules: field.nested({
      many: true,
      required: true,
      fields: {
        level: field.integer({ readOnly: true, told: { type: 'choice', choices: [1, 2] } }),
        strategy: field.choice({
          choices: ['super_admin', 'org_admin', 'super_org_admin', 'custom_user'],
          required: true,
        }),
        assignees: field.list({ maxItem: 36, writeOnly: true }),
        assignees_read_only: field.list({ readOnly: true }),
        assignees_display: field.list({ readOnly: true }),
      },
    }),
    org_id: field.uuid({ readOnly: true, size: 'small', noDiff: true }),
    org_name: field.computed({ as: 'string', readOnly: true, size: 'small' }),
  },
  standard: ['created_by', 'date_created', 'date_updated'],
  small: ['created_by', 'date_created', 'date_updated'],
  operations: ['list', 'retrieve', 'create', 'update'],
  permissions: { add: 'superuser' },
  unique: [['type', 'org_id']],
  order: ['type'],
  list: {
    default: ['type', 'created_by', 'org_name', 'date_created', 'date_updated', 'actions'],
    min: ['type', 'actions'],
    exclude: ['rules'],
  },
  form: [
    ['basic', 'type'],
    ['approval', 'approval_level', 'rules'],
  ],
  transfer: { export: false, import: false },
  console: {
    base: 'TicketFlow',
    path: 'tickets/flow',
    pages: ['list', 'retrieve', 'create', 'update'],
    order: 100,
    icon: 'branches',
    names: { list: 'TicketFlow', retrieve: 'FlowDetail' },
    licence: true,
  },
});
