import { randomUUID } from 'node:crypto';
import { posix } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Client, type FileEntryWithStats, type SFTPWrapper } from 'ssh2';
import { readPrivateKey } from '../crypto/sshKey.ts';
import { type Outgoing, outgoing } from '../outgoing/outgoing.ts';
import { type Blobs, checkFolder, checkKey } from './blobs.ts';
import { measured } from './measured.ts';
import { type TrustedKey, watchHostKey } from './sftpHostKey.ts';

/** A folder on a machine that speaks SFTP, and how to sign in to it. */
export type SftpPlace = {
  host: string;
  port: number;
  username: string;
  password?: string;
  privateKey?: string;
  passphrase?: string;
  root: string;
  /** Absent: any host key is accepted. */
  hostKey?: TrustedKey;
};

const connectMs = 10_000;
/** `SSH_FX_NO_SUCH_FILE` of the protocol. */
const noSuchFile = 2;

const isMissing = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === noSuchFile;

/** The private key cannot be read, or not with this passphrase. */
class UnreadableKey extends Error {
  readonly code = 'UnreadableKey';
}

/** The key without its passphrase; one that takes too much work to open is refused. */
const keyOf = ({ privateKey, passphrase = '' }: SftpPlace): string | undefined => {
  if (!privateKey) return undefined;
  const read = readPrivateKey(privateKey, passphrase);
  if (!read) throw new UnreadableKey();
  return read.text;
};

type Session = { sftp: SFTPWrapper; close: () => void };

type Door = Pick<Outgoing, 'dial'>;
type HostKeyCheck = ReturnType<ReturnType<typeof watchHostKey>>;

/** Signs in to the machine. */
const openSession = async (place: SftpPlace, { dial }: Door, hostKey: HostKeyCheck): Promise<Session> => {
  const { host, port, username, password } = place;
  const privateKey = keyOf(place);
  const sock = await dial({ host, port, timeoutMs: connectMs });
  const client = new Client();
  const close = () => client.end();
  const session = await new Promise<Session>((opened, failed) => {
    client
      .on('error', (error) => {
        client.destroy();
        failed(hostKey.changed() ?? error);
      })
      .on('ready', () =>
        client.sftp((error, sftp) => {
          if (!error) return opened({ sftp, close });
          close();
          failed(error);
        }),
      )
      .connect({
        sock,
        username,
        readyTimeout: connectMs,
        hostVerifier: hostKey.verify,
        ...(password && { password }),
        ...(privateKey && { privateKey }),
      });
  });
  try {
    await hostKey.keep();
    return session;
  } catch (error) {
    close();
    throw error;
  }
};

type Done<T> = (error: Error | undefined | null, value: T) => void;

/** The answer of a call that takes a callback. */
const asked = <T>(call: (done: Done<T>) => void): Promise<T> =>
  new Promise((answered, failed) => call((error, value) => (error ? failed(error) : answered(value))));

const unlessMissing = (error: unknown): undefined => {
  if (!isMissing(error)) throw error;
};

const factsOf = (sftp: SFTPWrapper, path: string) =>
  asked<Awaited<{ size: number; mtime: number; isFile(): boolean; isDirectory(): boolean }>>((done) =>
    sftp.stat(path, done),
  ).catch(unlessMissing);

const entriesOf = async (sftp: SFTPWrapper, folder: string): Promise<FileEntryWithStats[]> => {
  const found = await asked<FileEntryWithStats[]>((done) => sftp.readdir(folder, done)).catch(unlessMissing);
  return (found ?? [])
    .filter(({ filename }) => !filename.startsWith('.'))
    .sort((a, b) => (a.filename < b.filename ? -1 : 1));
};

const makeFolder = async (sftp: SFTPWrapper, folder: string): Promise<void> => {
  if ((await factsOf(sftp, folder))?.isDirectory()) return;
  if (posix.dirname(folder) !== folder) await makeFolder(sftp, posix.dirname(folder));
  // Another upload may have made it in between.
  await asked<void>((done) => sftp.mkdir(folder, { mode: 0o700 }, (error) => done(error))).catch(
    async (error: unknown) => {
      if (!(await factsOf(sftp, folder))?.isDirectory()) throw error;
    },
  );
};

