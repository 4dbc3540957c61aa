import { linesIn } from './linesIn.ts';

/** Places that send or receive PostgreSQL notifications without the typed events. */
export const channelStrings = (root: string): Promise<string[]> =>
  linesIn(root, {
    files: 'packages/server/src/**/*.ts',
    line: /pg_notify|\.listen\(\s*['"`]/,
    but: /\/platform\/(events|notices)\.ts$|\.test\.ts$/,
  });
