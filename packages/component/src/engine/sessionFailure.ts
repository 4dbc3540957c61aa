import type { EndReason } from '@gatehouse/contract/wire/sessionEnd.ts';

/** Values interpolated into the text of a reason. */
export type ReasonParams = Record<string, string | number>;

/** A session cannot start or continue, for a reason the user may know. */
export class SessionFailure extends Error {
  override name = 'SessionFailure';
  readonly reason: EndReason;
  readonly params: ReasonParams;
  constructor(reason: EndReason, params: ReasonParams = {}, cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
    this.params = params;
  }
}

/** Why an operation was aborted: the signal's reason, or that the window closed. */
export const abortFailure = (signal: AbortSignal): SessionFailure =>
  signal.reason instanceof SessionFailure ? signal.reason : new SessionFailure('user_close');
