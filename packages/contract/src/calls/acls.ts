import { z } from 'zod';
import { neededId, written, writtenId } from '../call/bodyFields.ts';
import { defineCall } from '../call/defineCall.ts';
import { media } from '../call/media.ts';
import { DECISION_DAYS, ruleVerdicts } from '../policy/decisions.ts';
import { trialLimits } from '../policy/trial.ts';
import { commandDoubts } from '../wire/terminal.ts';

const where = (method: 'GET' | 'PUT' | 'DELETE') => z.object({ method: z.literal(method), url: z.string() });

const assignees = z.array(z.string()).describe('Who may decide, as `name(username)`');

export const checkAssetLogin = defineCall('POST /api/v1/acls/login-asset/check/', {
  summary: 'For components: whether a rule lets a connection wait for a reviewer, with the ticket it opened',
  permission: 'tickets.add_superticket',
  body: z.object({
    user_id: neededId,
    asset_id: neededId,
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
  errors: ['acl_reject', 'invalid', 'permission_denied'],
});

export const reviewCommand = defineCall('POST /api/v1/acls/command-filter-acls/command-review/', {
  summary: 'For components: opens a ticket for a command that a filter lets wait for a reviewer',
  permission: 'tickets.add_superticket',
  body: z.object({
    session_id: neededId,
    cmd_filter_acl_id: neededId,
    run_command: written.describe(
      'All that is judged, which reviewers see; empty where it must not be stored',
    ),
    doubt: z
      .enum(commandDoubts)
      .optional()
      .describe('Why the text does not tell all that may run: its approval then holds once'),
  }),
  answer: z.object({
    check_ticket_api: where('GET'),
    close_ticket_api: where('DELETE'),
    ticket_detail_page_url: z.string(),
    assignees,
  }),
  errors: ['acl_reject', 'invalid'],
});

const tried = {
  body: z.object({
    id: writtenId.optional().describe('The stored rule that is tried, or that the draft would change'),
    rule: z.looseObject({}).optional().describe('A draft, as it would be sent to be saved'),
    days: z.coerce.number().int().min(1).max(trialLimits.days).default(7),
  }),
  answer: media('application/x-ndjson'),
  errors: ['object_does_not_exist', 'invalid'],
} as const;

const seesAccess = ['users.view_user', 'perms.view_assetpermission'] as const;

export const tryCommandFilter = defineCall('POST /api/v1/acls/command-filter-acls/try/', {
  ...tried,
  summary: 'What a command filter would have decided about recorded commands; nothing is stored',
  permission: ['acls.view_commandfilteracl', 'terminal.view_command', 'terminal.view_session', ...seesAccess],
});

export const tryLoginRule = defineCall('POST /api/v1/acls/login-acls/try/', {
  ...tried,
  summary: 'What a sign-in rule would have decided about the sign-ins of the login log; nothing is stored',
  permission: ['acls.view_loginacl', 'audits.view_userloginlog', ...seesAccess],
});

export const tryAssetRule = defineCall('POST /api/v1/acls/login-asset-acls/try/', {
  ...tried,
  summary: 'What a connection rule would have decided about sessions; nothing is stored',
  permission: ['acls.view_loginassetacl', 'terminal.view_session', ...seesAccess],
});

export const tryMethodRule = defineCall('POST /api/v1/acls/connect-method-acls/try/', {
  ...tried,
  summary: 'What a rule about connect methods would have refused of the sessions; nothing is stored',
  permission: ['acls.view_connectmethodacl', 'terminal.view_session', ...seesAccess],
});

const decided = {
  answer: z.object({
    dates: z
      .array(z.string())
      .length(DECISION_DAYS)
      .describe('Days in the time zone of the caller, today last'),
    verdicts: z.array(
      z.object({ verdict: z.enum(ruleVerdicts), counts: z.array(z.int()).length(DECISION_DAYS) }),
    ),
    not_counted: z
      .array(z.string())
      .optional()
      .describe('Names of command storages that did not answer in time; absent if all did'),
  }),
  errors: ['object_does_not_exist'],
} as const;

export const countFilterDecisions = defineCall('GET /api/v1/acls/command-filter-acls/:id/decisions/', {
  ...decided,
  summary: 'How often a command filter decided in the last days, by verdict',
  permission: ['acls.view_commandfilteracl', 'terminal.view_command'],
});

export const countLoginDecisions = defineCall('GET /api/v1/acls/login-acls/:id/decisions/', {
  ...decided,
  summary: 'How often a sign-in rule decided about sign-ins in the last days, by verdict',
  permission: ['acls.view_loginacl', 'audits.view_userloginlog'],
});

export const countAssetDecisions = defineCall('GET /api/v1/acls/login-asset-acls/:id/decisions/', {
  ...decided,
  summary: 'How often a connection rule decided about connections in the last days, by verdict',
  permission: ['acls.view_loginassetacl', 'audits.view_operatelog'],
});

export const countMethodDecisions = defineCall('GET /api/v1/acls/connect-method-acls/:id/decisions/', {
  ...decided,
  summary: 'How often a connect method rule refused connections in the last days, by verdict',
  permission: ['acls.view_connectmethodacl', 'audits.view_operatelog'],
});
