import type { ConnectionSecret } from '@gatehouse/contract/wire/connection.ts';
import type { Operation, SecretChange } from '@gatehouse/contract/wire/machineWork.ts';
import type { Client } from 'ssh2';
import { secretUnchanged, secretUnfit } from '../../../engine/secretFailure.ts';
import { placeOf, TargetFailure } from '../../../engine/targetFailure.ts';
import { complaint } from './complaint.ts';
import { type Dialogue, DialogueFailure, openDialogue } from './dialogue.ts';
import { filled, fitsLines, type Line, linesFor, type Values, valuesOf } from './lines.ts';
import { openShell } from './openShell.ts';

type Told = { isSent: boolean; failure?: string };

/** Says the lines one by one; tells whether the password was among them, and what the device printed where it did not follow. */
const say = async (dialogue: Dialogue, lines: readonly Line[], values: Values, told: Told): Promise<void> => {
  let { asks } = await dialogue.begin();
  for (const line of lines) {
    // An answer is given to a question only: at a prompt, a password would be a command.
    if (line.kind !== 'command' && line.kind !== asks) continue;
    if (line.kind === 'command' && asks !== 'command') {
      told.failure = `no answer is configured for what the device asked before: ${line.template}`;
      return;
    }
    const text = filled(line, values);
    if (text === '') {
      told.failure = 'the device asks for a password, and the account signed in without one';
      return;
    }
    if (line.template.includes('{password}')) told.isSent = true;
    const answer = await dialogue.send(text);
    if (complaint.test(answer.text)) {
      told.failure = answer.text;
      return;
    }
    asks = answer.asks;
  }
  if (asks !== 'command') told.failure = 'the device asks for more than the commands answer';
};

/** Changes a password by the commands of the method, in the command line of a device. */
export const changeByCommands = async (
  client: Client,
  change: SecretChange,
  connection: ConnectionSecret,
  { params, signal }: { params: Operation['params']; signal: AbortSignal },
): Promise<void> => {
  const { username } = change;
  const about = { ...placeOf(connection), username };
  if (change.secret_type !== 'password') throw secretUnfit(username);
  const lines = linesFor(params.commands, connection.platform.name);
  if (!lines)
    throw new TargetFailure(
      'failed',
      'machine_no_commands',
      { platform: connection.platform.name },
      { holds: 'untouched' },
    );
  const values = valuesOf(change, connection.account);
  if (!fitsLines(lines, values, connection.asset.category === 'device')) throw secretUnfit(username);
  const untouched = { holds: 'untouched' } as const;
  const channel = await openShell(
    client,
    () => new TargetFailure('failed', 'machine_no_shell', placeOf(connection), untouched),
  );
  const told: Told = { isSent: false };
  try {
    await say(openDialogue(channel, signal), lines, values, told);
  } catch (error) {
    if (!(error instanceof DialogueFailure)) throw error;
    const { key, output } = error;
    throw new TargetFailure('failed', key, placeOf(connection), {
      output,
      ...(told.isSent ? {} : untouched),
    });
  }
  if (told.failure === undefined && told.isSent) return;
  const output = told.failure ?? 'the device asked for no password';
  if (told.isSent) throw secretUnchanged(about, output);
  throw new TargetFailure('failed', 'machine_secret_unchanged', about, { output, ...untouched });
};
