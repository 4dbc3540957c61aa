import { createHash, type Hash, randomBytes } from 'node:crypto';
import { posix } from 'node:path';
import type { UploadParams } from '@gatehouse/contract/wire/machineWork.ts';
import { TargetFailure } from '../../../engine/targetFailure.ts';
import type { WayDeps } from '../../../engine/way.ts';
import type { Machine } from '../machine.ts';
import { checkedSum } from './facts.ts';
import type { Sftp } from './sftp.ts';

type File = UploadParams['files'][number];

/** A file in its parts, from a byte on. */
export type ReadParts = (place: number, size: number, from: number) => AsyncIterable<Buffer>;

/** A file that is not complete: where it is, how much of it the machine has, and the SHA-256 so far. */
type PartFile = { path: string; at: number; hash: Hash };

/** What outlives a connection that breaks: the file that is next, and what there is of it. */
export type Progress = { place: number; partial?: PartFile | undefined };

/** A connection over which files are sent, and what is known about the machine. */
export type Sending = {
  sftp: Sftp;
  machine: Machine;
  params: UploadParams;
  /** The folders on the way, and the last of them, in which the files go. */
  folders: readonly string[];
  folder: string;
  owner: { uid: number; gid: number } | undefined;
  /** The user that the account is; undefined until a file was made, where the machine runs no commands. */
  self: { uid?: number | undefined };
  deps: WayDeps;
  /** Rejects when the work is stopped. */
  stopped: Promise<never>;
  /** Whether the connection has closed by itself. */
  isLost: () => boolean;
  sent: (bytes: number) => void;
};

/** Bytes of one request. */
export const SLICE = 32 * 1024;
/** Permissions as machines usually give them to new files. */
const USUAL_MODE = 0o644;

/** Bits of a folder in which every user may write, and of one in which each may exchange only what is their own. */
const [OPEN, STICKY] = [0o002, 0o1000];

/** What lies in a folder of another user, or one in which all may write, could be exchanged while files are on their way. */
const refuseForeign = async ({ sftp, folders, self }: Sending): Promise<void> => {
  for (const path of folders) {
    const found = await sftp.lstat(path);
    if (!found?.isDirectory() || (found.uid !== 0 && found.uid !== self.uid))
      throw new TargetFailure('failed', 'machine_path_foreign', { path });
    if (found.mode & OPEN && !(found.mode & STICKY))
      throw new TargetFailure('failed', 'machine_path_open', { path });
  }
};

/** Writes what is missing of a file, part by part. A part is on its way as a whole, so that distance costs little. */
const write = async (
  handle: Buffer,
  parts: AsyncIterable<Buffer>,
  partial: PartFile,
  { sftp, stopped, sent }: Sending,
): Promise<void> => {
  for await (const bytes of parts) {
    const slices: Promise<void>[] = [];
    for (let from = 0; from < bytes.length; from += SLICE)
      slices.push(sftp.write(handle, bytes.subarray(from, from + SLICE), partial.at + from));
    await Promise.race([Promise.all(slices), stopped]);
    partial.hash.update(bytes);
    partial.at += bytes.length;
    sent(bytes.length);
  }
};

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

/** A new file under a random name, which no other user of the machine can prepare. */
const begin = async (sending: Sending): Promise<{ handle: Buffer; partial: PartFile }> => {
  const { sftp, folder, self } = sending;
  const path = posix.join(folder, `.gatehouse-${randomBytes(16).toString('hex')}`);
  const handle = await sftp.create(path);
  self.uid = (await sftp.fstat(handle)).uid;
  return { handle, partial: { path, at: 0, hash: createHash('sha256') } };
};

/** What a connection that broke left of a file, if it is still there as it was. */
const goOn = async (
  { sftp, self }: Sending,
  partial: PartFile | undefined,
): Promise<{ handle: Buffer; partial: PartFile } | undefined> => {
  const found = partial && (await sftp.lstat(partial.path));
  if (!partial || !found?.isFile()) return undefined;
  if (found.size < partial.at || found.uid !== self.uid) return undefined;
  return { handle: await sftp.open(partial.path), partial };
};

