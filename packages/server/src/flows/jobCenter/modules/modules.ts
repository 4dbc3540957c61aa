import { isJobModule, type JobModule, type JobSnapshot, moduleFacts } from '@gatehouse/contract/ops/jobs.ts';
import {
  DEVICE_METHOD,
  PLAYBOOK_METHOD,
  POWERSHELL_METHOD,
  RAW_METHOD,
  SHELL_METHOD,
  STATEMENT_METHODS,
  UPLOAD_METHOD,
} from '@gatehouse/contract/wire/machineWork.ts';

/** How a job reaches its machines. */
export type JobWay = {
  /** The method by which runners carry it out. */
  method: string;
  /** Protocols, the preferred one first, and the kinds of secrets that they take. */
  protocols: readonly string[];
  secretTypes: ReadonlySet<string>;
  /** What its user must be allowed to do there. */
  action: 'connect' | 'upload';
  /** The language in which its text is judged; nothing can tell what a program of another one does. */
  language: 'shell' | JudgedLanguage | 'program';
};

/** Languages of which the parts are judged one by one: statements of SQL, Transact-SQL, lines of devices. */
export type JudgedLanguage = 'statements' | 'transact' | 'lines';

const methods: Readonly<Record<JobModule, string>> = {
  shell: SHELL_METHOD,
  win_shell: POWERSHELL_METHOD,
  python: SHELL_METHOD,
  raw: RAW_METHOD,
  huawei: DEVICE_METHOD,
  ...STATEMENT_METHODS,
};

const languages: Readonly<Record<JobModule, JobWay['language']>> = {
  shell: 'shell',
  win_shell: 'program',
  python: 'program',
  raw: 'shell',
  postgresql: 'statements',
  mysql: 'statements',
  sqlserver: 'transact',
  huawei: 'lines',
};

const bySsh = new Set(['password', 'ssh_key']);
const byPassword = new Set(['password']);

/** How a playbook, files, or commands of a module reach their machines; undefined: runners do not carry out this module. */
export const wayOf = ({ type, module }: Pick<JobSnapshot, 'type' | 'module'>): JobWay | undefined => {
  const common = { secretTypes: bySsh, action: 'connect', language: 'program' } as const;
  if (type === 'playbook') return { ...common, method: PLAYBOOK_METHOD, protocols: ['ssh'] };
  if (type === 'upload_file')
    return { ...common, method: UPLOAD_METHOD, protocols: ['ssh', 'sftp'], action: 'upload' };
  if (!isJobModule(module)) return undefined;
  const { protocols } = moduleFacts[module];
  return {
    ...common,
    ...{ method: methods[module], protocols, language: languages[module] },
    secretTypes: protocols.includes('ssh') ? bySsh : byPassword,
  };
};

/** A text with the same in small letters after it, for a language that reads both alike. */
export const anyCase = (text: string): string => `${text}\n${text.toLowerCase()}`;

/** A program of Python as a shell starts it. */
export const pythonScript = (
  program: string,
): string => `python=$(command -v python3 || command -v python) || {
echo 'python3: not found' >&2
exit 127
}
exec "$python" -c '${program.replaceAll("'", `'\\''`)}'`;

const place = /\{\{\s*([\w.]+)\s*\}\}/g;

/** A value of which Python reads each unusual character as an escape, so that it cannot leave the string it stands in. */
const escaped = (value: string): string =>
  [...value]
    .map((sign) =>
      /^[A-Za-z0-9]$/.test(sign) ? sign : `\\U${(sign.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`,
    )
    .join('');

/** A program of Python with the values of variables, for use inside its strings. */
export const pythonWith = (program: string, values: Readonly<Record<string, string>>): string =>
  program.replaceAll(place, (whole, name: string) =>
    Object.hasOwn(values, name) ? escaped(values[name] ?? '') : whole,
  );

/** The first variable in a text, of those that jobs know. */
export const variableIn = (text: string, known: ReadonlySet<string>): string | undefined =>
  [...text.matchAll(place)].map(([, name = '']) => name).find((name) => known.has(name));
