import { randomUUID } from 'node:crypto';
import { displayTexts } from '@gatehouse/component/engine/sessionRow.ts';
import type { ConnectionSecret } from '@gatehouse/contract/wire/connection.ts';
import { orderedId } from '@gatehouse/contract/wire/orderedId.ts';
import { type CommandRow, SCREEN_LOST } from '@gatehouse/contract/wire/terminal.ts';
import type { Journal } from '../engine/recording/journal.ts';
import type { Moment, ReadCommand } from '../engine/screen/runningCommand.ts';
import type { SessionDeps } from './sessionDeps.ts';

/** Where the commands of a session go: to its journal first, then to the server. */
export type CommandSink = {
  entered: (command: ReadCommand) => void;
  finished: (command: ReadCommand) => void;
  /** Tells in the list of commands that some may be missing. */
  lost: (moment: Moment) => void;
};

/** For one session. */
export const createCommandSink = (
  deps: Pick<SessionDeps, 'commands' | 'log'>,
  start: { id: string; secret: ConnectionSecret; journal: Pick<Journal, 'write'> },
): CommandSink => {
  const row = (command: ReadCommand): CommandRow => ({
    id: command.id,
    ...displayTexts(start.secret),
    input: command.input,
    output: command.output,
    session: start.id,
    risk_level: 0,
    org_id: start.secret.asset.org_id,
    timestamp: Math.floor(command.at_ms / 1000),
    offset_ms: Math.round(command.offset_ms),
  });
  const note = (record: Parameters<Journal['write']>[0]) =>
    start.journal
      .write(record)
      .catch((err) => deps.log.warn({ err, session: start.id }, 'journal not written'));
  const finished = (command: ReadCommand) => {
    void note({ t: 'command', row: row(command) });
    deps.commands.add(row(command), (id) => void note({ t: 'posted', ids: [id] }));
  };
  return {
    entered: (command) => void note({ t: 'command', row: row(command) }),
    finished,
    lost: (moment) =>
      finished({ id: orderedId(randomUUID(), moment.at_ms, 0), input: SCREEN_LOST, output: '', ...moment }),
  };
};
