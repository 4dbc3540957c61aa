/**
 * Wire between the web terminal and the gateway: `GET /koko/ws/terminal/?token=<connection token id>`.
 * Text frames are JSON (the two unions below), binary frames carry terminal bytes (`gatewayFrame.ts`).
 */
import type { EndReason } from './sessionEnd.ts';

/** Version a client states in its first frame; any other is refused with `protocol_mismatch`. */
export const TERMINAL_PROTOCOL = 1;
/** Path of the terminal socket behind the server's `/koko/` proxy. */
export const TERMINAL_SOCKET_PATH = '/koko/ws/terminal/';
/** Path of the read-only monitor socket: `?session=<id>`; the server tells the gateway who is watching. */
export const MONITOR_SOCKET_PATH = '/koko/ws/monitor/';
/**
 * Header in which the server tells a gateway which user is connecting and from where: a mark that only the server
 * can make and no browser ever sees. The server drops this header from clients' requests.
 */
export const VISITOR_HEADER = 'x-gatehouse-visitor';
/** The marks of the user in a visitor's mark, of which one stands for each master key; the rest is the address. */
export const userMarksIn = (visitor: string): string[] => (visitor.split(';')[0] ?? '').split(',');
/** Whether two marks name the same address, or none. */
export const isSamePlace = (one: string, other: string): boolean => one.split(';')[1] === other.split(';')[1];
/**
 * Header in which the server tells a gateway the id of the user behind the mark in `VISITOR_HEADER`; on the
 * monitor socket only.
 */
export const WATCHER_HEADER = 'x-gatehouse-watcher';
/** A client acknowledges at the latest after processing this many bytes, and once more when output pauses. */
export const ACK_EVERY_BYTES = 32 * 1024;

/**
 * A client sends at most this many input bytes beyond the last `input_ack` and keeps them until they are
 * acknowledged: after a resume it resends what did not arrive, so nothing typed or pasted is lost or doubled.
 */
export const INPUT_WINDOW_BYTES = 256 * 1024;

/** WebSocket close codes the gateway uses. */
export const CLOSE_CODES = {
  /** The session is over; a `closed` frame came before. */
  ended: 4000,
  /** Another window attached to the session; a `detached` frame came before. */
  taken_over: 4001,
  /**
   * The connection was refused, or one of its frames: a `closed` frame with the reason came before, except
   * after a gap in the input.
   */
  refused: 4002,
  /** The client left too much output unacknowledged for too long; it may resume. */
  unresponsive: 4003,
} as const;

/** First frame of a new session; the token is in the URL. */
export type OpenFrame = {
  type: 'open';
  protocol: number;
  /** Random id of this page instance; input bytes are numbered per client id. */
  client_id: string;
  cols: number;
  rows: number;
  /** `zh-hans`, `zh-hant`, `en` or `ja`: language of refusals worded by the server. */
  language?: string;
};

/** First frame of a connection that resumes a running session. */
export type ResumeFrame = {
  type: 'resume';
  protocol: number;
  client_id: string;
  session_id: string;
  resume_token: string;
  /** Offset up to which output was processed; null when the page has none and needs the screen repainted. */
  received: number | null;
  cols: number;
  rows: number;
};

/** Every text frame a terminal client may send. */
export type ClientFrame =
  | OpenFrame
  | ResumeFrame
  | { type: 'resize'; cols: number; rows: number }
  /** Output processed (not merely received) up to this offset. */
  | { type: 'ack'; received: number }
  | { type: 'ping'; id: number }
  | { type: 'answer'; id: number; answers: string[] }
  | { type: 'answer'; id: number; cancel: true }
  /** The user closes the terminal: the session ends at once instead of waiting for a resume. */
  | { type: 'close' };

