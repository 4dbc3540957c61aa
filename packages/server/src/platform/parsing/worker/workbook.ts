import { strFromU8, zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/node';
import type { Limits } from '../limits.ts';
import { checkPart } from './checkPart.ts';
import { unpacked } from './unpacked.ts';

const textOf = (cell: unknown): string => {
  if (cell === null || cell === undefined) return '';
  return cell instanceof Date ? cell.toISOString() : String(cell);
};

/**
 * The rows of a workbook's first sheet. The library creates all cells before the farthest one and follows
 * every reference, so each part is checked before it sees any.
 */
export const workbookRows = async (file: Uint8Array, most: Limits): Promise<string[][]> => {
  const parts = unpacked(file, most.unpacked);
  for (const part of Object.values(parts)) checkPart(strFromU8(part), most);
  // The library never returns on some damaged archives, so it gets a repacked one.
  const rows = await readSheet(Buffer.from(zipSync(parts, { level: 0 })));
  return rows.map((row) => row.map(textOf));
};
