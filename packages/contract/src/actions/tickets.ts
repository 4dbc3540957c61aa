import { z } from 'zod';
import { ok, reference, refusal, written } from '../call/bodyFields.ts';
import { defineActions } from '../call/defineActions.ts';
import { rowOf } from '../call/rowOf.ts';
import { applyassetticket } from '../resources/tickets/applyassetticket.ts';
import { ticket } from '../resources/tickets/ticket.ts';
import { approvalForm, requestForm, turnForm } from '../tickets/ticketForms.ts';

const ending = {
  body: turnForm,
  answer: ok,
  errors: ['ticket_closed', 'changed_meanwhile', 'licence_required'],
} as const;

export const ticketActions = defineActions(ticket, {
  reject: { ...ending, summary: 'Rejects a ticket' },
  close: { ...ending, summary: 'Closes a ticket of your own' },
});

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
  bulk: {
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
  },
});
