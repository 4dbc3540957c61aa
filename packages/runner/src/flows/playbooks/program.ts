import { readFile } from 'node:fs/promises';
import type { PlaybookFiles } from '@gatehouse/contract/wire/machineWork.ts';
import { DOOR_FOLDER, RUN_FOLDER } from '../../engine/confine/sandbox.ts';
import { inventoryOf, parametersFile } from './inventory.ts';

/** Where Debian puts Ansible and the Python that it needs. */
export const ansible = '/usr/bin/ansible-playbook';
const python = '/usr/bin/python3';

/** Machines on which one run works at the same time: each needs processes of its own. */
const MOST_FORKS = 10;

const codeOf = (name: string): Promise<string> =>
  readFile(new URL(`./python/${name}.py`, import.meta.url), 'utf8');

const configuration = (machines: number, folder: string): string =>
  `[defaults]
transport = gatehouse
connection_plugins = ${folder}/plugins/connection
callback_plugins = ${folder}/plugins/callback
stdout_callback = gatehouse
forks = ${Math.min(machines, MOST_FORKS)}
local_tmp = ${folder}/tmp
interpreter_python = auto_silent
retry_files_enabled = False
nocows = True
nocolor = True
[connection]
pipelining = True
`;

/** The machines of one run, with the values that its plays may use. */
export type PlaybookWish = {
  files: PlaybookFiles;
  machines: readonly { label: string; variables: Record<string, string> }[];
  parameters: Record<string, string>;
  /** Only says what it would change. */
  isDry: boolean;
  /** Where the run works and where it finds the door to the runner. */
  folders?: { work: string; door: string };
};

/** The program of a confined run of a playbook, and what it reads: nothing of the wish is in its arguments. */
export const programOf = async ({
  files,
  machines,
  parameters,
  isDry,
  folders: { work, door } = { work: RUN_FOLDER, door: DOOR_FOLDER },
}: PlaybookWish): Promise<{ program: string[]; input: string }> => {
  const [begin, connection, callback] = await Promise.all(['begin', 'connection', 'callback'].map(codeOf));
  const texts = {
    'ansible.cfg': configuration(machines.length, work),
    'inventory.yml': inventoryOf(machines),
    'parameters.yml': parametersFile(parameters),
    'plugins/connection/gatehouse.py': (connection ?? '').replace(DOOR_FOLDER, door),
    'plugins/callback/gatehouse.py': callback,
  };
  const program = [ansible, '-i', `${work}/inventory.yml`, '-e', `@${work}/parameters.yml`];
  program.push(...(isDry ? ['--check', '--diff'] : []), 'main.yml');
  return { program: [python, '-I', '-c', begin ?? ''], input: JSON.stringify({ texts, files, program }) };
};
