/** Number of the next migration, four digits: one more than the highest in the folder. */
export const nextNumber = (files: readonly string[]): string => {
  const numbers = files.flatMap((name) => /^(\d{4})_.+\.sql$/.exec(name)?.[1] ?? []);
  return String(Math.max(-1, ...numbers.map(Number)) + 1).padStart(4, '0');
};
