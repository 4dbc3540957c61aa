import { type KeyObject, verify } from 'node:crypto';
import { AppError, type MessageParams } from '@gatehouse/contract/errors.ts';
import {
  LICENCE_FORMAT,
  LICENCE_PRODUCT,
  type LicenceFacts,
  licenceFacts,
} from '@gatehouse/contract/wire/licence.ts';

const refused = (reason: string, params: MessageParams = {}) =>
  new AppError('error', params, { messageKey: `licence_${reason}` });

const factsIn = (encoded: string): LicenceFacts => {
  try {
    return licenceFacts.parse(JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')));
  } catch {
    throw refused('unreadable');
  }
};

/** Facts of a licence with a valid signature, whatever its dates; throws with the reason otherwise. */
export const readLicence = (text: string, key: KeyObject | undefined): LicenceFacts => {
  const [format, encoded, signature, ...rest] = text.trim().split('.');
  if (format !== LICENCE_FORMAT || !encoded || !signature || rest.length > 0) throw refused('unreadable');
  if (!key) throw refused('no_key');
  const isOurs = verify(null, Buffer.from(`${format}.${encoded}`), key, Buffer.from(signature, 'base64url'));
  if (!isOurs) throw refused('bad_signature');
  const facts = factsIn(encoded);
  if (facts.product !== LICENCE_PRODUCT) throw refused('other_product', { product: facts.product });
  return facts;
};

/** Whether a licence is in force at a given time. */
export const isInForce = (facts: LicenceFacts, now: number): boolean =>
  Date.parse(facts.date_issued) <= now && now < Date.parse(facts.date_expired);

/** Refuses a licence that has expired or is not yet valid. */
export const refuseOutOfDate = (facts: LicenceFacts, now: number): void => {
  const day = (moment: string) => moment.slice(0, 10);
  if (Date.parse(facts.date_expired) <= now) throw refused('expired', { date: day(facts.date_expired) });
  if (Date.parse(facts.date_issued) > now) throw refused('not_yet', { date: day(facts.date_issued) });
};
