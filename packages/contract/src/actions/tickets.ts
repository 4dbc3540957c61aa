import { z } from 'zod';
import { ok, reference, refusal, written } from '../call/bodyFields.ts';
import { defineActions } from '../call/defineActions.ts';
import { rowOf } from '../call/rowOf.ts';
import { applyassetticket } from '../resources/tickets/applyassetticket.ts';
import { applycommandticket } from '../resources/tickets/applycommandticket.ts';
import { applyloginassetticket } from '../resources/tickets/applyloginassetticket.ts';
import { applyloginticket } from '../resources/tickets/applyloginticket.ts';
import { ticket } from '../resources/tickets/ticket.ts';
import { approvalForm, confirmationForm, requestForm, turnForm } from '../tickets/ticketForms.ts';

const ending = {
  body: turnForm,
  answer: ok,
  errors: ['ticket_closed', 'changed_meanwhile', 'licence_required'],
} as const;

export const ticketActions = defineActions(ticket, {
  reject: { ...ending, summary: 'Rejects a ticket' },
  close: { ...ending, summary: 'Closes a ticket of your own' },
});

const bulk = {
  summary: 'Approves or rejects several tickets; stops at the first that cannot be decided',
  query: z.object({ action: z.enum(['approve', 'reject']).optional().catch(undefined) }),
  body: z.object({
    tickets: z.array(reference, 'not_a_list').max(100, 'max_items'),
    /**
     * When each ticket was last changed as far as the caller has seen, by ticket id, in the caller's time
     * zone.
     */
    seen: z.record(z.string(), written, 'invalid_datetime').nullish(),
  }),
  answer: ok,
  otherwise: {
    400: refusal,
    409: z.object({ error: z.string(), detail: z.string(), code: z.string() }),
  },
  errors: ['licence_required'],
} as const;

const approval = {
  ...ending,
  summary: 'Approves a ticket, optionally with changes',
  body: approvalForm,
} as const;

export const assetTicketActions = defineActions(applyassetticket, {
  open: {
    summary: 'Requests access to assets',
    body: requestForm,
    status: 201,
    answer: rowOf(applyassetticket),
    errors: ['licence_required'],
  },
  approve: approval,
  amend: approval,
  reject: { ...ending, summary: 'Rejects a ticket' },
  close: { ...ending, summary: 'Closes a ticket of your own' },
  bulk,
});

const confirmation = {
  bulk,
  approve: {
    ...ending,
    summary: 'Approves what waits, for as long as the approver says',
    body: confirmationForm,
  },
  reject: { ...ending, summary: 'Rejects a ticket' },
  close: { ...ending, summary: 'Closes a ticket of your own' },
  revoke: {
    summary: 'Takes an approval back that still holds',
    answer: ok,
    errors: ['ticket_not_held', 'licence_required'],
  },
} as const;

export const loginTicketActions = defineActions(applyloginticket, confirmation);

export const loginAssetTicketActions = defineActions(applyloginassetticket, confirmation);

export const commandTicketActions = defineActions(applycommandticket, confirmation);
