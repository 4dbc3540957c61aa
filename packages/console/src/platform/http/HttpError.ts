/** A failed request; `status` 0 means no answer. */
export class HttpError extends Error {
  readonly status: number;
  readonly body: unknown;
  readonly url: string;
  readonly method: string;
  /** Why there was no answer. */
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
   * A dialog has already reported it, the user declined the question, or nothing waits for the answer any
   * more.
   */
  get isKnown() {
    return this.isAborted || this.status === 401 || this.status === 412;
  }

  /** The caller left before the answer; nothing to report. */
  get isAborted() {
    return this.reason === 'aborted';
  }
}

/** Whether a request was refused for lack of permission. */
export const isForbidden = (error: unknown): boolean => error instanceof HttpError && error.status === 403;
