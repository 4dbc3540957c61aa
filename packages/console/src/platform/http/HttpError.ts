/** A request that did not succeed; `status` 0 means no answer arrived. */
export class HttpError extends Error {
  readonly status: number;
  readonly body: unknown;
  readonly url: string;
  readonly method: string;
  /** Why no answer arrived. */
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

  /** A dialog spoke of it already, the person declined its question, or nobody waits for the answer any more. */
  get isKnown() {
    return this.isAborted || this.status === 401 || this.status === 412;
  }

  /** The caller left before the answer came; nothing to tell anybody. */
  get isAborted() {
    return this.reason === 'aborted';
  }
}

/** Whether a request was refused because the person may not do or see that. */
export const isForbidden = (error: unknown): boolean => error instanceof HttpError && error.status === 403;
