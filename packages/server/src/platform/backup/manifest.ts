import { z } from 'zod';
import { knownMigrations, type Migration } from '../migrate.ts';
import { Refusal } from '../refusal.ts';

/** Incremented when older programs can no longer read the format. */
export const formatVersion = 1;

const schema = z.object({
  format: z.number().int(),
  made_at: z.string(),
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number().int() })),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
});

/** The manifest of a backup, which describes it; the first file in the archive. */
export type Manifest = z.infer<typeof schema>;
/** A table in a backup. */
export type DumpedTable = Manifest['tables'][number];

/** Parses a manifest; refuses anything else, and backups in a newer format. */
export const readManifest = (text: string): Manifest => {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    content = undefined;
  }
  const parsed = schema.safeParse(content);
  if (!parsed.success) throw new Refusal('This file is not a backup of Gatehouse.');
  if (parsed.data.format > formatVersion)
    throw new Refusal('The backup was made by a newer Gatehouse. Restore it with that version.');
  return parsed.data;
};

/** The migrations that lead to a backup's schema; refuses one that is unknown or differs. */
export const migrationsOf = (manifest: Manifest, known: Migration[] = knownMigrations()): Migration[] =>
  manifest.migrations.map(({ name, hash }) => {
    const found = known.find((migration) => migration.name === name);
    if (!found)
      throw new Refusal(
        `The backup was made by a newer Gatehouse (${name} is unknown here). Restore it with that version.`,
      );
    if (found.hash !== hash)
      throw new Refusal(`Migration ${name} differs from the one the backup was made with.`);
    return found;
  });
