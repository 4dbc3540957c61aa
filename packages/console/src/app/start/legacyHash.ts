import { basePath } from './basePath.ts';

/** The path in a link of older versions, `/ui/#/console/…`; undefined for any other address. */
export const pathOfHash = (hash: string): string | undefined =>
  hash.startsWith('#/') ? basePath + hash.slice(1) : undefined;
