import { accountList } from '../../../engine/accountList.ts';
import type { FoundAccount } from '../../../engine/way.ts';
import { loginsByLast, loginsByLastlog, loginsOfAix } from './logins.ts';
import type { Sections } from './script.ts';

/** What a machine is asked about its users and their last logins; what it does not have prints nothing. */
export const accountCommands: Readonly<Record<string, string>> = {
  passwd: 'getent passwd || cat /etc/passwd',
  // On macOS, the file has the users of the system only.
  directory: 'dscl . -list /Users UserShell',
  now: 'date -u +%Y-%m-%dT%H:%M:%SZ',
  lastlog: 'lastlog2 || lastlog',
  // Only where there is no list of last logins, with names and years in full if the command can; BusyBox knows no options.
  last: '[ -n "$(command -v lastlog2; command -v lastlog)" ] || { last -n 10000 -w -F || last -n 10000 -y || last -n 10000 || last; } | head -n 20000',
  aix: '[ "$(uname -s)" = AIX ] && lsuser -a time_last_login host_last_login ALL',
};

/** Shells with which no user can sign in. */
const NO_SHELL = /(^|\/)(nologin|false|true|sync|shutdown|halt|null)$/;

const inPasswd = (passwd: string): string[] =>
  passwd
    .split('\n')
    .map((line) => line.split(':'))
    .filter(([name = '', ...rest]) => rest.length === 6 && /^[^+\-#\s]/.test(name))
    .filter((fields) => !NO_SHELL.test(fields[6]?.trim() ?? ''))
    .map(([name = '']) => name);

const inDirectory = (directory: string): string[] =>
  directory
    .split('\n')
    .map((line) => /^(\S+)\s+(\S+)$/.exec(line.slice(0, 512).trim()))
    .filter((found) => found !== null && !NO_SHELL.test(found[2] ?? ''))
    .map((found) => found?.[1] ?? '');

/** Users with a login shell in what the commands printed, with their last login. */
export const accountsIn = (sections: Sections): FoundAccount[] => {
  const of = (name: string) => sections.get(name) ?? '';
  const directory = inDirectory(of('directory'));
  const now = Date.parse(of('now')) || Date.now();
  const logins = new Map([
    ...loginsByLast(of('last'), now),
    ...loginsByLastlog(of('lastlog')),
    ...loginsOfAix(of('aix')),
  ]);
  return accountList(directory.length > 0 ? directory : inPasswd(of('passwd')), logins);
};
