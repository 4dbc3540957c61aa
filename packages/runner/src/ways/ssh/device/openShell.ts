import type { Client, ClientChannel } from 'ssh2';
import type { TargetFailure } from '../../../engine/targetFailure.ts';

/** Opens the command line of a device. */
export const openShell = (client: Client, fail: () => TargetFailure): Promise<ClientChannel> =>
  new Promise((resolve, reject) => {
    // Wide and high, so that lines are not wrapped and few pages are to be turned.
    client.shell({ term: 'vt100', cols: 512, rows: 200 }, (error, channel) =>
      error ? reject(fail()) : resolve(channel),
    );
  });
