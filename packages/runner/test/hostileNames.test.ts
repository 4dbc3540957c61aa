import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { nameProblem } from '@gatehouse/contract/ops/playbookFiles.ts';
import type { SecretChange } from '@gatehouse/contract/wire/machineWork.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { proofRuns } from '../../../scripts/proofSize.ts';
import { secretFor, temporaryFolder, withKey } from '../../gateway/test/gatewayFixture.ts';
import { type Sshd, startSshd } from '../../gateway/test/sshd.ts';
import { targetFailure } from '../src/engine/targetFailure.ts';
import { shellInput } from '../src/ways/ssh/command.ts';
import { changeSecret, pushAccount } from '../src/ways/ssh/posix/posix.ts';
import { upload } from '../src/ways/ssh/upload/upload.ts';
import { shellMachine } from './shellMachine.ts';
import { wayDeps } from './target.ts';

/** What a shell, `sudo` or a list of arguments could take for more than a value; each would leave a file `owned`. */
const attacks = [
  ...['; : >owned ;', '$(: >owned)', '`: >owned`', '\n: >owned\n', '| : >owned', '&& : >owned', '> owned'],
  ...["'", '"', '\\', "'; : >owned; '", '" ; : >owned ; "', '-rf', '--', '*', '~', '!', '%s', '{a,b}'],
  ...['a', 'app', ' ', ':', '/', '..', '@', '#', '=', '\t', '\r', 'é', '网', '0', '.'],
];
const text = fc.oneof(
  fc.array(fc.constantFrom(...attacks), { minLength: 1, maxLength: 5 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 24 }),
);
const runs = proofRuns({ small: 60, whole: 2_000 });

/** Programs of a machine with the users in `$FILES/users`; how they are called is noted. */
const programs = {
  id: `case "$1" in
-u) if [ -z "$2" ]; then echo 0; else echo 1000; fi ;;
-nG) echo staff ;;
*) grep -qxF -- "$1" "$FILES/users" ;;
esac`,
  useradd:
    'printf "%s\\n" "$*" >>"$FILES/made"\nfor last; do :; done\nprintf "%s\\n" "$last" >>"$FILES/users"',
  usermod: 'exit 0',
  getent: 'exit 2',
  touch: 'exit 0',
  rm: 'case "$2" in /etc/*) exit 0 ;; esac\nexec /bin/rm "$@"',
  mv: 'exit 0',
  ls: 'exit 1',
  chpasswd: 'cat >>"$FILES/passwords"',
  visudo: 'exit 0',
  install: 'cat "$3" >>"$FILES/rules"',
};
const machineWith = shellMachine(programs);
const connection = secretFor({ port: 22, username: 'root' }, { account: { secret: 'root-1' } });
const changeTo = (username: string, secret: string): SecretChange => ({
  ...{ username, secret, secret_type: 'password', old_secret: null, key: null },
});
/** Whether it was carried out, or not even sent. */
const outcome = async (work: Promise<void>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => targetFailure(error, connection).key,
  );
/** The scripts run in the folder of the tests. */
const owned = () => existsSync('owned');

test('whatever a name and a password hold, the program of the machine reads one line with both, or nothing is sent', async () => {
  await fc.assert(
    fc.asyncProperty(text, text, async (username, secret) => {
      const { machine, read } = machineWith([username.replaceAll('\n', '')]);
      const came = await outcome(
        changeSecret(machine, changeTo(username, secret), connection, { home: '', isProven: false }),
      );
      expect(['done', 'machine_secret_unfit', 'machine_secret_unchanged']).toContain(came);
      const lines = came === 'done' ? [`${username}:${secret}`.trim()] : [];
      expect(read('passwords')).toEqual(lines);
      const calls = read('calls').filter((line) => line.startsWith('chpasswd'));
      expect(calls.map((line) => line.trim())).toEqual(lines.map(() => 'chpasswd'));
      expect(owned()).toBe(false);
    }),
    runs,
  );
});

