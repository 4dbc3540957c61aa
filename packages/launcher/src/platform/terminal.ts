/** What the person who started us sees: one line per thing that happens. */
export interface Terminal {
  /** A line about one part: `database   PostgreSQL 18 in var/pg`. */
  say: (part: string, text: string) => void;
  /** A line a program prints for the person, as it is. */
  show: (line: string) => void;
  fail: (text: string) => void;
}

const columnWidth = 11;

/** Writes to the terminal, with colour where it is one and nobody said no. */
export const createTerminal = (stream: NodeJS.WriteStream, environment: NodeJS.ProcessEnv): Terminal => {
  const isColoured = stream.isTTY && !environment.NO_COLOR;
  const paint = (code: number, text: string) => (isColoured ? `\u001b[${code}m${text}\u001b[0m` : text);
  // A terminal that went away (closed window, ended pipe) takes no more lines; that is no reason to stop or to stumble.
  stream.on('error', () => undefined);
  const write = (line: string) => void stream.write(`${line}\n`);
  return {
    say: (part, text) => write(`  ${paint(36, part.padEnd(columnWidth))}${text}`),
    show: (line) => write(`  ${line}`),
    fail: (text) => write(`  ${paint(31, 'stopped'.padEnd(columnWidth))}${text}`),
  };
};
