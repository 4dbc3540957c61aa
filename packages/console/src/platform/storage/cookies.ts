const PREFIX_COOKIE = 'SESSION_COOKIE_NAME_PREFIX';
const DAY_MS = 86_400_000;

/** Reads and writes the cookies of this site. */
export type Cookies = {
  get: (name: string) => string | undefined;
  set: (name: string, value: string, options?: { days?: number }) => void;
  remove: (name: string) => void;
  /** Full name of a cookie, with the configured prefix. */
  prefixed: (name: string) => string;
};

/** Where cookies are read and written: `document` in the browser. */
export type CookieJar = { cookie: string };

/** Cookies in a jar. The prefix of their names is itself in a cookie, where `''` and `""` mean none. */
export const createCookies = (jar: CookieJar): Cookies => {
  const get = (name: string) => {
    for (const pair of jar.cookie.split('; ')) {
      const at = pair.indexOf('=');
      if (at > 0 && pair.slice(0, at) === name) return decode(pair.slice(at + 1));
    }
    return undefined;
  };
  return {
    get,
    set: (name, value, { days } = {}) => {
      const expires = days ? `; expires=${new Date(Date.now() + days * DAY_MS).toUTCString()}` : '';
      jar.cookie = `${name}=${encodeURIComponent(value)}; path=/; SameSite=Lax${expires}`;
    },
    remove: (name) => {
      jar.cookie = `${name}=; path=/; SameSite=Lax; expires=Thu, 01 Jan 1970 00:00:00 GMT`;
    },
    prefixed: (name) => (get(PREFIX_COOKIE) ?? 'jms_').replace(/^["']+|["']+$/g, '') + name,
  };
};

const decode = (value: string) => {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
};
