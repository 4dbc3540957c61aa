import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Resolve } from '../../platform/outgoing/checkedHost.ts';
import { type SshChannel, type SshClient, SshFailure } from '../../platform/ssh/openSsh.ts';
import { type Ended, eachLine, type runProgram } from './runProgram.ts';

/** How a tool works on another machine: what `ToolRun` does on the server. */
export type Remote = {
  run: typeof runProgram;
  dial(target: { host: string; port: number; timeoutMs: number }): Promise<Duplex>;
  resolve: Resolve;
};

/**
 * Runs the program that follows, for any shell that reads the command line: the outer one sees a text without
 * anything to interpret. Its input ends with the connection, and with it the program, as OpenSSH ends none by itself.
 */
const script = [
  'PATH="$PATH:/usr/local/sbin:/usr/sbin:/sbin"; LC_ALL=C; export PATH LC_ALL',
  'command -v "$1" >/dev/null 2>&1 || exit 127',
  'exec 3<&0',
  '"$@" </dev/null 3<&- & p=$!',
  '(read x <&3; kill -9 $p) >/dev/null 2>&1 & w=$!',
  'wait $p; c=$?; kill $w 2>/dev/null; exit $c',
].join('; ');
const missingCode = 127;

/** The letters that programs get: none of them means anything between single quotes, in any shell. */
const plainWord = /^[\w.:,@%=/+()-]{1,512}$/;

/** The command line that runs a program with exactly these words. */
export const commandLine = (program: string, args: readonly string[]): string => {
  const words = [program, ...args];
  if (!words.every((word) => plainWord.test(word))) throw new Error('a word cannot be sent');
  return `sh -c '${script}' sh ${words.map((word) => `'${word}'`).join(' ')}`;
};

/** A running command. Without a code and without a signal, it is the connection that ended. */
type Running = {
  channel: SshChannel;
  end: { code: number | null; hasEnded: boolean };
  closed: Promise<void>;
};

const opened = (client: SshClient, command: string): Promise<Running> =>
  new Promise((resolve, reject) =>
    client.exec(command, (error, channel) => {
      if (error) return reject(error);
      const end: Running['end'] = { code: null, hasEnded: false };
      // A short command may have ended in the same packet, before anything that waits for this promise goes on.
      channel.on('exit', (status: number | null, killedBy?: string) => {
        end.code = status;
        end.hasEnded = typeof status === 'number' || Boolean(killedBy);
      });
      const closed = new Promise<void>((done) => channel.once('close', () => done()));
      resolve({ channel, end, closed });
    }),
  );

/** Output that ends in the middle belongs to a connection that was lost. */
const asLost = (error: NodeJS.ErrnoException): never => {
  throw error.code === 'ERR_STREAM_PREMATURE_CLOSE' ? new SshFailure('unreachable', 'closed') : error;
};

const runOn =
  (client: SshClient): Remote['run'] =>
  async (program, { args, signal, onLine }) => {
    signal.throwIfAborted();
    const { channel, end, closed } = await opened(client, commandLine(program, args));
    const stop = () => channel.destroy();
    signal.addEventListener('abort', stop, { once: true });
    try {
      const lines = [channel, channel.stderr].map((stream) => eachLine(stream, onLine));
      await Promise.all(lines).catch(asLost);
      await closed;
      if (!end.hasEnded) throw new SshFailure('unreachable', 'closed');
      return end.code === missingCode ? { missing: true } : ({ code: end.code } satisfies Ended);
    } finally {
      signal.removeEventListener('abort', stop);
      stop();
    }
  };

/** What the far SSH server says about a connection it did not open, as a code. */
const codeOf = ({ message }: Error): string =>
  /refused/i.test(message) ? 'ECONNREFUSED' : /prohibited/i.test(message) ? 'EACCES' : 'EHOSTUNREACH';

const dialOn =
  (client: SshClient): Remote['dial'] =>
  ({ host, port, timeoutMs }) =>
    new Promise((resolve, reject) => {
      const late = () => reject(Object.assign(new Error('late'), { code: 'ETIMEDOUT' }));
      const timer = setTimeout(late, timeoutMs);
      client.forwardOut('127.0.0.1', 0, host, port, (error, channel) => {
        clearTimeout(timer);
        if (error) reject(Object.assign(error, { code: codeOf(error) }));
        else resolve(channel);
      });
    });

/** Names as the far machine knows them, which may differ from what the server knows. */
const resolveOn =
  (run: Remote['run'], signal: AbortSignal): Resolve =>
  (host, _options, done) => {
    const found = new Set<string>();
    const asked = run('getent', {
      args: ['ahosts', host],
      signal,
      onLine: (line) => {
        const [address = ''] = line.split(' ');
        if (isIP(address)) found.add(address);
      },
    });
    asked.then(
      () =>
        done(
          null,
          [...found].map((address) => ({ address, family: isIP(address) })),
        ),
      (error: Error) => done(error, []),
    );
  };

/** Tools on the machine at the other end of a connection. */
export const remoteOf = (client: SshClient, signal: AbortSignal): Remote => {
  const run = runOn(client);
  return { run, dial: dialOn(client), resolve: resolveOn(run, signal) };
};
