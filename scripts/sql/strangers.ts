import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stranger } from './owners.ts';

/** How often each table is still named outside its owner's place. */
export type Allowed = Readonly<Record<string, number>>;

const listPath = 'scripts/sql/strangers.json';

/** How often each table is named outside its owner's place. */
export const countStrangers = (strangers: readonly Stranger[]): Allowed => {
  const tables = strangers.map(({ table }) => table).toSorted();
  return Object.fromEntries(
    [...Map.groupBy(tables, (table) => table)].map(([name, all]) => [name, all.length]),
  );
};

/** The remaining uses. */
export const readAllowed = async (root: string): Promise<Allowed> =>
  JSON.parse(await readFile(join(root, listPath), 'utf8').catch(() => '{}'));

/**
 * Complaints about tables named outside their owner's place. The list of remaining uses only shrinks: with
 * `isWriting` it is reduced to the current ones.
 */
export const strangerProblems = async (
  root: string,
  strangers: readonly Stranger[],
  isWriting: boolean,
): Promise<string[]> => {
  const allowed = await readAllowed(root);
  const counts = countStrangers(strangers);
  const isOver = (table: string): boolean => (counts[table] ?? 0) > (allowed[table] ?? 0);
  const problems = strangers
    .filter(({ table }) => isOver(table))
    .map(({ path, line, table, owner }) => {
      const left = allowed[table]
        ? ` (${allowed[table]} uses are left from before, now ${counts[table]})`
        : '';
      return `${path}:${line} names the table ${table}, which belongs to ${owner}${left}`;
    });
  if (isWriting && problems.length === 0)
    await writeFile(join(root, listPath), `${JSON.stringify(counts, null, 2)}\n`);
  return problems;
};
