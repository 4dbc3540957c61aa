import { posix } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectRoute } from '@gatehouse/component/engine/ssh/route.ts';
import type { ConnectionSecret } from '@gatehouse/contract/wire/connection.ts';
import type { UploadParams } from '@gatehouse/contract/wire/machineWork.ts';
import { placeOf, TargetFailure } from '../../../engine/targetFailure.ts';
import { MOST_BYTES, type Outcome, routeFor, type WayDeps } from '../../../engine/way.ts';
import { machineOf } from '../machine.ts';
import { ownerIds, userId } from './facts.ts';
import { type Progress, type ReadParts, type Sending, SLICE, sendFiles } from './sendFile.ts';
import { openSftp, type Sftp } from './sftp.ts';

/** A machine answers each request for 32 KiB with some 80 bytes. */
const BYTES_PER_ANSWER = 128;
/** How long a route stays open after a stop at most, to remove what was begun. */
const LAST_WORDS_MS = 5_000;
/** Pauses before a connection that broke is made anew. */
const PAUSES_MS = [1_000, 5_000, 15_000] as const;

/** Enters a folder, which is made if it is missing. A link could lead anywhere, so none is followed. */
const enter = async (sftp: Sftp, path: string): Promise<void> => {
  const made = (await sftp.lstat(path)) ? undefined : sftp.makeFolder(path);
  // Others may make it at the same time.
  await made?.catch(async (error: unknown) => {
    if (!(await sftp.lstat(path))) throw error;
  });
  const found = await sftp.lstat(path);
  if (found?.isSymbolicLink()) throw new TargetFailure('failed', 'machine_path_link', { path });
  if (!found?.isDirectory()) throw new TargetFailure('failed', 'machine_path_taken', { path });
};

/** The folders on the way, from the first below the base. */
const foldersBelow = (base: string, { folders }: UploadParams): string[] =>
  folders.map((_, at) => posix.join(base, ...folders.slice(0, at + 1)));

type Wish = { connection: ConnectionSecret; params: UploadParams; read: ReadParts };
type Common = Pick<Sending, 'deps' | 'stopped' | 'sent'>;

/** Sends what is left over a connection of its own; returns whether that broke before all was sent. */
const sendOnce = async (
  { connection, params, read }: Wish,
  progress: Progress,
  common: Common,
): Promise<boolean> => {
  const { deps } = common;
  const all = params.files.reduce((sum, { size }) => sum + size, 0);
  const most_bytes = MOST_BYTES + Math.ceil(all / SLICE) * BYTES_PER_ANSWER;
  const route = await connectRoute(connection, { ...routeFor(connection, deps), most_bytes });
  let isLost = false;
  route.client.on('close', () => {
    isLost = true;
  });
  const stop = () => void setTimeout(route.close, LAST_WORDS_MS).unref();
  deps.signal.addEventListener('abort', stop, { once: true });
  try {
    deps.signal.throwIfAborted();
    const sftp = await openSftp(route.client, placeOf(connection));
    const machine = machineOf(route.client, connection);
    // Of the base, a link is followed: it belongs to the machine.
    const base = await sftp.real(params.base);
    const folders = foldersBelow(base, params);
    for (const path of folders) await enter(sftp, path);
    const folder = posix.join(base, ...params.folders);
    const owner = params.owner === '' ? undefined : await ownerIds(machine, params.owner);
    const self = { uid: await userId(machine) };
    const sending = { ...common, sftp, machine, params, folders, folder, owner, self, isLost: () => isLost };
    await sendFiles(read, sending, progress);
    return false;
  } catch (error) {
    if (isLost && !deps.signal.aborted && progress.partial) return true;
    throw error;
  } finally {
    deps.signal.removeEventListener('abort', stop);
    route.close();
  }
};

/** Counts what was sent, and says so as a share. */
const meter = (params: UploadParams, { progress }: WayDeps) => {
  const all = params.files.reduce((sum, { size }) => sum + size, 0);
  let done = 0;
  return (bytes: number): void => {
    done += bytes;
    progress?.(Math.min(100, Math.floor((100 * done) / Math.max(1, all))));
  };
};

/**
 * Signs in over SSH and writes files by SFTP (decision 0466). Where a connection breaks, another one goes on with what
 * the machine has already.
 */
export const upload = async (
  connection: ConnectionSecret,
  params: UploadParams,
  read: ReadParts,
  deps: WayDeps,
  pauses: readonly number[] = PAUSES_MS,
): Promise<Outcome> => {
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  stopped.catch(() => undefined);
  const stop = () => reject(deps.signal.reason);
  deps.signal.addEventListener('abort', stop, { once: true });
  const progress: Progress = { place: 0 };
  const common = { deps, stopped, sent: meter(params, deps) };
  try {
    for (const pause of pauses) {
      if (!(await sendOnce({ connection, params, read }, progress, common))) return {};
      await sleep(pause, undefined, { signal: deps.signal });
    }
    if (!(await sendOnce({ connection, params, read }, progress, common))) return {};
    throw new TargetFailure('failed', 'machine_broke_off', placeOf(connection));
  } finally {
    deps.signal.removeEventListener('abort', stop);
  }
};
