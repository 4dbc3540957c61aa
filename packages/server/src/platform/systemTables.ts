import { getTableName, sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  customType,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';

const at = () => timestamp({ withTimezone: true });
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Short-lived values shared by all servers, such as selection tokens and counters. */
const cache = pgTable(
  'system_cache',
  { key: text().primaryKey(), value: jsonb().notNull(), expires_at: at().notNull() },
  (self) => [index('system_cache_expires_ix').on(self.expires_at)],
);

/** Web sessions. The cookie holds a random token, this row its hash. */
const session = pgTable(
  'system_session',
  {
    id: uuid().primaryKey(),
    token_hash: text().notNull().unique(),
    user_id: uuid(),
    data: jsonb().notNull(),
    created_at: at().notNull().defaultNow(),
    expires_at: at().notNull(),
    remote_addr: text().notNull().default(''),
    /** Sealed sign-in password, where the configuration keeps it. */
    login_secret: text(),
    /** Source of the user whose provider opened it, and what that provider calls user and sign-in. */
    provider: text(),
    provider_subject: text(),
    provider_sid: text(),
    /** Sealed token with which the user signs out at the provider. */
    provider_token: text(),
  },
  (self) => [
    index('system_session_provider_ix').on(self.provider, self.provider_sid),
    index('system_session_user_ix').on(self.user_id),
    index('system_session_expires_ix').on(self.expires_at),
  ],
);

/** Bearer tokens of API clients, hashed. */
const token = pgTable(
  'system_token',
  {
    token_hash: text().primaryKey(),
    user_id: uuid().notNull(),
    remote_addr: text().notNull(),
    has_mfa: boolean().notNull().default(false),
    expires_at: at().notNull(),
  },
  (self) => [index('system_token_user_ix').on(self.user_id)],
);

/**
 * Product settings changed from their defaults, and the proof of the vault's key; secret values are sealed.
 */
const setting = pgTable('settings_setting', {
  name: text().primaryKey(),
  category: text().notNull(),
  value: jsonb().notNull(),
  encrypted: integer().notNull().default(0),
  updated_at: at().notNull().defaultNow(),
  /** Who changed it last; empty for what the installation keeps for itself. */
  updated_by: text().notNull().default(''),
});

/** Changes of settings that wait for a second person: values before and after, by setting. */
const proposal = pgTable('settings_proposal', {
  id: uuid().primaryKey(),
  category: text().notNull(),
  move: jsonb().notNull(),
  proposer: uuid().notNull(),
  proposer_name: text().notNull(),
  date_created: at().notNull().defaultNow(),
  date_expired: at().notNull(),
});

/** Users of other systems, by the names that those never give away again, with the users they are here. */
const identity = pgTable(
  'users_identity',
  {
    source: text().notNull(),
    subject: text().notNull(),
    user_id: uuid().notNull(),
    date_created: at().notNull().defaultNow(),
  },
  (self) => [
    primaryKey({ columns: [self.source, self.subject] }),
    index('users_identity_user_ix').on(self.user_id),
  ],
);

/** Personal preferences by user, category and name. */
const preference = pgTable(
  'users_preference',
  { user_id: uuid().notNull(), category: text().notNull(), name: text().notNull(), value: jsonb().notNull() },
  (self) => [primaryKey({ columns: [self.user_id, self.category, self.name] })],
);

/** Past password hashes of users, to prevent reuse. */
const passwordHistory = pgTable(
  'users_userpasswordhistory',
  {
    id: uuid().primaryKey(),
    user_id: uuid().notNull(),
    password_hash: text().notNull(),
    date_created: at().notNull().defaultNow(),
  },
  (self) => [index('users_userpasswordhistory_user_ix').on(self.user_id, self.date_created)],
);

/** Sealed keys of deleted components, with which they prove their former identity. */
const formerKey = pgTable('terminal_formerkey', {
  key_id: uuid().primaryKey(),
  secret: text().notNull(),
  ip_group: jsonb().notNull(),
  terminal: uuid().notNull(),
  name: text().notNull(),
  date_deleted: at().notNull().defaultNow(),
});

/** Recordings that are to be moved to another storage; without a target, to the server's own files. */
const replayMove = pgTable(
  'terminal_replaymove',
  {
    session: uuid().primaryKey(),
    target: uuid(),
    date_queued: at().notNull().defaultNow(),
    attempts: integer().notNull().default(0),
    /** Not tried before this moment. */
    date_due: at().notNull().defaultNow(),
    error: text().notNull().default(''),
    /** The run of the user who asked for the move, if one did. */
    run: uuid(),
  },
  (self) => [index('terminal_replaymove_due_ix').on(self.date_due)],
);

/** What gateways report: their address for servers, their protocols, their number of sessions. */
const gateway = pgTable('terminal_gateway', {
  terminal: uuid().primaryKey(),
  address: text().notNull(),
  protocols: jsonb().notNull(),
  sessions: integer().notNull().default(0),
  date_seen: at().notNull().defaultNow(),
});

/** Tokens left in the buckets of the API limit; unlogged, as after a crash they may be full. */
const bucket = pgTable('system_bucket', {
  key: text().primaryKey(),
  tokens: doublePrecision().notNull(),
  at: at().notNull().defaultNow(),
});

/** Number of the last ticket of a day (`YYYYMMDD`). */
const ticketNumber = pgTable('tickets_number', { day: text().primaryKey(), last: integer().notNull() });

/** Planned schedules, and the latest occurrence of each that was dealt with. */
const schedule = pgTable('system_schedule', {
  name: text().primaryKey(),
  date_last: at().notNull(),
});

/** Runs that are planned for rows of resources, and when each is next due. */
const plan = pgTable(
  'system_plan',
  {
    job: text().notNull(),
    key: uuid().notNull(),
    payload: jsonb().notNull(),
    cron: text(),
    hours: integer(),
    date_next: at().notNull(),
  },
  (self) => [primaryKey({ columns: [self.job, self.key] }), index('system_plan_next_ix').on(self.date_next)],
);

/** Servers that run background jobs, and when each last said so. */
const worker = pgTable('system_worker', {
  name: text().primaryKey(),
  date_seen: at().notNull().defaultNow(),
  /** The lock that the server holds while it is connected. */
  presence: integer(),
});

/** Work on machines that a background task asked for; its id is that of the run (docs/decisions/0416). */
const machineWork = pgTable(
  'ops_machinework',
  {
    id: uuid().primaryKey(),
    org_id: uuid().notNull(),
    /** The user who asked; none for the installation itself. */
    user_id: uuid(),
    kind: text().notNull(),
    priority: integer().notNull(),
    /** Most targets under way at once. */
    parallel: integer().notNull(),
    /** Seconds that a runner gets for a target. */
    seconds: integer().notNull(),
    /** Whether a target may be given again when its runner was lost. */
    is_repeatable: boolean().notNull(),
    /** Whether secrets may be sent to a machine seen for the first time (docs/decisions/0431). */
    trusts_first: boolean().notNull().default(false),
    total: integer().notNull().default(0),
    /** Places up to which targets are given in each stage but the last; none: all at once (docs/decisions/0452). */
    stages: integer().array(),
    /** The stage that is under way, from 0. */
    stage: integer().notNull().default(0),
    /** Whether a user decides after the first stage in any case. */
    first_waits: boolean().notNull().default(false),
    /** Whether the next stage waits for a user. */
    is_paused: boolean().notNull().default(false),
    /** The files of a playbook as they were when the run began, compressed, until the work ends (docs/decisions/0454). */
    files: bytes(),
    /** Number of targets that ended, by state, as far as the log tells of them. */
    ended: jsonb().notNull().default({}),
    date_created: at().notNull().defaultNow(),
    date_finished: at(),
  },
  (self) => [
    index('ops_machinework_created_ix').on(self.date_created),
    index('ops_machinework_open_ix').on(self.date_created).where(sql`date_finished is null`),
  ],
);

/** The assets, or accounts of assets, of such work. */
const machineTarget = pgTable(
  'ops_machinetarget',
  {
    id: uuid().primaryKey().defaultRandom(),
    work: uuid()
      .notNull()
      .references(() => machineWork.id, { onDelete: 'cascade' }),
    place: integer().notNull(),
    asset: uuid().notNull(),
    /** The account to verify; none: one of the asset's is chosen when it is given. */
    account: uuid(),
    name: text().notNull(),
    method: text().notNull(),
    params: jsonb().notNull(),
    /** Port that replaces that of the asset. */
    port: integer(),
    state: text().notNull(),
    /** The runner that holds it, and when the process of that runner began, in its own words. */
    terminal: uuid(),
    process: text(),
    /** How often it was given. */
    attempt: integer().notNull().default(0),
    date_due: at(),
    date_end: at(),
    /** The account that was used. */
    used: uuid(),
    error: jsonb(),
    output: text().notNull().default(''),
    /** Of a target that a runner reported: characters of its output, and a mark that equal outputs share. */
    output_size: integer(),
    output_mark: text(),
    /** When it was printed, as its runner tells; null where that is not known. */
    output_times: jsonb(),
    /** How a command ended, and how long the runner worked on the target. */
    exit_code: integer(),
    seconds: doublePrecision(),
    /** How much of a transfer is done, in percent. */
    progress: integer(),
    is_told: boolean().notNull().default(false),
  },
  (self) => [
    index('ops_machinetarget_work_ix').on(self.work),
    index('ops_machinetarget_waiting_ix').on(self.work, self.place).where(sql`state = 'waiting'`),
    index('ops_machinetarget_held_ix').on(self.work).where(sql`state = 'taken'`),
    index('ops_machinetarget_holder_ix').on(self.terminal).where(sql`state = 'taken'`),
    index('ops_machinetarget_untold_ix').on(self.work).where(sql`date_end is not null and not is_told`),
  ],
);

/** Files that users have sent for machines; they lie in a folder of the file store (docs/decisions/0466). */
const upload = pgTable(
  'ops_upload',
  {
    id: uuid().primaryKey(),
    org_id: uuid().notNull(),
    creator: uuid().notNull(),
    /** Bytes of all files; until they have arrived, the most that may come. */
    size: bigint({ mode: 'number' }).notNull(),
    is_complete: boolean().notNull().default(false),
    /** Sealed key of the stored files; none: those of an earlier version lie there as they are. */
    key: text(),
    date_created: at().notNull().defaultNow(),
    /** Until when they are kept. */
    date_due: at().notNull(),
  },
  (self) => [index('ops_upload_creator_ix').on(self.creator), index('ops_upload_due_ix').on(self.date_due)],
);

/** Audit events that wait to be sent, added by triggers (docs/decisions/0327). */
const auditOutbox = pgTable('audits_outbox', {
  seq: bigserial({ mode: 'number' }).primaryKey(),
  /** The transaction that added it. */
  transaction: bigint({ mode: 'number' }).notNull(),
  /** Given when it is taken to be sent. */
  number: bigint({ mode: 'number' }),
  kind: text().notNull(),
  body: jsonb().notNull(),
  at: at().notNull().defaultNow(),
});

/** How the stream of audit events is doing, and which server sends; one row. */
const auditStream = pgTable('audits_stream', {
  id: integer().primaryKey(),
  last: bigint({ mode: 'number' }).notNull().default(0),
  holder: text().notNull(),
  held_until: at().notNull(),
  date_sent: at(),
  error: text().notNull().default(''),
});

/** The part of the table of playbooks that their files refer to. */
const playbook = pgTable('ops_playbook', { id: uuid().primaryKey() });

/** Files of playbooks; a folder has no content. `folded` is the path in a form that all its spellings share. */
const playbookFile = pgTable(
  'ops_playbookfile',
  {
    playbook: uuid()
      .notNull()
      .references(() => playbook.id, { onDelete: 'cascade' }),
    path: text().notNull(),
    folded: text().notNull(),
    content: bytes(),
  },
  (self) => [primaryKey({ columns: [self.playbook, self.folded] })],
);

/** Who gets which message of the system, and by which channels. */
const subscription = pgTable('notifications_systemmsgsubscription', {
  message_type: text().primaryKey(),
  users: uuid().array().notNull().default([]),
  groups: uuid().array().notNull().default([]),
  receive_backends: text().array().notNull().default([]),
});

/**
 * Tables of short-lived rows. A backup leaves the rows out: after a restore every user signs in again, limits
 * start afresh, and no mail is sent twice.
 */
export const transientTables: readonly string[] = [
  cache,
  session,
  token,
  bucket,
  schedule,
  worker,
  machineWork,
  machineTarget,
  upload,
  auditOutbox,
].map((table) => getTableName(table));

/** Tables that belong to no resource. */
export const systemTables: [string, unknown][] = Object.entries({
  cache,
  session,
  token,
  setting,
  proposal,
  identity,
  preference,
  passwordHistory,
  formerKey,
  gateway,
  replayMove,
  bucket,
  ticketNumber,
  subscription,
  schedule,
  plan,
  worker,
  machineWork,
  machineTarget,
  upload,
  auditOutbox,
  auditStream,
  playbookFile,
});
