/** Address of the user's own site messages. */
export const SITE_MESSAGES_URL = '/api/v1/notifications/site-messages/';

/** Path of the WebSocket that reports how many site messages are unread. */
export const SITE_MESSAGE_SOCKET = '/ws/notifications/site-msg/';

/** Close code for an ended web session: reconnecting needs a sign-in. */
export const SIGNED_OUT_CODE = 4401;

/**
 * What the WebSocket sends at the start, whenever a message arrives, and after events may have been missed.
 */
export type UnreadCount = { type: 'unread_count'; unread_count: number };

/** Address of the runs that the user started. */
export const OWN_RUNS_URL = '/api/v1/ops/own-runs/';

/** Collections whose changes the WebSocket tells. */
type FollowedPath = '/api/v1/terminal/sessions/' | '/api/v1/audits/user-sessions/';

/** What the WebSocket sends when rows of a collection have changed; lists that follow them read them again. */
export type RowsChanged = { type: 'changed'; path: FollowedPath | typeof OWN_RUNS_URL };

/** What the WebSocket sends once it tells of changes: the collections whose changes its user may learn of. */
export type Following = { type: 'following'; paths: FollowedPath[] };

/** Elements a message may contain, without attributes; `a` keeps its address. */
export const messageElements = [
  'a',
  'b',
  'blockquote',
  'br',
  'code',
  'em',
  'h3',
  'h4',
  'hr',
  'i',
  'li',
  'ol',
  'p',
  'pre',
  'strong',
  'table',
  'tbody',
  'td',
  'th',
  'thead',
  'tr',
  'u',
  'ul',
] as const;

/** Whether a message may link to this address: one on the web, or a page of this installation. */
export const isMessageLink = (href: string): boolean =>
  /^https?:\/\/[^\s]+$/i.test(href) || /^\/(?![/\\])[^\s]*$/.test(href);

/** Channels for messages to users; the site message cannot be switched off. */
export const messageBackends = ['email', 'site_msg'] as const;

/** Name of a channel for messages to users. */
export type MessageBackend = (typeof messageBackends)[number];
