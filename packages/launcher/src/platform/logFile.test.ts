import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLogFile } from './logFile.ts';

test('a log is kept in a limited number of files, with the newest lines', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-test-'));
  try {
    const log = createLogFile(join(folder, 'server.log'), { bytes: 100, files: 3 });
    for (let line = 1; line <= 200; line += 1) log.write(`line ${line}\n`);
    expect((await readdir(folder)).toSorted()).toEqual(['server.log', 'server.log.1', 'server.log.2']);
    expect(await readFile(join(folder, 'server.log'), 'utf8')).toContain('line 200\n');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
