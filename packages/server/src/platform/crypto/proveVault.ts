import type { Database } from '../database.ts';
import { Refusal } from '../refusal.ts';
import { storeOnce } from '../settings.ts';
import type { Vault } from './vault.ts';

/** Name of a sealed value that any valid key of this database can open. */
const name = 'VAULT_PROOF';

/**
 * Refuses to start with a key that cannot open the database's secrets: anything sealed with it would be
 * unreadable with the right one.
 */
export const proveVault = async (db: Database, vault: Vault): Promise<void> => {
  const sealed = await storeOnce(name, vault.seal(name), db);
  try {
    vault.open(String(sealed));
  } catch {
    throw new Refusal(
      'GATEHOUSE_SECRET_KEY is not the key this database was sealed with. Start with that key, or name it in GATEHOUSE_SECRET_KEY_PREVIOUS.',
    );
  }
};
