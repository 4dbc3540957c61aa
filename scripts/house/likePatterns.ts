import { linesIn } from './linesIn.ts';

/** Places that escape LIKE patterns by hand. */
export const likePatterns = (root: string): Promise<string[]> =>
  linesIn(root, {
    files: 'packages/server/src/**/*.ts',
    line: /\[(?:\\\\)?[%_]{2}(?:\\\\)?\]/,
    but: /\/platform\/database\.ts$|\.test\.ts$/,
  });
