import { z } from 'zod';
import { neededId, ok, uuid, written } from '../call/bodyFields.ts';
import { defineCall } from '../call/defineCall.ts';
import { listOf, partOf, rowOf } from '../call/rowOf.ts';
import { asset } from '../resources/assets/asset.ts';
import { node } from '../resources/assets/node.ts';
import { session } from '../resources/terminal/session.ts';
import { requestableAssetFields, requestableNodeFields } from '../tickets/requestableFields.ts';

const requestableAssets = {
  isList: true,
  shows: { rows: 'assets.asset', fields: requestableAssetFields },
  answer: listOf(partOf(asset, requestableAssetFields)),
} as const;
const requestableNodes = {
  isList: true,
  shows: { rows: 'assets.node', fields: requestableNodeFields },
  answer: listOf(partOf(node, requestableNodeFields)),
} as const;

export const listRequestableAssets = defineCall('GET /api/v1/tickets/apply-assets/', {
  ...requestableAssets,
  summary: 'Assets you can request access to',
  permission: ['tickets.view_ticket', 'assets.view_asset'],
});

export const suggestRequestableAssets = defineCall('GET /api/v1/tickets/apply-assets/suggestions/', {
  ...requestableAssets,
  summary: 'The first assets that match, ten without `limit`, among those you can request access to',
  permission: ['tickets.view_ticket', 'assets.match_asset'],
});

export const listRequestableNodes = defineCall('GET /api/v1/tickets/apply-nodes/', {
  ...requestableNodes,
  summary: 'Nodes you can request access to',
  permission: ['tickets.view_ticket', 'assets.view_node'],
});

export const suggestRequestableNodes = defineCall('GET /api/v1/tickets/apply-nodes/suggestions/', {
  ...requestableNodes,
  summary: 'The first nodes that match, ten without `limit`, among those you can request access to',
  permission: ['tickets.view_ticket', 'assets.match_node'],
});

export const refuseGeneralApproval = defineCall(
  ['PUT /api/v1/tickets/tickets/:id/approve/', 'PATCH /api/v1/tickets/tickets/:id/approve/'],
  {
    summary: 'Refuses: a ticket is approved at the address of its type, which decides what is granted',
    permission: 'validUser',
    anywhere: true,
    errors: ['method_not_allowed', 'licence_required'],
  },
);

const ofTicket = ['object_does_not_exist', 'licence_required'] as const;

export const showTicketState = defineCall('GET /api/v1/tickets/super-tickets/:id/status/', {
  summary: 'For components: the state of a ticket, and who decided it',
  permission: 'tickets.view_superticket',
  anywhere: true,
  answer: z.object({
    id: z.string(),
    status: z.object({ value: z.enum(['open', 'closed']), label: z.string() }),
    state: z.object({ value: z.enum(['pending', 'approved', 'rejected', 'closed']), label: z.string() }),
    processor: z.string().describe('`name(username)`; empty while the ticket waits'),
  }),
  errors: ['object_does_not_exist'],
});

export const closeTicketOfUser = defineCall(
  ['DELETE /api/v1/tickets/super-tickets/:id/status/', 'PUT /api/v1/tickets/super-tickets/:id/status/'],
  {
    summary: 'For components: closes a ticket whose cause has ended; a closed one stays as it is',
    permission: 'tickets.change_superticket',
    anywhere: true,
    answer: ok,
    errors: ['object_does_not_exist'],
  },
);

export const showDecisionTimes = defineCall('GET /api/v1/tickets/decision-times/', {
  summary: 'How long the tickets that were assigned to you took to decide, over the last 30 days',
  permission: 'tickets.view_ticket',
  anywhere: true,
  answer: z.object({
    decided: z.int(),
    average: z.int().nullable().describe('Seconds from opening to the last decision; null without decisions'),
    waiting: z.int().describe('Open tickets that wait for you'),
  }),
});

const labelled = z.object({ value: z.string(), label: z.string() });

export const listHeldApprovals = defineCall('GET /api/v1/tickets/held-approvals/', {
  summary:
    'Approvals that hold now: your own, those of tickets assigned to you, and those of rules that you may change here',
  permission: 'tickets.view_ticket',
  anywhere: true,
  answer: z.object({
    approvals: z.array(
      z.object({
        id: z.string(),
        type: labelled,
        title: z.string(),
        applicant: z.string().describe('`name(username)`'),
        approved_by: z.string(),
        until: z.string().nullable().describe('Until when; null while that depends on what it let through'),
        org_id: z.string(),
        org_name: z.string(),
        can_open: z.boolean().describe('Whether you take part in the ticket, which others cannot open'),
        can_revoke: z.boolean(),
      }),
    ),
  }),
});

export const revokeHeldApproval = defineCall('POST /api/v1/tickets/held-approvals/:id/revoke/', {
  summary:
    'Takes an approval back and ends what it let through: for its approvers and those who may change its rule',
  permission: 'tickets.view_ticket',
  anywhere: true,
  answer: ok,
  errors: [...ofTicket, 'ticket_not_held'],
});

export const relateTicketToSession = defineCall('POST /api/v1/tickets/ticket-session-relation/', {
  summary: 'For components: the session that a ticket has made possible',
  permission: 'tickets.add_ticketsession',
  anywhere: true,
  body: z.object({ ticket: uuid, session: uuid }),
  status: 201,
  answer: z.object({ ticket: z.string(), session: z.string() }),
  errors: ['object_does_not_exist', 'ticket_not_held'],
});

export const showTicketSession = defineCall('GET /api/v1/tickets/tickets/:id/session/', {
  summary: 'The session that belongs to a ticket',
  permission: 'tickets.view_ticket',
  anywhere: true,
  shows: { rows: 'terminal.session' },
  answer: rowOf(session),
  errors: ofTicket,
});

export const awaitDecision = defineCall('PUT /api/v1/tickets/tickets/:id/await/', {
  summary: 'For the applicant: how a ticket stands; without further questions it is closed after a while',
  permission: 'tickets.view_ticket',
  anywhere: true,
  answer: z.object({ state: z.enum(['pending', 'approved', 'rejected', 'closed']) }),
  errors: ofTicket,
});

const ordered = z.object({ ok: z.array(z.string()).describe('Sessions to which the task was sent') });

export const killSessionForTicket = defineCall('POST /api/v1/terminal/tasks/kill-session-for-ticket/', {
  summary: 'Terminates sessions of tickets that were assigned to you',
  permission: 'validUser',
  anywhere: true,
  body: z.array(written).catch([]),
  answer: ordered,
});

export const lockSessionForTicket = defineCall(
  'POST /api/v1/terminal/tasks/toggle-lock-session-for-ticket/',
  {
    summary: 'Pauses or resumes the session of a ticket that was assigned to you',
    permission: 'validUser',
    anywhere: true,
    body: z.object({ session_id: neededId, task_name: z.enum(['lock_session', 'unlock_session']) }),
    answer: ordered,
  },
);
