/** The user's view of a start: one line per event. */
export interface Terminal {
  /** A line about one part: `database   PostgreSQL 18 in var/pg`. */
  say: (part: string, text: string) => void;
  /** A line a program prints for the user, unchanged. */
  show: (line: string) => void;
  fail: (text: string) => void;
}

const columnWidth = 11;

/** Writes to the terminal, in colour where supported and not disabled. */
export const createTerminal = (stream: NodeJS.WriteStream, environment: NodeJS.ProcessEnv): Terminal => {
  const isColoured = stream.isTTY && !environment.NO_COLOR;
  const paint = (code: number, text: string) => (isColoured ? `\u001b[${code}m${text}\u001b[0m` : text);
  // A closed terminal (window closed, pipe ended) takes no more lines; that is no reason to stop.
  stream.on('error', () => undefined);
  const write = (line: string) => void stream.write(`${line}\n`);
  return {
    say: (part, text) => write(`  ${paint(36, part.padEnd(columnWidth))}${text}`),
    show: (line) => write(`  ${line}`),
    fail: (text) => write(`  ${paint(31, 'stopped'.padEnd(columnWidth))}${text}`),
  };
};
