import { readSheet } from 'read-excel-file/node';

/** How much an import file may hold. */
export type Limits = { rows: number; cells: number; characters: number };
/** What the reader is sent. */
export type WorkbookToRead = { workbook: Uint8Array; most: Limits };
/** What the reader answers. */
export type ReadWorkbook = { rows: string[][] } | 'too much' | { error: string };

const textOf = (cell: unknown): string => {
  if (cell === null || cell === undefined) return '';
  return cell instanceof Date ? cell.toISOString() : String(cell);
};

const read = async ({ workbook, most }: WorkbookToRead): Promise<ReadWorkbook> => {
  const rows: string[][] = [];
  let [cells, characters] = [0, 0];
  for (const row of await readSheet(Buffer.from(workbook))) {
    const texts = row.map(textOf);
    cells += texts.length;
    // Counted per cell: a workbook stores a long text once and may show it in every cell.
    for (const text of texts) characters += text.length;
    if (rows.length > most.rows || cells > most.cells || characters > most.characters) return 'too much';
    rows.push(texts);
  }
  return { rows };
};

process.on('message', (task: WorkbookToRead) => {
  read(task)
    .catch((error: unknown): ReadWorkbook => ({ error: String(error) }))
    .then((found) => process.send?.(found));
});
