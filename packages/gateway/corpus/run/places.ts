import { execFile, execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '../../test/gatewayFixture.ts';
import { startSshd } from '../../test/sshd.ts';
import type { Shell } from '../readCorpus.ts';
import { calmStage, makeStage } from '../stage.ts';

/** What an entry needs to run. */
export type Staging = {
  shell: Shell;
  before: readonly string[];
  history: readonly string[];
  encoding: 'utf8' | 'gbk';
  /** Nothing that a line runs takes the screen or waits. */
  isCalm: boolean;
};

/** Where an entry runs. */
export type Stage = {
  home: string;
  /** There once the shell has read its start file. */
  readyFile: string;
};

/** A folder and an account of its own for one entry after the other, behind one OpenSSH server. */
export type Place = {
  target: { port: number; username: string };
  privateKey: string;
  prepare: (staging: Staging) => Stage;
  /** Ends whatever an entry left running. */
  clear: () => Promise<void>;
};

const run = promisify(execFile);

/** Accounts without a name, unlike any that the machine or an installation uses; other runs have others. */
const MOST_PLACES = 36;
const FIRST_ACCOUNT = 61_000 + (process.pid % 5) * MOST_PLACES;

const commands: Record<Shell, string> = {
  bash: 'bash -i',
  dash: 'dash -i',
  zsh: 'zsh -i',
  ash: 'busybox ash -i',
};
const startFiles: Record<Shell, string> = { bash: '.bashrc', dash: '.shinit', zsh: '.zshrc', ash: '.shinit' };
const locales = { utf8: 'C.UTF-8', gbk: 'C' };

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Each line is in the history before it runs, as it was typed. */
const KEEP_HISTORY = `shopt -s cmdhist lithist
PS0='$(history -a)' PROMPT_COMMAND='history -a'
`;

const createPlace = (folder: string, at: number, target: Place['target']): Place & { key: string } => {
  const own = join(folder, `place${at}`);
  const start = join(own, 'start');
  let uses = 0;
  const account = FIRST_ACCOUNT + at;
  mkdirSync(own);
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(own, 'key')]);
  const key = readFileSync(join(own, 'key.pub'), 'utf8').trim();
  return {
    target,
    privateKey: readFileSync(join(own, 'key'), 'utf8'),
    key: `command="${start}" ${key}`,
    prepare: ({ shell, before, history, encoding, isCalm }) => {
      rmSync(join(own, `stage${uses}`), { recursive: true, force: true });
      uses += 1;
      // What an entry before it left running does not find this one's folder.
      const stage = join(own, `stage${uses}`);
      const home = join(stage, 'home');
      const readyFile = join(stage, 'ready');
      mkdirSync(home, { recursive: true });
      const environment = { ...makeStage(home, { before, history }), LANG: locales[encoding] };
      if (isCalm) calmStage(home);
      const ready = `\n${isCalm ? KEEP_HISTORY : ''}: >${quoted(readyFile)}\n`;
      appendFileSync(join(home, startFiles[shell]), ready);
      const variables = Object.entries(environment).map(([name, value]) => `${name}=${quoted(value)}`);
      const as = `setpriv --reuid=${account} --regid=${account} --clear-groups`;
      writeFileSync(
        start,
        `#!/bin/sh
cd ${quoted(home)}
chown -R ${account} ${quoted(stage)} "$(tty)"
ulimit -t 60
exec ${as} env -i ${variables.join(' ')} ${commands[shell]}
`,
      );
      chmodSync(start, 0o755);
      return { home, readyFile };
    },
    clear: async () => {
      const as = [`--reuid=${account}`, `--regid=${account}`, '--clear-groups'];
      await run('setpriv', [...as, '/bin/kill', '-KILL', '-1']).catch(() => undefined);
    },
  };
};

/** Starts an OpenSSH server with this many places; needs root, for the accounts. */
export const openPlaces = async (count: number): Promise<{ places: Place[]; close: () => Promise<void> }> => {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  if (count > MOST_PLACES) throw new Error(`at most ${MOST_PLACES} places`);
  const sshd = await startSshd(folder, 'ed25519', { anyCommand: true });
  const places = Array.from({ length: count }, (_, at) => createPlace(folder, at, sshd));
  writeFileSync(join(folder, 'user.pub'), places.map(({ key }) => `${key}\n`).join(''));
  return {
    places,
    close: async () => {
      await Promise.all(places.map((place) => place.clear()));
      sshd.stop();
    },
  };
};
