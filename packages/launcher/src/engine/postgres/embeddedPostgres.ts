import { rm } from 'node:fs/promises';
import { createCluster, superuser } from './createCluster.ts';
import { databaseFolder, socketFolder } from './databaseFolder.ts';
import { stopLeftovers } from './leftovers.ts';
import { nativePostgres } from './nativePostgres.ts';
import { type Postmaster, startPostmaster } from './postmaster.ts';

export interface EmbeddedOptions {
  /** The database's folder; created on first use. */
  path: string;
  /** Location of the database when PostgreSQL under root cannot enter `path`. */
  elsewhere?: string;
  password: string;
  /** False only for disposable data: writes then do not wait for the disk. */
  durable: boolean;
  /** A folder to delete after PostgreSQL ends, even if we are killed first. */
  removeAfter?: string;
  say: (line: string) => void;
}

/** The embedded PostgreSQL, running. */
export interface EmbeddedPostgres extends Postmaster {
  /** The URL of a database for a role; valid for this run only. */
  urlFor: (database: string, role?: string, password?: string) => string;
}

/** Starts the embedded PostgreSQL in a folder, whatever state the last run left it in. */
export const startEmbeddedPostgres = async (options: EmbeddedOptions): Promise<EmbeddedPostgres> => {
  const folder = await databaseFolder(options.path, options.elsewhere);
  const native = await nativePostgres(folder.account, folder.root);
  if (folder.isNew) await createCluster(folder, native, options.password, options.durable);
  else await stopLeftovers(folder.data, options.say);
  const sockets = await socketFolder(folder);
  const postmaster = await startPostmaster({ ...options, folder, native, sockets });
  const urlFor = (database: string, role = superuser, password = options.password) =>
    databaseUrl({ sockets, database, role, password });
  const stop = async () => {
    await postmaster.stop();
    if (!sockets.startsWith(folder.root)) await rm(sockets, { recursive: true, force: true });
  };
  return { ...postmaster, stop, urlFor };
};

/** The URL of a database behind a socket. */
export const databaseUrl = (at: {
  sockets: string;
  database: string;
  role: string;
  password: string;
}): string => {
  const [role, password, host] = [at.role, at.password, at.sockets].map(encodeURIComponent);
  return `postgresql://${role}:${password}@localhost/${at.database}?host=${host}`;
};
