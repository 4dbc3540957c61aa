import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';
import { askedFields, confirmationActions, confirmationFields, offered } from '../../tickets/confirmation.ts';

const related = { nullable: true, readOnly: true, onDelete: 'setNull', told: offered } as const;

/** A connection to an asset that waits for a reviewer of its rule. */
export const applyloginassetticket = defineResource({
  app: 'tickets',
  name: 'applyloginassetticket',
  path: 'apply-login-asset-tickets',
  scope: 'global',
  label: 'title',
  variantOf: 'tickets.ticket',
  where: { type: 'login_asset_confirm' },
  permissions: { view: 'tickets.view_ticket' },
  fields: {
    ...confirmationFields,
    ...askedFields,
    apply_login_user: field.ref({ to: 'users.user', attrs: ['name', 'username'], ...related }),
    apply_login_asset: field.ref({ to: 'assets.asset', attrs: ['name', 'address'], ...related }),
    apply_login_account: field.text({ max: 128, readOnly: true, told: offered }),
    /** Where the user connects from. */
    apply_login_ip: field.text({ max: 64, readOnly: true }),
  },
  actions: confirmationActions,
});
