import { z } from 'zod';
import { written, writtenId } from '../call/bodyFields.ts';
import { defineCall } from '../call/defineCall.ts';

const where = (method: 'GET' | 'PUT' | 'DELETE') => z.object({ method: z.literal(method), url: z.string() });

const assignees = z.array(z.string()).describe('Who may decide, as `name(username)`');

export const checkAssetLogin = defineCall('POST /api/v1/acls/login-asset/check/', {
  summary: 'For components: whether a rule lets a connection wait for a reviewer, with the ticket it opened',
  permission: 'tickets.add_superticket',
  body: z.object({
    user_id: writtenId,
    asset_id: writtenId,
    account_username: written.optional().describe('Username on the asset'),
    remote_addr: written
      .optional()
      .describe('Address of the user; rules for some addresses do not apply to one that is not told'),
  }),
  answer: z.union([
    z.object({ need_review: z.literal(false) }),
    z.object({
      need_review: z.literal(true),
      check_review_status: where('GET'),
      close_review: where('DELETE'),
      ticket_detail_url: z.string(),
      reviewers: assignees,
      ticket_id: z.string(),
    }),
  ]),
  errors: ['acl_reject', 'invalid'],
});

export const reviewCommand = defineCall('POST /api/v1/acls/command-filter-acls/command-review/', {
  summary: 'For components: opens a ticket for a command that a filter lets wait for a reviewer',
  permission: 'tickets.add_superticket',
  body: z.object({ session_id: writtenId, cmd_filter_acl_id: writtenId, run_command: written }),
  answer: z.object({
    check_ticket_api: where('GET'),
    close_ticket_api: where('DELETE'),
    ticket_detail_page_url: z.string(),
    assignees,
  }),
  errors: ['acl_reject', 'invalid'],
});