test('whatever a name and the parameters of a push hold, one user is made, with these facts, or nothing is sent', async () => {
  const pushed = fc.record({
    username: fc.oneof(text, fc.constantFrom('app', 'app.db', 'a-b', 'x@y')),
    shell: fc.oneof(fc.constant('/bin/sh'), text),
    home: fc.oneof(
      fc.constant('/srv/app'),
      text.map((part) => `/srv/${part}`),
    ),
    groups: fc.oneof(fc.constant('wheel'), text),
    sudo: fc.oneof(fc.constant('/bin/id'), text),
  });
  await fc.assert(
    fc.asyncProperty(pushed, async ({ username, ...params }) => {
      const { machine, read } = machineWith(['root']);
      const came = await outcome(pushAccount(machine, changeTo(username, 'New-1'), connection, params));
      if (came === 'machine_secret_unfit') expect(read('calls')).toEqual([]);
      const made = came === 'machine_secret_unfit' ? [] : [username];
      expect(read('users')).toEqual(['root', ...made]);
      const shell = params.shell.trim();
      const facts = `${existsSync(shell) && shell ? `-s ${shell} ` : ''}${params.home ? `-d ${params.home.trim()} ` : ''}`;
      expect(read('made')).toEqual(made.map((name) => `-m ${facts}${name}`));
      for (const rule of read('rules'))
        expect(rule).toBe(`${username.replaceAll('@', '\\@')} ALL=(ALL) NOPASSWD: ${params.sudo.trim()}`);
      expect(owned()).toBe(false);
    }),
    runs,
  );
});

/** What a command prints that runs in a folder, and whether it succeeded. */
const printedIn = (chdir: string, cwd: string) =>
  new Promise<{ printed: string; isDone: boolean }>((resolve) => {
    const shell = spawn('/bin/sh', [], { cwd });
    let printed = '';
    shell.stdout.setEncoding('utf8').on('data', (part: string) => {
      printed += part;
    });
    shell.on('close', (code) => resolve({ printed, isDone: code === 0 }));
    // The end of the input would end the command.
    shell.stdin.write(shellInput({ prelude: '', command: 'printf "%s" "$PWD"', chdir }));
  });

test('a command starts in the folder of its name, whatever the name is, or not at all', async () => {
  const above = temporaryFolder();
  await fc.assert(
    fc.asyncProperty(text, async (name) => {
      const folder = join(above, name.replaceAll(/[/\0]/g, '_'));
      if (Buffer.byteLength(name) > 200 || !folder.startsWith(`${above}/`)) return;
      mkdirSync(folder, { recursive: true });
      expect(await printedIn(folder, above)).toEqual({ printed: folder, isDone: true });
      expect(await printedIn(`${folder}/missing`, above)).toEqual({ printed: '', isDone: false });
      expect(existsSync(join(above, 'owned'))).toBe(false);
    }),
    { ...runs, numRuns: Math.ceil(runs.numRuns / 4) },
  );
  rmSync(above, { recursive: true, force: true });
});

let sshd: Sshd;
beforeAll(async () => {
  sshd = await startSshd(temporaryFolder(), 'ed25519', { anyCommand: true });
});
afterAll(() => sshd.stop());

test('a file has exactly its name on the machine, below its folder, whatever the names are', async () => {
  const content = Buffer.from('content');
  const sha256 = createHash('sha256').update(content).digest('hex');
  const name = text.filter((one) => nameProblem(one) === undefined);
  const names = fc.uniqueArray(name, { minLength: 1, maxLength: 20 });
  const reached = secretFor(sshd, { account: withKey(sshd.privateKey) });
  await fc.assert(
    fc.asyncProperty(name, names, async (folder, files) => {
      const base = temporaryFolder();
      const params = {
        ...{ base, folders: [folder], mode: '', owner: '' },
        files: files.map((one) => ({ name: one, size: content.length, sha256 })),
      };
      const read = async function* () {
        yield content;
      };
      await upload(reached, params, read, wayDeps());
      expect(readdirSync(base)).toEqual([folder]);
      expect(readdirSync(join(base, folder)).toSorted()).toEqual(files.toSorted());
      for (const one of files) expect(readFileSync(join(base, folder, one)).equals(content)).toBe(true);
      rmSync(base, { recursive: true });
    }),
    { ...runs, numRuns: Math.ceil(runs.numRuns / 30) },
  );
  expect(existsSync(join(sshd.home, 'owned'))).toBe(false);
});
