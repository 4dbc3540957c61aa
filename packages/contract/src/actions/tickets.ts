import { z } from 'zod';
import { anyReferences, ok, refusal } from '../call/bodyFields.ts';
import { defineActions } from '../call/defineActions.ts';
import { rowOf, writeOf } from '../call/rowOf.ts';
import type { WriteOf } from '../resource/rowOf.ts';
import { applyassetticket } from '../resources/tickets/applyassetticket.ts';
import { ticket } from '../resources/tickets/ticket.ts';

/** The level and version a decision is based on; the server reads dates in the caller's time zone. */
type Turn = { approval_step?: number | string; seen?: string | null };

const decision = <Sent>() =>
  z.unknown().meta({
    type: 'object',
    properties: {
      approval_step: { type: 'integer', description: 'The level it is for' },
      seen: { type: 'string', description: 'When the ticket you saw was last changed' },
    },
  }) as z.ZodType<unknown, Sent>;
const ending = {
  body: decision<Turn>(),
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
  body: decision<Turn & WriteOf<typeof applyassetticket, 'change'>>(),
} as const;

export const assetTicketActions = defineActions(applyassetticket, {
  open: {
    summary: 'Requests access to assets',
    body: writeOf(applyassetticket),
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
      tickets: anyReferences,
      seen: (z.unknown() as z.ZodType<unknown, { [ticket: string]: string }>).optional(),
    }),
    answer: ok,
    otherwise: {
      400: refusal,
      409: z.object({ error: z.string(), detail: z.string(), code: z.string() }),
    },
    errors: ['licence_required'],
  },
});
