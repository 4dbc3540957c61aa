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

test('a command names the rule that decided it, whether it passed or not', () => {
  const { sink, added } = start();
  const rule = { filter: { id: 'f', name: 'Careful' }, group: { id: 'g', name: 'Dangerous' } };
  const [passed, refused] = [
    { at_ms: 1_000, offset_ms: 1 },
    { at_ms: 2_000, offset_ms: 2 },
  ];
  sink.decided({ risk: 4, rule, text: 'reboot', moment: passed, hasPassed: true });
  sink.finished({ id: 'c1', input: 'reboot', output: '', ...passed });
  sink.decided({ risk: 5, rule: { ...rule, group: null }, text: 'halt', moment: refused, hasPassed: false });
  sink.decided({ risk: 0, rule: null, text: 'ls', moment: { at_ms: 3_000, offset_ms: 3 }, hasPassed: true });
  sink.finished({ id: 'c3', input: 'ls', output: '', at_ms: 3_000, offset_ms: 3 });
  const named = { cmd_filter_acl: 'f', cmd_filter_acl_name: 'Careful' };
  expect(added).toMatchObject([
    { input: 'reboot', risk_level: 4, ...named, cmd_group: 'g', cmd_group_name: 'Dangerous' },
    { input: 'halt', risk_level: 5, ...named },
    { input: 'ls', risk_level: 0 },
  ]);
  expect(added.map((row) => ['cmd_group' in row, 'cmd_filter_acl' in row])).toEqual([
    [true, true],
    [false, true],
    [false, false],
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
