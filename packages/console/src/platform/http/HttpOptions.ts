/** Options of a request. */
export type HttpOptions = {
  params?: Record<string, unknown>;
  signal?: AbortSignal;
  /** Resolves with status, headers and data instead of the data alone. */
  raw?: boolean;
  /** The caller reports failures itself. */
  disableFlashErrorMsg?: boolean;
  /** Says what failed; shown above the reason. */
  whatFailed?: string;
  headers?: Record<string, string>;
  /** Milliseconds without data after which the request is aborted. */
  timeout?: number;
  responseType?: 'json' | 'text' | 'blob';
  /** Called with the number of bytes received so far. */
  onReceived?: (bytes: number) => void;
  /** Called with the bytes of a successful answer as they arrive. */
  onBytes?: (bytes: Uint8Array) => void;
  /** Organization of the request, in place of the current one. */
  oid?: string;
  /** Says what a confirmation of the identity is for, in place of the general sentence. */
  confirmFor?: string;
  /** An answer of 412 opens no confirmation dialog. */
  skipConfirm?: boolean;
  /** Sends the request in place of the usual `fetch`. */
  fetch?: typeof fetch;
  /** Lets the request finish after the page is gone. */
  keepalive?: boolean;
};

/** Answer of a `raw` request. */
export type RawResponse<T> = { status: number; headers: Headers; data: T };

type Raw<O> = O extends { raw: true } ? true : false;
/** What a request resolves to: the data, or with `raw` also status and headers. */
export type Answer<T, O> = Raw<O> extends true ? RawResponse<T> : T;
/** A request that sends no body. */
export type WithoutBody = <T = unknown, O extends HttpOptions = HttpOptions>(
  url: string,
  options?: O,
) => Promise<Answer<T, O>>;
/** A request with a body. */
export type WithBody = <T = unknown, O extends HttpOptions = HttpOptions>(
  url: string,
  body?: unknown,
  options?: O,
) => Promise<Answer<T, O>>;
