import { chmod, chown, lstat, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAnswered } from './answered.ts';
import type { RunUser } from './confinement.ts';

/** A socket through which a run asks the runner; `folder` is what it sees, `work` a place for a run without a sandbox. */
export type Door = {
  folder: string;
  work: string;
  /** Ends every connection at once, and removes the folder. */
  close: () => Promise<void>;
};

/** The name of the socket in its folder. */
const DOOR_SOCKET = 'socket';
const prefix = 'gatehouse-run-';
const gone = 'gatehouse-gone-';
/** A folder this old without a socket is of no run that has just begun. */
const LEFT_MS = 60_000;

const isRoot = () => process.getuid?.() === 0;

/**
 * Where doors are. The path of a socket may have some hundred characters only, so it is not the folder of the runner. That
 * of root can neither be listed nor changed by users of runs.
 */
const doorsFolder = async (given?: string): Promise<string> => {
  if (given || !isRoot()) return given ?? tmpdir();
  let folder = '/run/gatehouse';
  const make = () => mkdir(folder, { recursive: true, mode: 0o711 });
  await make().catch(() => {
    folder = join(tmpdir(), 'gatehouse-doors');
    return make();
  });
  const { uid, mode } = await lstat(folder);
  if (uid !== 0 || (mode & 0o022) !== 0)
    throw new Error(`${folder} can be changed by other users than root.`);
  return folder;
};

/** Removes a folder that a run could write to: moved first to where no other user follows. */
const removeFolder = async (within: string, folder: string): Promise<void> => {
  const hidden = await mkdtemp(join(within, gone));
  await rename(folder, join(hidden, 'folder')).catch(() => undefined);
  await rm(hidden, { recursive: true, force: true });
};

/** Opens a door that only the user of a run can use. */
export const openDoor = async (
  user: RunUser | undefined,
  { most, serve, within }: { most: number; serve: (socket: Socket) => void; within?: string },
): Promise<Door> => {
  const doors = await doorsFolder(within);
  const folder = await mkdtemp(join(doors, prefix));
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    serve(socket);
  });
  server.maxConnections = most;
  const path = join(folder, DOOR_SOCKET);
  const work = join(folder, 'work');
  let closing: Promise<void> | undefined;
  const close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    closing ??= removeFolder(doors, folder);
    return closing;
  };
  try {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    server.once('error', reject).listen(path, resolve);
    await promise;
    await chmod(path, 0o600);
    await mkdir(work, { mode: 0o700 });
    if (user) {
      for (const each of [path, work]) await chown(each, user.uid, user.gid);
      // The run passes through it and cannot change what is in it.
      await chmod(folder, 0o711);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { folder, work, close };
};

/** Removes the folders of runs whose runner was killed: those where nothing answers. */
export const removeLeftDoors = async (within?: string): Promise<void> => {
  const doors = await doorsFolder(within);
  for (const name of await readdir(doors)) {
    const folder = join(doors, name);
    const found = await lstat(folder).catch(() => undefined);
    if (!found?.isDirectory() || found.uid !== process.getuid?.()) continue;
    if (name.startsWith(gone)) await rm(folder, { recursive: true, force: true });
    if (!name.startsWith(prefix)) continue;
    const hasSocket = await stat(join(folder, DOOR_SOCKET)).then(
      () => true,
      () => false,
    );
    const isNew = !hasSocket && Date.now() - found.mtimeMs < LEFT_MS;
    if (isNew || (await isAnswered(join(folder, DOOR_SOCKET)))) continue;
    await removeFolder(doors, folder).catch(() => undefined);
  }
};
