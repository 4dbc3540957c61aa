/**
 * Names of the faults that the output of a run tells as survived; one that farther tests noticed later is not
 * among them.
 */
export const survivors = (output: string): ReadonlySet<string> => {
  const alive = new Set<string>();
  for (const [, ending, name = ''] of output.matchAll(/^\d+\/\d+ (SURVIVED|noticed) +(.+)$/gm))
    if (ending === 'SURVIVED') alive.add(name);
    else alive.delete(name);
  return alive;
};
