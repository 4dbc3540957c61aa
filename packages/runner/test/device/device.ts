import type { AuthContext, ServerChannel } from 'ssh2';
import { onTestFinished } from 'vitest';
import { startSshServer } from '../../../gateway/test/sshServer.ts';

/** Where the command line of a device of a test differs. */
export type Ways = {
  /** Printed page by page before the first prompt. */
  banner?: readonly string[];
  /** Password for privileged commands; empty: none is asked for. */
  enable?: string;
  /** What it answers to commands that begin so, in place of what it would do. */
  answers?: Readonly<Record<string, string>>;
  /** Pages of what it answers to commands that begin so. */
  pages?: Readonly<Record<string, readonly string[]>>;
  /** Closes the connection as soon as it got a command that begins so, after it has carried it out. */
  cutsAfter?: string;
};

type Mode = 'user' | 'privileged' | 'config';

/** Carries a command out in a mode; returns the mode after it, or undefined where the command is none of this mode. */
const modeAfter = (text: string, mode: Mode, passwords: Map<string, string>): Mode | undefined => {
  const [, username = '', secret = ''] = /^username (\S+) secret (\S+)$/.exec(text) ?? [];
  if (username && mode === 'config') passwords.set(username, secret);
  if (username && mode === 'config') return mode;
  if (text === 'configure terminal' && mode === 'privileged') return 'config';
  if (text === 'end') return 'privileged';
  return text === 'write memory' && mode === 'privileged' ? mode : undefined;
};

const loginWith =
  (passwords: ReadonlyMap<string, string>) =>
  (context: AuthContext): void => {
    const isRight = context.method === 'password' && passwords.get(context.username) === context.password;
    if (isRight) context.accept();
    else context.reject(['password']);
  };

/** A device like those of Cisco, with the users `deploy` and `app`: prompts, modes, pages, and questions for passwords. */
export const startDevice = async ({
  banner = [],
  enable = '',
  answers = {},
  pages: paged = {},
  cutsAfter,
}: Ways = {}) => {
  const passwords = new Map([
    ['deploy', 'Sesame-1'],
    ['app', 'old-1'],
  ]);
  const told: string[] = [];
  const serve = (channel: ServerChannel) => {
    const pages = [...banner];
    let mode: Mode = 'user';
    let wants: 'page' | 'password' | 'line' = 'line';
    let line = '';
    const prompt = () => {
      wants = 'line';
      channel.write({ user: 'Switch>', privileged: 'Switch#', config: 'Switch(config)#' }[mode]);
    };
    const turn = () => {
      const next = pages.shift();
      if (next === undefined) return prompt();
      wants = 'page';
      channel.write(`${next}\r\n --More-- `);
    };
    const command = (text: string) => {
      told.push(text);
      channel.write(`${text}\r\n`);
      const found = Object.entries(answers).find(([start]) => text.startsWith(start));
      if (found) return channel.write(found[1]);
      const [, shown] = Object.entries(paged).find(([start]) => text.startsWith(start)) ?? [];
      if (shown) {
        pages.push(...shown);
        return turn();
      }
      if (text === 'enable') {
        if (enable !== '') {
          wants = 'password';
          return channel.write('Password: ');
        }
        mode = 'privileged';
      } else {
        const next = modeAfter(text, mode, passwords);
        if (!next) channel.write("% Invalid input detected at '^' marker.\r\n");
        mode = next ?? mode;
      }
      if (cutsAfter !== undefined && text.startsWith(cutsAfter)) return cut();
      prompt();
    };
    const hear = (sign: string) => {
      if (wants === 'page') {
        channel.write('\b\b\b\b\b\b\b\b\b          \r');
        return turn();
      }
      if (sign !== '\r') {
        line += sign;
        return;
      }
      const text = line;
      line = '';
      if (wants === 'line') return command(text);
      if (text === enable) mode = 'privileged';
      channel.write(text === enable ? '\r\n' : '\r\n% Access denied\r\n');
      prompt();
    };
    channel.on('data', (data: Buffer) => {
      for (const sign of data.toString()) hear(sign);
    });
    turn();
  };
  const server = await startSshServer({
    login: loginWith(passwords),
    shell: serve,
  });
  const cut = () => {
    for (const connection of server.connections()) connection.end();
  };
  onTestFinished(server.stop);
  return { port: server.port, passwords, told };
};
