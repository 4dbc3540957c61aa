import type { Attributes, Client, SFTPWrapper, Stats } from 'ssh2';
import { TargetFailure } from '../../../engine/targetFailure.ts';

/** Longest time that a machine may take for one request. */
const PATIENCE_MS = 60_000;

type Place = { address: string; port: number };
type Done<T> = (error: Error | null | undefined, value: T) => void;

/** The answer to a request, unless it does not come in time. */
const asked = <T>(place: Place, call: (done: Done<T>) => void): Promise<T> =>
  new Promise((resolve, reject) => {
    const late = () => reject(new TargetFailure('failed', 'machine_no_answer_in_time', place));
    const timer = setTimeout(late, PATIENCE_MS);
    const done: Done<T> = (error, value) => {
      clearTimeout(timer);
      if (error) reject(error);
      else resolve(value);
    };
    try {
      call(done);
    } catch (error) {
      done(error as Error, undefined as T);
    }
  });

/** The codes of the protocol for what is not there, and for what the server does not do. */
const NO_SUCH_FILE = 2;
const UNSUPPORTED = 8;

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;

/** Undefined for what is not there. */
const unlessMissing = (error: unknown): undefined => {
  if (codeOf(error) !== NO_SUCH_FILE) throw error;
};

/** Requests over SFTP. Links are never followed at the end of a path. */
export const openSftp = async (client: Client, place: Place) => {
  const sftp = await asked<SFTPWrapper>(place, (done) => client.sftp(done)).catch((error: unknown) => {
    throw error instanceof TargetFailure ? error : new TargetFailure('failed', 'machine_no_sftp', place);
  });
  // What is asked for fails as well.
  sftp.on('error', () => undefined);
  const ask = <T>(call: (done: Done<T>) => void): Promise<T> => asked(place, call);
  const plain = (call: (done: (error?: Error | null) => void) => void) =>
    ask<void>((done) => call((error) => done(error, undefined)));
  const renameOver = (from: string, to: string) => plain((done) => sftp.ext_openssh_rename(from, to, done));
  const remove = (path: string) => plain((done) => sftp.unlink(path, done)).catch(unlessMissing);
  return {
    real: (path: string) => ask<string>((done) => sftp.realpath(path, done)),
    lstat: (path: string): Promise<Stats | undefined> =>
      ask<Stats>((done) => sftp.lstat(path, done)).catch(unlessMissing),
    makeFolder: (path: string) => plain((done) => sftp.mkdir(path, { mode: 0o755 } as Attributes, done)),
    /** A new file; one that is there already, or a link, is an error. */
    create: (path: string) =>
      ask<Buffer>((done) => sftp.open(path, 'wx', { mode: 0o600 } as Attributes, done)),
    /** A file that is there, to go on with. */
    open: (path: string) => ask<Buffer>((done) => sftp.open(path, 'r+', done)),
    fstat: (handle: Buffer) => ask<Stats>((done) => sftp.fstat(handle, done)),
    set: (handle: Buffer, attributes: Attributes) => plain((done) => sftp.fsetstat(handle, attributes, done)),
    write: (handle: Buffer, bytes: Buffer, at: number) =>
      plain((done) => sftp.write(handle, bytes, 0, bytes.length, at, done)),
    close: (handle: Buffer) => plain((done) => sftp.close(handle, done)),
    remove,
    /** Renames a file; one that has the name is replaced, as far as the machine can, in one step. */
    rename: async (from: string, to: string): Promise<void> => {
      try {
        await renameOver(from, to);
      } catch (error) {
        const isUnknown = codeOf(error) === UNSUPPORTED || codeOf(error) === undefined;
        if (!isUnknown || error instanceof TargetFailure) throw error;
        await remove(to);
        await plain((done) => sftp.rename(from, to, done));
      }
    },
    /** Bytes that the account may still write in a folder; undefined if the machine does not tell. */
    free: (path: string): Promise<number | undefined> =>
      ask<{ f_frsize: number; f_bavail: number }>((done) =>
        sftp.ext_openssh_statvfs(path, done as never),
      ).then(
        ({ f_frsize, f_bavail }) => f_frsize * f_bavail,
        () => undefined,
      ),
  };
};

export type Sftp = Awaited<ReturnType<typeof openSftp>>;
