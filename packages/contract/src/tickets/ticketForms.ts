import { defineForm } from '../call/defineForm.ts';
import { field } from '../resource/fields.ts';
import { standardFields } from '../resource/standardFields.ts';
import { applyassetticket } from '../resources/tickets/applyassetticket.ts';
import { applyloginticket } from '../resources/tickets/applyloginticket.ts';
import { ticket } from '../resources/tickets/ticket.ts';

const { fields } = applyassetticket;

/** The fields of a request that approvers may change. */
const requested = {
  apply_nodes: fields.apply_nodes,
  apply_assets: fields.apply_assets,
  apply_accounts: fields.apply_accounts,
  apply_actions: fields.apply_actions,
  // Unlike the address of the tickets, that of a request tells both dates as required.
  apply_date_start: { ...fields.apply_date_start, told: {} },
  apply_date_expired: { ...fields.apply_date_expired, told: {} },
};

const org_id = field.text({ required: true, max: 36 });

/** The level and version of the ticket that a decision is based on; both are optional. */
const turn = {
  approval_step: { ...ticket.fields.approval_step, readOnly: false, default: undefined },
  seen: field.datetime({ nullable: true }),
} as const;

/** A decision that does not change the request. */
export const turnForm = defineForm({ app: 'tickets', name: 'ticket', mode: 'patch', fields: turn });

const { hold, hold_minutes } = applyloginticket.fields;

/** An approval of a confirmation: for how long it holds; without that, for what was asked. */
export const confirmationForm = defineForm({
  app: 'tickets',
  name: 'applyloginticket',
  mode: 'patch',
  fields: {
    hold: { ...hold, readOnly: false, default: undefined },
    hold_minutes: { ...hold_minutes, readOnly: false, default: undefined, min: 1 },
    ...turn,
  },
});

/**
 * An approval, with what the approver changes. It names organization, accounts and dates, so that nothing is granted
 * that the approver has not seen.
 */
export const approvalForm = defineForm({
  app: 'tickets',
  name: 'applyassetticket',
  mode: 'patch',
  fields: { org_id, ...requested, ...turn },
  nullWhenAbsent: ['apply_accounts', 'apply_date_start', 'apply_date_expired'],
});

/** A request for access. A user who may request access for others can name the applicant. */
export const requestForm = defineForm({
  app: 'tickets',
  name: 'applyassetticket',
  mode: 'create',
  fields: {
    org_id,
    title: ticket.fields.title,
    ...requested,
    comment: standardFields.comment,
    applicant: field.ref({ to: 'users.user', nullable: true }),
  },
});

/** Names of the fields of a request that approvers may change. */
export const requestedFields = [
  'apply_nodes',
  'apply_assets',
  'apply_accounts',
  'apply_actions',
  'apply_date_start',
  'apply_date_expired',
] as const satisfies readonly (keyof typeof requested)[];
