import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stranger } from './owners.ts';

/** Uses of other owners' tables that are left, by file and table. */
export type Allowed = Record<string, Record<string, number>>;

const listPath = 'scripts/sql/strangers.json';

/** How often each file names each table that belongs to another. */
export const countStrangers = (strangers: readonly Stranger[]): Allowed => {
  const counts: Allowed = {};
  for (const { path, table } of strangers.toSorted(
    (a, b) => a.path.localeCompare(b.path) || a.table.localeCompare(b.table),
  )) {
    const count = counts[path]?.[table] ?? 0;
    counts[path] = { ...counts[path], [table]: count + 1 };
  }
  return counts;
};

/** The list of what is left. */
export const readAllowed = async (root: string): Promise<Allowed> =>
  JSON.parse(await readFile(join(root, listPath), 'utf8').catch(() => '{}'));

const total = (counts: Allowed): number =>
  Object.values(counts).reduce((sum, file) => sum + Object.values(file).reduce((a, b) => a + b, 0), 0);

/**
 * Complaints about tables named outside their owner's place. The list of those still left only gets shorter: with
 * `isWriting` it is brought down to what is there.
 */
export const strangerProblems = async (
  root: string,
  strangers: readonly Stranger[],
  isWriting: boolean,
): Promise<string[]> => {
  const allowed = await readAllowed(root);
  const counts = countStrangers(strangers);
  const problems = Object.entries(counts).flatMap(([path, tables]) =>
    Object.entries(tables).flatMap(([table, count]) => {
      const left = allowed[path]?.[table] ?? 0;
      if (count <= left) return [];
      const places = strangers.filter((stranger) => stranger.path === path && stranger.table === table);
      return places
        .slice(left)
        .map(({ line, owner }) => `${path}:${line} names the table ${table}, which belongs to ${owner}`);
    }),
  );
  if (problems.length > 0 || total(counts) === total(allowed)) return problems;
  if (!isWriting) return [`${listPath} allows more than there is; run npm run check -- --write`];
  await writeFile(join(root, listPath), `${JSON.stringify(counts, null, 2)}\n`);
  return [];
};
