import type { SessionFacts } from '@gatehouse/contract/wire/gateway.ts';
import { isEndless } from '../../platform/time/endless.ts';
import { parseTime } from '../../platform/time/time.ts';

/** When the permission behind a session ends; undefined if it does not. */
export const accessEndOf = (facts: Pick<SessionFacts, 'date_permission_expired'>): string | undefined => {
  const { date_permission_expired } = facts;
  const end = parseTime(date_permission_expired);
  return date_permission_expired && end && !isEndless(end) ? date_permission_expired : undefined;
};
