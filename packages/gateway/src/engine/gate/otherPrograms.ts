import { freshState } from '@gatehouse/policy/commands/shell/session.ts';
import { readLine } from '@gatehouse/policy/commands/shell/simpleCommands.ts';

/** Programs whose prompts take statements of their own: databases, languages, debuggers, transfers. */
const PROGRAMS = new RegExp(
  `^(?:${[
    'mysql|mariadb|psql|pgcli|mycli|sqlite\\d?|sqlplus|sqlcmd|isql|db2|clickhouse(?:-client)?|cqlsh|duckdb|usql',
    'mongo|mongosh|redis-cli|valkey-cli|etcdctl|influx|neo4j|cypher-shell|beeline|hive|impala-shell|presto|trino',
    'i?python[\\d.]*|pypy\\d?|node|nodejs|deno|bun|i?rb|ruby|php|lua[\\d.]*|perl|ghci|scala|jshell|R|julia|octave',
    'bc|dc|gdb|lldb|pdb|s?ftp|lftp|telnet|openssl|nslookup|parted|fdisk|gdisk|virsh|ldapsearch|rlwrap',
  ].join('|')})$`,
);

/** Whether a line starts one of them. */
export const startsOther = (line: string): boolean =>
  readLine(line.trim(), freshState).commands.some(({ forms }) =>
    PROGRAMS.test(forms.at(-1)?.split(' ', 1)[0] ?? ''),
  );
