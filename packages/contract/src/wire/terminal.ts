/** Calls of a component to the server (reference 05 §1, §2, §8). */
import { z } from 'zod';
import type { PlaybookAbility } from './machineWork.ts';

/** POST with the bootstrap token. */
export const REGISTRATION_PATH = '/api/v1/terminal/terminal-registrations/';
/** GET: settings a component needs. */
export const TERMINAL_CONFIG_PATH = '/api/v1/terminal/terminals/config/';
/** POST heartbeat; returns the open tasks. */
export const TERMINAL_STATUS_PATH = '/api/v1/terminal/terminals/status/';
/** Tasks come as binary frames with a JSON array; heartbeats go as text frames. */
export const TERMINAL_TASK_SOCKET_PATH = '/ws/terminal-task/';
export const SESSIONS_PATH = '/api/v1/terminal/sessions/';
/**
 * POST under a session, signed with the component's own key and, in a header, with its former one: takes over
 * a session of its deleted predecessor.
 */
export const TAKE_OVER_STEP = 'take-over/';
export const FORMER_KEY_HEADER = 'x-former-authorization';
export const COMMANDS_PATH = '/api/v1/terminal/commands/';
export const TERMINAL_TASKS_PATH = '/api/v1/terminal/tasks/';
export const JOIN_VALIDATE_PATH = '/api/v1/terminal/sessions/join/validate/';

/** Answer to a registration; the access key is shown only here. */
export const registrationSchema = z.object({
  name: z.string(),
  service_account: z.object({
    id: z.string(),
    access_key: z.object({ id: z.string(), secret: z.string() }),
  }),
});

/**
 * `taken`: the component may report on the session; `complete`: everything about it had already been handed
 * over.
 */
export const takenOverSchema = z.object({ state: z.enum(['taken', 'complete']) });
export type TakenOver = z.infer<typeof takenOverSchema>;

/** Settings a component reads from the config answer. */
export const terminalConfigSchema = z.object({
  /** Minutes. */
  SECURITY_MAX_IDLE_TIME: z.number().positive().catch(30),
  /** Hours. */
  SECURITY_MAX_SESSION_TIME: z.number().positive().catch(24),
  /** What happens to a line of which the gate of a terminal cannot tell what it would run. */
  SECURITY_UNKNOWN_COMMAND: z.enum(['reject', 'accept']).catch('reject'),
  SECURITY_SESSION_SHARE: z.boolean().catch(true),
  /** Seconds. */
  TERMINAL_HEARTBEAT_INTERVAL: z.number().positive().catch(20),
  /** Where users reach the product; pages of this origin may open terminals. */
  SITE_URL: z.string().catch(''),
});

/** What a gateway adds to its heartbeats: where servers reach it, and the protocols it opens. */
export const gatewayOfferSchema = z.object({
  /**
   * `http://host:port`; for the host `0.0.0.0` or `[::]` the server substitutes the address the heartbeat
   * came from.
   */
  address: z.url({ protocol: /^http$/ }).max(255),
  protocols: z.array(z.string().max(32)).max(50),
});
export type GatewayOffer = z.infer<typeof gatewayOfferSchema>;

/** Body of a heartbeat, over HTTP or inside `{"type":"status","payload":…}`. */
export type TerminalStatus = {
  sessions: string[];
  cpu_load: number;
  memory_used: number;
  disk_used: number;
  session_online: number;
  gateway?: GatewayOffer;
  /** ISO instant at which the process began: sessions that began earlier are no longer there. */
  date_started?: string;
  /** Of a runner: what it can do with playbooks. */
  playbooks?: PlaybookAbility;
};

/**
 * A task that is not stored: permissions or access rules have changed, and sessions must be checked again. `args` names the
 * users and assets whose sessions these are, as ids with commas between; if it is empty, check every session.
 */
export const CHECK_PERMISSIONS = 'check_permissions';

/** A task that is not stored: settings may have changed, and the component reads its configuration again. */
export const CHECK_SETTINGS = 'check_settings';

/**
 * A task that is not stored: a ticket no longer waits for a decision. `args` is the id of the ticket; if it is empty,
 * ask about every ticket that still waits.
 */
export const TICKET_ENDED = 'ticket_ended';

/**
 * A task for a component; `args` is the session id, with `TICKET_ENDED` the id of a ticket, with `CHECK_PERMISSIONS` ids of
 * users and assets, with `CHECK_SETTINGS` empty.
 */
export const terminalTaskSchema = z.object({
  id: z.string(),
  name: z.string(),
  args: z.string(),
  kwargs: z
    .object({
      terminated_by: z.string().optional(),
      created_by: z.string().optional(),
    })
    .nullable()
    .catch(null),
});

