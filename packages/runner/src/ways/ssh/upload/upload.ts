import { createHash, randomBytes } from 'node:crypto';
import { posix } from 'node:path';
import { connectRoute } from '@gatehouse/component/engine/ssh/route.ts';
import type { ConnectionSecret } from '@gatehouse/contract/wire/connection.ts';
import type { UploadParams } from '@gatehouse/contract/wire/machineWork.ts';
import { placeOf, TargetFailure } from '../../../engine/targetFailure.ts';
import { MOST_BYTES, type Outcome, routeFor, type WayDeps } from '../../../engine/way.ts';
import { type Machine, machineOf } from '../machine.ts';
import { checkedSum, ownerIds } from './facts.ts';
import { openSftp, type Sftp } from './sftp.ts';

type File = UploadParams['files'][number];

/** A file in its parts. */
export type ReadParts = (place: number, size: number) => AsyncIterable<Buffer>;

/** Bytes of one request, and how long a route stays open after a stop, to remove what was begun. */
const SLICE = 32 * 1024;
const LAST_WORDS_MS = 500;
/** A machine answers each request for 32 KiB with some 80 bytes. */
const BYTES_PER_ANSWER = 128;

type Sending = {
  sftp: Sftp;
  machine: Machine;
  params: UploadParams;
  folder: string;
  owner: { uid: number; gid: number } | undefined;
  /** The user that the account is, once a file was made. */
  self: { uid?: number };
  deps: WayDeps;
  sent: (bytes: number) => void;
};

/** Enters a folder, which is made if it is missing. A link could lead anywhere, so none is followed. */
const enter = async (sftp: Sftp, path: string): Promise<void> => {
  const made = (await sftp.lstat(path)) ? undefined : sftp.makeFolder(path);
  // Others may make it at the same time.
  await made?.catch(async (error: unknown) => {
    if (!(await sftp.lstat(path))) throw error;
  });
  const found = await sftp.lstat(path);
  if (!found) throw new TargetFailure('failed', 'machine_path_taken', { path });
  if (found.isSymbolicLink()) throw new TargetFailure('failed', 'machine_path_link', { path });
  if (!found.isDirectory()) throw new TargetFailure('failed', 'machine_path_taken', { path });
};

/** The folders on the way, from the first below the base. */
const foldersOf = (base: string, { folders }: UploadParams): string[] =>
  folders.map((_, at) => posix.join(base, ...folders.slice(0, at + 1)));

/** A folder of another user could be exchanged for a link while files are on their way. */
const refuseForeign = async ({ sftp, params, folder, self }: Sending): Promise<void> => {
  const base = folder.slice(0, folder.length - params.folders.join('/').length);
  for (const path of foldersOf(base, params)) {
    const found = await sftp.lstat(path);
    if (found?.isDirectory() && (found.uid === 0 || found.uid === self.uid)) continue;
    throw new TargetFailure('failed', 'machine_path_foreign', { path });
  }
};

/** Writes a file in its parts; returns its SHA-256. A part is on its way as a whole, so that distance costs little. */
const write = async (
  handle: Buffer,
  parts: AsyncIterable<Buffer>,
  { sftp, deps, sent }: Sending,
): Promise<string> => {
  const hash = createHash('sha256');
  let at = 0;
  for await (const bytes of parts) {
    deps.signal.throwIfAborted();
    hash.update(bytes);
    const slices: Promise<void>[] = [];
    for (let from = 0; from < bytes.length; from += SLICE)
      slices.push(sftp.write(handle, bytes.subarray(from, from + SLICE), at + from));
    await Promise.all(slices);
    at += bytes.length;
    sent(bytes.length);
  }
  return hash.digest('hex');
};

/** Permissions as the machine gives them to new files, unless others are wanted. */
const USUAL_MODE = 0o644;

const settle = async (handle: Buffer, file: File, { sftp, owner, params }: Sending): Promise<void> => {
  const { size } = await sftp.fstat(handle);
  if (size !== file.size) throw new TargetFailure('failed', 'machine_file_differs', { name: file.name });
  if (owner)
    await sftp.set(handle, owner as never).catch(() => {
      throw new TargetFailure('failed', 'machine_owner_unknown', { owner: params.owner });
    });
  const mode = params.mode === '' ? USUAL_MODE : Number.parseInt(params.mode, 8);
  await sftp.set(handle, { mode } as never);
};

