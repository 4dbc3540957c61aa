import type { Database } from '../database.ts';
import { Refusal } from '../refusal.ts';
import { readStored, storeOnce } from '../settings.ts';
import type { Vault } from './vault.ts';

/** Name of a sealed value that any valid key of this database can open. */
const name = 'VAULT_PROOF';

/** Id of the master key that the proof is sealed with; undefined when no server has ever started. */
export const keyOfProof = async (db: Database): Promise<string | undefined> => {
  const sealed = await readStored(name, db);
  return sealed === undefined ? undefined : String(sealed).split('.')[1];
};

/**
 * Refuses to start with a key that cannot open the database's secrets: anything sealed with it would be
 * unreadable with the right one.
 */
export const proveVault = async (db: Database, vault: Vault): Promise<void> => {
  const opens = (sealed: string) => {
    try {
      return vault.open(sealed) === name;
    } catch {
      return false;
    }
  };
  if (!opens(String(await storeOnce(name, vault.seal(name), db))))
    throw new Refusal(
      'GATEHOUSE_SECRET_KEY is not the key this database was sealed with. Start with that key, or name it in GATEHOUSE_SECRET_KEY_PREVIOUS.',
    );
};
