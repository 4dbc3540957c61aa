import { Refused, Unreachable } from '@gatehouse/component/platform/http.ts';
import { createLog } from '@gatehouse/component/platform/log.ts';
import { createPauses } from '@gatehouse/component/platform/retry.ts';
import type { CommandRow } from '@gatehouse/contract/wire/terminal.ts';
import { expect, test } from 'vitest';
import { createCommandPost } from './commandPost.ts';

const row = (id: string, session = 's'): CommandRow => ({
  id,
  user: 'u',
  asset: 'a',
  account: 'c',
  input: id,
  output: '',
  session,
  risk_level: 0,
  org_id: '',
  timestamp: 1,
});
const log = createLog('gateway', 'silent');
const until = async (look: () => boolean) => {
  while (!look()) await new Promise((resolve) => setTimeout(resolve, 10));
};

test('rows of all sessions are sent together and confirmed one by one', async () => {
  const batches: string[][] = [];
  const posted: string[] = [];
  const core = {
    postCommands: async (rows: CommandRow[]) => void batches.push(rows.map((row) => row.input)),
  };
  const post = createCommandPost({ core, pauses: createPauses(), log });
  post.add(row('1', 'x'), (id) => posted.push(id));
  post.add(row('2', 'y'), (id) => posted.push(id));
  await until(() => posted.length === 2);
  expect(batches).toEqual([['1', '2']]);
});

test('an unreachable server gets the same rows again', async () => {
  let failures = 1;
  const posted: string[] = [];
  const core = {
    postCommands: async () => {
      failures -= 1;
      if (failures >= 0) throw new Unreachable('away');
    },
  };
  const pauses = createPauses();
  createCommandPost({ core, pauses, log }).add(row('1'), (id) => posted.push(id));
  await until(() => failures === 0);
  pauses.wakeAll();
  await until(() => posted.length === 1);
  expect(posted).toEqual(['1']);
});

test('a refused row does not hold up the others', async () => {
  const taken: string[] = [];
  const posted: string[] = [];
  const core = {
    postCommands: async (rows: CommandRow[]) => {
      if (rows.some((row) => row.input === 'bad')) throw new Refused(400, {});
      taken.push(...rows.map((row) => row.input));
    },
  };
  const post = createCommandPost({ core, pauses: createPauses(), log });
  for (const id of ['1', 'bad', '2']) post.add(row(id), (command) => posted.push(command));
  await until(() => posted.length === 3);
  expect(taken).toEqual(['1', '2']);
});

test('a row of a session the server lost does not count as posted: its journal reports it later', async () => {
  const posted: string[] = [];
  const core = {
    postCommands: async (rows: CommandRow[]) => {
      if (rows.some((row) => row.session === 'lost')) throw new Refused(404, {});
    },
  };
  const post = createCommandPost({ core, pauses: createPauses(), log });
  for (const [id, session] of [
    ['1', 'lost'],
    ['2', 'known'],
  ] as const)
    post.add(row(id, session), (command) => posted.push(command));
  await until(() => posted.length === 1);
  expect(posted).toEqual(['2']);
});

test('rows of an ended session are left to its journal', async () => {
  const taken: string[] = [];
  const pauses = createPauses();
  const core = {
    postCommands: async (rows: CommandRow[]) => void taken.push(...rows.map((row) => row.input)),
  };
  const post = createCommandPost({ core, pauses, log });
  post.add(row('1', 'ended'), () => undefined);
  post.add(row('2', 'running'), () => undefined);
  await post.withdraw('ended');
  await until(() => taken.length > 0);
  expect(taken).toEqual(['2']);
});
