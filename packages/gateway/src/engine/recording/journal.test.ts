import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type JournalRecord, openJournal, readJournal } from './journal.ts';

const folder = mkdtempSync(join(tmpdir(), 'journal-'));
afterAll(() => rmSync(folder, { recursive: true }));

const end: JournalRecord = {
  t: 'end',
  reason: 'shell_exit',
  connected: true,
  date_end: '2031-01-01T00:00:00Z',
};

test('records are read back in order, and a line torn by a crash damages no other line', async () => {
  const path = join(folder, 'one.journal');
  const first = await openJournal(path);
  await first.write({ t: 'posted', ids: ['a'] });
  await first.close();
  appendFileSync(path, '{"t":"posted","ids":["torn');
  const second = await openJournal(path);
  await second.write(end);
  await second.close();
  expect(await readJournal(path)).toEqual([{ t: 'posted', ids: ['a'] }, end]);
});

test('a missing journal is empty', async () => {
  expect(await readJournal(join(folder, 'none'))).toEqual([]);
});
