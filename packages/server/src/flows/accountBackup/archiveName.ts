/** Longest part of a plan's name in the name of a file. */
const longestName = 64;

/** Name of the files of a run: the plan, as a file can be called, when it ran, and the run. */
export const archiveName = (plan: string, started: string, run: string): string => {
  const plain = plan.replace(/[^\p{L}\p{N}_-]+/gu, '_').slice(0, longestName) || 'plan';
  const at = new Date(started).toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15);
  return `${plain}-${at}-${run.slice(0, 8)}`;
};
