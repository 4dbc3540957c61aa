import { createPublicKey, generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LICENCE_FORMAT, LICENCE_PRODUCT, type LicenceFacts } from '@gatehouse/contract/wire/licence.ts';
import { secretFile } from '../platform/secretFile.ts';

const dayMs = 86_400_000;

/** The options of a licence to issue. */
export interface LicenceWish {
  corporation: string;
  edition: string;
  /** Days of validity, from now. */
  days: number;
  /** Maximum number of assets; null means unlimited. */
  assets: number | null;
  remark: string;
}

/** A licence and the paths of its files. */
export interface IssuedLicence {
  facts: LicenceFacts;
  path: string;
  publicKeyPath: string;
}

const newKey = () =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/**
 * Signs a licence with the key of the data folder, created on first use; only its owner can read the private
 * key.
 */
export const issueLicence = async (home: string, wish: LicenceWish): Promise<IssuedLicence> => {
  const folder = join(home, 'keys/licence');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const privateKey = await secretFile(join(folder, 'private.pem'), newKey);
  const publicKeyPath = join(folder, 'public.pem');
  await put(publicKeyPath, createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString());
  const now = Date.now();
  const facts: LicenceFacts = {
    product: LICENCE_PRODUCT,
    serial_no: randomBytes(8).toString('hex').toUpperCase(),
    subscription_id: randomUUID(),
    corporation: wish.corporation,
    edition: wish.edition,
    // Clocks of two machines may differ slightly.
    date_issued: new Date(now - 60_000).toISOString(),
    date_expired: new Date(now + wish.days * dayMs).toISOString(),
    asset_count: wish.assets,
    remark: wish.remark,
  };
  const said = `${LICENCE_FORMAT}.${Buffer.from(JSON.stringify(facts)).toString('base64url')}`;
  const signature = sign(null, Buffer.from(said), privateKey).toString('base64url');
  const path = join(folder, 'gatehouse.licence');
  await put(path, `${said}.${signature}\n`);
  return { facts, path, publicKeyPath };
};

/** Writes a file completely or not at all. */
const put = async (path: string, text: string): Promise<void> => {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, text, { mode: 0o600, flush: true });
  await rename(draft, path);
};
