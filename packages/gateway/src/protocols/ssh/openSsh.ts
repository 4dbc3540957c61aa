import { connectRoute, type RoutedConnection } from '@gatehouse/component/engine/ssh/route.ts';
import type { ClientChannel } from 'ssh2';
import type { OpenChannel, TerminalEnd } from '../channel.ts';
import { openShell } from './shell.ts';

const terminalEnd = (shell: ClientChannel, { client, together }: RoutedConnection): TerminalEnd => {
  let exited = false;
  let broken = false;
  shell.on('exit', () => {
    exited = true;
  });
  shell.on('error', () => undefined);
  client.on('close', () => {
    broken = true;
  });
  return {
    write: (bytes, done) => together(() => void shell.write(bytes, () => done())),
    pause: () => shell.pause(),
    resume: () => shell.resume(),
    resize: ({ cols, rows }) => shell.setWindow(rows, cols, 0, 0),
    listen: ({ output, ended }) => {
      shell.on('data', output);
      shell.stderr.on('data', output);
      shell.on('close', () => ended(broken && !exited ? 'target_gone' : 'shell_exit'));
    },
  };
};

/** Opens a channel to a shell over SSH. */
export const openSsh: OpenChannel = async (secret, deps) => {
  const connection = await connectRoute(secret, deps);
  return {
    kind: 'terminal',
    facts: { gateway: connection.gateway, host_key: connection.hostKey },
    begin: (size) =>
      openShell(connection.client, size, secret.asset.name, (shell) => terminalEnd(shell, connection)),
    close: connection.close,
  };
};
