import { SessionFailure } from '@gatehouse/component/engine/sessionFailure.ts';
import type { Client, ClientChannel } from 'ssh2';
import type { Size } from '../../engine/terminal/size.ts';

/** Requests an interactive shell and hands it to `attach`. */
export const openShell = <T>(
  client: Client,
  size: Size,
  host: string,
  attach: (shell: ClientChannel) => T,
): Promise<T> =>
  new Promise((resolve, reject) => {
    const refused = () => reject(new SessionFailure('shell_refused', { host }));
    client.once('close', refused);
    client.shell({ term: 'xterm-256color', ...size, width: 0, height: 0 }, (error, channel) => {
      client.removeListener('close', refused);
      if (error) refused();
      // Attached synchronously: a shell may exit in the packet that opens it, before a promise settles.
      else resolve(attach(channel));
    });
  });
