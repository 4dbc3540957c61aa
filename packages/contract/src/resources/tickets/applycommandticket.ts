import { defineResource } from '../../resource/defineResource.ts';
import { field, shownAs } from '../../resource/fields.ts';
import {
  askedFields,
  confirmationActions,
  confirmationFields,
  demanded,
  offered,
} from '../../tickets/confirmation.ts';

const related = { nullable: true, readOnly: true } as const;
const told = { ...offered, type: 'object_related_field' } as const;

/** A command that waits in a terminal for a reviewer of the filter that holds it. */
export const applycommandticket = defineResource({
  app: 'tickets',
  name: 'applycommandticket',
  path: 'apply-command-tickets',
  scope: 'global',
  label: 'title',
  variantOf: 'tickets.ticket',
  where: { type: 'command_confirm' },
  permissions: { view: 'tickets.view_ticket' },
  fields: {
    ...confirmationFields,
    ...askedFields,
    apply_run_user: field.ref({
      to: 'users.user',
      attrs: ['name', 'username'],
      ...related,
      told: offered,
      onDelete: 'setNull',
    }),
    apply_run_asset: field.text({ max: 128, readOnly: true, told: demanded }),
    apply_run_account: field.text({ max: 128, readOnly: true, told: offered }),
    apply_run_command: field.text({ max: 4096, multiline: true, readOnly: true, told: demanded }),
    // A ticket outlives its session and its rule, so it only keeps their ids.
    apply_from_session: shownAs<{ id: string } | null>()(field.uuid({ ...related, told })),
    apply_from_cmd_filter_acl: shownAs<{ id: string; name: string } | null>()(
      field.uuid({ ...related, told }),
    ),
  },
  actions: confirmationActions,
});