/** Writes a file under another name, and gives it its own once it is complete and the same. */
const sendFile = async (
  file: File,
  read: ReadParts,
  sending: Sending,
  progress: Progress,
): Promise<string> => {
  const { sftp, machine, folder, deps, isLost } = sending;
  const path = posix.join(folder, file.name);
  const there = await sftp.lstat(path);
  if (there && !there.isFile() && !there.isSymbolicLink())
    throw new TargetFailure('failed', 'machine_path_taken', { path });
  const { handle, partial } = (await goOn(sending, progress.partial)) ?? (await begin(sending));
  progress.partial = partial;
  try {
    await refuseForeign(sending);
    await write(handle, read(progress.place, file.size, partial.at), partial, sending);
    const differs = new TargetFailure('failed', 'machine_file_differs', { name: file.name });
    if (partial.hash.copy().digest('hex') !== file.sha256) throw differs;
    await settle(handle, file, sending);
    await sftp.close(handle);
    const sum = await checkedSum(machine, partial.path);
    if (sum !== undefined && sum !== file.sha256) throw differs;
    // Said before: if the work is stopped meanwhile, the file may be there all the same.
    deps.placed?.(progress.place + 1);
    await sftp.rename(partial.path, path);
    return `${path}: ${file.size} bytes, ${sum === undefined ? 'size' : 'SHA-256'} verified\n`;
  } catch (error) {
    if (!isLost()) {
      deps.placed?.(progress.place);
      // Some machines remove no file that is open.
      await sftp.close(handle).catch(() => undefined);
      await sftp.remove(partial.path).catch(() => undefined);
    }
    throw error;
  }
};

/** Whether a file is there already, as another run of this account left it: what other users have, they could change. */
const isThere = async (file: File, sending: Sending): Promise<boolean> => {
  const { sftp, machine, folder, params, self } = sending;
  // Those whose mode or owner is to be set are written anew.
  if (self.uid === undefined || params.mode !== '' || params.owner !== '') return false;
  const path = posix.join(folder, file.name);
  const found = await sftp.lstat(path);
  if (!found?.isFile() || found.size !== file.size || found.uid !== self.uid) return false;
  await refuseForeign(sending);
  return (await checkedSum(machine, path)) === file.sha256;
};

const reasonOf = async (
  error: unknown,
  file: File,
  { sftp, folder, deps, isLost }: Sending,
): Promise<unknown> => {
  if (deps.signal.aborted || isLost() || error instanceof TargetFailure) return error;
  const free = await sftp.free(folder).catch(() => undefined);
  if (free !== undefined && free < file.size)
    return new TargetFailure('failed', 'machine_disk_full', { path: folder });
  const detail = error instanceof Error ? error.message : String(error);
  return new TargetFailure('failed', 'machine_file_failed', { name: file.name, detail });
};

const sendNext = async (file: File, read: ReadParts, sending: Sending, progress: Progress): Promise<void> => {
  const { sftp, folder, deps, sent } = sending;
  if (!progress.partial && (await isThere(file, sending))) {
    sent(file.size);
    deps.print?.(`${posix.join(folder, file.name)}: ${file.size} bytes, already there\n`);
    return;
  }
  const free = await sftp.free(folder);
  if (free !== undefined && free < file.size - (progress.partial?.at ?? 0))
    throw new TargetFailure('failed', 'machine_disk_full', { path: folder });
  const told = await sendFile(file, read, sending, progress);
  deps.print?.(told);
};

/** Sends the files that are left, one after the other. */
export const sendFiles = async (read: ReadParts, sending: Sending, progress: Progress): Promise<void> => {
  const { params, deps } = sending;
  deps.placed?.(progress.place);
  for (const [place, file] of params.files.entries()) {
    if (place < progress.place) continue;
    deps.signal.throwIfAborted();
    try {
      await sendNext(file, read, sending, progress);
    } catch (error) {
      throw await reasonOf(error, file, sending);
    }
    Object.assign(progress, { place: place + 1, partial: undefined });
    deps.placed?.(progress.place);
  }
};
