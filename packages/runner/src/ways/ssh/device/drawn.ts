import { legible } from '../../../engine/legible.ts';

const ESC = '\u001b';
/** Sequences that move the cursor within a line or clear it, others, which are left out, and signs; the last of it may be cut off. */
const steps = new RegExp(
  `${ESC}\\[(\\d{0,4})([CDGK])|${ESC}(?:\\[[\\d;?]{0,32}[ -/]{0,4}[@-~]?|\\][^\\u0007${ESC}]{0,256}\\u0007?|[^[\\]]?)|([\\s\\S])`,
  'gu',
);
/** Columns of a line that a cursor may reach without writing. */
const MOST_COLUMNS = 4_096;

const moving = new RegExp(`[\\b\\r${ESC}]`);

const drawnLine = (line: string): string => {
  if (!moving.test(line)) return legible(line).trimEnd();
  const signs: string[] = [];
  let at = 0;
  for (const [, count = '', move, sign] of line.matchAll(steps)) {
    const far = Number(count || '1');
    if (move === 'D') at = Math.max(0, at - far);
    else if (move === 'C') at = Math.min(MOST_COLUMNS, at + far);
    else if (move === 'G') at = Math.min(MOST_COLUMNS, far - 1);
    else if (move === 'K') signs.splice(count === '2' ? 0 : at);
    else if (sign === '\b') at = Math.max(0, at - 1);
    else if (sign === '\r') at = 0;
    else if (sign !== undefined) {
      while (signs.length < at) signs.push(' ');
      signs[at] = sign;
      at += 1;
    }
  }
  return legible(signs.map((sign) => sign ?? ' ').join('')).trimEnd();
};

/** What stands on the screen of a terminal after a device printed this: it overwrites what it said about pages. */
export const drawn = (text: string): string => text.split('\n').map(drawnLine).join('\n');
