import { type ReasonParams, SessionFailure } from '@gatehouse/component/engine/sessionFailure.ts';
import type { ServerFrame } from '@gatehouse/contract/wire/gateway.ts';
import type { EndReason } from '@gatehouse/contract/wire/sessionEnd.ts';

/** The frame that tells a window why its session ended, or why it gets none. */
export const closedFrame = (reason: EndReason, params: ReasonParams = {}): ServerFrame => ({
  type: 'closed',
  reason,
  text_key: `gateway:closed.${reason}`,
  params,
});

/** What users may know about an error; anything unexpected is `internal`. */
export const failureOf = (error: unknown): SessionFailure =>
  error instanceof SessionFailure ? error : new SessionFailure('internal', {}, error);
