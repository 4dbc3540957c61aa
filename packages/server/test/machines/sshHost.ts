import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import ssh2, { type Connection, type ServerChannel } from 'ssh2';
import { sshKeyPair } from '../../../gateway/test/sshKeyPair.ts';

/** What a host does with a command that it accepted. */
export type Answer = (channel: ServerChannel, command: string) => void;

/** An SSH server in this process that takes any key and answers commands as told, for hosts that misbehave. */
export const startSshHost = async (answer: Answer = (channel) => channel.end()) => {
  const open = new Set<Connection>();
  let answers = answer;
  const server = new ssh2.Server({ hostKeys: [sshKeyPair().private] }, (connection) => {
    open.add(connection);
    connection
      .on('error', () => undefined)
      .on('close', () => open.delete(connection))
      .on('authentication', (login) => login.accept())
      .on('session', (accept) => {
        accept().on('exec', (accepted, _rejected, { command }) => answers(accepted(), command));
      });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    /** From now on commands are answered this way. */
    answer: (next: Answer) => {
      answers = next;
    },
    stop: () => {
      for (const connection of open) connection.end();
      server.close();
    },
  };
};
