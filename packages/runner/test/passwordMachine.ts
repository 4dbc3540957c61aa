import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerChannel } from 'ssh2';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../../gateway/test/gatewayFixture.ts';
import { echoShell, startSshServer } from '../../gateway/test/sshServer.ts';

/** At which step the machine of a test fails. */
export type Fault = 'none' | 'before' | 'refused' | 'cutBefore' | 'cutAfter' | 'goneAfter' | 'echo' | 'lies';

const bin = temporaryFolder();
// Stands in for the machine's program, and passes on the passwords it is given.
const programs = {
  chpasswd: '#!/bin/sh\ncat > "$PASSWORDS"\n',
  id: '#!/bin/sh\ncase "$1" in -u) exec /usr/bin/id -u ;; app) exit 0 ;; *) exit 1 ;; esac\n',
  sudo: '#!/bin/sh\nshift\nexec "$@"\n',
};
for (const [name, script] of Object.entries(programs)) {
  writeFileSync(join(bin, name), script);
  chmodSync(join(bin, name), 0o755);
}

/** Runs a script as a machine would, with a program that changes passwords; resolves when it has ended. */
const runShell = (channel: ServerChannel, fault: Fault): Promise<string[]> =>
  new Promise((resolve) => {
    const file = join(bin, randomBytes(6).toString('hex'));
    writeFileSync(file, '');
    const shell = spawn('/bin/sh', [], {
      env: { PATH: fault === 'refused' ? '/usr/bin:/bin' : `${bin}:/usr/bin:/bin`, PASSWORDS: file },
    });
    const shown: string[] = [];
    shell.stdout.on('data', (data: Buffer) => shown.push(data.toString()));
    channel.pipe(shell.stdin);
    shell.on('close', () => {
      if (fault !== 'cutAfter' && fault !== 'goneAfter') channel.write(shown.join(''));
      resolve(readFileSync(file, 'utf8').split('\n'));
    });
  });

/** A machine with the users `deploy` and `app`, whose password can be changed. */
export const machineWith = async (
  fault: Fault,
  { old = 'old-1', privileged = 'root-1', until = Promise.resolve() } = {},
) => {
  const passwords = new Map([
    ['deploy', privileged],
    ['app', old],
  ]);
  const commands: string[] = [];
  let isGone = false;
  const machine = await startSshServer({
    login: (context) => {
      const isRight = context.method === 'password' && passwords.get(context.username) === context.password;
      if (isRight && !isGone) context.accept();
      else context.reject(['password']);
    },
    shell: echoShell,
    exec: (channel, command) => {
      commands.push(command);
      const cut = () => {
        for (const connection of machine.connections()) connection.end();
      };
      if (fault === 'cutBefore') return cut();
      if (fault === 'echo') {
        channel.on('data', (data: Buffer) => channel.write(data));
        channel.on('end', () => channel.end());
        return;
      }
      void until
        .then(() => runShell(channel, fault))
        .then((lines) => {
          for (const line of lines) {
            const [user = '', ...rest] = line.split(':');
            if (fault !== 'lies' && passwords.has(user)) passwords.set(user, rest.join(':'));
          }
          if (fault === 'goneAfter') isGone = true;
          if (fault === 'cutAfter' || fault === 'goneAfter') return cut();
          channel.exit(0);
          channel.end();
        });
    },
  });
  onTestFinished(machine.stop);
  return { machine, passwords, commands };
};
