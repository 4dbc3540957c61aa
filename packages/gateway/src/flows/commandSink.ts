import { randomUUID } from 'node:crypto';
import { displayTexts } from '@gatehouse/component/engine/sessionRow.ts';
import type { ConnectionSecret } from '@gatehouse/contract/wire/connection.ts';
import { orderedId } from '@gatehouse/contract/wire/orderedId.ts';
import { type CommandRow, SCREEN_LOST } from '@gatehouse/contract/wire/terminal.ts';
import type { Decision } from '../engine/gate/gateDeps.ts';
import type { Journal } from '../engine/recording/journal.ts';
import type { Moment, ReadCommand } from '../engine/screen/runningCommand.ts';
import type { SessionDeps } from './sessionDeps.ts';

/** Where the commands of a session go: to its journal first, then to the server. */
export type CommandSink = {
  entered: (command: ReadCommand) => void;
  finished: (command: ReadCommand) => void;
  /** The rules decided a line. */
  decided: (decision: Decision) => void;
  /** Tells in the list of commands that some may be missing. */
  lost: (moment: Moment) => void;
};

/** Stands for a line that the machine did not show. */
const NOT_SHOWN = '********';
const INPUT_LENGTH = 4_096;
/** Most decisions that wait for their command to be read. */
const MOST = 1_000;

/** What the rules said of a line. */
type Judged = Pick<Decision, 'risk' | 'rule'>;

const UNJUDGED: Judged = { risk: 0, rule: null };

/** Decisions about lines, by the moment of their Enter. */
const createDecisions = () => {
  const known = new Map<string, Judged>();
  const keyOf = ({ at_ms, offset_ms }: Moment) => `${at_ms} ${offset_ms}`;
  return {
    set: (moment: Moment, judged: Judged) => {
      known.set(keyOf(moment), judged);
      for (const oldest of known.keys()) {
        if (known.size <= MOST) break;
        known.delete(oldest);
      }
    },
    of: (moment: Moment): Judged => known.get(keyOf(moment)) ?? UNJUDGED,
  };
};

/** The rule as rows of commands name it. */
const ruleInRow = ({ rule }: Judged): Partial<CommandRow> =>
  rule
    ? {
        cmd_filter_acl: rule.filter.id,
        cmd_filter_acl_name: rule.filter.name,
        ...(rule.group && { cmd_group: rule.group.id, cmd_group_name: rule.group.name }),
      }
    : {};

/** For one session. */
export const createCommandSink = (
  deps: Pick<SessionDeps, 'commands' | 'log'>,
  start: { id: string; secret: ConnectionSecret; journal: Pick<Journal, 'write'> },
): CommandSink => {
  const decisions = createDecisions();
  const row = (command: ReadCommand): CommandRow => ({
    id: command.id,
    ...displayTexts(start.secret),
    input: command.input,
    output: command.output,
    session: start.id,
    risk_level: decisions.of(command).risk,
    ...ruleInRow(decisions.of(command)),
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
    decided: ({ risk, rule, text, moment, hasPassed }) => {
      if (risk === 0 && rule === null) return;
      decisions.set(moment, { risk, rule });
      if (hasPassed || text === '') return;
      const input = text === null ? NOT_SHOWN : text.slice(0, INPUT_LENGTH);
      finished({ id: orderedId(randomUUID(), moment.at_ms, 0), input, output: '', ...moment });
    },
    lost: (moment) =>
      finished({ id: orderedId(randomUUID(), moment.at_ms, 0), input: SCREEN_LOST, output: '', ...moment }),
  };
};
