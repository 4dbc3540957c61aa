import { type ChildProcess, spawn } from 'node:child_process';

// The pipe to this shell closes when we die for any reason; it then stops the process that would be orphaned.
const script = `while read -r _; do :; done
kill -INT "$1" 2>/dev/null
[ -n "$2" ] || exit 0
while kill -0 "$1" 2>/dev/null; do sleep 0.1; done
rm -rf "$2"`;

export interface TetherOptions {
  uid?: number;
  gid?: number;
  /** A folder to delete once the process has ended. */
  removeAfter?: string;
}

/** Ties the life of a process we cannot control to ours. Call the returned function when it has ended. */
export const tether = (pid: number, { uid, gid, removeAfter }: TetherOptions): (() => void) => {
  const watcher: ChildProcess = spawn(
    '/bin/sh',
    ['-c', script, 'gatehouse-watch', String(pid), removeAfter ?? ''],
    {
      uid,
      gid,
      cwd: '/',
      env: { PATH: process.env.PATH },
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    },
  );
  watcher.unref();
  watcher.stdin?.on('error', () => undefined);
  return () => {
    if (removeAfter) watcher.stdin?.end();
    else watcher.kill('SIGKILL');
  };
};
