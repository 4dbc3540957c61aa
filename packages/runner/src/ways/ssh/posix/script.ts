import { randomBytes } from 'node:crypto';
import type { Machine } from '../machine.ts';
import { quote } from './quote.ts';

/** Parts of what a script printed, by their names. */
export type Sections = ReadonlyMap<string, string>;

const END = 'end';

/**
 * A script for any POSIX shell that prints what the commands print, each under a line with the mark and its name. It is
 * read as a whole before it runs, so no command can read the rest of it; times are in UTC, texts in English.
 */
export const scriptOf = (mark: string, commands: Readonly<Record<string, string>>): string => {
  const parts = Object.entries(commands).map(
    ([name, command]) => `printf '\\n%s %s\\n' "$mark" ${quote(name)}\n${command}\n`,
  );
  return `gathered() {
mark=${quote(mark)}
PATH="$PATH:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
LC_ALL=C
TZ=UTC0
export PATH LC_ALL TZ
${parts.join('')}printf '\\n%s %s\\n' "$mark" ${END}
}
gathered </dev/null 2>/dev/null
`;
};

/** The sections in the output of a script; null when its end is missing. Lines before the first mark are greetings. */
export const sectionsOf = (output: string, mark: string): Sections | null => {
  const sections = new Map<string, string>();
  const [, ...parts] = `\n${output.replaceAll('\r', '').replaceAll('\0', '')}`.split(`\n${mark} `);
  for (const part of parts) {
    const end = part.indexOf('\n');
    const name = end < 0 ? part : part.slice(0, end);
    // The first counts: what a command prints later cannot replace it.
    if (!sections.has(name)) sections.set(name, end < 0 ? '' : part.slice(end + 1).trimEnd());
  }
  return sections.has(END) ? sections : null;
};

/** Runs the commands in one shell on the machine; its mark is random, so no user of the machine can print it. */
export const runScript = async (
  machine: Machine,
  commands: Readonly<Record<string, string>>,
): Promise<Sections> => {
  const mark = `gathered-${randomBytes(12).toString('hex')}`;
  // Over standard input: nothing of it depends on the account's own shell.
  const output = await machine.run('/bin/sh', scriptOf(mark, commands));
  const sections = sectionsOf(output, mark);
  if (!sections) throw machine.unreadable(output);
  return sections;
};
