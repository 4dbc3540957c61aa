import type { EndReason } from '@gatehouse/contract/wire/sessionEnd.ts';

/** Values the text of a reason interpolates. */
export type ReasonParams = Record<string, string | number>;

/** A session cannot go on (or begin), for a reason a person can be told. */
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

/** Why something was given up: the reason handed to the signal, or that the window went away. */
export const abortFailure = (signal: AbortSignal): SessionFailure =>
  signal.reason instanceof SessionFailure ? signal.reason : new SessionFailure('user_close');