/** Writes a file under another name, and gives it its own once it is complete and the same. */
const sendFile = async (file: File, parts: AsyncIterable<Buffer>, sending: Sending): Promise<string> => {
  const { sftp, machine, folder, self } = sending;
  const path = posix.join(folder, file.name);
  const there = await sftp.lstat(path);
  if (there && !there.isFile() && !there.isSymbolicLink())
    throw new TargetFailure('failed', 'machine_path_taken', { path });
  // The name is random: no other user of the machine can prepare it.
  const partial = posix.join(folder, `.gatehouse-${randomBytes(16).toString('hex')}`);
  const handle = await sftp.create(partial);
  try {
    self.uid = (await sftp.fstat(handle)).uid;
    await refuseForeign(sending);
    const differs = new TargetFailure('failed', 'machine_file_differs', { name: file.name });
    if ((await write(handle, parts, sending)) !== file.sha256) throw differs;
    await settle(handle, file, sending);
    await sftp.close(handle);
    const sum = await checkedSum(machine, partial);
    if (sum !== undefined && sum !== file.sha256) throw differs;
    await sftp.rename(partial, path);
    return `${path}: ${file.size} bytes, ${sum === undefined ? 'size' : 'SHA-256'} verified\n`;
  } catch (error) {
    await sftp.remove(partial).catch(() => undefined);
    throw error;
  }
};

/** Whether a file is there already, as another run left it. */
const isThere = async (file: File, { sftp, machine, folder, params }: Sending): Promise<boolean> => {
  // Those whose mode or owner is to be set are written anew.
  if (params.mode !== '' || params.owner !== '') return false;
  const path = posix.join(folder, file.name);
  const found = await sftp.lstat(path);
  return (
    found?.isFile() === true && found.size === file.size && (await checkedSum(machine, path)) === file.sha256
  );
};

const reasonOf = async (error: unknown, file: File, { sftp, folder, deps }: Sending): Promise<unknown> => {
  if (deps.signal.aborted || error instanceof TargetFailure) return error;
  const free = await sftp.free(folder).catch(() => undefined);
  if (free !== undefined && free < file.size)
    return new TargetFailure('failed', 'machine_disk_full', { path: folder });
  const detail = error instanceof Error ? error.message : String(error);
  return new TargetFailure('failed', 'machine_file_failed', { name: file.name, detail });
};

const sendAll = async (sending: Sending, read: ReadParts): Promise<void> => {
  const { params, sftp, folder, deps, sent } = sending;
  for (const [place, file] of params.files.entries()) {
    deps.signal.throwIfAborted();
    try {
      if (await isThere(file, sending)) {
        sent(file.size);
        deps.print?.(`${posix.join(folder, file.name)}: ${file.size} bytes, already there\n`);
        continue;
      }
      const free = await sftp.free(folder);
      if (free !== undefined && free < file.size)
        throw new TargetFailure('failed', 'machine_disk_full', { path: folder });
      deps.print?.(await sendFile(file, read(place, file.size), sending));
    } catch (error) {
      throw await reasonOf(error, file, sending);
    }
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

/** Signs in over SSH and writes files by SFTP (decision 0466). */
export const upload = async (
  connection: ConnectionSecret,
  params: UploadParams,
  read: ReadParts,
  deps: WayDeps,
): Promise<Outcome> => {
  const all = params.files.reduce((sum, { size }) => sum + size, 0);
  const most_bytes = MOST_BYTES + Math.ceil(all / SLICE) * BYTES_PER_ANSWER;
  const route = await connectRoute(connection, { ...routeFor(connection, deps), most_bytes });
  const stop = () => void setTimeout(route.close, LAST_WORDS_MS);
  deps.signal.addEventListener('abort', stop, { once: true });
  try {
    deps.signal.throwIfAborted();
    const sftp = await openSftp(route.client, placeOf(connection));
    const machine = machineOf(route.client, connection);
    // Of the base, a link is followed: it belongs to the machine.
    const base = await sftp.real(params.base);
    for (const path of foldersOf(base, params)) await enter(sftp, path);
    const folder = posix.join(base, ...params.folders);
    const owner = params.owner === '' ? undefined : await ownerIds(machine, params.owner);
    const sent = meter(params, deps);
    await sendAll({ sftp, machine, params, folder, owner, self: {}, deps, sent }, read);
    return { exit_code: 0 };
  } finally {
    deps.signal.removeEventListener('abort', stop);
    if (!deps.signal.aborted) route.close();
  }
};
