import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../platform/refusal.ts';

/** Creates the folders of a data folder, readable only by their owner. */
export const layOutHome = async (home: string) => {
  try {
    await mkdir(home, { recursive: true, mode: 0o755 });
    for (const name of ['cache', 'keys', 'log', 'media', 'replay', 'spool']) {
      await mkdir(join(home, name), { recursive: true, mode: 0o700 });
      await chmod(join(home, name), 0o700);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC') throw new Refusal(`The disk of ${home} is full.`);
    if (code === 'ENOTDIR' || code === 'EEXIST') throw new Refusal(`${home} is not a folder.`);
    throw new Refusal(
      `${home} cannot be written by this user (${code}); set GATEHOUSE_HOME to a folder that can.`,
    );
  }
};
