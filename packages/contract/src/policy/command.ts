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
