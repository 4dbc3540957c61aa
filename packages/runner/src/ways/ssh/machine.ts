import type { ConnectionSecret } from '@gatehouse/contract/wire/connection.ts';
import type { Client, ClientChannel } from 'ssh2';
import { placeOf, TargetFailure } from '../../engine/targetFailure.ts';

/** Starts a command on the machine, as `Client.exec` does. */
export type Exec = (
  command: string,
  done: (error: Error | undefined, channel: ClientChannel) => void,
) => void;

/** A machine with an open sign-in. */
export type Machine = {
  /** Runs a command with this text as its input, without a terminal; returns what it printed. */
  run: (command: string, input?: string) => Promise<string>;
  /** What the machine printed is not what the command prints. */
  unreadable: (output: string) => TargetFailure;
};

/** Most bytes of the output of one command. */
const MOST_OUTPUT = 4 * 1024 * 1024;

const collect = (channel: ClientChannel, { tooMuch }: { tooMuch: () => void }): Promise<string> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    channel.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MOST_OUTPUT) tooMuch();
      else chunks.push(chunk);
    });
    // What is not read would hold the channel up.
    channel.stderr.resume();
    channel.on('error', () => undefined);
    channel.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')));
  });

const runOn = (
  { client, exec, connection }: { client: Client; exec: Exec; connection: ConnectionSecret },
  command: string,
  input: string,
) =>
  new Promise<string>((resolve, reject) => {
    const fail = (key: string) => reject(new TargetFailure('failed', key, placeOf(connection)));
    const broken = () => fail('machine_broke_off');
    client.once('close', broken);
    exec(command, (error, channel) => {
      if (error) return fail('machine_no_shell');
      // Collected at once: a quick command may end in the packet that opens its channel.
      void collect(channel, {
        tooMuch: () => {
          fail('machine_too_much');
          client.destroy();
        },
      }).then((output) => {
        client.off('close', broken);
        resolve(output);
      });
      channel.end(input);
    });
  });

/** The machine at the end of a connection. */
export const machineOf = (
  client: Client,
  connection: ConnectionSecret,
  exec: Exec = (command, done) => client.exec(command, done),
): Machine => ({
  run: (command, input = '') => runOn({ client, exec, connection }, command, input),
  unreadable: (output) =>
    new TargetFailure('failed', 'machine_answer_unreadable', placeOf(connection), { output }),
});
