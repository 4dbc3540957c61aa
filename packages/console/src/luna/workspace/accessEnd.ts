import type { SessionFacts } from '@gatehouse/contract/wire/gateway.ts';
import { isEndless } from '../../platform/time/endless.ts';
import { formatAbsolute, parseTime } from '../../platform/time/time.ts';

/** When the permission behind a session ends, as text; undefined if it does not. */
export const accessEndOf = (facts: Pick<SessionFacts, 'date_permission_expired'>): string | undefined => {
  const end = parseTime(facts.date_permission_expired);
  return end && !isEndless(end) ? formatAbsolute(end) : undefined;
};