/** A question to the user during login. */
export type PromptFrame = {
  type: 'prompt';
  id: number;
  /**
   * The texts of `keyboard_interactive` come from the asset, those of the other kinds from the locale files
   * (`gateway:prompt.<kind>`).
   */
  kind: 'keyboard_interactive' | 'login' | 'password' | 'passphrase';
  /** Name of the asset; users are never asked about jump hosts. */
  host: string;
  /** Username of the account, when known. */
  username: string;
  /** Title and instruction of `keyboard_interactive`; empty for the other kinds. */
  title: string;
  instruction: string;
  /**
   * With `keyboard_interactive`, `text` is the prompt as sent; otherwise a field name (`username`,
   * `password`, `passphrase`).
   */
  fields: { text: string; echo: boolean }[];
  /** The previous answer was refused. */
  retry: boolean;
};

/** Facts about a session the terminal shows around the screen. */
export type SessionFacts = {
  session_id: string;
  /** Display text, e.g. `Ann Lee(ann)`. */
  user: string;
  asset: { id: string; name: string; address: string };
  account: { name: string; username: string };
  protocol: string;
  charset: 'utf-8' | 'gbk';
  org_id: string;
  /** Granted action values: connect, copy, paste, share, upload … */
  actions: string[];
  /** Name of the jump host in use, empty when the asset is reached directly. */
  gateway: string;
  /** `SHA256:…` of the asset's host key. */
  host_key_fingerprint: string;
  recorded: boolean;
  /** ISO instant in UTC, like the other dates. */
  date_start: string;
  /** When the maximum session time ends the session. */
  date_max: string;
  /** End of the permission unless it is extended; null when it has none. */
  date_permission_expired: string | null;
  idle_minutes: number;
  /** How long the session is kept for a lost client. */
  resume_window_seconds: number;
  is_locked: boolean;
  /** Names of users who monitor the session. */
  watchers: string[];
  connect_options: Record<string, unknown>;
};

/** Codes of short notices beside the screen; their texts are `gateway:notice.<code>`. */
export type NoticeCode =
  /** `{seconds}` left before the session ends. */
  | 'idle_warning'
  | 'max_session_warning'
  | 'permission_warning'
  /** `{by}`: who did it. */
  | 'locked'
  | 'unlocked'
  /** `{host, fingerprint}`: seen for the first time and remembered. */
  | 'host_key_recorded'
  /** `{name}`: who watches. */
  | 'monitor_joined'
  | 'monitor_left'
  /** Input came faster than the asset takes it and was dropped. */
  | 'input_overflow'
  /** `{text}`: why, in the user's language; where a full-screen program keeps it from the screen. */
  | 'command_refused';

/** Every text frame the gateway may send. */
export type ServerFrame =
  /** Before `opened`; text `gateway:progress.<stage>`. */
  | {
      type: 'progress';
      stage: 'authorizing' | 'jump_host' | 'connecting' | 'authenticating' | 'starting';
      host: string;
    }
  | PromptFrame
  /** The prompt no longer needs an answer. */
  | { type: 'prompt_gone'; id: number }
  /** The shell runs; output begins at offset 0. */
  | { type: 'opened'; resume_token: string; session: SessionFacts }
  /**
   * Attached again. Output resumes at `offset`. With `repaint` the client resets its terminal first; a binary
   * frame of kind `repaint` follows with the whole screen at `offset`. `input_received` is how much input of
   * this client id arrived; the client may resend the bytes after it.
   */
  | { type: 'resumed'; offset: number; repaint: boolean; input_received: number; session: SessionFacts }
  /** Watching a session (monitor socket); a repaint frame follows. */
  | { type: 'monitoring'; offset: number; cols: number; rows: number; session: SessionFacts }
  /** Size of the watched terminal changed. */
  | { type: 'resized'; cols: number; rows: number }
  | { type: 'facts'; session: SessionFacts }
  | { type: 'notice'; code: NoticeCode; params: Record<string, string | number> }
  | { type: 'pong'; id: number }
  /**
   * Input of this client id up to this offset was passed to the asset, or discarded while the session was
   * paused.
   */
  | { type: 'input_ack'; received: number }
  /**
   * The session ended or never began, or this window was refused; text `gateway:closed.<reason>` with
   * `params`.
   */
  | { type: 'closed'; reason: EndReason; text_key: string; params: Record<string, string | number> }
  /** This window lost the session to another one; the session continues. */
  | { type: 'detached'; reason: 'taken_over' };
