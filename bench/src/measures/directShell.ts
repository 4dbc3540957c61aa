import { once } from 'node:events';
import ssh2 from 'ssh2';

/** A shell over SSH without Gatehouse, for comparison. */
export type DirectShell = { type: (text: string) => void; end: () => void };

/** Opens a shell; `take` gets its output. */
export const openDirectShell = async (
  machine: { port: number; username: string; privateKey: string },
  take: (bytes: Buffer) => void,
): Promise<DirectShell> => {
  const client = new ssh2.Client();
  client.on('error', () => undefined);
  client.connect({ host: '127.0.0.1', ...machine });
  await once(client, 'ready');
  // As OpenSSH's own client does; otherwise the kernel may delay a keystroke by 40 ms.
  client.setNoDelay(true);
  const shell = await new Promise<ssh2.ClientChannel>((resolve, reject) => {
    client.shell((error, channel) => (error ? reject(error) : resolve(channel)));
  });
  shell.on('data', take);
  return { type: (text) => void shell.write(text), end: () => void client.end() };
};
