/** Base path of the console, without the trailing slash. */
export const basePath = '/ui';

/** A path of this site as the console's router sees it. */
export const withoutBase = (path: string): string =>
  path.startsWith(basePath) ? path.slice(basePath.length) || '/' : path;
