import type { ConnectionSecret } from '@gatehouse/contract/wire/connection.ts';
import {
  powershellParamsSchema,
  shellParamsSchema,
  textParamsSchema,
} from '@gatehouse/contract/wire/machineWork.ts';
import type { ClientChannel } from 'ssh2';
import type { z } from 'zod';
import { createLegibleStream } from '../../engine/legible.ts';
import { placeOf, TargetFailure } from '../../engine/targetFailure.ts';
import type { Outcome, WayDeps, Work } from '../../engine/way.ts';
import { type ConnectedAs, connectAs } from './connectAs.ts';
import { quote } from './posix/quote.ts';
import { inputOf } from './windows/localUser.ts';
import { RUN_INPUT } from './windows/powershell.ts';

type Params = z.infer<typeof shellParamsSchema>;

/** How long to wait for the last output of a command that has ended, or for a stopped command to end. */
const LAST_WORDS_MS = 500;

const home = /^~(?:\/|$)/;

/** The folder as a shell word; `~` is the account's home. */
const folder = (path: string): string => (home.test(path) ? `"$HOME"${quote(path.slice(1))}` : quote(path));

/**
 * What `/bin/sh` reads to run a command: one group, so that the shell has read all of it before anything runs. The
 * command is a process of its own with an empty input, and its exit code is that of the group. Further input, or the
 * end of the connection, ends the command with all its children: few servers accept signals.
 */
export const shellInput = ({ prelude, command, chdir }: Params): string => `{
${chdir === '' ? '' : `cd -- ${folder(chdir)} || exit`}
exec 3<&0
/bin/sh -c ${quote(`${prelude}${command}`)} sh </dev/null 3<&- &
job=$!
finish() {
kill -STOP "$1"
for one in $(ps -A -o pid= -o ppid= | awk -v of="$1" '$2 == of { print $1 }'); do finish "$one"; done
kill -KILL "$1"
}
( read -r stop <&3; finish "$job" ) >/dev/null 2>&1 &
watch=$!
exec 3<&-
wait "$job"
code=$?
kill -KILL "$watch" 2>/dev/null
exit "$code"
}
`;

/** Most bytes that a command may print. */
const MOST_PRINTED = 12 * 1024 * 1024;

type Ended = { code: number | null; signal: string };

/** What is started on a machine, and its input, which stays open where its end is to end the command. */
type Started = { line: string; input: string; isOpen: boolean };

const run = (
  { client, exec }: ConnectedAs,
  { line, input, isOpen }: Started,
  connection: ConnectionSecret,
  deps: WayDeps,
): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const fail = (key: string) => reject(new TargetFailure('failed', key, placeOf(connection)));
    const broken = () => fail('machine_broke_off');
    client.once('close', broken);
    const begin = (channel: ClientChannel) => {
      const ended: Ended = { code: null, signal: '' };
      const text = createLegibleStream((part) => deps.print?.(part));
      let size = 0;
      const take = (bytes: Buffer) => {
        size += bytes.length;
        if (size > MOST_PRINTED) {
          channel.end();
          fail('machine_too_much');
        } else text.push(bytes);
      };
      const done = () => {
        text.end();
        client.off('close', broken);
        resolve(ended);
      };
      // Collected from the start: a quick command may end in the packet that opens its channel.
      channel.on('data', take);
      channel.stderr.on('data', take);
      channel.on('error', () => undefined);
      channel.on('exit', (code: number | null, signal?: string) => {
        ended.code = code;
        ended.signal = signal ?? '';
        // Processes it left running may keep the channel open.
        setTimeout(done, LAST_WORDS_MS);
      });
      channel.on('close', done);
      const stop = () => {
        if (!isOpen) channel.signal('TERM');
        channel.end();
      };
      deps.signal.addEventListener('abort', stop, { once: true });
      if (isOpen) channel.write(input);
      else channel.end(input);
    };
    exec(line, (error, channel) => (error ? fail('machine_no_shell') : begin(channel)));
  });

type Where = Pick<Work, 'connection' | 'switching'>;

/** Signs in over SSH and starts something there; fails unless it ends with 0. */
const start = async ({ connection, switching }: Where, started: Started, deps: WayDeps): Promise<Outcome> => {
  const route = await connectAs(connection, switching, deps);
  const stop = () => void setTimeout(route.close, LAST_WORDS_MS);
  deps.signal.addEventListener('abort', stop, { once: true });
  try {
    deps.signal.throwIfAborted();
    const { code, signal } = await run(route, started, connection, deps);
    if (code === 0) return { exit_code: 0 };
    if (code === null && signal === '')
      throw new TargetFailure('failed', 'machine_broke_off', placeOf(connection));
    if (code === null) throw new TargetFailure('failed', 'machine_killed', { signal });
    throw new TargetFailure('failed', 'machine_exit_code', { code }, { exitCode: code });
  } finally {
    deps.signal.removeEventListener('abort', stop);
    if (!deps.signal.aborted) route.close();
  }
};

/** Runs a command in a POSIX shell. */
export const runCommand = (where: Where, params: unknown, deps: WayDeps): Promise<Outcome> =>
  start(where, { line: '/bin/sh', input: shellInput(shellParamsSchema.parse(params)), isOpen: true }, deps);

/** Hands a command to the login shell of the account as it is, with an empty input. Not every server can stop it. */
export const runRaw = (where: Where, params: unknown, deps: WayDeps): Promise<Outcome> =>
  start(where, { line: textParamsSchema.parse(params).command, input: '', isOpen: false }, deps);

/**
 * Hands a text, its folder and the values of its variables to Windows PowerShell as its input, whatever the shell of the
 * account: a command line may be too short for them, and is read for quotes and variables.
 */
export const runPowershell = (where: Where, params: unknown, deps: WayDeps): Promise<Outcome> => {
  const { command, chdir, values } = powershellParamsSchema.parse(params);
  const input = inputOf([command, chdir, ...values]);
  return start(where, { line: RUN_INPUT, input, isOpen: false }, deps);
};
