import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Runs in progress, one empty file each: any found at the start were interrupted. */
export type RunFiles = {
  note: (id: string) => Promise<void>;
  remove: (id: string) => Promise<void>;
  leftovers: () => Promise<string[]>;
};

/** Run files in a folder only the owner reads. */
export const openRunFiles = async (folder: string): Promise<RunFiles> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return {
    note: async (id) => {
      const file = await open(join(folder, id), 'wx', 0o600);
      await file.sync();
      await file.close();
    },
    remove: (id) => rm(join(folder, id), { force: true }),
    leftovers: () => readdir(folder),
  };
};
