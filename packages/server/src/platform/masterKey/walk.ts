import { mostRows } from './sealedRows.ts';
import type { SealedTable } from './sealedTables.ts';

/** How long reading a stretch of a table may take before the next one is made shorter, in ms. */
const briefMs = 50;
const mostBlocks = 2_048;

/** How far a walk has come. */
export type Place = { table: string; block: number; percent: number };

/**
 * Walks through tables in order, in stretches that take a moment each. `visit` gets the rows after a place up
 * to a block, at most `mostRows`, and returns the places of those it found. Goes on from `from`, if given.
 */
export const walk = async (
  tables: readonly SealedTable[],
  visit: (table: SealedTable, stretch: { after: string; end: number }) => Promise<readonly { at: string }[]>,
  { from, reached }: { from?: { table: string; block: number }; reached: (place: Place) => Promise<void> },
): Promise<void> => {
  const total = tables.reduce((sum, { blocks }) => sum + blocks, 0);
  let passed = 0;
  for (const table of tables) {
    const isPast = from !== undefined && table.name < from.table;
    let block = isPast ? table.blocks : from?.table === table.name ? Math.min(from.block, table.blocks) : 0;
    let length = 16;
    while (block < table.blocks) {
      const end = Math.min(block + length, table.blocks);
      const began = performance.now();
      let found = await visit(table, { after: `(${block},0)`, end });
      while (found.length === mostRows) found = await visit(table, { after: found.at(-1)!.at, end });
      const isBrief = performance.now() - began < briefMs;
      length = isBrief ? Math.min(length * 2, mostBlocks) : Math.max(1, length >> 1);
      block = end;
      await reached({ table: table.name, block, percent: (100 * (passed + block)) / total });
    }
    passed += table.blocks;
  }
};
