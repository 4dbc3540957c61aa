import type { LicenceDetail } from '@gatehouse/contract/wire/licence.ts';
import type { Profile } from '../../../platform/session/wire.ts';
import { parseTime } from '../../../platform/time/time.ts';

const DAY_MS = 86_400_000;
const PASSWORD_WARNING_DAYS = 5;
const LICENCE_WARNING_DAYS = 7;

/** Whether a local password has expired, or in how many days it will; undefined while no warning is due. */
export const passwordNotice = (
  profile: Pick<Profile, 'source' | 'date_password_last_updated'>,
  lifetimeDays: number | undefined,
  now: number,
): { isExpired: boolean; daysLeft: number } | undefined => {
  const changed = parseTime(profile.date_password_last_updated);
  if (profile.source.value !== 'local' || !changed || !lifetimeDays) return undefined;
  const daysLeft = lifetimeDays - Math.floor((now - changed.valueOf()) / DAY_MS);
  if (daysLeft > PASSWORD_WARNING_DAYS) return undefined;
  return { isExpired: daysLeft <= 0, daysLeft };
};

/** The warning about the licence, if any. */
export const licenceNotice = (
  licence: Partial<LicenceDetail>,
  now: number,
): { kind: 'expired' | 'expires' | 'overLimit'; daysLeft: number } | undefined => {
  const end = parseTime(licence.date_expired);
  const daysLeft = end ? Math.floor((end.valueOf() - now) / DAY_MS) : Number.POSITIVE_INFINITY;
  if (daysLeft < 0) return { kind: 'expired', daysLeft };
  if (daysLeft < LICENCE_WARNING_DAYS) return { kind: 'expires', daysLeft };
  const { asset_count: allowed, current_asset_count: used } = licence;
  return allowed && used && used > allowed ? { kind: 'overLimit', daysLeft } : undefined;
};
