import type { HostKeyReport } from '@gatehouse/contract/wire/connection.ts';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { allHostKeys } from './relations.ts';
import { addMetKey, noteKeySeen } from './statements.ts';

type KeyRow = { id: string; fingerprint: string; key_type: string; is_active: boolean };
type Met = Pick<HostKeyReport, 'asset' | 'address' | 'port'>;

const keysOf = ({ asset, address, port }: Met, db: Database): Promise<KeyRow[]> =>
  db.rows<KeyRow>(
    sql`select id::text as id, fingerprint, key_type, is_active from ${allHostKeys} k where asset = ${asset} and address = ${address} and port = ${port}`,
  );

/** Types of the trusted keys of an address and port. */
export const knownKeyTypes = async (met: Met, db: Database): Promise<string[]> =>
  (await keysOf(met, db)).filter((key) => key.is_active).map((key) => key.key_type);

/**
 * A key met for the first time is trusted when no other key of the asset's address and port is; otherwise it
 * waits for an administrator. The asset's row must be locked.
 */
export const judgeKey = async (
  report: HostKeyReport & { orgId: string },
  db: Database,
): Promise<{ id: string; isTrusted: boolean }> => {
  const known = await keysOf(report, db);
  const same = known.find((key) => key.fingerprint === report.fingerprint);
  if (same) {
    await noteKeySeen(same.id, db);
    return { id: same.id, isTrusted: same.is_active };
  }
  const isTrusted = !known.some((key) => key.is_active);
  return { id: await addMetKey({ ...report, trusted: isTrusted }, db), isTrusted };
};
