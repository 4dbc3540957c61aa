import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';
import { confirmationActions, confirmationFields, offered } from '../../tickets/confirmation.ts';

/** A sign-in that waits for a reviewer of its rule. */
export const applyloginticket = defineResource({
  app: 'tickets',
  name: 'applyloginticket',
  path: 'apply-login-tickets',
  scope: 'global',
  label: 'title',
  variantOf: 'tickets.ticket',
  where: { type: 'login_confirm' },
  permissions: { view: 'tickets.view_ticket' },
  fields: {
    ...confirmationFields,
    apply_login_ip: field.text({ max: 64, readOnly: true, told: offered }),
    apply_login_city: field.text({ max: 64, readOnly: true, told: offered }),
    apply_login_datetime: field.datetime({ nullable: true, readOnly: true, told: offered }),
  },
  actions: confirmationActions,
});
