import { Parser } from 'saxen';
import { Excess, type Limits } from '../limits.ts';

/** The last row and column of a sheet that spreadsheet programs open. */
const [lastRow, lastColumn] = [1_048_576, 16_384];

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** The addresses that an element names; with a prefixed attribute beside the plain one, readers differ. */
const addressesOf = (attributes: Record<string, string>, decode: (text: string) => string): string[] =>
  Object.entries(attributes)
    .filter(([name]) => !name.startsWith('xmlns') && localName(name) === 'r')
    .map(([, text]) => decode(text));

/** Row and column of an address such as `AB12`, however far away. */
const placeOf = (address: string): { row: number; column: number } => {
  const digits = address.search(/\d/);
  const letters = digits < 0 ? address : address.slice(0, digits);
  let column = 0;
  for (let at = 0; at < letters.length && column <= lastColumn; at += 1)
    column = column * 26 + letters.charCodeAt(at) - 64;
  return { row: Number(address.slice(letters.length)), column };
};

/** The area that a sheet fills; a reader creates every cell of it. */
const createArea = (most: Limits) => {
  let [rows, columns] = [0, 0];
  return {
    /** Notes a place, filled or not. */
    reach: (row: number, column: number) => {
      if (row > lastRow) throw new Excess('rows', most.rows);
      if (column > lastColumn) throw new Excess('columns', most.columns);
    },
    fill: (row: number, column: number) => {
      [rows, columns] = [Math.max(rows, row), Math.max(columns, column)];
      if (rows > most.rows + 1) throw new Excess('rows', most.rows);
      if (columns > most.columns) throw new Excess('columns', most.columns);
      if (rows * columns > most.cells) throw new Excess('cells', most.cells);
    },
  };
};

/**
 * Checks one XML part of a workbook before anything is built from it: how far away its cells are, how many
 * there are, how many texts it shares, and how long they are. It must see what the reader will see, so it
 * uses the same parser in the same way. Rows and cells without content may lie anywhere in a sheet:
 * spreadsheet programs write them for formats.
 */
export const checkPart = (xml: string, most: Limits): void => {
  const area = createArea(most);
  let [row, column, texts, length] = [0, 0, 0, 0];
  let isInCell = false;
  let isInText = false;
  const open = (name: string, addresses: () => string[]) => {
    if (name === 'row') {
      row = Math.max(0, ...addresses().map(Number));
      area.reach(row, 0);
    } else if (name === 'c') {
      const places = addresses().map(placeOf);
      row = Math.max(row, ...places.map((place) => place.row));
      column = Math.max(0, ...places.map((place) => place.column));
      area.reach(row, column);
      [isInCell, isInText, length] = [true, false, 0];
    } else if (name === 'si') {
      texts += 1;
      if (texts > most.cells) throw new Excess('cells', most.cells);
      length = 0;
    } else if (name === 'v' || name === 't') isInText = true;
  };
  const parser = new Parser();
  parser.on('openTag', (name, attributes, decode) =>
    open(localName(name), () => addressesOf(attributes(), decode)),
  );
  parser.on('text', (text) => {
    if (!isInText) return;
    length += text.length;
    if (length > most.cell) throw new Excess('cell', most.cell);
    if (isInCell) area.fill(row, column);
  });
  parser.on('closeTag', (name) => {
    const local = localName(name);
    if (local === 'v' || local === 't') isInText = false;
    else if (local === 'c') isInCell = false;
  });
  // Only `<!DOCTYPE` gets here: no spreadsheet program writes one, and it could define entities.
  parser.on('attention', () => {
    throw new Excess('unusual');
  });
  parser.write(xml);
  parser.end();
};
