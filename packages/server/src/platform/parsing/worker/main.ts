import { readPrivateKey } from '../../crypto/sshKey.ts';
import { Excess, type Limits } from '../limits.ts';
import type { Manner, TableFormat, Task, Told } from '../messages.ts';
import { archivedFiles } from './archive.ts';
import { csvRows } from './csv.ts';
import { filesOfCommit } from './git/commitFiles.ts';
import { cleanImage } from './image.ts';
import { workbookRows } from './workbook.ts';
import { xmlRoot } from './xml.ts';

// The program of a parser process: one file at a time arrives on its standard input, told by a message.

/** Rows in one message: the server does other work between two. */
const batch = 1_000;

const tell = (message: Told): void => {
  process.send?.(message);
};

/** Counted per cell: a workbook stores a long text once and may show it in every cell. */
const checkCharacters = (rows: string[][], most: Limits): void => {
  let characters = 0;
  for (const row of rows) {
    for (const text of row) {
      if (text.length > most.cell) throw new Excess('cell', most.cell);
      characters += text.length;
    }
    if (characters > most.characters) throw new Excess('characters', most.characters);
  }
};

const parseTable = async (format: TableFormat, most: Limits, file: Buffer): Promise<void> => {
  const rows = format === 'csv' ? csvRows(file, most) : await workbookRows(file, most);
  checkCharacters(rows, most);
  for (let at = 0; at < rows.length; at += batch) tell({ rows: rows.slice(at, at + batch) });
  tell({ ended: true });
};

const parse = async (manner: Manner, file: Buffer): Promise<void> => {
  if (manner.format === 'archive') return tell({ files: archivedFiles(file, manner.most) });
  if (manner.format === 'xml') return tell({ xml: xmlRoot(file, manner.most) });
  if (manner.format === 'gitPack') return tell({ files: filesOfCommit(file, manner.commit, manner.most) });
  if (manner.format === 'image') return tell({ image: cleanImage(file, manner.most) });
  return manner.format === 'key'
    ? tell({ key: readPrivateKey(file.toString('utf8'), manner.passphrase) })
    : parseTable(manner.format, manner.most, file);
};

let task: Task | undefined;
let held: Buffer[] = [];
let size = 0;

const beginWhenWhole = (): void => {
  if (!task || size < task.bytes) return;
  const [begun, file] = [task, Buffer.concat(held)];
  [task, held, size] = [undefined, [], 0];
  parse(begun, file).catch((error: unknown) =>
    tell(error instanceof Excess ? error.refused : { error: String(error) }),
  );
};

process.on('message', (message: Task) => {
  task = message;
  beginWhenWhole();
});
process.stdin.on('data', (chunk: Buffer) => {
  held.push(chunk);
  size += chunk.length;
  beginWhenWhole();
});
// The server has gone.
process.on('disconnect', () => process.exit());
