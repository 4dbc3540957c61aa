import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Places (`path:line`) in `files` whose line matches, except in files whose path matches `but`. */
export const linesIn = async (
  root: string,
  { files, line: pattern, but }: { files: string; line: RegExp; but: RegExp },
): Promise<string[]> => {
  const found: string[] = [];
  for await (const path of glob(files, { cwd: root })) {
    if (but.test(path)) continue;
    const lines = (await readFile(join(root, path), 'utf8')).split('\n');
    for (const [index, line] of lines.entries()) if (pattern.test(line)) found.push(`${path}:${index + 1}`);
  }
  return found.toSorted();
};
