const known: readonly [pattern: RegExp, say: (where: string) => string][] = [
  [/No space left on device/, (where) => `The disk of ${where} is full.`],
  [
    /Permission denied|Operation not permitted/,
    (where) => `PostgreSQL may not write ${where}; give the folder back to the account that owns it.`,
  ],
  [
    /incompatible with server|initialized by PostgreSQL version/,
    (where) => `${where} was written by another version of PostgreSQL.`,
  ],
  [/lock file "[^"]*" already exists/, (where) => `Another PostgreSQL is running on ${where}.`],
  [
    /could not (create|map) .*shared memory|could not create semaphores/,
    () => 'The operating system gives PostgreSQL no shared memory; raise its limits.',
  ],
  [
    /PANIC: .*checkpoint record|invalid checkpoint|could not locate a valid checkpoint/,
    (where) => `${where} is damaged; restore it from a backup.`,
  ],
];

/**
 * Explains in one line why PostgreSQL did not start; for unknown output, with the last line that reports an
 * error, or else the last one.
 */
export const failureText = (output: string, where: string): string => {
  const match = known.find(([pattern]) => pattern.test(output));
  if (match) return match[1](where);
  const lines = output.split('\n').filter((line) => line.trim());
  const last =
    lines.findLast((line) => /FATAL|PANIC|error/i.test(line)) ?? lines.at(-1) ?? 'it left no message';
  return `PostgreSQL did not start on ${where}: ${last.replace(/^.*?(FATAL|PANIC|error):\s*/i, '')}`;
};
