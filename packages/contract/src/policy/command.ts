/** How the content of a command group is read: one command per line, or one regular expression. */
export type CommandGroupType = 'command' | 'regex';

/** Commands that filters name together (reference 04 §16.2). */
export type CommandGroup = {
  id: string;
  name: string;
  type: CommandGroupType;
  content: string;
  ignore_case: boolean;
};

/** Bounds of a command group, which keep each decision short. */
export const commandGroupLimits = {
  /** Characters of commands, one per line. */
  commands: 16_384,
  lines: 1_000,
  /** Characters of a regular expression. */
  regex: 4_096,
  /** Steps of the compiled pattern: repetitions such as `(a{1,30}){1,30}` make a short text a large pattern. */
  steps: 20_000,
} as const;

/** Why the content of a command group is refused. */
export type PatternRefusal =
  | { reason: 'empty' }
  | { reason: 'too_long' | 'too_many_lines' | 'too_large'; max: number }
  /**
   * `unsupported` is a construct that cannot be matched in linear time (back references, lookaround, atomic
   * groups); the part is at `at`, counted in characters from 0, where that is known.
   */
  | { reason: 'invalid' | 'unsupported'; problem: string; part: string; at?: number };

/** What earlier lines of a session mean for the next: aliases, functions and variables, by name. */
export type ShellState = {
  aliases: Readonly<Record<string, string>>;
  /** Bodies as they were written. */
  functions: Readonly<Record<string, string>>;
  variables: Readonly<Record<string, string>>;
};

/** The decision of command filters on a line. */
export type CommandVerdict<Filter> = {
  outcome: 'none' | 'accept' | 'warning' | 'review' | 'reject';
  /** The filter that decided, the group that matched, and the part that is one of its commands. */
  filter?: Filter;
  group?: CommandGroup;
  matched?: string;
  /** The command in which it was found, without quotes; the line itself if it was found across commands. */
  command?: string;
  /** Not all of the line could be read as shell: more may run than was judged. */
  isUnparsed: boolean;
  /** It could not only because its end is missing: a shell asks for the rest before it runs any of it. */
  isUnfinished: boolean;
  /** For the next line of the session. */
  state: ShellState;
};
