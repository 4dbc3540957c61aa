import { z } from 'zod';
import { ok, refusal } from '../call/bodyFields.ts';
import { defineActions } from '../call/defineActions.ts';
import { rowOf, writeOf } from '../call/rowOf.ts';
import { applyassetticket } from '../resources/tickets/applyassetticket.ts';
import { ticket } from '../resources/tickets/ticket.ts';

const seen = z.string().optional().describe('When the ticket you saw was last changed');
const ending = {
  body: z.looseObject({ seen }),
  answer: ok,
  errors: ['ticket_closed', 'changed_meanwhile', 'licence_required'],
} as const;

export const ticketActions = defineActions(ticket, {
  reject: { ...ending, summary: 'Rejects a ticket' },
  close: { ...ending, summary: 'Closes a ticket of your own' },
});

export const assetTicketActions = defineActions(applyassetticket, {
  open: {
    summary: 'Requests access to assets',
    body: writeOf(applyassetticket),
    status: 201,
    answer: rowOf(applyassetticket),
    errors: ['licence_required'],
  },
  approve: { ...ending, summary: 'Approves a ticket, with what you change of it' },
  amend: { ...ending, summary: 'Approves a ticket, with what you change of it' },
  reject: { ...ending, summary: 'Rejects a ticket' },
  close: { ...ending, summary: 'Closes a ticket of your own' },
  bulk: {
    summary: 'Approves or rejects several tickets; the first that cannot be decided ends it',
    query: z.object({ action: z.enum(['approve', 'reject']) }),
    body: z.object({ tickets: z.array(z.string()), seen: z.record(z.string(), z.string()).optional() }),
    answer: ok,
    otherwise: {
      400: refusal,
      409: z.object({ error: z.string(), detail: z.string(), code: z.string() }),
    },
    errors: ['licence_required'],
  },
});
