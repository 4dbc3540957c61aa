import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Files of one session in the spool folder. */
export type SpoolPaths = { cast: string; archive: string; draft: string; journal: string };

/** The folder with the files of sessions that are running or not yet fully delivered. */
export type Spool = {
  pathsOf: (id: string) => SpoolPaths;
  /** Ids of all sessions that still have files. */
  leftovers: () => Promise<string[]>;
  remove: (id: string) => Promise<void>;
};

const NAME = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(cast|cast\.gz|journal)$/;

/** Opens the spool, creating the folder when it is missing. */
export const openSpool = async (home: string): Promise<Spool> => {
  const folder = join(home, 'spool');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const pathsOf = (id: string): SpoolPaths => ({
    cast: join(folder, `${id}.cast`),
    archive: join(folder, `${id}.cast.gz`),
    draft: join(folder, `${id}.cast.gz.part`),
    journal: join(folder, `${id}.journal`),
  });
  return {
    pathsOf,
    leftovers: async () => {
      const names = await readdir(folder);
      return [...new Set(names.flatMap((name) => NAME.exec(name)?.[1] ?? []))];
    },
    remove: async (id) => {
      const paths = pathsOf(id);
      // The journal is deleted last: without it the other files could not be explained to the server.
      await rm(paths.draft, { force: true });
      await rm(paths.cast, { force: true });
      await rm(paths.archive, { force: true });
      await rm(paths.journal, { force: true });
    },
  };
};
