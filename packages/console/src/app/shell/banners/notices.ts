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

/** One warning about the licence. */
export type LicenceNotice = { kind: 'expired' | 'expires' | 'overLimit'; daysLeft: number };

/** The warnings about the licence: its end, and more assets than it allows. Both can be true at once. */
export const licenceNotices = (licence: Partial<LicenceDetail>, now: number): LicenceNotice[] => {
  const end = parseTime(licence.date_expired);
  const daysLeft = end ? Math.floor((end.valueOf() - now) / DAY_MS) : Number.POSITIVE_INFINITY;
  const { asset_count: allowed, current_asset_count: used } = licence;
  const notices: LicenceNotice[] = [];
  if (daysLeft < 0) notices.push({ kind: 'expired', daysLeft });
  else if (daysLeft < LICENCE_WARNING_DAYS) notices.push({ kind: 'expires', daysLeft });
  if (allowed && used && used > allowed) notices.push({ kind: 'overLimit', daysLeft });
  return notices;
};
