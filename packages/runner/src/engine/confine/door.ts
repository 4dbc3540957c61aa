import { chmod, chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunUser } from './confinement.ts';

/** A socket through which a run asks the runner; `folder` is what it sees, `work` a place for a run without a sandbox. */
export type Door = { folder: string; work: string; close: () => Promise<void> };

/** The name of the socket in its folder. */
const DOOR_SOCKET = 'socket';

// The path of a socket may have some hundred characters only, so it is not in the folder of the runner.
const prefix = 'gatehouse-run-';

/** Opens a door that only the user of a run can use. */
export const openDoor = async (
  user: RunUser | undefined,
  { most, serve }: { most: number; serve: (socket: Socket) => void },
): Promise<Door> => {
  const folder = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  const server = createServer({ allowHalfOpen: true }, serve);
  server.maxConnections = most;
  const path = join(folder, DOOR_SOCKET);
  const work = join(folder, 'work');
  const close = async () => {
    server.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    server.once('error', reject).listen(path, resolve);
    await promise;
    await chmod(path, 0o600);
    await mkdir(work, { mode: 0o700 });
    if (user) for (const each of [path, work, folder]) await chown(each, user.uid, user.gid);
  } catch (error) {
    await close();
    throw error;
  }
  return { folder, work, close };
};

const isGone = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
};

/** Removes the folders of runs whose runner was killed; nothing but a dead socket is in them. */
export const removeLeftDoors = async (): Promise<void> => {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split('-')[0]) : Number.NaN;
    if (!Number.isInteger(pid) || !isGone(pid)) continue;
    // Those of other users stay.
    await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined);
  }
};
