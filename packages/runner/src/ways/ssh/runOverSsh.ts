import { stripVTControlCharacters } from 'node:util';
import { connectRoute, type RouteDeps } from '@gatehouse/component/engine/ssh/route.ts';
import type { ConnectionSecret } from '@gatehouse/contract/wire/connection.ts';
import type { ClientChannel } from 'ssh2';

/**
 * The output of a command, and how it ended; `code` is null when a signal ended it or the connection broke.
 */
export type CommandResult = { output: string; code: number | null };

/** Maximum size of the output kept, in bytes; the rest is dropped. */
const MOST_OUTPUT = 64 * 1024;

/** An asset may print anything, such as escape sequences, but the server accepts only text. */
const legible = (bytes: Buffer): string =>
  stripVTControlCharacters(bytes.toString('utf8')).replace(/(?![\t\r\n])\p{Cc}/gu, '');

const collect = (channel: ClientChannel): Promise<CommandResult> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let code: number | null = null;
    const keep = (chunk: Buffer) => {
      if (size < MOST_OUTPUT) chunks.push(chunk.subarray(0, MOST_OUTPUT - size));
      size += chunk.length;
    };
    channel.on('data', keep);
    channel.stderr.on('data', keep);
    channel.on('error', () => undefined);
    channel.on('exit', (status: number | null) => {
      code = status;
    });
    channel.on('close', () => resolve({ output: legible(Buffer.concat(chunks)), code }));
  });

/** Logs in over SSH, runs one command without a terminal, and disconnects. */
export const runOverSsh = async (
  secret: ConnectionSecret,
  command: string,
  deps: RouteDeps,
): Promise<CommandResult> => {
  const connection = await connectRoute(secret, deps);
  const stop = () => connection.close();
  deps.signal.addEventListener('abort', stop, { once: true });
  try {
    deps.signal.throwIfAborted();
    return await new Promise<CommandResult>((resolve, reject) => {
      connection.client.once('close', () => reject(new Error('the connection broke')));
      // Collected at once: a quick command may end in the packet that opens its channel, before a promise
      // settles.
      connection.client.exec(command, (error, channel) =>
        error ? reject(error) : resolve(collect(channel)),
      );
    });
  } finally {
    deps.signal.removeEventListener('abort', stop);
    connection.close();
  }
};
