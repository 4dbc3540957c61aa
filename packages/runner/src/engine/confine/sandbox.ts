import type { Limits } from './limits.ts';

const bubblewrap = '/usr/bin/bwrap';
const prlimit = '/usr/bin/prlimit';
const nice = '/usr/bin/nice';

/** The programs without which nothing can be confined. */
export const confiningPrograms = [bubblewrap, prlimit, nice];

/** The folder in which a confined run works. */
export const RUN_FOLDER = '/run/work';
/** Where a confined run finds the folder with the sockets that it was given. */
export const DOOR_FOLDER = '/run/door';
/** All folders that it can write to. */
export const runFolders = [RUN_FOLDER, '/dev/shm'];
/** The descriptor from which bubblewrap reads the list of users. */
const USERS_DESCRIPTOR = 3;
/** The descriptor on which it says which process is the first of the run. */
const STATUS_DESCRIPTOR = 4;
/** The descriptor from which it reads the filter of system calls. */
const FILTER_DESCRIPTOR = 5;

/** A run gives way to the runner and its other work, and still goes on beside them. */
const NICENESS = 5;

/** Bytes of memory that processes may share by name: semaphores need little. */
const SHARED = 4 * 1024 * 1024;

/** What a run sees of the machine: programs and libraries, and nothing that an administrator has put there. */
const visible = [
  ...['--ro-bind', '/usr', '/usr', '--tmpfs', '/usr/local'],
  ...['bin', 'sbin', 'lib', 'lib32', 'lib64'].flatMap((name) => ['--symlink', `usr/${name}`, `/${name}`]),
  ...['ld.so.cache', 'alternatives', 'localtime', 'ssl/certs'].flatMap((name) => [
    '--ro-bind-try',
    `/etc/${name}`,
    `/etc/${name}`,
  ]),
];

/** What a run gets as its environment, besides its folders. */
export const environment = { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' };

/** The command that runs a program within the limits of a process. */
export const limited = (program: readonly string[], limits: Limits): [command: string, args: string[]] => [
  nice,
  [
    ...['-n', String(NICENESS), prlimit, `--cpu=${limits.seconds}`],
    ...[`--as=${limits.addresses}`, `--nproc=${limits.processes}`, `--fsize=${limits.file}`],
    ...[`--nofile=${limits.openFiles}`, '--core=0', '--', ...program],
  ],
];

/**
 * The command that runs a program in namespaces of its own: no network, no process but its own, no file of the machine
 * but programs, and a folder in memory that is gone with it. Whatever it leaves running ends with it.
 */
export const sandboxed = (
  program: readonly string[],
  { limits, door }: { limits: Limits; door?: string | undefined },
): [command: string, args: string[]] => [
  bubblewrap,
  [
    ...['--unshare-all', '--unshare-user', '--disable-userns', '--die-with-parent', '--new-session'],
    ...['--clearenv', '--hostname', 'run', ...visible],
    ...['--json-status-fd', String(STATUS_DESCRIPTOR)],
    ...['--ro-bind-data', String(USERS_DESCRIPTOR), '/etc/passwd'],
    // Memory that is shared by way of /dev/zero is counted nowhere; here it cannot be opened.
    ...['--proc', '/proc', '--dev', '/dev', '--ro-bind', '/dev/null', '/dev/zero', '--remount-ro', '/dev'],
    ...['--seccomp', String(FILTER_DESCRIPTOR)],
    ...['--size', String(SHARED), '--tmpfs', '/dev/shm'],
    ...['--size', String(limits.folder), '--tmpfs', RUN_FOLDER],
    ...(door ? ['--ro-bind', door, DOOR_FOLDER] : []),
    ...['--remount-ro', '/usr/local', '--remount-ro', '/'],
    ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]),
    ...['--setenv', 'HOME', RUN_FOLDER, '--setenv', 'TMPDIR', RUN_FOLDER, '--chdir', RUN_FOLDER],
    ...limited(program, limits).flat(),
  ],
];
