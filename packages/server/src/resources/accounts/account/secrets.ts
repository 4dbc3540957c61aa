import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';

/** An account with its sealed secret. */
export type SealedAccount = {
  id: string;
  name: string;
  username: string;
  secret_type: string;
  secret: string | null;
  privileged: boolean;
};

const columns = sql`id::text as id, name, username, secret_type, secret, privileged`;

/** An account with its sealed secret; undefined if no account has this id. */
export const sealedAccount = async (accountId: string, db: Database): Promise<SealedAccount | undefined> => {
  const [row] = await db.rows<SealedAccount>(
    sql`select ${columns} from accounts_account where id = ${accountId}`,
  );
  return row;
};

/**
 * The active account with which to connect to an asset over SSH, preferably a privileged one; undefined if
 * the asset has none.
 */
export const sealedLoginOf = async (assetId: string, db: Database): Promise<SealedAccount | undefined> => {
  const [row] = await db.rows<SealedAccount>(sql`select ${columns} from accounts_account
    where asset = ${assetId} and is_active and secret_type in ('password', 'ssh_key') order by privileged desc, date_updated desc nulls last limit 1`);
  return row;
};
