import { z } from 'zod';
import type { MessageSpec } from './message.ts';

const by = z.object({ by: z.string() });
const change = by.extend({ ip: z.string() });
const ticket = by.extend({ id: z.uuid(), number: z.string(), title: z.string(), applicant: z.string() });

const account = <const P extends z.ZodObject>(params: P) => ({ category: 'account', params }) as const;
const aboutSettings = { category: 'Operations', params: by, link: 'security' } as const;
const aboutReviews = <const P extends z.ZodObject>(params: P) =>
  ({ category: 'asset', params, link: 'reviews' }) as const;
const toConfirm = <const P extends z.ZodRawShape>(more: P) =>
  ({ category: 'ticket', params: ticket.extend(more), link: 'ticket' }) as const;
const aboutChanges = <const P extends z.ZodRawShape>(more: P) =>
  ({
    category: 'asset',
    params: z.object({ plan: z.string(), run: z.uuid(), ...more }),
    link: 'changes',
  }) as const;
const aboutApproval = {
  category: 'Operations',
  params: by.extend({ job: z.string(), run: z.uuid(), reason: z.string() }),
  link: 'run',
} as const;
const aboutSchedule = {
  category: 'Operations',
  params: by.extend({ job: z.string(), id: z.uuid(), reason: z.string() }),
  link: 'job',
} as const;
const aboutTicket = { category: 'ticket', params: ticket, link: 'ticket' } as const;

/**
 * Every message the product sends, with its parameters. It goes out as a site message and by every channel of its
 * reader that is set up.
 */
export const messages = {
  platform_kept: { category: 'asset', params: z.object({ count: z.int(), assets: z.string() }) },
  user_created: account(z.object({ password: z.enum(['link', 'set']) })),
  password_expiring: { ...account(z.object({ days: z.int() })), link: 'profile' },
  account_expiring: account(z.object({ days: z.int() })),
  permissions_expiring: { category: 'asset', params: z.object({ names: z.string() }) },
  org_permissions_expiring: {
    category: 'asset',
    params: z.object({ names: z.string() }),
    link: 'permissions',
  },
  access_to_review: aboutReviews(z.object({ days: z.int(), names: z.string() })),
  access_review_overdue: aboutReviews(z.object({ names: z.string() })),
  password_reset: account(by),
  password_changed: account(change),
  public_key_removed: account(by),
  public_key_changed: account(change),
  mfa_reset: account(by),
  settings_to_confirm: aboutSettings,
  settings_confirmed: aboutSettings,
  settings_refused: aboutSettings,
  ticket_to_decide: aboutTicket,
  login_to_confirm: toConfirm({ ip: z.string() }),
  connection_to_confirm: toConfirm({ asset: z.string(), account: z.string(), ip: z.string() }),
  command_to_confirm: toConfirm({ asset: z.string(), account: z.string(), command: z.string() }),
  ticket_level_passed: aboutTicket,
  ticket_approved: aboutTicket,
  ticket_rejected: aboutTicket,
  rule_signed_in: account(
    z.object({ user: z.string(), ip: z.string(), agent: z.string(), method: z.string() }),
  ),
  rule_connected: {
    category: 'asset',
    params: z.object({ user: z.string(), asset: z.string(), account: z.string(), ip: z.string() }),
  },
  command_warned: {
    category: 'terminal',
    params: z.object({
      rule: z.string(),
      user: z.string(),
      asset: z.string(),
      account: z.string(),
      command: z.string(),
      session: z.string(),
    }),
    link: 'session',
  },
  job_command_warned: {
    category: 'terminal',
    params: z.object({
      rule: z.string(),
      user: z.string(),
      assets: z.string(),
      count: z.int(),
      command: z.string(),
    }),
  },
  job_paused: {
    category: 'Operations',
    params: z.object({ job: z.string(), run: z.uuid(), next: z.int() }),
    link: 'run',
  },
  job_to_approve: {
    category: 'Operations',
    params: by.extend({ job: z.string(), approval: z.uuid(), count: z.int() }),
    link: 'approval',
  },
  job_approved: aboutApproval,
  job_rejected: aboutApproval,
  job_approval_expired: {
    category: 'Operations',
    params: z.object({ job: z.string(), run: z.uuid() }),
    link: 'run',
  },
  schedule_approved: aboutSchedule,
  schedule_rejected: aboutSchedule,
  schedule_revoked: aboutSchedule,
  schedule_approval_expired: {
    category: 'Operations',
    params: z.object({ job: z.string(), id: z.uuid() }),
    link: 'job',
  },
  accounts_found: {
    category: 'asset',
    params: z.object({ plan: z.string(), added: z.int(), removed: z.int(), names: z.string() }),
    link: 'found',
  },
  server_performance: {
    category: 'Operations',
    params: z.object({ components: z.string() }),
    subscription: 'ServerPerformanceMessage',
  },
  storage_unreachable: {
    category: 'storage',
    params: z.object({ storages: z.string() }),
    subscription: 'StorageConnectivityMessage',
  },
  backup_failed: {
    category: 'storage',
    params: z.object({ cause: z.string() }),
    subscription: 'BackupMessage',
  },
  account_backup_failed: {
    category: 'storage',
    params: z.object({ plan: z.string(), cause: z.string() }),
    subscription: 'AccountBackupMessage',
  },
  secret_changes_done: aboutChanges({ count: z.int() }),
  secret_changes_failed: aboutChanges({
    all: z.int(),
    done: z.int(),
    failed: z.int(),
    unknown: z.int(),
    cause: z.string(),
  }),
  checkout_expired: { category: 'asset', params: z.object({ account: z.string() }) },
  checkout_taken: { category: 'asset', params: by.extend({ account: z.string() }) },
  checkout_not_changed: {
    category: 'asset',
    params: z.object({ account: z.string(), holder: z.string(), cause: z.string() }),
    link: 'checkouts',
  },
  checkout_released: {
    category: 'asset',
    params: by.extend({ account: z.string(), holder: z.string() }),
    link: 'checkouts',
  },
  command_alert: {
    category: 'terminal',
    params: z.object({
      user: z.string(),
      asset: z.string(),
      account: z.string(),
      command: z.string(),
      session: z.string(),
    }),
    link: 'session',
    subscription: 'CommandAlertMessage',
  },
  job_command_refused: {
    category: 'terminal',
    params: z.object({ user: z.string(), asset: z.string(), account: z.string(), command: z.string() }),
    subscription: 'CommandExecutionAlert',
  },
} as const satisfies Record<string, MessageSpec>;

type Messages = typeof messages;

/** Key of a message. */
export type MessageKey = keyof Messages;

const specs: Readonly<Record<string, MessageSpec>> = messages;

/** Keys of the messages that go to subscribers. */
export const systemMessages = Object.keys(specs).filter((key) => specs[key]?.subscription);

/** The definition of a message; undefined for what a user wrote. */
export const messageSpec = (key: string): MessageSpec | undefined => specs[key];

type Sent<K extends MessageKey> = K extends unknown
  ? { key: K; params: z.infer<Messages[K]['params']> }
  : never;

/** A message that goes to subscribers. */
type SubscribedKey = {
  [K in MessageKey]: Messages[K] extends { subscription: string } ? K : never;
}[MessageKey];

/** A message to named users: its key and parameters. */
export type Message = Sent<Exclude<MessageKey, SubscribedKey>>;

/** A message to those who subscribe to it: its key and parameters. */
export type SystemMessage = Sent<SubscribedKey>;
