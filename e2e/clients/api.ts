import { setTimeout as sleep } from 'node:timers/promises';

/** An answer from the API. */
export type ApiReply<T = Record<string, unknown>> = {
  status: number;
  body: T;
  text: string;
  headers: Headers;
};

/** A client that talks to an installation over HTTP with cookies and a CSRF token, as a browser does. */
export type ApiClient = {
  call<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<ApiReply<T>>;
  /** Sends a body as it is; that of a form says its type. */
  send(
    method: string,
    path: string,
    body: string | Buffer<ArrayBuffer> | FormData,
    type?: string,
  ): Promise<ApiReply<unknown>>;
  /** The client's cookies as a header. */
  cookies(): string;
  /** Signs in with the form; returns what `submit` returns. */
  signIn(username: string, password: string): Promise<string>;
  /**
   * Submits a form of one of our pages; returns the address of the server's redirect, or the status if it
   * does not redirect.
   */
  submit(path: string, fields: Record<string, string>): Promise<string>;
};

const replyOf = async <T>(answer: Response): Promise<ApiReply<T>> => {
  const text = await answer.text();
  const json = answer.headers.get('content-type')?.includes('json') && text ? JSON.parse(text) : undefined;
  return { status: answer.status, body: json as T, text, headers: answer.headers };
};

/** Creates a client of the installation at `url`; `org` is the organization its requests name. */
export const createClient = (url: string, options: { org?: string } = {}): ApiClient => {
  const jar = new Map<string, string>();
  const header = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const keep = (headers: Headers) => {
    for (const line of headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
  };
  const csrf = () =>
    decodeURIComponent(jar.get(`${jar.get('SESSION_COOKIE_NAME_PREFIX') ?? 'jms_'}csrftoken`) ?? '');
  const send = async (method: string, path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${url}${path}`, {
      redirect: 'manual',
      ...init,
      method,
      headers: {
        cookie: header(),
        'x-csrftoken': csrf(),
        'x-tz': 'UTC',
        origin: url,
        referer: `${url}/`,
        ...(options.org ? { 'x-jms-org': options.org } : {}),
        ...(init.headers as Record<string, string>),
      },
    });
    keep(answer.headers);
    return answer;
  };
  const submit = async (path: string, fields: Record<string, string>): Promise<string> => {
    const body = new URLSearchParams({ ...fields, csrf_token: csrf() });
    const answer = await send('POST', path, {
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    return answer.headers.get('location') ?? `stayed with ${answer.status}`;
  };
  return {
    cookies: header,
    call: async <T>(method: string, path: string, body?: unknown) =>
      replyOf<T>(
        await send(
          method,
          path,
          body === undefined
            ? {}
            : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
        ),
      ),
    send: async (method, path, body, type) =>
      replyOf(await send(method, path, { body, headers: type ? { 'content-type': type } : {} })),
    signIn: async (username, password) => {
      await send('GET', '/core/auth/login/');
      return submit('/core/auth/login/', { username, password });
    },
    submit,
  };
};

/** Waits until `probe` returns something truthy; fails, naming `what`, if it does not in time. */
export const eventually = async <T>(
  what: string,
  probe: () => Promise<T | undefined | false>,
  seconds = 60,
): Promise<T> => {
  const deadline = Date.now() + seconds * 1000;
  while (Date.now() < deadline) {
    const found = await probe();
    if (found) return found;
    await sleep(50);
  }
  throw new Error(`${what} did not happen within ${seconds} s`);
};