/** Body of POST `sessions/`. */
export const sessionCreateSchema = z.object({
  id: z.uuid(),
  user: z.string(),
  user_id: z.string(),
  asset: z.string(),
  asset_id: z.string(),
  account: z.string(),
  account_id: z.string(),
  protocol: z.string(),
  type: z.enum(['normal', 'command']),
  login_from: z.literal('WT'),
  remote_addr: z.string(),
  org_id: z.string(),
  /** ISO instant. */
  date_start: z.string(),
});

/** Body of PATCH `sessions/{id}/`. */
export type SessionPatch = {
  is_finished?: boolean;
  is_success?: boolean;
  date_end?: string;
  has_replay?: boolean;
  has_command?: boolean;
  error_reason?: 'connect_failed' | 'replay_create_failed' | 'replay_upload_failed';
};

/** Events that components may report for a session (reference 05 §1.7). */
export const lifecycleEvents = [
  'asset_connect_success',
  'asset_connect_finished',
  'create_share_link',
  'user_join_session',
  'user_leave_session',
  'admin_join_monitor',
  'admin_exit_monitor',
  'replay_convert_start',
  'replay_convert_success',
  'replay_convert_failure',
  'replay_upload_start',
  'replay_upload_success',
  'replay_upload_failure',
] as const;

/** Body of POST `sessions/{id}/lifecycle_log/`. */
export type LifecycleEvent = {
  event: (typeof lifecycleEvents)[number];
  reason?: string;
  user?: string;
};

/**
 * `input` of a row saying that the gateway lost the session's screen, so that commands may be missing; the server
 * stores a sentence instead.
 */
export const SCREEN_LOST = 'gatehouse:screen_lost';

/** POST `{ticket, session}`: the session that an approved ticket has made possible. */
export const TICKET_RELATION_PATH = '/api/v1/tickets/ticket-session-relation/';

/** POST a `CommandReview`: opens a ticket that decides whether a command runs. */
export const COMMAND_REVIEW_PATH = '/api/v1/acls/command-filter-acls/command-review/';

/**
 * Why the text of a command does not tell reviewers all that may run: `hidden`, the machine did not show it and it must
 * not be stored; `uncertain`, something else may run.
 */
export const commandDoubts = ['hidden', 'uncertain'] as const;

/** One of these reasons. */
export type CommandDoubt = (typeof commandDoubts)[number];

/** Body of POST `command-review/`. */
export type CommandReview = {
  session_id: string;
  cmd_filter_acl_id: string;
  run_command: string;
  doubt?: CommandDoubt;
};

const apiPath = z.object({ url: z.string().startsWith('/api/v1/') });

/** Answer of `command-review/`: where the ticket is asked for, and where it is closed with DELETE. */
export const commandReviewSchema = z.object({ check_ticket_api: apiPath, close_ticket_api: apiPath });

/** A ticket as components ask for it; `processor` decided it. */
export const reviewStateSchema = z.object({
  state: z.object({ value: z.enum(['pending', 'approved', 'rejected', 'closed']) }),
  processor: z.string(),
});
export type ReviewState = z.infer<typeof reviewStateSchema>['state']['value'];

/** One row of POST `commands/` (always an array). */
export const commandRowSchema = z.object({
  /** Ours: makes a repeated post harmless, as rows with a known id are skipped. */
  id: z.uuid().optional(),
  user: z.string(),
  asset: z.string(),
  account: z.string(),
  input: z.string(),
  output: z.string(),
  session: z.string(),
  risk_level: z.number().int(),
  /** Ours: the filter that decided it and the group that named it, with the names known to the component. */
  cmd_filter_acl: z.string().nullable().optional(),
  cmd_filter_acl_name: z.string().optional(),
  cmd_group: z.string().nullable().optional(),
  cmd_group_name: z.string().optional(),
  org_id: z.string(),
  /** Unix seconds. */
  timestamp: z.number().int(),
  /** Ours: position in the recording at which the command was entered. */
  offset_ms: z.number().int().min(0).nullable().optional(),
});

/** One row of POST `commands/insecure-command/` (always an array): a command that a filter did not simply accept. */
export type InsecureCommand = {
  user: string;
  asset: string;
  input: string;
  session: string;
  risk_level: number;
  org_id?: string;
  cmd_filter_acl: string;
  cmd_group: string;
};

export type TerminalConfig = z.infer<typeof terminalConfigSchema>;
export type TerminalTask = z.infer<typeof terminalTaskSchema>;
export type SessionCreate = z.infer<typeof sessionCreateSchema>;
export type CommandRow = z.infer<typeof commandRowSchema>;
