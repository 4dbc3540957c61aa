import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';

/** A real telnetd for each connection, with the test's login program instead of the system's. */
export type Telnetd = { port: number; username: string; stop: () => void };

export const TELNETD = '/usr/sbin/telnetd';
/** The password the login program accepts. */
export const PASSWORD = 'opens-the-box';
/** The start of the prompt of the shell behind it. */
export const TELNET_PROMPT = 'tester@box:';

const LOGIN = (folder: string) => `#!/bin/bash
for try in 1 2 3; do
  printf '\\nbox login: '; read -r name
  stty -echo; printf 'Password: '; read -r password; stty echo; printf '\\n'
  if [ "$password" = '${PASSWORD}' ]; then
    printf 'Last login: Mon Nov 22 10:00:00 on pts/0\\nThere were 2 failed login attempts.\\n'
    export NAME_GIVEN="$name"
    exec env -i HOME=${folder} PATH="$PATH" TERM="$TERM" LANG=C.UTF-8 NAME_GIVEN="$name" bash --rcfile ${folder}/rc -i
  fi
  printf 'Login incorrect\\n'
done
`;

const RC = `PS1='${TELNET_PROMPT}\\W\\$ '
HISTFILE=
cd "$HOME"
`;

export const startTelnetd = async (folder: string): Promise<Telnetd> => {
  writeFileSync(join(folder, 'login'), LOGIN(folder), { mode: 0o755 });
  writeFileSync(join(folder, 'rc'), RC);
  const open = new Set<Socket>();
  // The daemon, not Node, must read from the connection.
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    const daemon = spawn(TELNETD, ['-h', '-E', join(folder, 'login')], { stdio: [socket, socket, socket] });
    process.once('exit', () => daemon.kill('SIGKILL'));
    const close = () => {
      socket.destroy();
      open.delete(socket);
    };
    daemon.once('exit', close).once('error', close);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    username: userInfo().username,
    stop: () => {
      server.close();
      for (const socket of open) socket.destroy();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
