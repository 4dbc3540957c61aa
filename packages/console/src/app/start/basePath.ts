/** Base path of the console, without the trailing slash. */
export const basePath = '/ui';

/** A path of this site as the console's router sees it. */
export const withoutBase = (path: string): string =>
  path.startsWith(basePath) ? path.slice(basePath.length) || '/' : path;

const LOGIN_PATHS = ['/login', '/core/auth/login'];

/** Whether an address of this site is an old one of the sign-in page. */
export const isLoginPath = (path: string): boolean =>
  LOGIN_PATHS.includes(withoutBase(path).replace(/\/$/, ''));
