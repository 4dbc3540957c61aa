import { randomUUID } from 'node:crypto';
import type { HostKeyReport } from '@gatehouse/contract/wire/connection.ts';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';

/** Records that a known key was seen again. */
export const noteKeySeen = async (id: string, db: Database): Promise<void> => {
  await db.rows(sql`update terminal_hostkey set date_last_seen = now() where id = ${id}`);
};

/** Trusts a key that was seen before. */
export const trustMetKey = async (id: string, db: Database): Promise<void> => {
  await db.rows(
    sql`update terminal_hostkey set is_active = true, accepted_by = 'first use', date_accepted = now() where id = ${id}`,
  );
};

/** Stores a key that a component saw, trusted or waiting for an administrator; returns its id. */
export const addMetKey = async (
  key: HostKeyReport & { orgId: string; trusted: boolean },
  db: Database,
): Promise<string> => {
  const id = randomUUID();
  await db.rows(sql`insert into terminal_hostkey (id, org_id, asset, address, port, key_type, fingerprint, key, is_active, accepted_by, date_accepted, date_last_seen, date_created, comment)
    values (${id}, ${key.orgId}, ${key.asset}, ${key.address}, ${key.port}, ${key.key_type}, ${key.fingerprint}, ${key.key}, ${key.trusted},
      ${key.trusted ? 'first use' : null}, ${key.trusted ? sql`now()` : null}, now(), now(), '')`);
  return id;
};
