import { actionBits, actionTree } from '../../permissions/actionBits.ts';
import { defineResource } from '../../resource/defineResource.ts';
import { field, shownAs } from '../../resource/fields.ts';
import { ticket } from './ticket.ts';

/**
 * Approvers must read every requested object, so there is a limit. Objects outside the organization are left
 * out (reference 06 §C.3).
 */
const requested = { dropsUnknown: true, maxItems: 500 } as const;

/** A request for access to assets; its final approval creates the asset permission with the same id. */
export const applyassetticket = defineResource({
  app: 'tickets',
  name: 'applyassetticket',
  path: 'apply-asset-tickets',
  scope: 'global',
  label: 'title',
  variantOf: 'tickets.ticket',
  where: { type: 'apply_asset' },
  permissions: { view: 'tickets.view_ticket' },
  fields: {
    /** At the address of their type, tickets send their applicant as text. */
    applicant: shownAs<string>()({ ...ticket.fields.applicant, told: { readOnly: false } }),
    org_id: { ...ticket.fields.org_id, told: { required: true, readOnly: false } },
    apply_nodes: field.refs({ to: 'assets.node', attrs: ['name', 'full_value'], ...requested }),
    apply_assets: field.refs({ to: 'assets.asset', attrs: ['name', 'address'], ...requested }),
    apply_accounts: field.list({
      maxItem: 128,
      maxItems: 100,
      default: [],
      help: true,
      told: { type: 'json' },
    }),
    apply_actions: field.bits({ bits: actionBits, tree: actionTree, default: ['connect'] }),
    apply_date_start: field.datetime({ required: true, told: { required: false } }),
    apply_date_expired: field.datetime({ required: true, told: { required: false } }),
    apply_permission_name: field.text({ max: 128, readOnly: true }),
  },
  form: [
    ['basic', 'comment', 'title', 'org_id'],
    [
      'request',
      'apply_nodes',
      'apply_assets',
      'apply_accounts',
      'apply_actions',
      'apply_date_start',
      'apply_date_expired',
    ],
  ],
  actions: {
    open: {
      on: 'collection',
      method: 'POST',
      path: 'open',
      permission: 'tickets.view_ticket',
      anywhere: true,
    },
    bulk: { on: 'collection', method: 'PUT', path: 'bulk', permission: 'validUser', anywhere: true },
    approve: { on: 'row', method: 'PUT', path: 'approve', permission: 'validUser', anywhere: true },
    amend: { on: 'row', method: 'PATCH', path: 'approve', permission: 'validUser', anywhere: true },
    reject: { on: 'row', method: 'PUT', path: 'reject', permission: 'validUser', anywhere: true },
    close: { on: 'row', method: 'PUT', path: 'close', permission: 'validUser', anywhere: true },
  },
});
