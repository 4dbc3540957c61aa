import type { MessageKey } from './messages.ts';

/** What stands for a message of the reference: our messages, or the feature that it comes with. */
type Counterpart = readonly MessageKey[] | { comesWith: string };

/**
 * The messages of the reference (reference 07 §6, 02 §9), each with those that stand for it here. Messages that come
 * later have no definition, so that they are neither offered to subscribers nor listed.
 */
export const protocolMessages: Readonly<Record<string, Counterpart>> = {
  ServerPerformanceMessage: ['server_performance'],
  CommandAlertMessage: ['command_alert', 'command_warned'],
  CommandExecutionAlert: ['job_command_refused', 'job_command_warned'],
  StorageConnectivityMessage: ['storage_unreachable'],
  'account created': ['user_created'],
  'password reset': ['password_reset', 'password_changed'],
  'SSH key reset': ['public_key_removed', 'public_key_changed'],
  'MFA reset': ['mfa_reset'],
  'password or account expiring': ['password_expiring', 'account_expiring'],
  'permission expiring': ['permissions_expiring', 'org_permissions_expiring'],
  'sign-in from another city': { comesWith: 'reports of unusual sign-ins' },
  'account of another service bound': { comesWith: 'more ways to sign in' },
  'session shared': { comesWith: 'shared sessions' },
  'change of secrets failed': ['secret_changes_failed', 'secret_changes_done'],
  tickets: [
    'ticket_to_decide',
    'login_to_confirm',
    'connection_to_confirm',
    'command_to_confirm',
    'ticket_level_passed',
    'ticket_approved',
    'ticket_rejected',
  ],
  'reminders of rules': ['rule_signed_in', 'rule_connected'],
  'result of a directory import': { comesWith: 'more ways to sign in' },
};

/** Names of the messages that come later, each with the feature that it comes with. */
export const laterMessages: readonly (readonly [name: string, comesWith: string])[] = Object.entries(
  protocolMessages,
).flatMap(([name, here]) => ('comesWith' in here ? [[name, here.comesWith] as const] : []));
