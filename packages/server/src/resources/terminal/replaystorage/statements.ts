import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';

/** Takes the mark of the default from every replay storage but one. */
export const keepOneDefault = async (id: string, db: Database): Promise<void> => {
  await db.rows(sql`update terminal_replaystorage set is_default = false where is_default and id <> ${id}`);
};

/** Notes that a storage cannot be reached; returns its name if it could be until now. */
export const noteFailed = async (id: string, db: Database): Promise<string | undefined> =>
  (
    await db.rows<{ name: string }>(sql`update terminal_replaystorage set date_failed = now()
      where id = ${id} and date_failed is null returning name`)
  )[0]?.name;

/** Notes that a storage can be reached; returns whether it could not until now. */
export const noteWorking = async (id: string, db: Database): Promise<boolean> =>
  (
    await db.rows(sql`update terminal_replaystorage set date_failed = null
      where id = ${id} and date_failed is not null returning 1`)
  ).length > 0;

/**
 * Records the fingerprint of the host key of a storage by SFTP unless one is recorded already, or it has got another
 * address; returns the recorded one.
 */
export const recordHostKey = async (
  storage: { id: string; host: string; port: number },
  fingerprint: string,
  db: Database,
): Promise<string> => {
  const [row] = await db.rows<{ recorded: string }>(sql`update terminal_replaystorage
    set meta = case when coalesce(meta->>'SFTP_HOST_KEY', '') = ''
      then meta || jsonb_build_object('SFTP_HOST_KEY', ${fingerprint}::text) else meta end
    where id = ${storage.id} and meta->>'SFTP_HOST' = ${storage.host} and (meta->>'SFTP_PORT')::int = ${storage.port}
    returning coalesce(meta->>'SFTP_HOST_KEY', '') as recorded`);
  return row?.recorded ?? fingerprint;
};
