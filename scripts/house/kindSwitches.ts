import { linesIn } from './linesIn.ts';

// Decisions by field kind belong in the kind's own file; elsewhere, a new kind would be forgotten.
const decision =
  /\b\w*(?:[fF]ield|meta)s?(?:\[[^\]]*\])?\??\.kind\s*[!=]==|switch \(\w*(?:[fF]ield|meta)\.kind\)|case field\.kind/;

/** Places outside the kinds' own files that decide by field kind. */
export const kindSwitches = (root: string): Promise<string[]> =>
  linesIn(root, {
    files: 'packages/{server,console}/src/**/*.{ts,tsx}',
    line: decision,
    but: /\/engine\/fields\/|\.test\.tsx?$|^packages\/contract\//,
  });
