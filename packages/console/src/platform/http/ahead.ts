/** A request that the page's HTML has sent before the console's scripts were there. */
export type Ahead = { headers: Record<string, string>; answer: Promise<Response>; abort: () => void };

/** Requests sent ahead, by method and URL. */
export type AheadStore = Map<string, Ahead>;

declare global {
  interface Window {
    /** Written by the script in the page's HTML. */
    sentAhead?: AheadStore;
  }
}

/** The name of a request in the store. */
export const aheadKey = (method: string, url: string): string => `${method} ${url}`;

/** An answer that came ahead belongs to the start of the page; later, the server is asked. */
const FRESH_MS = 30_000;

const isSame = (sent: Record<string, string>, wanted: Record<string, string>): boolean => {
  const names = Object.keys(sent);
  return names.length === Object.keys(wanted).length && names.every((name) => sent[name] === wanted[name]);
};

/** The answer that is under way, until the caller loses interest. */
const waitFor = ({ answer, abort }: Ahead, signal: AbortSignal | null | undefined): Promise<Response> => {
  if (!signal) return answer;
  return new Promise((resolve, reject) => {
    const stop = () => {
      abort();
      reject(signal.reason);
    };
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    answer.then(resolve, reject);
  });
};

/**
 * Fetches, unless the same request was sent ahead: then its answer is used, once. The same means every header,
 * so another organization, or another web session with its own token, gets an answer of its own. A write makes
 * all that was sent before it outdated.
 */
export const createAheadFetch = (deps: {
  fetch: typeof fetch;
  sent: AheadStore;
  now: () => number;
}): typeof fetch => {
  const { fetch, sent } = deps;
  const until = deps.now() + FRESH_MS;
  const take = (key: string, headers: Record<string, string>): Ahead | undefined => {
    const found = sent.get(key);
    sent.delete(key);
    if (!found || (deps.now() <= until && isSame(found.headers, headers))) return found;
    found.abort();
    return undefined;
  };
  const forget = () => {
    for (const { abort } of sent.values()) abort();
    sent.clear();
  };
  return (input, init = {}) => {
    const { method = 'GET', headers = {}, signal } = init;
    if (method !== 'GET' && method !== 'OPTIONS') forget();
    const found = take(aheadKey(method, String(input)), headers as Record<string, string>);
    return found ? waitFor(found, signal) : fetch(input, init);
  };
};
