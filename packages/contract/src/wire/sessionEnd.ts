import { z } from 'zod';

const endReasons = [
  /** The shell exited. */
  'shell_exit',
  /** The user closed the terminal. */
  'user_close',
  /** The client was gone for longer than the resume window. */
  'client_gone',
  /** The asset, or the jump host before it, disconnected. */
  'target_gone',
  /** `{minutes}` minutes passed without input. */
  'idle_disconnect',
  /** The maximum session time of `{hours}` hours was reached. */
  'max_session_timeout',
  /** The permission expired or was withdrawn. */
  'permission_expired',
  /** The user was disabled, expired or deleted. */
  'user_disabled',
  /** An access rule does not allow the connection, or the way to connect, any more. */
  'rule_refused',
  /** `{by}` terminated the session. */
  'admin_terminate',
  /** The gateway is being stopped. */
  'gateway_stopping',
  /** The recording could not be written. */
  'recording_failed',
  /**
   * The server refused the connection, for example because the connection token is unknown, used or expired,
   * or the permission has ended; `{detail}` from the server.
   */
  'token_refused',
  /** The server could not be reached. */
  'server_unreachable',
  /** `{protocol}` is not served by this gateway. */
  'protocol_unsupported',
  /**
   * The connection to the asset failed, for example because its address is wrong or cannot be reached;
   * `{host, detail}`.
   */
  'connect_failed',
  'connect_timeout',
  /** No login succeeded on any jump host of the zone; `{names}`. */
  'jump_host_failed',
  /** The asset refused the account; `{host, username}`. */
  'auth_failed',
  /** The private key of the account is unusable. */
  'key_invalid',
  /** The user cancelled a question during login, or did not answer it. */
  'login_cancelled',
  /** `{host, fingerprint}`: an administrator must accept the new key first. */
  'host_key_changed',
  /** `{host, fingerprint}`: the first key of a host, which is not trusted merely because it is the first. */
  'host_key_unconfirmed',
  /** The asset offers only algorithms that need "old SSH versions" enabled on its platform. */
  'algorithms_too_old',
  /** The asset gave no shell. */
  'shell_refused',
  /** The gateway has reached its limit of sessions. */
  'gateway_full',
  /** Nothing to resume under this id and token. */
  'resume_refused',
  /** The first frame is missing or malformed, or a later frame breaks the protocol. */
  'protocol_error',
  'protocol_mismatch',
  /** The page belongs to another site. */
  'origin_refused',
  /** Watching was refused. */
  'monitor_refused',
  'internal',
] as const;

/** Validates a stored reason. */
export const endReasonSchema = z.enum(endReasons);

/** Why a session ended or never began; the text for users is `gateway:closed.<reason>`. */
export type EndReason = (typeof endReasons)[number];

/** Reasons that always mean that no shell was reached; others may end a session before or after that. */
export const failedToConnect: ReadonlySet<EndReason> = new Set<EndReason>([
  'protocol_unsupported',
  'connect_failed',
  'connect_timeout',
  'jump_host_failed',
  'auth_failed',
  'key_invalid',
  'login_cancelled',
  'host_key_changed',
  'host_key_unconfirmed',
  'algorithms_too_old',
  'shell_refused',
]);

/**
 * Reason text of the `asset_connect_finished` lifecycle event (reference 05 §1.7); the server translates
 * these.
 */
export const lifecycleReason = (reason: EndReason): string => {
  if (failedToConnect.has(reason)) return 'connect_failed';
  switch (reason) {
    case 'shell_exit':
    case 'user_close':
      return 'user_close';
    case 'idle_disconnect':
    case 'admin_terminate':
    case 'max_session_timeout':
    case 'permission_expired':
    case 'rule_refused':
      return reason;
    case 'user_disabled':
      return 'permission_expired';
    case 'recording_failed':
      return 'replay_create_failed';
    default:
      return 'connect_disconnect';
  }
};
