import type { IBuffer, Terminal } from '@xterm/headless';

/** First row of the line that this row belongs to; long lines wrap over several rows. */
export const lineStart = (buffer: IBuffer, row: number): number => {
  let start = row;
  while (start > 0 && buffer.getLine(start)?.isWrapped) start -= 1;
  return start;
};

/** Last row of the line that this row belongs to. */
export const lineEnd = (buffer: IBuffer, row: number): number => {
  let end = row;
  while (buffer.getLine(end + 1)?.isWrapped) end += 1;
  return end;
};

/** Rows that end with a blank written because the wide character after it did not fit. */
export type Filled = (row: number) => boolean;

const nothingFilled: Filled = () => false;

/** Text of a row that wraps, without the padding for a wide character that did not fit. */
const wrappedText = (buffer: IBuffer, row: number, isFilled: Filled): string => {
  const line = buffer.getLine(row);
  if (!line) return '';
  const last = line.length - 1;
  const end = line.getCell(last);
  const isWideNext =
    buffer
      .getLine(row + 1)
      ?.getCell(0)
      ?.getWidth() === 2;
  // Where the terminal itself wraps, it leaves an unwritten cell; the second half of a wide character has no
  // width.
  const isUnwritten = end?.getChars() === '' && end.getWidth() === 1;
  const isGap = isWideNext && (isUnwritten || (end?.getChars() === ' ' && isFilled(row)));
  return line.translateToString(false, 0, isGap ? last : undefined);
};

/** Text of a whole line, without trailing blanks. */
export const lineText = (buffer: IBuffer, start: number, isFilled = nothingFilled): string => {
  const end = lineEnd(buffer, start);
  let text = '';
  for (let row = start; row < end; row += 1) text += wrappedText(buffer, row, isFilled);
  return (text + (buffer.getLine(end)?.translateToString(true) ?? '')).trimEnd();
};

/** Absolute row of the cursor. */
export const cursorRow = (terminal: Terminal, buffer: IBuffer = terminal.buffer.active): number =>
  buffer.baseY + buffer.cursorY;

/** Text of the cursor's line before and after the cursor, and where the line starts. */
export type AroundCursor = { start: number; before: string; after: string };

/** Reads the line the cursor is in. */
export const aroundCursor = (terminal: Terminal, buffer: IBuffer = terminal.buffer.active): AroundCursor => {
  const row = cursorRow(terminal, buffer);
  const start = lineStart(buffer, row);
  let before = '';
  for (let at = start; at < row; at += 1) before += wrappedText(buffer, at, nothingFilled);
  before += buffer.getLine(row)?.translateToString(false, 0, buffer.cursorX) ?? '';
  let after = buffer.getLine(row)?.translateToString(true, buffer.cursorX) ?? '';
  for (let at = row + 1; at <= lineEnd(buffer, row); at += 1) {
    after += buffer.getLine(at)?.translateToString(true) ?? '';
  }
  return { start, before, after: after.trim() };
};
