import pg from 'pg';
import { accountUnremoved } from '../../engine/secretFailure.ts';
import { isRoleName } from './rolePassword.ts';

/** Removes a role that owns nothing; one that is not there is removed already, and a superuser stays. */
export const removeRole = async (
  client: pg.Client,
  place: { address: string; port: number },
  username: string,
): Promise<void> => {
  const about = { address: place.address, port: place.port, username };
  if (!isRoleName(username)) throw accountUnremoved(about, 'no name of a role');
  const { rows } = await client.query<{ is_super: boolean }>(
    'select rolsuper as is_super from pg_catalog.pg_roles where rolname = $1',
    [username],
  );
  const [role] = rows;
  if (!role) return;
  if (role.is_super) throw accountUnremoved(about, 'the role is a superuser');
  try {
    await client.query(`drop role ${client.escapeIdentifier(username)}`);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    throw accountUnremoved(about, [error.message, error.detail].filter(Boolean).join('\n'));
  }
};
