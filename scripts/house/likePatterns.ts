import { linesIn } from './linesIn.ts';

/** Places that take the signs of `like` out of a text by hand. */
export const likePatterns = (root: string): Promise<string[]> =>
  linesIn(root, {
    files: 'packages/server/src/**/*.ts',
    line: /\[(?:\\\\)?[%_]{2}(?:\\\\)?\]/,
    but: /\/platform\/database\.ts$|\.test\.ts$/,
  });
