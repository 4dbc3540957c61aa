import type { HostKeyReport, HostKeyVerdict } from '@gatehouse/contract/wire/connection.ts';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { allHostKeys } from './relations.ts';
import { addMetKey, noteKeySeen, trustMetKey } from './statements.ts';

type KeyRow = {
  id: string;
  address: string;
  port: number;
  key_type: string;
  fingerprint: string;
  is_active: boolean;
  wasAccepted: boolean;
};
type Met = Pick<HostKeyReport, 'asset' | 'address' | 'port'>;

const keysOf = (asset: string, db: Database): Promise<KeyRow[]> =>
  db.rows<KeyRow>(
    sql`select id::text as id, address, port::int as port, fingerprint, key_type, is_active, date_accepted is not null as "wasAccepted"
      from ${allHostKeys} k where asset = ${asset}`,
  );

/** Whether a key was seen at this address and port. */
const at =
  ({ address, port }: Met) =>
  (key: KeyRow): boolean =>
    key.address === address && key.port === port;

/** Types of the trusted keys of an address and port. */
export const knownKeyTypes = async (met: Met, db: Database): Promise<string[]> =>
  (await keysOf(met.asset, db)).filter((key) => key.is_active && at(met)(key)).map((key) => key.key_type);

type Judgement = HostKeyVerdict['status'];

/** Judges a key of an address and port at which no other key is trusted. */
const judgeFirst = (report: HostKeyReport, keys: readonly KeyRow[], trustsFirst: boolean): Judgement => {
  const trusted = keys.filter((key) => key.is_active);
  // The asset was moved: its key shows whether it is still the same machine.
  if (trusted.some(({ fingerprint }) => fingerprint === report.fingerprint)) return 'trusted';
  // Another address explains no other key, and another port with it does not either.
  if (trusted.some(({ address }) => address !== report.address)) return 'changed';
  return trustsFirst ? 'trusted' : 'unconfirmed';
};

const judge = (report: HostKeyReport, keys: readonly KeyRow[], trustsFirst: boolean): Judgement => {
  const here = keys.filter(at(report));
  const same = here.find(({ fingerprint }) => fingerprint === report.fingerprint);
  if (same?.is_active) return 'trusted';
  if (here.some((key) => key.is_active)) return 'changed';
  // A key whose trust was withdrawn, or that came after a trusted one, waits for an administrator.
  if (same && here.some((key) => key.wasAccepted)) return 'changed';
  return judgeFirst(report, keys, trustsFirst);
};

/**
 * Judges a key that an asset shows. A key seen for the first time is trusted only with `trustsFirst`, or if the asset
 * had it at another address or port (decision 0431); otherwise it waits for an administrator. The asset's row must be
 * locked.
 */
export const judgeKey = async (
  report: HostKeyReport & { orgId: string },
  { trustsFirst }: { trustsFirst: boolean },
  db: Database,
): Promise<HostKeyVerdict> => {
  const keys = await keysOf(report.asset, db);
  const status = judge(report, keys, trustsFirst);
  const trusted = status === 'trusted';
  const same = keys.find((key) => at(report)(key) && key.fingerprint === report.fingerprint);
  if (!same) return { id: await addMetKey({ ...report, trusted }, db), status };
  await noteKeySeen(same.id, db);
  if (trusted && !same.is_active) await trustMetKey(same.id, db);
  return { id: same.id, status };
};
