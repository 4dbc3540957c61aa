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

/** Text of a whole line, without blanks at its end. */
export const lineText = (buffer: IBuffer, start: number): string => {
  const end = lineEnd(buffer, start);
  let text = '';
  for (let row = start; row <= end; row += 1) {
    text += buffer.getLine(row)?.translateToString(row === end) ?? '';
  }
  return text.trimEnd();
};

/** Absolute row of the cursor. */
export const cursorRow = (terminal: Terminal): number => {
  const buffer = terminal.buffer.active;
  return buffer.baseY + buffer.cursorY;
};

/** Text of the cursor's line before and after the cursor. */
export const aroundCursor = (terminal: Terminal): { start: number; before: string; after: string } => {
  const buffer = terminal.buffer.active;
  const row = cursorRow(terminal);
  const start = lineStart(buffer, row);
  let before = '';
  for (let at = start; at < row; at += 1) before += buffer.getLine(at)?.translateToString(false) ?? '';
  before += buffer.getLine(row)?.translateToString(false, 0, buffer.cursorX) ?? '';
  let after = buffer.getLine(row)?.translateToString(true, buffer.cursorX) ?? '';
  for (let at = row + 1; at <= lineEnd(buffer, row); at += 1) {
    after += buffer.getLine(at)?.translateToString(true) ?? '';
  }
  return { start, before, after: after.trim() };
};
