import { sql } from 'drizzle-orm';
import type { Database } from '../database.ts';
import { Refusal } from '../refusal.ts';
import type { Vault } from './vault.ts';

/** Name of a sealed value that any valid key of this database can open. */
const name = 'VAULT_PROOF';

/**
 * Refuses to start with a key that cannot open the database's secrets: anything sealed with it would be
 * unreadable with the right one.
 */
export const proveVault = async (db: Database, vault: Vault): Promise<void> => {
  await db.rows(sql`insert into settings_setting (name, category, value, encrypted)
    values (${name}, 'system', ${JSON.stringify(vault.seal(name))}::jsonb, 1) on conflict (name) do nothing`);
  const rows = await db.rows<{ value: string }>(sql`select value from settings_setting where name = ${name}`);
  try {
    vault.open(String(rows[0]?.value));
  } catch {
    throw new Refusal(
      'GATEHOUSE_SECRET_KEY is not the key this database was sealed with. Start with that key, or name it in GATEHOUSE_SECRET_KEY_PREVIOUS.',
    );
  }
};
