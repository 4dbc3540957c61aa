import { expect, test } from 'vitest';
import { failureText } from './failureText.ts';

test.each([
  ['PANIC:  could not write to file "pg_wal/x": No space left on device', 'The disk of /data is full.'],
  ['FATAL:  lock file "postmaster.pid" already exists', 'Another PostgreSQL is running on /data.'],
  [
    'LOG:  starting\nFATAL:  something else happened',
    'PostgreSQL did not start on /data: something else happened',
  ],
  ['', 'PostgreSQL did not start on /data: it left no message'],
])('%s', (output, line) => {
  expect(failureText(output, '/data')).toBe(line);
});
