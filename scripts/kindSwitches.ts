import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';

// What decides by the kind of a field belongs into the kind's own file; elsewhere, each new kind would be forgotten.
const decision =
  /\b\w*(?:[fF]ield|meta)s?(?:\[[^\]]*\])?\??\.kind\s*[!=]==|switch \(\w*(?:[fF]ield|meta)\.kind\)|case field\.kind/;
const allowed = /\/engine\/fields\/|\.test\.tsx?$|^packages\/contract\//;

/** Places outside the kinds' own files that decide by the kind of a field. */
export const kindSwitches = async (root: string): Promise<string[]> => {
  const found: string[] = [];
  for await (const path of glob('packages/{server,console}/src/**/*.{ts,tsx}', { cwd: root })) {
    if (allowed.test(path)) continue;
    const lines = (await readFile(join(root, path), 'utf8')).split('\n');
    for (const [index, line] of lines.entries()) if (decision.test(line)) found.push(`${path}:${index + 1}`);
  }
  return found.toSorted();
};
