import { breachesOf, usualStatusAt } from './contract/breaches.ts';
import { noteBreaches } from './contract/noted.ts';

/** A request as the fake server received it. */
export type Seen = {
  method: string;
  path: string;
  query: Record<string, string>;
  body: unknown;
  headers: Headers;
  signal: AbortSignal | undefined;
};

type Answer = { status?: number; body?: unknown };
type Handler = (request: Seen) => Answer | unknown;

/** An answer with this status. */
export const answer = (status: number, body?: unknown, headers: Record<string, string> = {}) => ({
  $status: status,
  $body: body,
  $headers: headers,
});

/** The result of `answer`. */
export type Refusal = ReturnType<typeof answer>;

const isAnswer = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && '$status' in value;

/** Rejects when the page aborts the request before the answer. */
const hangingUp = (signal: AbortSignal | undefined): Promise<never>[] =>
  signal
    ? [
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        }),
      ]
    : [];

/** The JSON of a response that a test made by hand; undefined for files. */
const jsonOf = async (response: Response): Promise<unknown> =>
  response.headers.get('content-type')?.startsWith('application/json') ? response.clone().json() : undefined;

/**
 * An in-memory server. Keys of `routes` are `METHOD /path/`, values the answers or functions that return
 * them; other requests are answered with 404.
 */
export const fakeServer = (routes: Record<string, Handler | unknown>) => {
  const seen: Seen[] = [];
  const fetchFake = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(String(input), 'http://localhost');
    const method = init.method ?? 'GET';
    const text = typeof init.body === 'string' ? init.body : undefined;
    const request: Seen = {
      method,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      body: text ? JSON.parse(text) : init.body,
      headers: new Headers(init.headers),
      signal: init.signal ?? undefined,
    };
    seen.push(request);
    const handler = routes[`${method} ${url.pathname}`];
    const outcome = typeof handler === 'function' ? (handler as Handler)(request) : handler;
    const result = await Promise.race([outcome, ...hangingUp(request.signal)]);
    if (result instanceof Response) {
      noteBreaches(breachesOf(request, { status: result.status, body: await jsonOf(result) }));
      return result;
    }
    const { $status, $body, $headers } =
      handler === undefined
        ? answer(404, { detail: `No route for ${method} ${url.pathname}` })
        : isAnswer(result)
          ? result
          : answer(usualStatusAt(method, url.pathname), result);
    const given = handler === undefined ? undefined : { status: $status, body: $body };
    noteBreaches(breachesOf(request, given));
    const hasBody = $body !== undefined && $status !== 204;
    return new Response(hasBody ? JSON.stringify($body) : null, {
      status: $status,
      headers: { 'Content-Type': 'application/json', ...$headers },
    });
  };
  return {
    fetch: fetchFake as typeof fetch,
    seen,
    calls: (method: string, path: string) =>
      seen.filter((request) => request.method === method && request.path === path),
  };
};

/** A fake server. */
export type FakeServer = ReturnType<typeof fakeServer>;