const removeFile = (sftp: SFTPWrapper, path: string): Promise<void> =>
  asked<void>((done) => sftp.unlink(path, (error) => done(error))).catch(unlessMissing);

/** Gives a complete file its name, in place of an earlier one where the machine can do that at once. */
const putInPlace = async (sftp: SFTPWrapper, from: string, to: string): Promise<void> => {
  const atOnce = () => asked<void>((done) => sftp.ext_openssh_rename(from, to, (error) => done(error)));
  const inSteps = async () => {
    await removeFile(sftp, to);
    await asked<void>((done) => sftp.rename(from, to, (error) => done(error)));
  };
  try {
    await atOnce();
  } catch {
    await inSteps();
  }
};

async function* filesBelow(
  sftp: SFTPWrapper,
  folder: string,
  prefix: string,
): AsyncGenerator<{ key: string; size: number }> {
  for (const { filename, attrs } of await entriesOf(sftp, folder)) {
    const key = `${prefix}${filename}`;
    if (attrs.isDirectory()) yield* filesBelow(sftp, `${folder}/${filename}`, `${key}/`);
    else yield { key, size: attrs.size };
  }
}

const removeTree = async (sftp: SFTPWrapper, folder: string): Promise<void> => {
  for (const { filename, attrs } of await entriesOf(sftp, folder)) {
    const path = `${folder}/${filename}`;
    await (attrs.isDirectory() ? removeTree(sftp, path) : removeFile(sftp, path));
  }
  await asked<void>((done) => sftp.rmdir(folder, (error) => done(error))).catch(unlessMissing);
};

/** Files below a folder of a machine, over SFTP; each call signs in anew. */
export const createSftpBlobs = (place: SftpPlace, door: Door = outgoing): Blobs => {
  const hostKeyCheck = watchHostKey(place.hostKey);
  const signIn = () => openSession(place, door, hostKeyCheck());
  const root = place.root.replace(/\/+$/, '');
  const pathOf = (key: string) => `${root}/${checkKey(key)}`;
  const folderOf = (folder: string) => `${root}/${checkFolder(folder).slice(0, -1)}`;
  const within = async <T>(work: (sftp: SFTPWrapper) => Promise<T>): Promise<T> => {
    const { sftp, close } = await signIn();
    try {
      return await work(sftp);
    } finally {
      close();
    }
  };
  const put: Blobs['put'] = async (key, content, expected) => {
    const path = pathOf(key);
    const { stream, found } = measured(key, content, expected);
    const partial = `${posix.dirname(path)}/.${posix.basename(path)}.${randomUUID()}`;
    await within(async (sftp) => {
      await makeFolder(sftp, posix.dirname(path));
      try {
        await pipeline(stream, sftp.createWriteStream(partial, { flags: 'wx', mode: 0o600 }));
        await putInPlace(sftp, partial, path);
      } catch (error) {
        await removeFile(sftp, partial).catch(() => undefined);
        throw error;
      }
    });
    return found;
  };
  const get: Blobs['get'] = async (key, range) => {
    const path = pathOf(key);
    const { sftp, close } = await signIn();
    try {
      if (!(await factsOf(sftp, path))?.isFile()) {
        close();
        return undefined;
      }
    } catch (error) {
      close();
      throw error;
    }
    return sftp.createReadStream(path, range ?? {}).on('close', close);
  };
  return {
    put,
    get,
    stat: async (key) => {
      const path = pathOf(key);
      const found = await within((sftp) => factsOf(sftp, path));
      return found?.isFile() ? { size: found.size, modified: new Date(found.mtime * 1000) } : undefined;
    },
    list: async function* (folder) {
      const path = folderOf(folder);
      const { sftp, close } = await signIn();
      try {
        yield* filesBelow(sftp, path, folder);
      } finally {
        close();
      }
    },
    folders: async (folder) => {
      const path = folderOf(folder);
      const entries = await within((sftp) => entriesOf(sftp, path));
      return entries.filter(({ attrs }) => attrs.isDirectory()).map(({ filename }) => filename);
    },
    remove: async (key) => {
      const path = pathOf(key);
      await within((sftp) => removeFile(sftp, path));
    },
    removeUnder: async (folder) => {
      const path = folderOf(folder);
      await within((sftp) => removeTree(sftp, path));
    },
  };
};
