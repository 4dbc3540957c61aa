/**
 * A value as one word of a POSIX shell, whatever is in it. Every value that is sent into a shell goes through here. A NUL
 * cannot be part of a word and is refused.
 */
export const quote = (value: string): string => {
  if (value.includes('\0')) throw new Error('a NUL cannot be part of a word');
  return `'${value.replaceAll("'", `'\\''`)}'`;
};
