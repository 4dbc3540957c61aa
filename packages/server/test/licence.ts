import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { LICENCE_FORMAT, LICENCE_PRODUCT, type LicenceFacts } from '@gatehouse/contract/wire/licence.ts';
import type pg from 'pg';

const pair = generateKeyPairSync('ed25519');

/** The public licence key that test servers trust. */
export const trustedLicenceKey: string = pair.publicKey
  .export({ type: 'spki', format: 'der' })
  .toString('base64');

const day = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString();

/** A test licence; by default without an asset limit and valid for a year. */
export const makeLicence = (
  facts: Partial<LicenceFacts> & { days?: number } = {},
  key: KeyObject = pair.privateKey,
): string => {
  const { days = 365, ...more } = facts;
  const whole: LicenceFacts = {
    product: LICENCE_PRODUCT,
    serial_no: 'T-1',
    subscription_id: 'S-1',
    corporation: 'Northwind Logistics',
    edition: 'enterprise',
    date_issued: inDays(-30),
    date_expired: inDays(days),
    asset_count: null,
    remark: '',
    ...more,
  };
  const said = `${LICENCE_FORMAT}.${Buffer.from(JSON.stringify(whole)).toString('base64url')}`;
  return `${said}.${sign(null, Buffer.from(said), key).toString('base64url')}`;
};

/** Stores a licence where a server finds it at its start. */
export const storeLicence = async (pool: pg.Pool, text = makeLicence()): Promise<void> => {
  await pool.query(
    "insert into settings_setting (name, category, value) values ('LICENCE', 'licence', $1) on conflict (name) do update set value = excluded.value",
    [JSON.stringify(text)],
  );
};
