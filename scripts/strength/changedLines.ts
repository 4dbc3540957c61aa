import { run } from '../run.ts';

/** The lines that a diff without context adds or changes, by file. */
export const linesOfDiff = (diff: string): Map<string, Set<number>> => {
  const changed = new Map<string, Set<number>>();
  let lines = new Set<number>();
  for (const line of diff.split('\n')) {
    const file = line.match(/^\+\+\+ b\/(.*)$/)?.[1];
    if (file) {
      lines = new Set();
      changed.set(file, lines);
    }
    const hunk = line.match(/^@@ -\S+ \+(\d+)(?:,(\d+))? @@/);
    if (!hunk) continue;
    const from = Number(hunk[1]);
    for (let at = from; at < from + Number(hunk[2] ?? 1); at += 1) lines.add(at);
  }
  return changed;
};

const isSource = (file: string) =>
  /^packages\/[^/]+\/src\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$|\.d\.ts$/.test(file);

/** The program lines that differ from a commit, by file. */
export const changedLines = async (since: string): Promise<Map<string, Set<number>>> => {
  const { code, output } = await run('git', ['diff', '-U0', '--no-renames', since, '--', 'packages'], {
    isQuiet: true,
  });
  if (code !== 0) throw new Error(output);
  return new Map([...linesOfDiff(output)].filter(([file, lines]) => isSource(file) && lines.size > 0));
};
