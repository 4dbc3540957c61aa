/** A failed request; `status` 0 means no answer. */
export class HttpError extends Error {
  readonly status: number;
  readonly body: unknown;
  readonly url: string;
  readonly method: string;
  /** What failed: the answer itself, or why there was none. */
  readonly reason: 'answer' | 'aborted' | 'timeout' | 'network';

  constructor(fields: {
    status: number;
    body?: unknown;
    url: string;
    method: string;
    reason?: HttpError['reason'];
  }) {
    super(`${fields.method} ${fields.url}: ${fields.status || (fields.reason ?? 'network')}`);
    this.name = 'HttpError';
    this.status = fields.status;
    this.body = fields.body;
    this.url = fields.url;
    this.method = fields.method;
    this.reason = fields.reason ?? (fields.status ? 'answer' : 'network');
  }

  /**
   * Whether nothing more has to be reported: a dialog has done so, the user has declined a question, or the
   * caller no longer waits.
   */
  get isKnown() {
    return this.isAborted || this.status === 401 || this.status === 412;
  }

  /** Whether the caller gave up before the answer. */
  get isAborted() {
    return this.reason === 'aborted';
  }
}

/** Whether a request was refused for lack of permission. */
export const isForbidden = (error: unknown): boolean => error instanceof HttpError && error.status === 403;
