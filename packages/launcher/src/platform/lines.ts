import type { Readable } from 'node:stream';

const longestLine = 64 * 1024;

/** Calls back with each line of a stream; an endless line is split rather than kept in memory. */
export const eachLine = (stream: Readable, onLine: (line: string) => void): void => {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
    if (rest.length > longestLine) {
      onLine(rest);
      rest = '';
    }
  });
  stream.on('end', () => {
    if (rest) onLine(rest);
  });
};
