import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../platform/database.ts';
import { readStored, writeStored } from '../../platform/settings.ts';
import { allReplayStorages } from '../../resources/terminal/replaystorage/relations.ts';

const storedAs = 'STORED_BACKUPS';

const schema = z.array(
  z.object({
    /** The storage it is in. */
    storage: z.string(),
    key: z.string(),
    date: z.string(),
    size: z.int(),
    sha256: z.string(),
    rows: z.int(),
    seconds: z.number(),
    /** Whether it was restored as a check; otherwise it was only read back. */
    is_restored: z.boolean(),
  }),
);

/** A backup in a storage that was read back and compared. */
export type StoredBackup = z.infer<typeof schema>[number];

/** The backups in storages, the latest first. */
export const readBackups = async (db: Database): Promise<StoredBackup[]> =>
  schema.safeParse(await readStored(storedAs, db)).data ?? [];

/** Number of backups in the storage of this name. */
export const countBackups = async (name: string, db: Database): Promise<number> => {
  const [found] = await db.rows<{ id: string }>(
    sql`select s.id::text as id from ${allReplayStorages} s where s.name = ${name}`,
  );
  return found ? (await readBackups(db)).filter(({ storage }) => storage === found.id).length : 0;
};

/** Notes which backups are in storages. */
export const writeBackups = (backups: readonly StoredBackup[], db: Database): Promise<void> =>
  writeStored(storedAs, backups, db);
