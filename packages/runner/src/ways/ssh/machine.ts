import { connectRoute } from '@gatehouse/component/engine/ssh/route.ts';
import type { ConnectionSecret } from '@gatehouse/contract/wire/connection.ts';
import type { Client, ClientChannel } from 'ssh2';
import { placeOf, TargetFailure } from '../../engine/targetFailure.ts';
import { routeFor, type WayDeps } from '../../engine/way.ts';

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

const runOn = (client: Client, connection: ConnectionSecret, command: string, input: string) =>
  new Promise<string>((resolve, reject) => {
    const fail = (key: string) => reject(new TargetFailure('failed', key, placeOf(connection)));
    const broken = () => fail('machine_broke_off');
    client.once('close', broken);
    client.exec(command, (error, channel) => {
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
export const machineOf = (client: Client, connection: ConnectionSecret): Machine => ({
  run: (command, input = '') => runOn(client, connection, command, input),
  unreadable: (output) =>
    new TargetFailure('failed', 'machine_answer_unreadable', placeOf(connection), { output }),
});

/** Signs in over SSH, does something on the machine, and leaves. */
export const onMachine = async <T>(
  connection: ConnectionSecret,
  deps: WayDeps,
  act: (machine: Machine) => Promise<T>,
): Promise<T> => {
  const route = await connectRoute(connection, routeFor(connection, deps));
  const stop = () => route.close();
  deps.signal.addEventListener('abort', stop, { once: true });
  try {
    deps.signal.throwIfAborted();
    return await act(machineOf(route.client, connection));
  } finally {
    deps.signal.removeEventListener('abort', stop);
    route.close();
  }
};
