import { generateKeyPairSync } from 'node:crypto';
import { type AddressInfo, connect } from 'node:net';
import ssh2, {
  type AuthContext,
  type Connection,
  type ServerChannel,
  type ServerConfig,
  type SFTPWrapper,
} from 'ssh2';

/** A scripted SSH server: decides logins and plays the shell as the test says. */
export type ScriptedServer = {
  port: number;
  username: string;
  /** Sizes reported to the shell, including the first. */
  sizes: { cols: number; rows: number }[];
  connections: () => Connection[];
  /** The method of each login attempt. */
  attempts: string[];
  stop: () => void;
};

/** A host key in a format the server reads. */
export const hostKey = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs1', format: 'pem' })
    .toString();

const sharedKey = hostKey();

/** Accepts one password. */
export const passwordLogin = (password: string) => (context: AuthContext) => {
  if (context.method === 'password' && context.password === password) context.accept();
  else context.reject(['password']);
};

/** Echoes its input until `exit`. */
export const echoShell = (channel: ServerChannel) => {
  channel.write('ready> ');
  channel.on('data', (data: Buffer) => {
    channel.write(data);
    if (data.toString().includes('exit')) {
      channel.exit(0);
      channel.end();
    }
  });
};

export const startSshServer = async (script: {
  login: (context: AuthContext) => void;
  shell?: (channel: ServerChannel, term: string) => void;
  exec?: (channel: ServerChannel, command: string) => void;
  /** Serves file transfers; without it, the server offers none. */
  sftp?: (sftp: SFTPWrapper) => void;
  /** Lets the server act as a jump host. */
  forward?: boolean;
  hostKeys?: string[];
  algorithms?: ServerConfig['algorithms'];
}): Promise<ScriptedServer> => {
  const sizes: { cols: number; rows: number }[] = [];
  const attempts: string[] = [];
  const open = new Set<Connection>();
  const server = new ssh2.Server({
    hostKeys: script.hostKeys ?? [sharedKey],
    ...(script.algorithms && { algorithms: script.algorithms }),
  });
  server.on('connection', (connection) => {
    open.add(connection);
    connection.on('error', () => undefined);
    connection.on('close', () => open.delete(connection));
    connection.on('authentication', (context) => {
      attempts.push(context.method);
      script.login(context);
    });
    connection.on('session', (accept) => {
      const session = accept();
      let term = '';
      session.on('pty', (acceptPty, _reject, info) => {
        sizes.push({ cols: info.cols, rows: info.rows });
        term = (info as unknown as { term: string }).term;
        acceptPty();
      });
      session.on('window-change', (_accept, _reject, info) => {
        sizes.push({ cols: info.cols, rows: info.rows });
      });
      session.on('shell', (acceptShell, rejectShell) => {
        if (script.shell) script.shell(acceptShell(), term);
        else rejectShell();
      });
      if (script.sftp) session.on('sftp', (acceptSftp) => script.sftp?.(acceptSftp()));
      session.on('exec', (acceptExec, rejectExec, { command }) => {
        if (script.exec) script.exec(acceptExec(), command);
        else rejectExec();
      });
    });
    if (!script.forward) return;
    connection.on('tcpip', (accept, reject, info) => {
      const socket = connect(info.destPort, info.destIP);
      socket.once('connect', () => {
        const channel = accept();
        channel.pipe(socket).pipe(channel);
        channel.on('close', () => socket.destroy()).on('error', () => socket.destroy());
      });
      socket.once('error', () => reject());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    username: 'deploy',
    sizes,
    attempts,
    connections: () => [...open],
    stop: () => {
      for (const connection of open) connection.end();
      server.close();
    },
  };
};
