import { createLog } from '@gatehouse/component/platform/log.ts';
import type { CommandRow } from '@gatehouse/contract/wire/terminal.ts';
import { expect, test } from 'vitest';
import { secretFor } from '../../test/gatewayFixture.ts';
import { createCommandSink } from './commandSink.ts';

const start = () => {
  const journal: { t: string; row?: CommandRow; ids?: string[] }[] = [];
  const added: CommandRow[] = [];
  const secret = secretFor({ port: 22, username: 'root' });
  const sink = createCommandSink(
    {
      commands: {
        add: (row, posted) => {
          added.push(row);
          posted(row.id ?? '');
        },
        withdraw: () => Promise.resolve(),
      },
      log: createLog('gateway', 'silent'),
    },
    {
      id: 'one',
      secret,
      journal: {
        write: async (record) => {
          journal.push(record as (typeof journal)[number]);
        },
      },
    },
  );
  return { sink, journal, added, secret };
};

test('a command is in the journal when it is entered, and reported with its output', () => {
  const { sink, journal, added } = start();
  const command = { id: 'c1', input: 'ls', output: '', at_ms: 5_900, offset_ms: 12.6 };
  sink.entered(command);
  expect(added).toEqual([]);
  sink.finished({ ...command, output: 'file' });
  expect(added).toMatchObject([{ id: 'c1', input: 'ls', output: 'file', timestamp: 5, offset_ms: 13 }]);
  expect(journal.map(({ t, row, ids }) => [t, row?.output ?? ids])).toEqual([
    ['command', ''],
    ['command', 'file'],
    ['posted', ['c1']],
  ]);
});

test('when the screen was lost, the list of commands says so', () => {
  const { sink, journal, added, secret } = start();
  sink.lost({ at_ms: 7_000, offset_ms: 40 });
  expect(added).toMatchObject([
    { input: 'gatehouse:screen_lost', output: '', session: 'one', org_id: secret.asset.org_id, timestamp: 7 },
  ]);
  expect(added[0]?.id).toMatch(/^[0-9a-f-]{36}$/);
  expect(journal.map(({ t }) => t)).toEqual(['command', 'posted']);
});
