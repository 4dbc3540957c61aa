import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../gateway/test/gatewayFixture.ts';

/**
 * Machines that carry out scripts in a real shell, with these programs in place of their own: they find the users in
 * `$FILES/users`, and how they are called is noted.
 */
export const shellMachine = (programs: Readonly<Record<string, string>>) => {
  const folder = temporaryFolder();
  return (users: readonly string[], env: Record<string, string> = {}) => {
    const files = join(folder, randomBytes(6).toString('hex'));
    mkdirSync(files);
    writeFileSync(join(files, 'users'), `${users.join('\n')}\n`);
    for (const name of ['calls', 'passwords']) writeFileSync(join(files, name), '');
    for (const [name, body] of Object.entries(programs)) {
      writeFileSync(join(files, name), `#!/bin/sh\necho "${name} $*" >>"$FILES/calls"\n${body}\n`);
      chmodSync(join(files, name), 0o755);
    }
    const read = (name: string) =>
      existsSync(join(files, name))
        ? readFileSync(join(files, name), 'utf8').trim().split('\n').filter(Boolean)
        : [];
    return {
      read,
      calls: (name: string) => read('calls').filter((line) => line.startsWith(`${name} `)),
      machine: {
        run: (command: string, input = '') =>
          new Promise<string>((resolve) => {
            const shell = spawn(command, [], {
              env: { PATH: `${files}:/usr/bin:/bin`, FILES: files, WHO: '0', ...env },
            });
            let shown = '';
            shell.stdout.on('data', (data: Buffer) => {
              shown += data.toString();
            });
            shell.on('close', () => resolve(shown));
            shell.stdin.end(input);
          }),
        unreadable: (output: string) => new Error(output) as never,
      },
    };
  };
};
