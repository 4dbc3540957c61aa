import type { ConnectionSecret } from '@gatehouse/contract/wire/connection.ts';
import { textParamsSchema } from '@gatehouse/contract/wire/machineWork.ts';
import { placeOf, TargetFailure } from '../../../engine/targetFailure.ts';
import type { Outcome, WayDeps, Work } from '../../../engine/way.ts';
import { onMachine } from '../onMachine.ts';
import { complains } from './complaint.ts';
import { type Dialogue, DialogueFailure, openDialogue } from './dialogue.ts';
import { isConfirmation } from './lines.ts';
import { openShell } from './openShell.ts';

/** A command may take as long as its work; what it prints is bounded as that of other commands. */
const limits = { output: 12 * 1024 * 1024, pages: 100_000, stepMs: 2_147_483_647 };

/** Longest part of an answer in the reason of a failure. */
const MOST_DETAIL = 200;

const shortened = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, MOST_DETAIL);

/** Says the lines of a command one by one, each when the device asks for the next. */
const say = async (dialogue: Dialogue, lines: readonly string[]): Promise<void> => {
  let last = await dialogue.begin();
  const asks = () => new TargetFailure('failed', 'machine_device_asks', { detail: shortened(last.question) });
  for (const line of lines) {
    const isAnswer = isConfirmation(line);
    if (isAnswer && last.asks === 'command') continue;
    if (last.asks === 'secret' || (last.asks === 'confirmation' && !isAnswer)) throw asks();
    last = await dialogue.send(line);
    const complaint = complains(last.text);
    if (complaint !== undefined)
      throw new TargetFailure('failed', 'machine_device_refused', {
        command: shortened(line),
        detail: shortened(complaint),
      });
  }
  if (last.asks !== 'command') throw asks();
};

/** The lines of a command that a device is told: it may take a blank one for an answer. */
const linesIn = (command: string): string[] =>
  command
    .split(/[\r\n]+/)
    .map((line) => line.replace(/\p{Cc}/gu, ' ').trimEnd())
    .filter((line) => line.trim() !== '');

type Where = Pick<Work, 'connection' | 'switching'>;

const failureOf = (error: unknown, connection: ConnectionSecret): unknown =>
  error instanceof DialogueFailure ? new TargetFailure('failed', error.key, placeOf(connection)) : error;

/** Enters the lines of a command in the command line of a network device; what it prints is the output. */
export const runLines = (
  { connection, switching }: Where,
  params: unknown,
  deps: WayDeps,
): Promise<Outcome> => {
  const lines = linesIn(textParamsSchema.parse(params).command);
  return onMachine(connection, switching, deps, async (_machine, { client }) => {
    const channel = await openShell(
      client,
      () => new TargetFailure('failed', 'machine_no_shell', placeOf(connection)),
    );
    try {
      await say(openDialogue(channel, deps.signal, { limits, print: deps.print }), lines);
    } catch (error) {
      throw failureOf(error, connection);
    }
    return {};
  });
};
