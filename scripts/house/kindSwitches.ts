import { linesIn } from './linesIn.ts';

// What decides by the kind of a field belongs into the kind's own file; elsewhere, each new kind would be forgotten.
const decision =
  /\b\w*(?:[fF]ield|meta)s?(?:\[[^\]]*\])?\??\.kind\s*[!=]==|switch \(\w*(?:[fF]ield|meta)\.kind\)|case field\.kind/;

/** Places outside the kinds' own files that decide by the kind of a field. */
export const kindSwitches = (root: string): Promise<string[]> =>
  linesIn(root, {
    files: 'packages/{server,console}/src/**/*.{ts,tsx}',
    line: decision,
    but: /\/engine\/fields\/|\.test\.tsx?$|^packages\/contract\//,
  });
