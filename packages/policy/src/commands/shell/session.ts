import type { ShellState } from '@gatehouse/contract/policy/command.ts';

const mostNames = 200;
const longestValue = 4_096;

/** The state of a session while a line is read. */
export type Session = {
  aliases: Map<string, string>;
  functions: Map<string, string>;
  variables: Map<string, string>;
};

/** A session that has seen nothing yet. */
export const freshState: ShellState = { aliases: {}, functions: {}, variables: {} };

/** The session as a line finds it. */
export const sessionOf = ({ aliases, functions, variables }: ShellState): Session => ({
  aliases: new Map(Object.entries(aliases)),
  functions: new Map(Object.entries(functions)),
  variables: new Map(Object.entries(variables)),
});

/** Keeps a name with its value; the name set first goes when there are too many, too long values are left out. */
export const remember = (names: Map<string, string>, name: string, value: string): void => {
  if (value.length > longestValue || name.length > 256) return;
  names.delete(name);
  names.set(name, value);
  const [first] = names.keys();
  if (names.size > mostNames && first !== undefined) names.delete(first);
};

/** The session as the next line finds it. */
export const stateOf = ({ aliases, functions, variables }: Session): ShellState => ({
  aliases: Object.fromEntries(aliases),
  functions: Object.fromEntries(functions),
  variables: Object.fromEntries(variables),
});
