import type { Client, ClientChannel } from 'ssh2';
import { SessionFailure } from '../sessionFailure.ts';

/** Size of a terminal in characters. */
export type Size = { cols: number; rows: number };

/** Keeps sizes inside what terminals and targets take. */
export const clampSize = (size: Size): Size => ({
  cols: Math.min(1000, Math.max(2, Math.trunc(size.cols) || 80)),
  rows: Math.min(500, Math.max(1, Math.trunc(size.rows) || 24)),
});

/** Asks the target for an interactive shell. */
export const openShell = (client: Client, size: Size, host: string): Promise<ClientChannel> =>
  new Promise((resolve, reject) => {
    const refused = () => reject(new SessionFailure('shell_refused', { host }));
    client.once('close', refused);
    client.shell({ term: 'xterm-256color', ...size, width: 0, height: 0 }, (error, channel) => {
      client.removeListener('close', refused);
      if (error) refused();
      else resolve(channel);
    });
  });
